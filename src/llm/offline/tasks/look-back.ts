import type { Life, ReplyAnswer } from '../../../domain/ask.js'
import type { FactsOf } from '../../../domain/tasks.js'

type Memory = Life['memory'][number]
type Topic = { readonly asks: RegExp; readonly answer: (life: Life) => string[] }

/** Topics of questions, the narrower first, each answered from what happened to this person alone. */
const TOPICS: readonly Topic[] = [
  {
    asks: /\b(?:pay|paid|price|cost\w*|money|expensive|worth|plan)\b/iu,
    answer: (life) => [paying(life), ...aboutPrice(life)],
  },
  {
    asks: /\b(?:why|leave|left|leaving|quit|stop\w*|gave up|uninstall\w*|stay\w*|still)\b/iu,
    answer: (life) => [leaving(life), ...troubles(life), lastDay(life)],
  },
  {
    asks: /\b(?:frustrat\w*|annoy\w*|problem\w*|wrong|broke\w*|hard|difficult|hate\w*|worst|trouble\w*|bug\w*|confus\w*)\b/iu,
    answer: (life) => [...troubles(life), worstDay(life)],
  },
  {
    asks: /\b(?:like\w*|love\w*|good|best|work\w*|delight\w*|useful|help\w*)\b/iu,
    answer: (life) => [...successes(life), lastDay(life)],
  },
  {
    asks: /\b(?:change|improve|fix|better|convince|come back|return|bring you back|would it take)\b/iu,
    answer: (life) => [wish(life), ...troubles(life)],
  },
  {
    asks: /\b(?:first|start\w*|begin\w*|sign\w*|onboard\w*|day one)\b/iu,
    answer: (life) => life.diary.slice(0, 1).map(told),
  },
  { asks: /\b(?:feel\w*|felt|mood)\b/iu, answer: (life) => [feeling(life), lastDay(life)] },
]

const MAX_SENTENCES = 3
const REPEATS = 'As I said:'

/** Somebody looks back on their weeks with a product: rehearsal words, every fact in them from those weeks. */
export function lookBack({ life, earlier, question }: FactsOf<'look_back'>): ReplyAnswer {
  if (!isEnglish(question)) return { reply: ENGLISH_ONLY, mind: 'unchanged' }
  const named = aboutPlace(life, question)
  if (COUNTS.test(question)) {
    const counts = named.length > 0 ? named : [...troubles(life), ...successes(life)]
    const unknown = named.length > 0 ? [] : ['I cannot say that of what you ask; I can say what I remember.']
    return { reply: [...unknown, ...counts].slice(0, MAX_SENTENCES).join(' '), mind: 'unchanged' }
  }
  const topic = TOPICS.find(({ asks }) => asks.test(question))
  const pool = [...named, ...(topic?.answer(life) ?? []), leaving(life), lastDay(life)].filter((text) => text !== '')
  const said = earlier.map(({ answer }) => answer).join('\n')
  const fresh = [...new Set(pool)].filter((text) => !said.includes(text))
  const words = (fresh.length > 0 ? fresh : [REPEATS, ...pool]).slice(0, MAX_SENTENCES)
  return { reply: words.join(' '), mind: 'unchanged' }
}

/** Questions that events answer: how often, and when. */
const COUNTS = /\b(?:how often|how many times|how frequently|when did|which days?|what days?|ever)\b/iu
const ENGLISH_ONLY =
  'The offline answers are put together from English rules, and no English word was found in this question; ask in English, or with a language model.'
/** Words of which an English question has one, and hardly one of another language. */
const ENGLISH =
  /\b(?:the|you|your|it|did|does|were|are|what|why|how|when|who|which|would|could|can|should|had|with|for|about|tell|that|this|there|more|think|feel|felt|used|left|stay|price|worth)\b/iu
/** Words are needed to tell: "Why?" and "Was it worth it?" are read as they are. */
const isEnglish = (question: string): boolean =>
  ENGLISH.test(question) || (/\p{Script=Latin}/u.test(question) && (question.match(/\p{L}+/gu) ?? []).length < 4)

/** What happened at the places that a question names. */
const aboutPlace = ({ memory }: Life, question: string): string[] => {
  const asked = wordsIn(question)
  return memory
    .filter(({ place, message, kind }) => kind === 'episodic' && [place, message].some((text) => isNamed(text, asked)))
    .slice(0, 2)
    .map(happened)
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
/** All words of a place, or two in a row of what the product said; "bookings" names a booking. */
const isNamed = (text: string, asked: readonly string[]): boolean => {
  const own = wordsIn(text)
  const said = (word: string): boolean => asked.some((other) => stem(other) === stem(word))
  if (own.length <= 3) return own.length > 0 && own.every(said)
  return own.some((word, at) => said(word) && said(own[at + 1] ?? '') && word.length > 3)
}
const stem = (word: string): string => word.replace(/(?:ings?|ed|e?s)$/u, '')

const counted = (times: number): string => (times === 1 ? 'once' : `${times} times`)

function happened({ place, outcome, message, times, day }: Memory): string {
  if (place === 'docs') return `${outcome === 'ok' ? DOCS.helped : DOCS.lacked} ${counted(times)}, last on day ${day}.`
  if (place === 'support') return `I wrote to support ${counted(times)}, last on day ${day}.`
  if (outcome === 'ok') return `${capital(place)} worked for me ${counted(times)}, last on day ${day}.`
  const stop = /[.!?]$/.test(message) ? '' : '.'
  const saying = message === '' ? '.' : `, and all it said was “${message}”${stop}`
  return `${capital(place)} ${FAILED[outcome]} ${counted(times)}, last on day ${day}${saying}`
}

const DOCS = {
  helped: 'The documentation had my answer',
  lacked: 'The documentation had nothing for me',
} as const

const FAILED: Readonly<Record<Exclude<Memory['outcome'], 'ok'>, string>> = {
  blocked: 'stopped me',
  wrong: 'did not come out right',
  slow: 'took too long',
  loss: 'lost what I had done',
  not_available: 'had nothing for me',
  limit: 'stopped me at a limit or a paywall',
}

const events = ({ memory }: Life): Memory[] => memory.filter(({ kind }) => kind === 'episodic')
const troubles = (life: Life): string[] => {
  const failed = events(life).filter(({ outcome }) => outcome !== 'ok')
  return failed.length === 0 ? ['Nothing that I remember went wrong.'] : failed.slice(0, 2).map(happened)
}
const successes = (life: Life): string[] => {
  const worked = events(life).filter(({ outcome }) => outcome === 'ok')
  return worked.length === 0 ? ['Nothing that I remember worked.'] : worked.slice(0, 2).map(happened)
}
const aboutPrice = (life: Life): string[] =>
  events(life)
    .filter(({ outcome }) => outcome === 'limit')
    .slice(0, 1)
    .map(happened)

const LEFT: Readonly<Record<NonNullable<Life['reason']>, string>> = {
  uninstalled: 'I took it off',
  deal_breaker: 'I left over something I do not put up with',
  price: 'I left over the price',
  limit: 'I left because a limit stopped me',
  lapsed: 'I had stopped opening it, and that was that',
  dissatisfied: 'I left, it did not give me enough',
  drifted: 'I stopped using it, for no one reason,',
}

const leaving = ({ reason, days, product }: Life): string =>
  reason === null
    ? `I still use ${product.name} after ${days} days.`
    : `${LEFT[reason]} after ${days} ${days === 1 ? 'day' : 'days'}.`

const paying = ({ paid, activated }: Life): string => {
  if (paid) return 'I paid for it.'
  return activated ? 'I did not pay for it.' : 'I did not pay; I never got going with it.'
}

const wish = (life: Life): string => {
  const failed = events(life).find(({ outcome }) => outcome !== 'ok')
  return failed ? `I would look at ${failed.place} first.` : 'I could not say what.'
}

const told = ({ day, text }: Life['diary'][number]): string => `On day ${day} I wrote: ${text}`
const lastDay = ({ diary }: Life): string => diary.slice(-1).map(told).join('')
const worstDay = (life: Life): string => {
  const failed = events(life).find(({ outcome }) => outcome !== 'ok')
  return life.diary
    .filter(({ day }) => day === failed?.day)
    .map(told)
    .join('')
}

function feeling({ feelings }: Life): string {
  if (feelings === null) return 'I never opened it, so I felt nothing about it.'
  const [strongest] = Object.entries(feelings).sort(([, a], [, b]) => b - a)
  return `By the end what I felt most was ${strongest?.[0]}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
