import type { Action } from '../../domain/simulation/product-screen.js'
import { actionIn } from './actions.js'
import { around, type Block } from './page-blocks.js'
import {
  deniesFree,
  freeLimitIn,
  type Notice,
  noticeIn,
  type Problem,
  problemIn,
  statementsIn,
  tellsOfLimit,
  tellsOfShare,
  tellsOfTime,
} from './stated-facts.js'
import { AMOUNT, plansIn, type StatedPlan, type UnreadPrice } from './stated-prices.js'
import { channelIn, tellsMoreOfSupport, waitHoursIn } from './stated-support.js'

/** A value read from a source, with the words that it was read from. */
export type Read<T> = { readonly value: T; readonly words: string }
export type FoundScreen = { readonly action: Action; readonly words: string }

export type PageFacts = {
  readonly name: string | null
  readonly summary: string | null
  readonly screens: readonly FoundScreen[]
  /** Whether a screen is more than a heading without an action. */
  readonly has_action: boolean
  /** Headings and actions that are no screen. */
  readonly left_out: readonly string[]
  readonly plans: readonly Read<StatedPlan>[]
  readonly unread_prices: readonly UnreadPrice[]
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
  /** Sentences with a share, a limit, or more of support than was read. */
  readonly other_shares: readonly string[]
  readonly other_limits: readonly string[]
  readonly other_support: readonly string[]
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
  const wait_hours = stated(waitHoursIn)
  const channel = stated(channelIn)
  const problems = problemsIn(blocks, nameIn(blocks))
  const others = (isTold: (sentence: string) => boolean): string[] => [
    ...new Set(sentences.map((words) => words.trim()).filter(isTold)),
  ]
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
    wait_hours,
    channel,
    video: yes(/\bvideo (?:tutorial|guide|course|lesson|walkthrough)s?\b|\btutorial videos?\b/i),
    problems,
    notice,
    other_times: others((words) => words !== notice?.words && tellsOfTime(words)),
    other_shares: others((words) => tellsOfShare(words) && !problems.some((problem) => problem.words === words)),
    other_limits: others((words) => words !== free_limit?.words && tellsOfLimit(withoutPrices(words))),
    other_support: others((words) =>
      tellsMoreOfSupport(words, { hours: wait_hours?.value ?? null, channel: channel?.value ?? null }),
    ),
  }
}

/** A sentence without its prices and without the days of a trial. */
const withoutPrices = (sentence: string): string =>
  [AMOUNT, TRIAL, GERMAN_TRIAL].reduce((text, pattern) => text.replace(new RegExp(pattern, 'giu'), ' '), sentence)

const scheduled = (notice: Notice | null): Notice | null =>
  notice?.trigger.idle_days === 3 && !notice.isStated ? null : notice

function nameIn(blocks: readonly Block[]): string | null {
  const title = blocks.find(({ kind }) => kind === 'title') ?? blocks.find(({ kind }) => kind === 'heading')
  const parts = (title?.text ?? '').split(/\s+[|–—·:-]\s+|:\s+/).filter((part) => part !== '')
  const first = parts.find((part) => !KIND_OF_DOCUMENT.test(part)) ?? parts[0]
  return first === undefined ? null : first.slice(0, 80)
}

/** “Spec: Fleet fuel card portal” is about the portal. */
const KIND_OF_DOCUMENT =
  /^(?:(?:product|feature|functional|technical|design|software|project)\s+)?(?:spec(?:ification)?s?|requirements?(?: document)?|prd|rfc(?: \d+)?|brief|doc(?:ument)?|proposal|draft|one-?pager|concept|pitch|vision|overview|epic|feature|product|project|readme|lastenheft|pflichtenheft|konzept|entwurf|spezifikation|anforderungen)(?:\s+v?\d[\d.]*)?$/i

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, six: 6, seven: 7, ten: 10, fourteen: 14, thirty: 30 },
  ...{ ein: 1, eine: 1, einen: 1, zwei: 2, drei: 3, vier: 4, sechs: 6, sieben: 7, zehn: 10, vierzehn: 14, dreißig: 30 },
}
const COUNT = '(\\d{1,3}|an?|one|two|three|four|six|seven|ten|fourteen|thirty)'
const TRIAL = new RegExp(
  // “3 repairs a week for free” is a limit.
  `(?<!\\b(?:\\d+|two|three|four|five|six|seven|eight|nine|ten)\\s\\w+\\s)\\b${COUNT}[\\s-]+(day|week|month)s?[\\s-]+(?:\\w+[\\s-]+){0,2}?(?:trial|free)\\b|\\bfree(?:ly)?\\s+(?:\\w+\\s+)?for\\s+(?:the first\\s+)?${COUNT}\\s+(day|week|month)s?\\b|\\btrial\\s+(?:of|for|lasts)\\s+${COUNT}\\s+(day|week|month)s?\\b|\\btry\\s+(?:\\S+\\s+){0,3}?for\\s+${COUNT}\\s+(day|week|month)s?\\b`,
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
const DAYS: Readonly<Record<string, number>> = {
  ...{ day: 1, tag: 1, tägig: 1, week: 7, woche: 7, wöchig: 7, month: 30, monat: 30, monatig: 30 },
}

function trialDays(match: RegExpExecArray): number | null {
  const [count = '', unit = ''] = match.slice(1).filter((group) => group !== undefined)
  const days = (NUMBERS[count.toLowerCase()] ?? Number(count)) * (DAYS[unit.toLowerCase()] ?? 1)
  return days >= 1 && days <= 365 ? days : null
}

const FILLERS =
  /^(?:(?:step\s+)?\d{1,2}[.):]?\s+|(?:easily|automatically|instantly|simply|effortlessly|quickly|securely|just|then|now|also)\s+)+/i
/** Words of buttons and headings that name no action in the product. */
const NO_ACTION =
  /\b(?:log ?in|sign ?in|learn more|read more|see more|find out|contact|book a demo|request a demo|get a demo|watch (?:the |a )?(?:demo|video)|(?:see|view|compare) (?:all |our )?(?:pricing|plans|features|case|examples?)|talk to|privacy|terms|cookies?|menu|close|subscribe|newsletter|careers|about|blog|press|faqs?|questions|pricing|prices|plans?|testimonials?|customers|trusted|ready to|why|what|who|when|where|how it works|legal|copyright|partners|resources|overview|introduction|summary|background|goals?|non-goals|appendix|contents|changelog|references|glossary|risks?|timeline|milestones|architecture|requirements|user stories|use cases|acceptance criteria|constraints|assumptions|specifications?|scope|features?|benefits|company|support|help|screens|steps|flows?|journeys?|roadmap|status|notes|to-?dos?|feedback|known|problems?|issues|bugs|limitations?|complaints|download our|follow us|accept|decline|home)\b/i
const NAVIGATION =
  /\b(?:learn more|read more|see more|find out|demo|(?:see|view|compare|read|check) (?:(?:all|our|the) )?(?:pricing|plans|features|case|examples?|blog|faqs?|press|terms)|talk to|our|us)\b/i
const ABOUT_SUPPORT = /^(?:reach|contact|call|e-?mail|write to|ask) (?:us|(?:our |the )?support)\b/i
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
function screensIn(
  blocks: readonly Block[],
  planNames: ReadonlySet<string>,
): Pick<PageFacts, 'screens' | 'left_out' | 'has_action'> {
  const leftOut: string[] = []
  const found: FoundScreen[] = []
  const named: FoundScreen[] = []
  let hasFeature = false
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
    const action = actionIn(short)
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
    else if (isAction && kind !== 'button' && inFeatures && /^\p{L}[^?!]{3,}$/u.test(short)) {
      named.push({ action: 'use_feature', words: short })
      hasFeature = true
    } else if (
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
  return { screens, left_out: [...new Set(leftOut)], has_action: found.length > 0 || hasFeature }
}
