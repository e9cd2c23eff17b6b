import type { ConversationTurn } from '../../../domain/conversation.js'
import { agentTurns, type CheckedConversation, type CheckFinding, type Fault, sentencesOf } from './check.js'

/** "1,200", "1.200", "1 200", "9.50" and "9,5", with or without a k or m behind it. */
const NUMBER = String.raw`(\d{1,3}(?:[.,   ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)\s?(k|m)?`
/** Prices, percentages, multiples and counts of customers: figures a prospect would rely on. */
const FIGURE = new RegExp(
  [
    String.raw`(?:[€£$¥]|\b(?:EUR|USD|GBP|CHF|DKK|SEK|NOK))\s?${NUMBER}\b`,
    String.raw`\b${NUMBER}\s?(?:[€£$%]|(?:percent|per cent|euros?|dollars?|pounds?|kr|kroner)\b)`,
    String.raw`\b${NUMBER}\+?\s?(?:x|times)\s+(?:faster|more|better|higher|cheaper)`,
    String.raw`\b${NUMBER}\+?\s(?:happy |satisfied )?(?:customers|clients|companies|teams|users)\b`,
  ].join('|'),
  'giu',
)
const MONEY = /[€£$¥]|\b(?:EUR|USD|GBP|CHF|DKK|SEK|NOK|euros?|dollars?|pounds?|kr|kroner)\b/i
const MONTHS_A_YEAR = 12
/** "Is your budget nearer to €5k or €20k?" asks; "would 20% off help?" offers. */
const ASKS = /\b(?:budget|spend|set aside|range|ballpark|how many|how large|nearer|closer)\b/i
const OFFERS = /\b(?:off|discount|deal|only|for free)\b/i
const IDIOM =
  /\b100\s?(?:%|percent) (?:honest|sure|certain|transparent|clear|fair|open|right|agree|understand|with you)/gi
/** Certificates and promises that have to be true. */
const CLAIM =
  /\b(?:SOC ?[12]|ISO[ /-]?\d{4,5}|HIPAA|PCI(?:[- ]?DSS)?|FedRAMP|TISAX|GDPR[- ](?:certified|compliant)|certified|guarantee[ds]?|money[- ]back|award[- ]winning|market leader|number one)\b/gi
/** Sentences that forbid something do not state it. */
const FORBIDDEN = /\b(?:never|do not|don['’]t|not)\b/i
const NOT_STATED =
  /\?|\b(?:not|no|never|cannot|n['’]t|whether|if|check|confirm|find out|unsure|ask|don['’]?t|question|questions|about)\b|n['’]t\b/i

/**
 * Figures, certificates and promises the agent states that stand neither in its prompt, skill and examples nor in what its
 * tools gave back nor among the case's allowed claims. Figures may also be the prospect's own, and sums of money may be
 * worked out from known ones: times a number the prospect has named, a year out of a month or the other way round.
 */
export function nothingInvented(conversation: CheckedConversation): CheckFinding {
  const { agent, test, turns } = conversation
  const toolAnswers = turns.flatMap(({ tool_calls }) => tool_calls.map(({ answer }) => JSON.stringify(answer)))
  const statedTexts = [
    agent.system_prompt,
    agent.instructions,
    ...agent.examples.map(({ output }) => output),
    ...test.allowed_claims,
    ...toolAnswers,
  ].join('\n')
  const prospectText = turns
    .filter(({ speaker }) => speaker === 'prospect')
    .map(({ text }) => text)
    .join('\n')
  const figures = new Set(numbersOf(`${statedTexts}\n${prospectText}`))
  const factors = new Set([...numbersOf(prospectText), MONTHS_A_YEAR])
  const stated = sentencesOf(statedTexts)
    .filter((sentence) => !FORBIDDEN.test(sentence))
    .join('\n')
    .toLowerCase()
  const faults = agentTurns(turns).flatMap((turn) =>
    sentencesOf(turn.text).flatMap((sentence) => [
      ...inventedFigures(sentence, turn, figures, factors),
      ...inventedClaims(sentence, turn, stated),
    ]),
  )
  return { applies: true, passSentence: 'Every figure and promise it states is one it was given.', faults }
}

function inventedFigures(quote: string, turn: ConversationTurn, known: Set<number>, factors: Set<number>): Fault[] {
  const question = quote.slice(0, Math.max(0, quote.lastIndexOf('?')))
  if (ASKS.test(question) && !OFFERS.test(quote)) return []
  return [...quote.replace(IDIOM, '').matchAll(FIGURE)].flatMap((match) => {
    const value = figureOf(match)
    const isKnown = known.has(value) || (MONEY.test(match[0]) && isDerived(value, known, factors))
    if (isKnown) return []
    return [{ sentence: `It names a figure it was not given: ${match[0].trim()}.`, turn, quote }]
  })
}

/** Whether a sum is a known one times a number the prospect has named, or a known yearly one by the month. */
const isDerived = (value: number, known: Set<number>, factors: Set<number>): boolean =>
  [...known].some(
    (figure) => isNear(figure / MONTHS_A_YEAR, value) || [...factors].some((factor) => isNear(figure * factor, value)),
  )

function inventedClaims(quote: string, turn: ConversationTurn, stated: string): Fault[] {
  if (NOT_STATED.test(quote)) return []
  return [...quote.matchAll(CLAIM)].flatMap(([claim]) =>
    stated.includes(claim.toLowerCase())
      ? []
      : [{ sentence: `It claims what it was not told: ${claim}.`, turn, quote }],
  )
}

function figureOf([, ...groups]: RegExpMatchArray): number {
  const at = groups.findIndex((group) => group !== undefined)
  const scale = { k: 1_000, m: 1_000_000 }[groups[at + 1]?.toLowerCase() ?? ''] ?? 1
  return readNumber(groups[at] ?? '') * scale
}

const numbersOf = (text: string): number[] =>
  [...text.matchAll(new RegExp(String.raw`${NUMBER}\b`, 'giu'))].flatMap(([, digits, unit]) => {
    const value = readNumber(digits ?? '')
    return unit ? [value * (unit.toLowerCase() === 'k' ? 1_000 : 1_000_000)] : [value]
  })

/** Points, commas and blanks before three digits are thousands separators. */
function readNumber(digits: string): number {
  const plain = digits.replace(/\s/g, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  return Number(plain.replace(',', '.'))
}

const isNear = (value: number, other: number): boolean => Math.abs(value - other) < 0.005 * Math.max(1, Math.abs(other))
