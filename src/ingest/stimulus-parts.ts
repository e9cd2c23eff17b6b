import { LEXICON } from '../data/lexicon.js'
import { sentencesIn } from '../domain/sentences.js'
import { countWords, MIN_WORDS_BESIDE_ADDRESS, wordCount } from '../domain/stimulus.js'
import { isFileName } from './stimulus-files.js'

/** A text with fewer words and without a description needs a confirmation. */
const MIN_WORDS_UNASKED = 4
/** Why a user is asked before a text is tested: it may be a message to the program. `null`: it is tested as it is. */
export function whyAskFirst(text: string, about: string): string | null {
  if (about.trim() !== '') return null
  const order = whyOrder(text)
  if (order !== null) return order
  if (isAddressed(text) || isThanks(text) || (isRequest(text) && LEXICON.requests().speaks_to.test(text)))
    return `“${shown(text)}” looks like it is meant for the program and not like a proposition: leave out what is said to the program.`
  if (isQuestion(text)) return `“${text.trim()}” looks like a question to the program and not like a proposition.`
  return wordCount(text) >= MIN_WORDS_UNASKED ? null : shortSentence(text)
}

/** Two pages with nothing but this between them are given to be compared. */
const AGAINST = /^[\s([]*(?:vs\.?|versus|or|oder|gegen|against|compared (?:to|with)|im vergleich zu)[\s)\]:]*$/iu
/** Two quotations of several words: “Sleep better tonight” or “Wake up rested”. */
const QUOTED_AGAINST =
  /["“”„«][^"“”„«»\n]{2,200} [^"“”„«»\n]{1,200}["“”»«],?\s+(?:vs\.?|versus|or|oder|gegen|against|(?:better|stronger) than|(?:besser|stärker) als)\s+["“”„«»][^"“”„«»\n]{2,200} /iu
const LABEL =
  '(?:(?:version|variante?|option|headline|überschrift|text|claim|slogan|tagline|ad|anzeige|entwurf|draft|subject(?: line)?|betreff(?:zeile)?|hook|cta|titl?el?)[ \\t]+|v)'
const BEHIND_LABEL = '[*_]*[ \\t]*(?:[:)]|\\p{Pd}(?=\\s))[*_]*'
/** Texts under the letters or numbers of versions: “A: … B: …”, “Version 1: … Version 2: …”. */
const LETTERED = new RegExp(
  [
    '(?:^|\\n)[ \\t*_-]*A[:)][^]{3,2000}?[\\s.;,!?|]B[:)][*_]*\\s*\\S',
    ...['AB', '12'].map(
      ([one, other]) =>
        `(?:^|\\n)[ \\t*_-]*${LABEL}${one}${BEHIND_LABEL}[^]{3,2000}?[\\s.;,!?|/]${LABEL}${other}${BEHIND_LABEL}\\s*\\S`,
    ),
  ].join('|'),
  'iu',
)
/** Lines under a heading such as “Headline A/B:”. */
const HEADED = /^[^\n]{0,60}(?<![\p{L}\p{N}])A ?\/ ?B(?![\p{L}\p{N}])[^\n]{0,30}:[ \t]*\n[^\n]+\n[ \t]*\S/iu
/** Two headlines on a line: “Sleep better tonight vs Wake up rested”. */
const SIDE_BY_SIDE = /^\p{Lu}[^\s.:,]*(?: [^\s.:,]+){1,9} vs\.? \p{Lu}[^\s.:,]*(?: [^\s.:,]+){1,9}[.!?]?$/u
/** What stands before each link of a list of versions: a number, or whose version it is. */
const BEFORE_VERSION = new RegExp(
  `^(?:[-*•] ?)?(?:\\d[.)]|[AB][:)]|${LABEL}[AB12]\\b[ \\t]*[:\\p{Pd}]|(?:ours?|theirs?|(?:the )?competitors?|competition|rival|old|new|before|after|current|control|challenger|unsere?|wettbewerb(?:er)?|konkurrenz|alte?|neue?|vorher|nachher|aktuell|bisher)(?: (?:page|version|seite|one))?[ \\t]*[:\\p{Pd}])$`,
  'iu',
)
const COMPARES =
  /(?:^|\s)(?:compare|a\/b[ -]?test|vergleiche?n?)[\s:]*(?:(?:these|this|both|the|two|diese|beiden?|die|bitte|mal|pages?|links?|seiten?)[\s:]*){0,3}$/iu
const JOINS = /^[\s,]*(?:and|und|with|mit|to|&|[,|/+])[\s,]*$/iu

/** Whether the links of a text are versions: “Compare … and …”, “Ours: … Competitor: …”. */
function areVersions(around: readonly string[]): boolean {
  const [first = '', ...others] = around
  const between = others.slice(0, -1)
  if (between.length === 0) return false
  if ([first, ...between].every((before) => BEFORE_VERSION.test(before.trim()))) return true
  return COMPARES.test(first.trim()) && between.every((words) => JOINS.test(words) || words.trim() === '')
}

/** Whether a list under letters is one of plans: few words and a price of its own under each letter. */
function arePlans(text: string): boolean {
  const [before = '', ...plans] = text.split(/(?<![\p{L}\p{N}])[A-E][:)]/u)
  const prices = plans.map((plan) => /\d+(?:[.,]\d+)?/u.exec(plan)?.[0])
  return (
    before.trim() === '' &&
    plans.every((plan) => PRICED.test(plan) && wordCount(plan) <= MAX_WORDS_OF_PLAN) &&
    new Set(prices).size === plans.length
  )
}
const MAX_WORDS_OF_PLAN = 5

/** A file's name with the version at its end: “variant_a”, “page v2”, “headline-B”, “page old”. */
const VERSION_OF_FILE =
  /^(?<stem>.*?)[\s_.-]*(?:(?:variante?|version|option|v)[\s_.-]*(?:[a-e]|[1-5])|[\s_.-](?:[ab]|old|new|alt|neu))$/iu

/** Why files may be versions to compare, by their names; `null` where they are one proposition. */
export function whyFilesCompared(names: readonly string[]): string | null {
  const stems = names.map((name) => VERSION_OF_FILE.exec(name.replace(/\.\w+$/u, ''))?.groups?.stem?.toLowerCase())
  const [one, other] = names
  if (one === undefined || other === undefined || stems[0] === undefined || new Set(stems).size > 1) return null
  return `“${shown(one)}” and “${shown(other)}” look like versions to compare and not like one proposition.`
}

/** Why a text may be versions to compare instead of one proposition; `null` where it is one. */
export function whyCompared(text: string): string | null {
  const whole = text.trim()
  const links = linksIn(whole)
  const around = textAround(whole, links)
  const between = around.slice(1, -1)
  const [one = '', against = '', other = '', ...more] = whole.split(/\s+/u)
  const isBareParted = more.length === 0 && isBareAddress(one) && AGAINST.test(against) && isBareAddress(other)
  const isParted = isBareParted || (between.length > 0 && between.every((words) => AGAINST.test(words)))
  const asks = wordCount(whole) <= MAX_WORDS_COMPARED && LEXICON.requests().compares.test(whole)
  const isLettered = LETTERED.test(whole) && !arePlans(whole)
  const isLaidOut = isLettered || HEADED.test(whole) || SIDE_BY_SIDE.test(whole) || QUOTED_AGAINST.test(whole)
  return isParted || areVersions(around) || asks || isLaidOut
    ? `“${shown(text)}” looks like versions to compare and not like one proposition.`
    : null
}

/** In a longer text “which one is better” is part of what is said. */
const MAX_WORDS_COMPARED = 80

/** The same for the subject of a discussion, which may be a question; its topics count with its words. */
export function whyAskAboutSubject(subject: string, topics: readonly string[], about: string): string | null {
  if (about.trim() !== '') return null
  const words = wordCount([subject, ...topics].join(' '))
  return whyOrder(subject) ?? (words >= MIN_WORDS_UNASKED ? null : shortSentence(subject))
}

const whyOrder = (text: string): string | null =>
  LEXICON.requests().order.test(bare(text))
    ? `“${bare(text)}” looks like a word to the program and not like a proposition.`
    : null

function shortSentence(text: string): string {
  const words = wordCount(text)
  return `“${text.trim()}” is only ${words === 1 ? 'one word' : `${words} words`} long.`
}

const MAX_SHOWN = 80
const shown = (text: string): string => {
  const line = text.trim().replace(/\s+/gu, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line
}

/** Longer texts are not taken for a message to the program. */
const MAX_WORDS_TO_PROGRAM = 40
/** Whether a text asks the program for something, or asks about the program. */
function isAddressed(text: string): boolean {
  const { tells, speaks_of } = LEXICON.requests()
  if (wordCount(text) > MAX_WORDS_TO_PROGRAM) return false
  const sentences = sentencesIn(text)
  const asks = sentences.some((sentence, at) => asksForThemselves(sentence) && !isAnswered(sentence, sentences[at + 1]))
  return tells.test(text.trim()) || speaks_of.test(text) || asks
}

/**
 * Whether the question is answered by the next sentence, as in "Can I cancel any time? Yes, with one click."; a user
 * who asks the program continues in the first person.
 */
function isAnswered(question: string, next: string | undefined): boolean {
  const { me, us } = LEXICON.requests()
  if (next === undefined || next.trim().endsWith('?') || me.test(next)) return false
  return me.test(question) || !us.test(next)
}
/**
 * Whether users ask for themselves: "Kann ich die Auswertung auch als PDF haben?", but not "Can we help you sleep?".
 */
function asksForThemselves(written: string): boolean {
  const { interrogative, me, us, you } = LEXICON.requests()
  const sentence = written.replace(COUNTRY, '')
  if (!sentence.trim().endsWith('?') && !interrogative.test(sentence.trim())) return false
  return me.test(sentence) || (us.test(sentence) && !you.test(sentence))
}

/** "Available in the US?" is no question about us. */
const COUNTRY = /(?<![\p{L}\p{N}])US(?![\p{L}\p{N}])/gu

/** Whether a text is a question to the program: a single one of `questions`, without a figure, or one about the program. */
const isQuestion = (text: string): boolean =>
  (/^[^.!?\n\d]{1,300}\?$/u.test(text.trim()) && LEXICON.requests().questions.test(text)) || asksAboutProgram(text)

/** A longer text is about more than the program. */
const MAX_WORDS_OF_CHAT = 12

/** Whether a question is made of words that people ask a program with: "who sees the results". */
function asksAboutProgram(text: string): boolean {
  const { asks_you, interrogative, of_customers, chat } = LEXICON.requests()
  const asks = text.trim().endsWith('?') || interrogative.test(text.trim()) || asks_you.test(text.trim())
  return asks && !of_customers.test(text) && isChat(text, chat)
}

/** Whether a text thanks or praises the program and says nothing else: "looks good to me, thanks". */
function isThanks(text: string): boolean {
  const { thanks, praise } = LEXICON.requests()
  return thanks.test(text.trim()) && isChat(text, praise)
}

const isChat = (text: string, words: RegExp): boolean => wordCount(text) <= MAX_WORDS_OF_CHAT && isMadeOf(words, text)

const isMadeOf = (words: RegExp, text: string): boolean =>
  (text.match(WORD) ?? []).every((word) => words.test(word) || word.split(/['’-]/u).every((part) => words.test(part)))

/** Whether a text is an order, or only asks for a test, so that no panel should read it. */
export const onlyAsks = (text: string): boolean => whyOrder(text) !== null || isRequest(text)

/** Whether a text beside a file or a page speaks to the program, or asks something about them. */
export const isForProgram = (text: string): boolean =>
  !LEXICON.requests().slogans.test(text) &&
  withoutMentions(text).some(
    (said) => onlyAsks(said) || isAddressed(said) || isQuestion(said) || isThanks(said) || pointsBeside(said),
  )

const MENTION = /(?<!\S)@[\p{L}\p{N}_.-]+[,:]?\s*/gu
const MENTION_OF_TWO_NAMES = /(?<!\S)@[\p{L}\p{N}_.-]+ \p{Lu}[\p{L}'’-]+[,:]?\s*/gu

/** A text without the people whom it mentions, of whom some are mentioned by two names. */
const withoutMentions = (text: string): string[] =>
  text.includes('@') ? [MENTION, MENTION_OF_TWO_NAMES].map((mention) => text.replace(mention, '').trim()) : [text]

/** Why a text that only points at an attachment cannot be tested alone; `null` for any other. */
export const whyNothingAttached = (text: string): string | null =>
  LEXICON.requests().attached.test(text) && isForProgram(text)
    ? `“${shown(text)}” names an attachment, but nothing is attached: give the file with it, or paste its text.`
    : null

/** Fewest words of what is left when a request is taken off a text. */
const MIN_WORDS_OFFERED = 3
const BEFORE_TEXT = [
  /^[^\n:“„"»«]{3,200}(?=[“„"«»])/u,
  /^(?:@[\p{L}\p{N}_.-]+[,:]?\s+)/u,
  /^[^\n:“”„"»«]{3,200}:\s+/u,
  /^[^\n]{3,200}\n+/u,
]
const BEHIND_TEXT = [
  /(?<=[.!?”“"»«])\s+[^\n.!?”“"»«]{2,160}[.!?]*$/u,
  /[ ,]+(?:please|pls|bitte) [^\n.!?]{2,80}$/iu,
  /\n+[^\n]{2,160}$/u,
]
const QUOTED_WHOLE = /^[“„"»«]([^“”„"»«]+)[”“"»«]$/u

/** A text without the requests before and behind it; `null` where it has none, or is nothing else. */
export function withoutRequests(text: string): { readonly offer: string; readonly requests: string[] } | null {
  const before: string[] = []
  const behind: string[] = []
  let offer = text.trim()
  for (;;) {
    const head = foundIn(BEFORE_TEXT, offer)
    const tail = head === null ? foundIn(BEHIND_TEXT, offer) : null
    if (head === null && tail === null) break
    if (head !== null) {
      before.push(head.trim())
      offer = offer.slice(head.length).trim()
    } else if (tail !== null) {
      behind.unshift(tail.trim())
      offer = offer.slice(0, -tail.length).trim()
    }
  }
  const requests = [...before, ...behind]
  if (requests.length === 0 || wordCount(offer) < MIN_WORDS_OFFERED || isForProgram(offer)) return null
  return { offer: QUOTED_WHOLE.exec(offer)?.[1]?.trim() ?? offer, requests }
}

const POINTING = /(?<!\p{L})(?:this|these|das|diese?[nmrs]?)(?!\p{L})/giu

/** The piece that one of these expressions finds, where it is a request in so many words. */
const foundIn = (pieces: readonly RegExp[], text: string): string | null =>
  pieces.map((piece) => piece.exec(text)?.[0]).find((piece) => piece !== undefined && isSaidToProgram(piece)) ?? null

function isSaidToProgram(piece: string): boolean {
  const { hands_over, speaks_to } = LEXICON.requests()
  const said = piece.trim().replace(/^[\s,]+|:$/gu, '')
  if (/^@\S+$/u.test(said) || hands_over.test(said)) return true
  // "Read this first:" speaks to readers, "Any feedback on this?" to colleagues.
  if (!said.includes('?') && !speaks_to.test(said.replace(POINTING, ''))) return false
  return speaks_to.test(said) && (onlyAsks(said) || isAddressed(said) || isThanks(said) || pointsBeside(said))
}

/** A longer text with a link is more than a note to colleagues. */
const MAX_WORDS_OF_NOTE = 120
const PRICED = /\d[.,]\d\d(?!\d)|[€$£¥]\s?\d|\d\s?(?:[€$£¥%]|(?:euros?|eur|usd|dollars?|chf)(?![\p{L}]))/iu

/** Whether a text beside a file or a page offers nothing: requests, remarks on them, and lines such as "Target: students". */
export function isBeside(text: string): boolean {
  if (isForProgram(text)) return true
  if (PRICED.test(text) || wordCount(text) > MAX_WORDS_OF_NOTE) return false
  const { label, remark } = LEXICON.requests()
  const isNote = (said: string): boolean =>
    isForProgram(said) || withoutMentions(said).some((words) => label.test(words) || remark.test(words))
  return text
    .split('\n')
    .flatMap((line) => (label.test(line.trim()) ? [line] : sentencesIn(line)))
    .map((said) => said.replace(/^[\s\p{P}]+(?<!@)/u, '').trim())
    .every((said) => !/\p{L}/u.test(said) || isNote(said))
}

/** A longer text with a link in it is an article, or a mail to customers. */
const MAX_WORDS_LINKED = 80

/** Why a user is asked before a text with a link in it is tested as it stands; `null` where it may be an ad. */
export function whyLinked(text: string): string | null {
  const links = linksIn(text.trim())
  if (links.length === 0) return null
  const { calls, work, you } = LEXICON.requests()
  const around = textAround(text.trim(), links)
  const rest = around.join(' ')
  const endsInLink = !/[\p{L}\p{N}]/u.test(around.at(-1) ?? '')
  const isOfWork = work.test(rest) || /(?<!\S)@\p{L}/u.test(rest)
  const callsToIt = around.slice(0, -1).some((before) => calls.test(before.trim()))
  const isAd = PRICED.test(rest) || you.test(rest) || callsToIt || endsInLink || wordCount(rest) > MAX_WORDS_LINKED
  return isAd && !isOfWork
    ? null
    : `“${shown(text)}” has a link whose page is not read; give the link alone to have it read.`
}

/** Whether a text is a question about what stands beside it: "Will parents trust this?" Customers are asked as "you". */
function pointsBeside(text: string): boolean {
  const { points, you } = LEXICON.requests()
  return /^[^.!?\n\d]{1,120}\?$/u.test(text.trim()) && points.test(text) && !you.test(text)
}

/** Advice on versions of a text. */
export const COMPARE_THEM =
  'Compare them instead (Slack: `/pressure-test compare A | B`, command line: `compare`, MCP: compare_runs), or tell beside them (about) what is offered.'

/** Advice on turning such a text into a proposition. */
export const SAY_MORE = 'Send the whole text, or tell beside it (about) what is offered, at what price and to whom.'

const bare = (text: string): string => text.trim().replace(/(?<![.!?\s])[.!?\s]+$/u, '')

/** A part of a user's text: words to be tested, or the address of a page to be read. */
export type TextPart = { readonly text: string } | { readonly link: string }

const LINK = /https?:\/\/[^\s<>"“”„«»`。，、；：！？（）「」『』【】]{3,2000}/u.source
/** A written address: plain, between < and >, or as a Markdown link. */
const WRITTEN_LINK = new RegExp(
  String.raw`!?\[[^[\]\n]{0,300}\]\((https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]{0,200}\)){3,2000})\)|<(${LINK})>|(${LINK})`,
  'giu',
)
/** Punctuation after an address that does not belong to it. */
const MARKS_BEHIND = new Set(".,;:!?…'’‘*_~]}")
const BARE_ADDRESS = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}(?:[/?#]\S{0,2000})?$/iu

/** Addresses of common endings: "e.g", "Node.js" and "docs.v2/offer.md" are none. */
const COMMON_ADDRESS =
  /^www\.|^[^/?#]+\.(?:com|org|net|io|co|ai|app|dev|shop|store|eu|uk|de|at|ch|fr|es|it|nl|be|dk|se|no|fi|pl|us|ca|au|info|biz|tv|xyz|online|site|example)(?:[/?#]|$)/iu

/** Whether a text is an address without "https://", and no file's name. */
export const isBareAddress = (text: string): boolean =>
  BARE_ADDRESS.test(text) && (!isFileName(text) || COMMON_ADDRESS.test(text))

/**
 * In a text with at most this many words, an address on a line of its own stands for its page; in a longer text it is
 * part of the text.
 */
const MAX_WORDS_BESIDE_PAGE = 40

/** The address without punctuation behind it. A closing bracket belongs to an address that contains an opening one. */
function withoutMarksBehind(address: string): string {
  const closes = !address.includes('(')
  let end = address.length
  while (MARKS_BEHIND.has(address.charAt(end - 1)) || (closes && address.charAt(end - 1) === ')')) end -= 1
  return address.slice(0, end)
}

/** A Markdown link with words of its own, which a reader sees instead of the address. A picture has none. */
const LABELLED =
  /(?<!!)\[(?!https?:)([^[\]\n]{0,299}[\p{L}\p{N}][^[\]\n]{0,299})\]\(https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]{0,200}\)){3,2000}\)/giu

/** A text with the labels of its links in their place, if it is more than a few words around links. */
export function withLabels(text: string): string {
  const [only, ...others] = partsOf(text)
  return only && 'text' in only && others.length === 0 ? only.text : text
}

type Found = { readonly link: string; readonly start: number; readonly end: number }

function linksIn(text: string): Found[] {
  return [...text.matchAll(WRITTEN_LINK)].map(({ index, 0: written, 1: marked, 2: bracketed, 3: plain = '' }) => {
    const link = marked ?? bracketed ?? withoutMarksBehind(plain)
    return { link, start: index, end: index + (plain === '' ? written.length : link.length) }
  })
}

/**
 * Divides a user's text into the intended parts. Only addresses, or addresses with a request ("pls test this: …"): the
 * pages. A headline of a few words, or a short text, with an address on a line of its own: both text and page. Any
 * other text is tested as it is.
 */
export function partsOf(text: string, isMeant = isBeside): TextPart[] {
  const whole = text.trim().replace(VIEW_SOURCE, '')
  if (whole === '') return []
  if (isBareAddress(whole)) return [{ link: `https://${whole}` }]
  const links = linksIn(whole)
  if (links.length === 0) return bareAddressesIn(whole, isMeant) ?? [{ text }]
  const rest = textAround(whole, links).join(' ')
  const isAlone = !/[\p{L}\p{N}]/u.test(rest)
  if (isAlone || isMeant(rest))
    return [
      ...(isAlone || isForProgram(rest) ? [] : [{ text: remarkIn(rest) }]),
      ...links.map(({ link }) => ({ link })),
    ]
  const words = wordCount(rest)
  if (countWords(rest, MIN_WORDS_BESIDE_ADDRESS) < MIN_WORDS_BESIDE_ADDRESS) return split(whole, links)
  const labelled = whole.replace(LABELLED, '$1')
  if (labelled !== whole) return partsOf(labelled, isMeant)
  const onLines = linksOnOwnLines(whole, links)
  return onLines.length > 0 && words <= MAX_WORDS_BESIDE_PAGE ? split(whole, onLines) : [{ text }]
}

const VIEW_SOURCE = /(?<![\p{L}\p{N}])view-source:(?=https?:)/giu

/** A remark without the gap and the dash of the link in it. */
const remarkIn = (rest: string): string =>
  rest
    .replace(/[ \t]+([.,;:!?])/gu, '$1')
    .replace(/[ \t]*(\n)[ \t]*|[ \t]{2,}/gu, (_, line?: string) => line ?? ' ')
    .replace(/^[\s\p{Pd}:→>]+/u, '')
    .trim()

/** The pages that a request names without "https://"; `null` where the text is more than a request. */
function bareAddressesIn(text: string, isMeant: typeof isForProgram): TextPart[] | null {
  const words = text
    .split(/\s+/u)
    .map((word) => ({ word, name: withoutMarksBehind(word.replace(/^[("'“„*_~`<]+/u, '')) }))
  const named = words.filter(({ name }) => isBareAddress(name) && (COMMON_ADDRESS.test(name) || name.includes('/')))
  if (named.length === 0 || wordCount(text) > MAX_WORDS_TO_PROGRAM) return null
  const rest = words.filter((word) => !named.includes(word)).map(({ word }) => word)
  return isMeant(rest.join(' ')) ? named.map(({ name }) => ({ link: `https://${name}` })) : null
}

/** Whether a text only asks for a test and contains no proposition. */
function isRequest(text: string): boolean {
  const { word, asks } = LEXICON.requests()
  return wordCount(text) <= MAX_WORDS_TO_PROGRAM && asks.test(text) && isMadeOf(word, text)
}

/** A word as it is written: with hyphens and apostrophes. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** The texts before, between and after the links. */
const textAround = (text: string, links: readonly Found[]): string[] =>
  [...links.map(({ start }) => start), text.length].map((to, index) => text.slice(links[index - 1]?.end ?? 0, to))

function linksOnOwnLines(text: string, links: readonly Found[]): Found[] {
  const around = textAround(text, links)
  const isOwnLine = (_: Found, index: number): boolean => {
    const before = index === 0 ? /(?:^|\n)[ \t]*$/u : /\n[ \t]*$/u
    const behind = index === links.length - 1 ? /^[ \t.]*(?:\n|$)/u : /^[ \t.]*\n/u
    return before.test(around[index] ?? '') && behind.test(around[index + 1] ?? '')
  }
  return links.filter(isOwnLine)
}

function split(text: string, links: readonly Found[]): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const addText = (words: string): void => {
    // Removes the end of a sentence that announced the address: ":", "→".
    const kept = words.replace(/(?<![\s\p{Pd}:→>👉👇])[\s\p{Pd}:→>👉👇]+$/u, '').trim()
    if (/[\p{L}\p{N}]/u.test(kept)) parts.push({ text: kept })
  }
  for (const { link, start, end } of links) {
    addText(text.slice(at, start))
    parts.push({ link })
    at = end
  }
  addText(text.slice(at).replace(/^[\s\p{P}]+/u, ''))
  return parts
}

/** The addresses in a text. */
export const linksOf = (text: string): string[] => linksIn(text).map(({ link }) => link)
