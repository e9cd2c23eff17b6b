import type { Product } from '../../domain/simulation/product.js'
import type { Defect } from '../../domain/simulation/product-screen.js'

type Trigger = Partial<Product['notifications'][number]['trigger']>

/** The sentences of a block; one may begin with a figure: "1 in 5 uploads fails." */
export const statementsIn = (text: string): string[] => text.split(/(?<=[.!?]["”’)]?)\s+(?=[\p{Lu}\d“"„])/u)

const COUNTS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ third: 3, fourth: 4, fifth: 5, tenth: 10, twenty: 20, hundred: 100 },
}
const COUNT = `(?:\\d+|${Object.keys(COUNTS).join('|')})`
const SEVERAL = `(?:\\d+|${Object.keys(COUNTS).slice(3).join('|')})`
const countOf = (words: string): number => COUNTS[words.toLowerCase()] ?? Number(words)

/** “Free for 3 beds”, “nothing up to 100 guests”, “your first 2 boxes are free”; “feel free one more time” is none. */
const FREE_UP_TO = new RegExp(
  [
    `(?<![\\p{L}-])free\\s+for\\s+(${COUNT})\\s+(\\p{L}+)`,
    `(?<![\\p{L}-])(?:free|nothing)\\s+(?:for\\s+)?(?:up to|(?:the|your)\\s+first)\\s+(${COUNT})\\s+(\\p{L}+)`,
    `\\bfirst\\s+(${COUNT})\\s+(\\p{L}+)\\s+(?:(?:are|for)\\s+)?free\\b`,
    `(?<![\\p{L}\\d.,-])(${SEVERAL})\\s+(\\p{L}+)\\s+(?:(?:a|per|each|every)\\s+\\p{L}+\\s+)?(?:(?:are|for)\\s+)free\\b`,
    `(?<![\\p{L}\\d.,-])(${SEVERAL})\\s+free\\s+(\\p{L}+)\\s+(?:a|per|each|every)\\b`,
  ].join('|'),
  'iu',
)
/** “Free for a limited time”, “free for one more try”. */
const NO_UNIT = /^(?:limited|short|more|last|of|and|or)$/i
/** Time free of charge is a trial. */
const TIME = /^(?:minute|hour|day|week|month|year)s?$/i
const NOT_FREE = /\b(?:no|not|isn['’]t|never|without an?y?)\s+(?:a\s+)?free\b/i

/** What is free of charge up to which number: "Free for up to 3 beds". */
export function freeLimitIn(sentence: string): { readonly unit: string; readonly count: number } | null {
  const [count, of] = (FREE_UP_TO.exec(sentence) ?? []).slice(1).filter((group) => group !== undefined)
  if (count === undefined || of === undefined || TIME.test(of) || NO_UNIT.test(of) || NOT_FREE.test(sentence))
    return null
  return { unit: of.toLowerCase(), count: countOf(count) }
}

const LIMIT = new RegExp(
  [
    `(?<!\\p{L})(?:up to|at most|(?:no|not) more than|max(?:imum|imal|\\.)?(?: of)?|limit(?:ed)? (?:to|of|is)|capped at|bis zu|höchstens)\\s+${COUNT}\\s+(?!(?:second|minute|hour|sekunde|stunde)|times? (?:faster|more))\\p{L}`,
    `(?<![\\p{L}-])(?:free|kostenlos|plans?|tier|includ\\w+|limits?|quota|allowance)(?!\\p{L}).*(?<![\\p{L}\\d.,])\\d+\\s+\\p{L}{3}`,
    `(?<![\\p{L}\\d.,])\\d+\\s+\\p{L}{3}.*(?<![\\p{L}-])(?:free|kostenlos|includ\\w+)(?!\\p{L})`,
  ].join('|'),
  'iu',
)
/** Whether a sentence, without its prices and trial, holds a limit: "At most 5 projects". */
export const tellsOfLimit = (sentence: string): boolean => LIMIT.test(sentence)

/** Whether a sentence says that there is no free plan. */
export const deniesFree = (sentence: string): boolean => NOT_FREE.test(sentence)

const NOTICE =
  /^\W*push(?:es)?\s+(?:at|on|in|every|each|once|twice|daily|after)\b|\b(?:an?|one|the|your|daily|morning|evening|weekly|silent)\s+push\b|\bpush(?:es)?\s+(?:you|your phone|to your phone)\b|\b(?:reminders?|reminds|reminded|remind (?:you|them|people|users)|push (?:messages?|notifications?)|notifications?|notif(?:y|ies|ied)|nudges?|e-?mail digests?)\b/i
const MESSAGE = /\b(?:messages?|e-?mails?|texts?|sms|digests?|newsletters?|alerts?)\b/i
/** What a product sends in other words: “a summary is mailed”, “we e-mail you the totals”. */
const SENT = new RegExp(
  [
    '\\b(?:is|are|gets?|be) (?:automatically )?(?:e-?)?mailed\\b',
    '\\b(?:(?:e-?)?mails?|texts?|messages?) (?:you|them|users|members|people|everybody|everyone)\\b',
    '\\b(?:summar(?:y|ies)|recaps?|overviews?|reports?|updates?|round-?ups?|statements?)\\b.{0,40}\\b(?:sent|pushed|texted|arrives?|goes out|go out|lands?)\\b',
  ].join('|'),
  'i',
)
/** A message that people send or read is none of the product's. */
const BY_PEOPLE = /^\W*(?:as an? |users? |you |send|write|read|create|schedule|check|track|share|post|reply|answer)/i
const NO_NOTICE =
  /\b(?:never|no|not|without|don['’]t|doesn['’]t|won['’]t)\b.{0,25}\b(?:remind\w*|push|notif\w*|messages?|nudges?)\b/i
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
const ON_WEEKDAY = new RegExp(`\\b(?:(?:every|each|on)\\s+(${WEEKDAY})s?|(${WEEKDAY})s)\\b`, 'i')
const EACH_DAY = /\b(?:daily|(?:every|each)\s+(?:single\s+)?(day|morning|noon|afternoon|evening|night))\b/i
const DAY_PART = 'morning|noon|afternoon|evening|night'
/** “Every weekday morning”, “on working days”, “Monday to Friday”. */
const ON_WEEKDAYS = new RegExp(
  `\\b(?:(?:(?:every|each|on|all)\\s+(?:week|working |business |work)days?|(?<!\\d\\s)weekdays?)(?:\\s+(${DAY_PART})s?)?|mon(?:day)?s?\\s*(?:to|through|till|until|[-–—])\\s*fri(?:day)?s?)\\b`,
  'i',
)
const CLOCK = /\b(?:at\s+)?(\d{1,2})(?:[:.]\d{2})?\s?(am|pm)\b|\bat\s+(\d{1,2})(?:[:.]\d{2})?\b/i
const AWAY = new RegExp(
  `\\b(?:after|for)\\s+(${COUNT})\\s+days?\\b(?=.*\\b(?:away|inactiv|without|not\\s|n['’]t\\s))|\\b(?:away|inactive)\\s+for\\s+(${COUNT})\\s+days?\\b`,
  'i',
)
/** On working days people are answered, too. */
const ABOUT_ANSWERS = /\b(?:support|answer(?:s|ed)?|repl(?:y|ies|ied)|respon(?:d|se)s?|open|hours)\b/i
const WORKING_DAYS = 5
/** Hours that a time of day is taken for. */
const HOURS: Readonly<Record<string, number>> = { morning: 8, noon: 12, afternoon: 15, evening: 19, night: 21 }

export type Notice = {
  readonly trigger: Trigger
  readonly max_per_week: number
  /** Whether the trigger's number stands in the sentence. */
  readonly isStated: boolean
  /** Set where it comes on working days alone, which a trigger cannot say. */
  readonly onWorkingDays?: true
}

/** A message that the product sends, with its time; `null` for a sentence about none. */
export function noticeIn(sentence: string): Notice | null {
  if (NO_NOTICE.test(sentence)) return null
  const stated = scheduleIn(sentence)
  if (NOTICE.test(sentence)) return stated ?? { trigger: { idle_days: 3 }, max_per_week: 1, isStated: false }
  return (MESSAGE.test(sentence) || SENT.test(sentence)) && !BY_PEOPLE.test(sentence) ? stated : null
}

/** Whether a sentence tells of a message, of something on a weekday, or of something every day at an hour. */
export const tellsOfTime = (sentence: string): boolean =>
  noticeIn(sentence) !== null ||
  (!ABOUT_ANSWERS.test(sentence) && (ON_WEEKDAY.test(sentence) || isSentOften(sentence))) ||
  (hourIn(sentence) !== null && scheduleIn(sentence) !== null)

const OFTEN = new RegExp(
  `\\b(?:twice|${SEVERAL}\\b[^.,;]{0,30}?)\\s+(?:a|per|each|every)\\s+(?:day|week|month)\\b`,
  'i',
)

/** A message whose times are no trigger: "twice a day", "every first Sunday". */
const isSentOften = (sentence: string): boolean =>
  (MESSAGE.test(sentence) || SENT.test(sentence)) &&
  !BY_PEOPLE.test(sentence) &&
  (OFTEN.test(sentence) || new RegExp(`\\b${WEEKDAY}\\b`, 'i').test(sentence))

/** Whether a sentence about a message names more times than a trigger can have: two days, two hours, "twice a day". */
export function namesMoreTimes(sentence: string): boolean {
  const countIn = (pattern: RegExp): number =>
    new Set([...sentence.matchAll(new RegExp(pattern, 'gi'))].map(([found]) => found.toLowerCase())).size
  const days = ON_WEEKDAYS.test(sentence) ? 0 : countIn(new RegExp(`\\b${WEEKDAY}`))
  return days > 1 || countIn(/\b\d{1,2}(?:[:.]\d{2})?\s?[ap]m\b|\b\d{1,2}:\d{2}\b/) > 1 || OFTEN.test(sentence)
}

function scheduleIn(sentence: string): Notice | null {
  const [, one, plural] = ON_WEEKDAY.exec(sentence) ?? []
  const weekday = one ?? plural
  if (weekday !== undefined)
    return { trigger: { weekday: WEEKDAYS.indexOf(weekday.toLowerCase()) + 1 }, max_per_week: 1, isStated: true }
  const hour = hourIn(sentence)
  const daily = EACH_DAY.exec(sentence)
  if (daily !== null) {
    const usual = HOURS[(daily[1] ?? '').toLowerCase()] ?? 9
    return { trigger: { daily_hour: hour ?? usual }, max_per_week: 7, isStated: hour !== null }
  }
  const working = ABOUT_ANSWERS.test(sentence) ? null : ON_WEEKDAYS.exec(sentence)
  if (working !== null) {
    const usual = HOURS[(working[1] ?? '').toLowerCase()] ?? 9
    const trigger = { daily_hour: hour ?? usual }
    return { trigger, max_per_week: WORKING_DAYS, isStated: hour !== null, onWorkingDays: true }
  }
  const [, after, since] = AWAY.exec(sentence) ?? []
  const away = after ?? since
  return away === undefined ? null : { trigger: { idle_days: countOf(away) }, max_per_week: 1, isStated: true }
}

function hourIn(sentence: string): number | null {
  const [, twelve, half, full] = CLOCK.exec(sentence) ?? []
  if (twelve === undefined && full === undefined) return null
  const hour = twelve === undefined ? Number(full) : (Number(twelve) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  return hour <= 23 ? hour : null
}

const SHARE = new RegExp(
  `\\b(\\d+(?:[.,]\\d+)?)\\s?(?:%|per ?cent)|\\b(${COUNT})\\s+(?:in|out of|of(?!\\s+(?:an?|one)\\b))\\s+(?:every\\s+)?(${COUNT})\\b|\\bevery\\s+(third|fourth|fifth|tenth)\\b`,
  'i',
)
const FAILS =
  /\b(?:fail(?:s|ed|ures?)?|crash(?:es|ed)?|hangs?|freezes?|frozen|breaks?|broken|times? out|timeouts?|errors?|bugs?|los(?:es?|t)|rejected|refused|stuck|duplicated?|twice|blurred|unreadable|(?:do|does|did|is|are)(?: not|n['’]t) (?:work|load|open|arrive|save|sync)\w*|go(?:es)? wrong)\b/i
/** What somebody cannot do: a failure where a share of tries, or “sometimes”, stands beside it. */
const NEGATED = /\b(?:cannot|not|unable to|never)\b|n['’]t\b/i
/** Failures in other words, with or without a share. */
const MISSES =
  /\b(?:cannot|unable to|(?:do|does|did|can|could|will|would)(?: not|n['’]t)) (?:find|show|start|appear|recogni[sz]e|respond|connect|update|finish|match|scan|upload|go through)\b/i
/** Faults of what works: failures where a share stands beside them. */
const FAULTY =
  /\b(?:wrong(?:ly)?|incorrect(?:ly)?|inaccurate(?:ly)?|mis(?:name|read|label|spell|match|place|translat|recogni[sz]|identif)\w*|too \w+|slow(?:ly|er)?|late|missing|missed|incomplete|garbled|delayed|confus\w+|give up|abandon\w*)\b/i
/** So many of the users who cannot do something: “15 % of users cannot connect the bank”. */
const USERS_CANNOT =
  /\bof (?:all |our |the |your )?(?:users|people|customers|members|visitors|testers|accounts|teams|them)\s+(?:cannot|can['’]t|could not|couldn['’]t|are unable to|were unable to|are not able to|do not manage to|don['’]t manage to|never manage to)\b/i
/** Words of failures that mostly mean something else where no share stands beside them: “twice a week”. */
const OFTEN_NONE = /\b(?:twice|loses?|hangs? out)\b/i
const NO_FAILURE =
  /\b(?:never|no(?! longer)|without|zero|not a single|nothing)\b.{0,20}\b(?:fail|crash|error|bug|lose|lost|break|wrong)|\b(?:(?:do|does|did|will|can)(?: not|n['’]t)|cannot) (?:fail|crash|lose|break|go wrong)\b/i
/** Told of what gets better. */
const BETTER = /\b(?:fewer|saves?|saved|reduces?|cuts?|prevents?|avoids?)\b/i
/** Told of what others do, or of what the product is for. */
const COMPARED = /\b(?:less|instead of|before)\b/i
const TOLD = /\b(?:known (?:bugs?|issues?|problems?|faults?)|sometimes|occasionally|users? (?:report|say|complain))\b/i
const SAID = /[“"„]([^”"“]{2,200})[”"“]/u

/**
 * A problem of which a sentence speaks, with its share of tries where it fails for certain in so many of them. Without a
 * share it is only quoted. `isOwn`: it is said to be one of the product; of any other the share counts only where the
 * sentence names what is done on a screen.
 */
export type Problem = { readonly words: string; readonly p: number | null; readonly isOwn: boolean } & Pick<
  Defect,
  'effect' | 'message'
>

export function problemIn(sentence: string): Problem | null {
  if (NO_FAILURE.test(sentence) || BETTER.test(sentence)) return null
  const share = shareIn(sentence)
  const fails = FAILS.test(sentence) || (share !== null && FAULTY.test(sentence))
  const isSeen =
    (fails && (share !== null || TOLD.test(sentence) || !OFTEN_NONE.test(sentence))) ||
    MISSES.test(sentence) ||
    (NEGATED.test(sentence) && (share !== null || TOLD.test(sentence)))
  if (!isSeen || (share === null && COMPARED.test(sentence))) return null
  const p = (fails || USERS_CANNOT.test(sentence)) && !COMPARED.test(sentence) ? share : null
  return { words: sentence, p, isOwn: false, effect: effectIn(sentence), message: SAID.exec(sentence)?.[1] ?? '' }
}

/** Shares that are no failures: of a price, and of what is good. */
const GAIN =
  /\d\s?%\s*(?:off|discount|cheaper|faster|more|less|fewer|higher|lower|better|vat|mwst|free|satisf\w+|uptime|secure)\b|\b(?:saves?|discounts?|uptime|vat)\b.{0,20}\d\s?%|\b100\s?%/i

/** Whether a sentence holds a share that may be one of failures. */
export const tellsOfShare = (sentence: string): boolean => shareIn(sentence) !== null && !GAIN.test(sentence)

function shareIn(sentence: string): number | null {
  const [, percent, some, all, every] = SHARE.exec(sentence) ?? []
  if (percent !== undefined) return within(Number(percent.replace(',', '.')) / 100)
  if (every !== undefined) return within(1 / countOf(every))
  return some === undefined || all === undefined ? null : within(countOf(some) / countOf(all))
}

const within = (share: number): number | null => (share > 0 && share <= 1 ? Math.round(share * 1_000) / 1_000 : null)

function effectIn(sentence: string): Defect['effect'] {
  if (/\b(?:los(?:es?|t)|deleted|disappear\w*)\b/i.test(sentence)) return 'loss'
  if (/\b(?:hangs?|slow\w*|late|delayed|times? out|timeouts?|minutes?|seconds?)\b/i.test(sentence)) return 'slow'
  return /\b(?:twice|duplicated?|wrong(?:ly)?|(?:in)(?:correct|accurate)(?:ly)?|mis\w{4,}|too \w+|blurred)\b/i.test(
    sentence,
  )
    ? 'wrong'
    : 'block'
}
