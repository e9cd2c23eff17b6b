import type { Response } from '../../../domain/panel/response.js'
import { mean } from '../../statistics/descriptive.js'
import { runsOf, wordsOf } from '../../word-runs.js'
import { meanOf } from '../intent/similarity-rating.js'

/** Length of a run of words that two texts do not share by chance. */
const RUN_LENGTH = 5

const ownText = ({ considered_response, social_response, private_thoughts, purchase_statement }: Response): string =>
  [considered_response, social_response, private_thoughts, purchase_statement].join('\n')

/** Share of the words of a text that lie in a run of five or more words from a known set of runs. */
function shareTakenFrom(known: ReadonlySet<string>, words: readonly string[]): number {
  const taken = new Set<number>()
  for (const [at, run] of runsOf(words, RUN_LENGTH).entries()) {
    if (known.has(run)) for (let word = at; word < at + RUN_LENGTH; word++) taken.add(word)
  }
  return words.length === 0 ? 0 : taken.size / words.length
}

/** A response's judgements as strings: tones, stances, its figure for buying, the nearest point of the intent scale. */
function judgementsOf({
  gut_sentiment,
  considered_sentiment,
  purchase_intent,
  beliefs,
  intent_pmf,
}: Response): string[] {
  const stances = (beliefs ?? []).map(({ claim_id, stance }) => `${claim_id} ${stance}`)
  const intent = intent_pmf === null ? [] : [`buys ${Math.round(meanOf(intent_pmf))}`]
  return [
    `self ${purchase_intent}`,
    `gut ${gut_sentiment}`,
    `considered ${considered_sentiment}`,
    ...stances,
    ...intent,
  ]
}

/** All respondents give the same stance from claim `from` (counted from 1) to the last claim. */
type StraightLine = { readonly from: number; readonly stance: string }

export type Sameness = {
  /** Mean share of judgements that two people have in common, 0–1; `null` where somebody made fewer than five. */
  readonly judgements: number | null
  /** Mean share of a person's words in five-word runs shared with another person but not with the proposition; 0–1. */
  readonly words: number
  /** Mean share of words taken from the proposition, five in a row; 0–1. */
  readonly to_text: number
  readonly straight_line: StraightLine | null
}

/** Minimum number of judgements; fewer coincide by chance. */
const MIN_JUDGEMENTS = 5

/** How much people repeat each other and the text, by words: cosines of an encoder tell opposites apart no better. */
export function samenessOf(responses: readonly Response[], stimulus: string): Sameness {
  const judged = responses.map(judgementsOf)
  const pairs = judged.flatMap((left, a) => judged.slice(a + 1).map((right) => agreement(left, right)))
  const words = responses.map((response) => wordsOf(ownText(response)))
  const runs = words.map((own) => new Set(runsOf(own, RUN_LENGTH)))
  const textRuns = new Set(runsOf(wordsOf(stimulus), RUN_LENGTH))
  return {
    judgements: pairs.length > 0 && judged.every((own) => own.length >= MIN_JUDGEMENTS) ? mean(pairs) : null,
    words: mean(
      words.map((own, person) => {
        const others = new Set(
          runs.flatMap((set, other) => (other === person ? [] : [...set].filter((run) => !textRuns.has(run)))),
        )
        return shareTakenFrom(others, own)
      }),
    ),
    to_text: mean(words.map((own) => shareTakenFrom(textRuns, own))),
    straight_line: straightLineOf(responses),
  }
}

function agreement(left: readonly string[], right: readonly string[]): number {
  const theirs = new Set(right)
  return left.filter((judgement) => theirs.has(judgement)).length / Math.max(1, left.length, right.length)
}

const MIN_BEFORE = 2
const MIN_LINE = 2
/** Probability below which a straight line is reported, if people answered as they did before it. */
const UNLIKELY = 0.001

/**
 * A straight line in survey answers (Johnson 2005, "long string"): everybody gives one stance from some claim to the
 * last, and that is too unlikely given how often this stance occurred before.
 */
function straightLineOf(responses: readonly Response[]): StraightLine | null {
  const rows = responses.map(({ beliefs }) => (beliefs ?? []).map(({ stance }) => stance))
  const claims = Math.min(...rows.map((row) => row.length))
  const stance = rows[0]?.[claims - 1]
  if (rows.length < 3 || stance === undefined) return null
  let from = claims
  while (from > 0 && rows.every((row) => row[from - 1] === stance)) from--
  const line = claims - from
  if (line < MIN_LINE || from < MIN_BEFORE) return null
  const before = rows.flatMap((row) => row.slice(0, from))
  const share = (before.filter((given) => given === stance).length + 1) / (before.length + 2)
  return share ** (line * rows.length) < UNLIKELY ? { from: from + 1, stance } : null
}
