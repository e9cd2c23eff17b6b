import type { Action } from '../../domain/simulation/product-screen.js'
import { CURRENCY_BEFORE, CURRENCY_BEHIND, CURRENCY_CODE, currencyOf } from '../../domain/text/currencies.js'
import type { Block } from './page-blocks.js'
import {
  deniesFree,
  freeLimitIn,
  type Notice,
  noticeIn,
  type Problem,
  problemIn,
  statementsIn,
  tellsOfTime,
} from './stated-facts.js'

/** A value read from a source, with the words that it was read from. */
export type Read<T> = { readonly value: T; readonly words: string }
export type FoundScreen = { readonly action: Action; readonly words: string }

export type PageFacts = {
  readonly name: string | null
  readonly summary: string | null
  readonly screens: readonly FoundScreen[]
  /** Headings and actions that are no screen. */
  readonly left_out: readonly string[]
  readonly plans: readonly Read<{ readonly name: string; readonly per_month: number }>[]
  /** Prices without a period next to them. */
  readonly unread_prices: readonly string[]
  /** Currency of the first plan, where a sign or a code is next to its price. */
  readonly currency: string | null
  readonly is_free: Read<true> | null
  /** Said where there is no free plan. */
  readonly not_free: string | null
  /** What is free up to a number. */
  readonly free_limit: Read<{ readonly unit: string; readonly count: number }> | null
  readonly trial_days: Read<number> | null
  readonly card_up_front: Read<boolean> | null
  readonly period_days: Read<number> | null
  readonly wait_hours: Read<number> | null
  readonly channel: Read<string> | null
  readonly video: Read<true> | null
  readonly notice: Read<Notice> | null
  /** Sentences about other messages, or about other things at an hour of the day or week. */
  readonly other_times: readonly string[]
  /** Problems that the source itself states. */
  readonly problems: readonly Problem[]
}

/** Facts in the blocks of a page or a document, found by rules for English and some German. Nothing is invented. */
export function pageFacts(blocks: readonly Block[]): PageFacts {
  const { plans, ...prices } = plansIn(blocks)
  const read = <T>(pattern: RegExp, readAs: (match: RegExpExecArray) => T | null): Read<T> | null => {
    for (const { text } of blocks) {
      const match = pattern.exec(text)
      const value = match === null ? null : readAs(match)
      if (match !== null && value !== null) return { value, words: around(text, match.index, match[0].length) }
    }
    return null
  }
  const yes = (pattern: RegExp) => read(pattern, () => true as const)
  const sentences = blocks.flatMap(({ kind, text }) => (kind === 'button' ? [] : statementsIn(text)))
  const stated = <T>(readAs: (sentence: string) => T | null): Read<T> | null => {
    for (const words of sentences) {
      const value = readAs(words)
      if (value !== null) return { value, words: words.trim() }
    }
    return null
  }
  const often = (pattern: RegExp, days: number) =>
    stated((sentence) => (pattern.test(sentence) && noticeIn(sentence) === null ? days : null))
  const free_limit = stated(freeLimitIn)
  const notice = stated((sentence) => scheduled(noticeIn(sentence))) ?? stated(noticeIn)
  const not_free = stated((sentence) => (deniesFree(sentence) ? true : null))?.words ?? null
  return {
    name: nameIn(blocks),
    summary:
      blocks.find(({ kind }) => kind === 'description')?.text ??
      blocks.find(({ kind, text }) => kind === 'text' && text.length >= 24 && !AMOUNT.test(text))?.text ??
      null,
    ...screensIn(blocks, new Set(plans.map(({ value }) => value.name.toLowerCase()))),
    plans: plans.filter(({ value }) => value.per_month > 0),
    ...prices,
    is_free:
      plans.flatMap(({ value, words }) => (value.per_month === 0 ? [{ value: true as const, words }] : []))[0] ??
      (free_limit && { value: true as const, words: free_limit.words }) ??
      yes(
        /(?<!\b(?:no|not|without) )(?<!\b(?:no|not|without) a )\bfree (?:plan|tier|forever|version|account|edition)\b|\bforever free\b|\b(?:is|it's|completely|always|100%) free\b|\bfreemium\b/i,
      ),
    not_free,
    free_limit,
    trial_days: read(TRIAL, (match) => trialDays(match)) ?? read(GERMAN_TRIAL, (match) => trialDays(match)),
    card_up_front: read(
      /\b(no|without an?y?|not?)?\s*(?:credit |debit |payment )?cards? (?:is |are )?(not )?(?:required|needed|necessary)\b|\bwithout (?:a |your )?(?:credit )?card\b|\bno (?:credit |debit |payment )?cards?(?=\s*(?:[.,;:!)]|$)| up ?front\b)/i,
      ([all, before, after]) => before === undefined && after === undefined && !/^(?:without|no)\b/i.test(all),
    ),
    period_days:
      often(
        /\b(?:every (?:single )?(?:day|morning|evening|night)|daily|each day|(?:once|twice|times|minutes) a day)\b/i,
        1,
      ) ??
      often(/\b(?:every week|weekly|each week)\b/i, 7) ??
      often(/\b(?:every month|monthly (?:report|review|budget|close|statement)s?)\b/i, 30),
    wait_hours:
      read(
        /\b(?:within|under|in less than|in)\s+(?:an?|one|(\d{1,3}))\s*(minute|hour|business day|working day|day)s?\b(?=.*\b(?:support|reply|replies|respon[ds]e?|answer|help)|.{0,60}$)/i,
        ([all, number, unit = '']) => (/support|repl|respon|answer|help/i.test(all) ? hoursOf(number, unit) : null),
      ) ??
      read(
        /\b(?:support|reply|replies|respond|response|answer|get back to you)\b.{0,60}?\b(?:within|under|in less than)\s+(?:an?|one|(\d{1,3}))\s*(minute|hour|business day|working day|day)s?\b/i,
        ([, number, unit = '']) => hoursOf(number, unit),
      ) ??
      read(GERMAN_REPLY, ([, number, unit = '']) => hoursOf(number, unit)),
    channel:
      read(
        /\b(live chat|phone|e-?mail|chat|community|forum)\b(?= support)|\b(?:support|help ?desk|help|customer service)\b[^.;]{0,40}?\b(?:by|via|over|through|on)\s+(?:the\s+)?(live chat|phone|e-?mail|chat|whatsapp|sms)\b/i,
        ([, before, after]) => (before ?? after ?? '').toLowerCase(),
      ) ??
      read(/\b(?:support|hilfe|antwort\w*)\b.{0,60}?\b(?:per|über|via) (e-?mail|telefon|chat)\b/i, ([, german = '']) =>
        german.toLowerCase().replace('telefon', 'phone'),
      ),
    video: yes(/\bvideo (?:tutorial|guide|course|lesson|walkthrough)s?\b|\btutorial videos?\b/i),
    problems: problemsIn(blocks, nameIn(blocks)),
    notice,
    other_times: sentences
      .map((words) => words.trim())
      .filter((words) => words !== notice?.words && tellsOfTime(words)),
  }
}

const scheduled = (notice: Notice | null): Notice | null =>
  notice?.trigger.idle_days === 3 && !notice.isStated ? null : notice

const around = (text: string, at: number, length: number): string => {
  const from = Math.max(0, at - 25)
  const to = Math.min(text.length, at + length + 25)
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}

function nameIn(blocks: readonly Block[]): string | null {
  const title = blocks.find(({ kind }) => kind === 'title') ?? blocks.find(({ kind }) => kind === 'heading')
  const [first = ''] = (title?.text ?? '').split(/\s+[|–—·:-]\s+|:\s+/)
  return first === '' ? null : first.slice(0, 80)
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, six: 6, seven: 7, ten: 10, fourteen: 14, thirty: 30 },
  ...{ ein: 1, eine: 1, einen: 1, zwei: 2, drei: 3, vier: 4, sechs: 6, sieben: 7, zehn: 10, vierzehn: 14, dreißig: 30 },
}
const COUNT = '(\\d{1,3}|an?|one|two|three|four|six|seven|ten|fourteen|thirty)'
const TRIAL = new RegExp(
  `\\b${COUNT}[\\s-]+(day|week|month)s?[\\s-]+(?:\\w+[\\s-]+){0,2}?(?:trial|free)\\b|\\bfree(?:ly)?\\s+(?:\\w+\\s+)?for\\s+(?:the first\\s+)?${COUNT}\\s+(day|week|month)s?\\b|\\btrial\\s+(?:of|for|lasts)\\s+${COUNT}\\s+(day|week|month)s?\\b|\\btry\\s+(?:\\S+\\s+){0,3}?for\\s+${COUNT}\\s+(day|week|month)s?\\b`,
  'i',
)

const GERMAN_COUNT = '(\\d{1,3}|einen?|eine|zwei|drei|vier|sechs|sieben|zehn|vierzehn|dreißig)'
const GERMAN_TRIAL = new RegExp(
  [
    `\\b${GERMAN_COUNT}\\s+(tag|woche|monat)(?:en|e|n)?\\s+(?:lang\\s+)?(?:kostenlos|gratis|testen|probe)`,
    `\\b(?:kostenlos|gratis)\\w*\\s+(?:für\\s+)?${GERMAN_COUNT}\\s+(tag|woche|monat)`,
    `\\b${GERMAN_COUNT}[\\s-]*(tägig|wöchig|monatig)\\w*\\s+(?:\\w+\\s+)?(?:test|probe)`,
    `\\b(?:test|probe)(?:phase|zeit|version|zeitraum|abo)\\w*\\s+(?:von|für)\\s+${GERMAN_COUNT}\\s+(tag|woche|monat)`,
  ].join('|'),
  'i',
)
const GERMAN_REPLY =
  /\b(?:support|hilfe|antwort\w*|rückmeldung|melden uns)\b.{0,60}?\b(?:innerhalb(?: von)?|binnen|in)\s+(?:eine[rsm]|(\d{1,3}))\s*(minute|stunde|werktag|arbeitstag|tag)/i
const DAYS: Readonly<Record<string, number>> = {
  ...{ day: 1, tag: 1, tägig: 1, week: 7, woche: 7, wöchig: 7, month: 30, monat: 30, monatig: 30 },
}

function trialDays(match: RegExpExecArray): number | null {
  const [count = '', unit = ''] = match.slice(1).filter((group) => group !== undefined)
  const days = (NUMBERS[count.toLowerCase()] ?? Number(count)) * (DAYS[unit.toLowerCase()] ?? 1)
  return days >= 1 && days <= 365 ? days : null
}

function hoursOf(number: string | undefined, unit: string): number {
  const hours = { minute: 1 / 60, hour: 1, stunde: 1 }[unit.toLowerCase()] ?? 24
  return Math.min(720, Number(number ?? 1) * hours)
}

const MARKS = String.raw`.,’'\u00a0\u202f`
/** Its thousands have marks or fixed spaces between them; before a currency also plain ones, as in “1 290 kr”. */
const number = (marks: string): string => `([1-9]\\d{0,2}(?:[${marks}]\\d{3})+(?!\\d)|\\d{1,5})([.,]\\d{1,2})?`
const AMOUNT = new RegExp(
  String.raw`(?:US\$|${CURRENCY_BEFORE})\s?${number(MARKS)}(?!\d|\s?(?:k|m|bn|b|million|billion|thousand)\b)|(?<![\p{L}\d]|\d[.,])${number(`${MARKS} `)}\s?(?!\$)${CURRENCY_BEHIND}`,
  'iu',
)
const PERIOD = new RegExp(
  String.raw`^\W{0,4}(?:${CURRENCY_CODE}\W{0,3})?(?:(?:per|/|an?|each|every|pro|je)?\s*(?:user|seat|member|person|editor|agent|host|team|workspace|employee|head|device|licen[cs]e|location|site|project|contact|nutzer|benutzer|platz|mitarbeiter|kopf|gerät|standort|lizenz)(?:s|in|innen|en)?\b\W{0,3}(?:(?:and|und|&|\+|x|×)\s+)?)?(?:(?:per|/|an?|each|every|paid|billed|charged|im|pro|je)\W{0,2})*(month|monat|jahr|mo\b|year|yr\b|annum|annual|week)`,
  'iu',
)
/** What a price without a plan's name is called. */
const PAID_BY: readonly (readonly [RegExp, string])[] = [
  [/^(?:year|yr|ann|jahr)/, 'yearly'],
  [/^week/, 'weekly'],
]
/** A price with more words before it stands in a sentence and not in a price box. */
const MAX_WORDS_IN_BOX = 2
const MONTHS: Readonly<Record<string, number>> = {
  month: 1,
  mo: 1,
  year: 12,
  yr: 12,
  annum: 12,
  annual: 12,
  week: 12 / 52,
  monat: 1,
  jahr: 12,
}
/** Blocks after an amount that are searched for its period. */
const PERIOD_WITHIN = 2

/** Prices with a period are plans; all others are listed as not taken over. */
function plansIn(blocks: readonly Block[]): Pick<PageFacts, 'plans' | 'unread_prices' | 'currency'> {
  const plans: PageFacts['plans'][number][] = []
  const unread: string[] = []
  let called: string | null = null
  let isHeaded = false
  let currency: string | null = null
  blocks.forEach(({ text, kind }, at) => {
    const matches = [...text.matchAll(new RegExp(AMOUNT, 'giu'))]
    if (matches.length === 0 && kind !== 'button') {
      if (kind !== 'title' && isPlanName(text)) [called, isHeaded] = [text, kind === 'heading']
      else if (kind === 'heading' || NO_NAME.test(text)) called = null
    }
    const [lead = ''] = text.split(matches[0]?.[0] ?? text)
    // “Costs 24 €” is a sentence about the product, unless a heading stands above it.
    const inBox = (lead.match(/\p{L}+/gu) ?? []).length <= MAX_WORDS_IN_BOX && (isHeaded || !STATES_PRICE.test(lead))
    matches.forEach((match, place) => {
      const next = matches[place + 1]
      const own = text.slice(match.index + match[0].length, next?.index)
      const following =
        next === undefined ? blocks.slice(at + 1, at + 1 + PERIOD_WITHIN).map((block) => block.text) : []
      const unit = [own, ...following].flatMap((words) => PERIOD.exec(words)?.[1] ?? [])[0]?.toLowerCase()
      const words = around(
        `${text} ${unit !== undefined && !PERIOD.test(own) ? following.join(' ') : ''}`.trim(),
        match.index,
        match[0].length,
      )
      const per_unit = amountOf(match)
      const per_month = Math.round((per_unit / (MONTHS[unit ?? 'month'] ?? 1)) * 100) / 100
      if ((unit === undefined && per_unit > 0) || per_month > 100_000 || plans.length >= MAX_PLANS) {
        unread.push(words)
        return
      }
      const name = nameBefore(text.slice(0, match.index)) ?? (inBox ? called : null) ?? periodName(unit)
      if (!plans.some(({ value }) => value.name === name && value.per_month === per_month))
        plans.push({ value: { name, per_month }, words })
      if (plans.length === 1 && per_month > 0) currency ??= currencyIn(match[0])
    })
  })
  return { plans, unread_prices: unread, currency }
}

/** The code of a currency where it is written or has no sign, else its sign. */
function currencyIn(amount: string): string | null {
  const written = amount.replace(/^US\$/i, 'USD ')
  const { code = '', sign = '' } = currencyOf(written) ?? {}
  const isCode = code !== '' && new RegExp(`${code}(?!\\p{L})`, 'iu').test(written)
  return (isCode ? code : sign || code) || null
}

const periodName = (unit = 'month'): string => PAID_BY.find(([pattern]) => pattern.test(unit))?.[1] ?? 'monthly'

const MAX_PLANS = 10
/** Whether a text can be a plan's name: "Team", "Small business", but not "Invite your team". */
const isPlanName = (text: string): boolean =>
  PLAN_NAME.test(text) &&
  !NO_NAME.test(text) &&
  !PERIOD.test(text) &&
  !OF_ACTION.test(text) &&
  !(text.includes(' ') && VERBS.some(([, verb]) => verb.test(text)))
/** “Attach a photo” is something to do, as no plan's name has an article in it. */
const OF_ACTION = /\s(?:an?|the|your|my|our|their|it|them)\s/i
const STATES_PRICE = /\b(?:costs?|is|are|pays?|priced|charges?|kostet)\s*$/i
const PLAN_NAME = /^[\p{L}][\p{L}\p{N}+& -]{1,24}$/u
const NO_NAME =
  /^(?:for|from|at|just|only|pay|pays|paying|price|about|around|also|after|afterwards|later|free|starting|is|it|this|that|everything|costs|plans?|prices?|pricing|or|and|to|then|danach|dann|ab|für|nur|oder|und|billed|paid|monthly|yearly|annually|month|year)$/i

const amountOf = ([, whole, cents, wholeBefore, centsBefore]: RegExpMatchArray): number =>
  Number(`${(whole ?? wholeBefore ?? '').replace(/\D/g, '')}${(cents ?? centsBefore ?? '').replace(',', '.')}`)

function nameBefore(text: string): string | null {
  const [, before] = /([\p{L}][\p{L}\p{N}+]{1,24})(?:\s+plan)?\s*(?:[:–—(-]|is|costs|at|for)?\s*$/iu.exec(text) ?? []
  return before === undefined || NO_NAME.test(before) ? null : before
}

const FILLERS =
  /^(?:(?:step\s+)?\d{1,2}[.):]?\s+|(?:easily|automatically|instantly|simply|effortlessly|quickly|securely|just|then|now|also)\s+)+/i
/** Words of buttons and headings that name no action in the product. */
const NO_ACTION =
  /\b(?:log ?in|sign ?in|learn more|read more|see more|find out|contact|book a demo|request a demo|get a demo|watch (?:the |a )?(?:demo|video)|(?:see|view|compare) (?:all |our )?(?:pricing|plans|features|case|examples?)|talk to|privacy|terms|cookies?|menu|close|subscribe|newsletter|careers|about|blog|press|faqs?|questions|pricing|prices|plans?|testimonials?|customers|trusted|ready to|why|what|who|when|where|how it works|legal|copyright|partners|resources|overview|introduction|summary|background|goals?|non-goals|appendix|contents|changelog|references|glossary|risks?|timeline|milestones|architecture|requirements|user stories|use cases|acceptance criteria|constraints|assumptions|specifications?|scope|features?|benefits|company|support|help|screens|steps|flows?|journeys?|roadmap|status|notes|to-?dos?|feedback|known|problems?|issues|bugs|limitations?|complaints|download our|follow us|accept|decline|home)\b/i
const NAVIGATION =
  /\b(?:learn more|read more|see more|find out|demo|(?:see|view|compare|read|check) (?:(?:all|our|the) )?(?:pricing|plans|features|case|examples?|blog|faqs?|press|terms)|talk to|our|us)\b/i
const ABOUT_SUPPORT = /^(?:reach|contact|call|e-?mail|write to|ask) (?:us|(?:our |the )?support)\b/i
const VERBS: readonly (readonly [Action, RegExp])[] = [
  [
    'install',
    /^(?:sign(?:ing)? up|signup|register|registration|create (?:an |your |a )?(?:free )?account|get started|start (?:your|a|my|free|now|for|today|trial|using)|try |join|download|install)/i,
  ],
  [
    'configure',
    /^(?:connect|set(?:ting)? ?up|configure|integrate|import|pair|link (?:your|my|the|an?)|activate|verify (?:your|my|their|the)? ?(?:e-?mail|phone|number|account|identity|address|age|domain)|add your first)/i,
  ],
  ['customize', /^(?:customi[sz]e|personali[sz]e|choose (?:a |your )?(?:theme|template)|brand your|themes?\b)/i],
  ['share', /^(?:share|invite|refer|collaborate)/i],
  [
    'use_feature',
    /^(?:create|track|schedule|write|search|find|book|send|view|plan|scan|record|manage|build|edit|generate|analy[sz]e|monitor|organi[sz]e|log|browse|order|pay|watch|read|learn|listen|play|explore|compare|design|draw|publish|post|chat|message|reply|automate|review|measure|discover|save|add|capture|export|report|translate|upload|check|count|host|deploy|run|test|debug|query|visuali[sz]e|cook|shop|meet|practi[cs]e|train|sell|split|budget|sign|list(?! of\b)|print|transcribe|summari[sz]e|annotate|draft|ask|sync|verify|back up|restore|refresh|accept payments|collect|transfer|withdraw|donate|rate|swap|rent|hire|lend|borrow|return|reserve|choose|pick|select|confirm|rename|move|copy|update|change|enter|fill|photograph|record|request|receive|open|set|take|call|apply|submit|approve|assign|remind|see)\b/i,
  ],
]
/**
 * User stories and requirements: "As a host, I want to list a room", "Users can export a report", "The system shall
 * send an invoice".
 */
const STORY =
  /\b(?:as an? [^,]{2,40}?,? i (?:want|need|would like|can)(?: to)?|(?:users?|customers?|members?|people|you) (?:can|must be able to|should be able to|may|will be able to)|the (?:system|app|application|product|user) (?:shall|must|should|can|will)(?: be able to)?)\s+(.{3,80})/i
const AGAIN =
  /\b(?:when(?:ever)?|every|each|daily|weekly|monthly|nightly|again|regularly|automatically|any ?time|as soon as|once an? (?:day|week|month)|back online)\b/i
const AT_START = /\b(?:first|sign(?:ing)? up|signed up|start|begin|join|register|new)\b/i
const isRecurring = (words: string): boolean => AGAIN.test(words) && !AT_START.test(words)
const ABOUT_FEATURES =
  /\b(?:features?|what you (?:can|get)|capabilities|how it works|functional requirements|user stories|use cases|what it does|screens|steps|flows?|user journeys?)\b/i
const ABOUT_PROBLEMS = /\b(?:problems?|issues|bugs|limitations?|complaints|what goes wrong|pain ?points?)\b/i
/** Headings about the product's own problems; “The problem” is often what it solves. */
const ABOUT_DEFECTS = /\b(?:(?:known|open) (?:problems?|issues)|bugs|limitations?|complaints|what goes wrong)\b/i
/** What a sentence calls the product's own, and what it says of others. */
const OURS = /\b(?:our|known (?:bugs?|issues?|problems?|faults?)|(?:this|the) (?:app|product|beta))\b/i
/** What follows a failure that the product is sold against: “Ours arrive.”, “Not with us.” */
const SOLVED =
  /^\W*(?:ours|yours|with us|not (?:here|ours|yours|with)|never again|no more|that ends)\b|\b(?:ours|yours)\b/i
const OF_OTHERS = /\b(?:unlike|others?|elsewhere|competitors?|most (?:apps|tools|products|services))\b/i
/** Quality requirements, which are no screens. */
const QUALITY =
  /\b(?:latency|uptime|availability|throughput|p9\d|sla|wcag|gdpr|compliance|encrypted|encryption|scalability)\b|\d\s?(?:ms|%|rps|gb|mb|seconds?|requests)(?!\p{L})/iu
const MAX_WORDS = 8
const MOST: Readonly<Partial<Record<Action, number>>> = {
  install: 1,
  configure: 2,
  use_feature: 6,
  customize: 1,
  share: 1,
}

/**
 * List items and texts below a heading about problems, and sentences elsewhere that state one. A share counts only where
 * it is one of the product: “30% of invoices get lost” may be what it is sold against.
 */
function problemsIn(blocks: readonly Block[], name: string | null): Problem[] {
  const isOurs = (sentence: string): boolean =>
    (OURS.test(sentence) || (name !== null && sentence.includes(name))) && !OF_OTHERS.test(sentence)
  const problems: Problem[] = []
  let inProblems = false
  let inDefects = false
  for (const { kind, text } of blocks) {
    if (kind === 'button') continue
    if (kind === 'heading') {
      inProblems = ABOUT_PROBLEMS.test(text)
      inDefects = ABOUT_DEFECTS.test(text)
    }
    const sentences = statementsIn(text)
    const stated = sentences.flatMap((sentence, at): Problem[] => {
      const problem = problemIn(sentence.trim())
      if (problem === null) return []
      if (inDefects || isOurs(problem.words)) return [{ ...problem, isOwn: true }]
      const isOfOthers = inProblems || OF_OTHERS.test(sentence) || SOLVED.test(sentences[at + 1] ?? '')
      return [isOfOthers ? { ...problem, p: null } : problem]
    })
    if (stated.length > 0) problems.push(...stated)
    else if (inProblems && kind !== 'heading')
      problems.push({ words: text, p: null, isOwn: false, effect: 'block', message: '' })
  }
  return problems
}

/**
 * Actions in the product, from buttons, headings and list items. A named feature also counts without a verb at its
 * beginning.
 */
function screensIn(blocks: readonly Block[], planNames: ReadonlySet<string>): Pick<PageFacts, 'screens' | 'left_out'> {
  const leftOut: string[] = []
  const found: FoundScreen[] = []
  const named: FoundScreen[] = []
  let inFeatures = false
  let inProblems = false
  for (const { kind, text } of blocks) {
    if (kind === 'heading') {
      inFeatures = ABOUT_FEATURES.test(text) && !/non-?\s?functional/i.test(text)
      inProblems = ABOUT_PROBLEMS.test(text)
    }
    if (inProblems) continue
    if (QUALITY.test(text) && !STORY.test(text)) continue
    const [, story] = STORY.exec(text) ?? []
    const words = (story ?? text)
      .replace(FILLERS, '')
      .replace(/[.!→›>:]+$/, '')
      .trim()
    const short =
      story === undefined ? words : (words.split(/\s+(?:so that|so|because|in order|when|without)\b|[,.;]/)[0] ?? words)
    if (short.split(' ').length > MAX_WORDS || planNames.has(short.toLowerCase()) || AMOUNT.test(short)) continue
    if (story === undefined && (kind === 'text' || kind === 'description' || kind === 'title')) continue
    const action = VERBS.find(([, verb]) => verb.test(short))?.[0]
    if (ABOUT_SUPPORT.test(short)) continue
    if (story === undefined && action === undefined && noticeIn(text)?.isStated) continue
    // A list item that begins with a verb may hold any other word: "Compare prices".
    const isAction =
      story !== undefined ||
      !NO_ACTION.test(short) ||
      (kind === 'item' && action !== undefined && !NAVIGATION.test(short))
    // What is done again and again is a use, whatever it is called.
    if (action === 'configure' && isRecurring(words)) found.push({ action: 'use_feature', words: short })
    else if (action !== undefined && isAction) found.push({ action, words: short })
    else if (story !== undefined) found.push({ action: 'use_feature', words: short })
    else if (isAction && kind !== 'button' && inFeatures && /^\p{L}[^?!]{3,}$/u.test(short))
      named.push({ action: 'use_feature', words: short })
    else if (
      isAction &&
      kind === 'heading' &&
      /^\p{Lu}[^?!.,]{3,}$/u.test(short) &&
      short.split(' ').length >= 2 &&
      short.split(' ').length <= 4
    )
      named.push({ action: 'use_feature', words: short })
    else if (isAction && kind === 'heading' && !short.includes('?')) leftOut.push(short)
  }
  const counts = new Map<Action, number>()
  const seen = new Set<string>()
  const screens = [...found, ...named].filter(({ action, words }) => {
    const key = words.toLowerCase()
    const count = counts.get(action) ?? 0
    if (seen.has(key)) return false
    seen.add(key)
    if (count >= (MOST[action] ?? 0)) {
      // A page has many buttons with which one signs up.
      if (action !== 'install') leftOut.push(words)
      return false
    }
    counts.set(action, count + 1)
    return true
  })
  return { screens, left_out: [...new Set(leftOut)] }
}
