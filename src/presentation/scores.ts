import type { Analysis, PressureBand } from '../domain/panel/analysis.js'
import type { JudgedResult } from '../domain/panel/pressure-test.js'
import type { Response, Sentiment } from '../domain/panel/response.js'
import type { Interval, PanelIntent, ScoreIntervals, Scores } from '../domain/panel/scores.js'
import { counted, percent, upperFirst } from '../domain/text/words.js'
import { clean } from './clean.js'
import { range, readable, shareWords } from './words.js'

export type Score = {
  readonly name: string
  readonly asks: string
  readonly value: number
  /** Interval with other kinds of people. */
  readonly interval: Interval | null
  /** Interval with other people of the same kinds. */
  readonly sameKinds: Interval | null
}

/** What accompanies a panel's scores: the intervals of two sorts, and a note. */
type ScoreContext = {
  readonly intervals: ScoreIntervals | null
  readonly intervals_same_kinds?: ScoreIntervals | null
  readonly credibility_note?: string | undefined
}

const ASKS = {
  pressure_score: ['Pressure', 'Does it hold up when people think it over?'],
  gut_attraction_index: ['Gut attraction', 'Do they like it at first sight?'],
  credibility_score: ['Credibility', 'Do they believe it?'],
} as const
type ScoreKey = keyof typeof ASKS

/** The three headline scores, rounded for display. */
export function scoresOf(
  scores: Scores,
  { intervals, intervals_same_kinds: sameKinds, credibility_note }: ScoreContext,
) {
  const score = (key: ScoreKey): Score => ({
    name: ASKS[key][0],
    asks: ASKS[key][1],
    value: Math.round(scores[key]),
    interval: intervals?.[key] ?? null,
    sameKinds: sameKinds?.[key] ?? null,
  })
  return {
    pressure: score('pressure_score'),
    others: [score('gut_attraction_index'), score('credibility_score')],
    measured: intervals !== null,
    unmeasured: intervals !== null && sameKinds === null ? ONE_OF_A_KIND : '',
    /** Note that the text has no claims to believe; '' where it has. */
    unclaimed: clean(credibility_note ?? ''),
  }
}

const ONE_OF_A_KIND =
  'How others of the same kinds would differ is not known: that takes two or more of a kind who answer differently, so ask 12 people or more.'

/** Legend of the intervals of a panel's figures. */
export const OTHER_KINDS = '90 % with other kinds of people'

/** "90 %: 41 to 63 with other kinds of people; 47 to 58 with others of the same kinds"; '' without an interval. */
export function spreadOf(
  { interval, sameKinds }: Pick<Score, 'interval' | 'sameKinds'>,
  write: (value: number) => string = (value) => String(Math.round(value)),
): string {
  const between = ({ low, high }: Interval) => `${write(low)} to ${write(high)}`
  const answers = [
    interval && `${between(interval)} with other kinds of people`,
    sameKinds && `${between(sameKinds)} with others of the same kinds`,
  ].filter(Boolean)
  return answers.length === 0 ? '' : `90 %: ${answers.join('; ')}`
}

/** Name of a rehearsal's figures. */
export const TEXT_CHECK = 'text-check figure'

/** Heading of a panel's figures. In a rehearsal they come from rules about the text, so they are not called scores. */
export const figuresName = (band: PressureBand | null): string => (band === null ? 'Text-check figures' : 'Scores')

/** Name of the headline figure. */
export const pressureName = (band: PressureBand | null): string =>
  band === null ? `Pressure, ${TEXT_CHECK}` : 'Pressure score'

/** The headline figure in words; a rehearsal's has no band. */
export const pressureWords = (score: number, band: PressureBand | null): string =>
  band === null ? `Pressure ${score} of 100, a ${TEXT_CHECK}` : `Pressure score ${score} of 100: ${band}`

/** The analyst's own impression beside the computed score. */
export function impressionOf({ analyst_score, analyst_gap }: Pick<Analysis, 'analyst_score' | 'analyst_gap'>) {
  const points = Math.abs(Math.round(analyst_gap.points))
  return {
    value: Math.round(analyst_score),
    flagged: analyst_gap.flagged,
    gap: `${points} points ${analyst_gap.points < 0 ? 'below' : 'above'} the analyst’s impression`,
  }
}

/** How many people gave each purchase intent from 1 to 10, by their own figure. */
export function ownFigures(responses: readonly Pick<Response, 'purchase_intent'>[]): readonly number[] {
  const counts = Array<number>(10).fill(0)
  for (const { purchase_intent } of responses) counts[purchase_intent - 1] = (counts[purchase_intent - 1] ?? 0) + 1
  return counts
}

export const SENTIMENTS = ['positive', 'mixed', 'neutral', 'negative'] as const satisfies readonly Sentiment[]
export type Flow = { readonly from: Sentiment; readonly to: Sentiment; readonly people: number }

/** How many people went from which first sentiment to which considered one; empty flows are left out. */
export function sentimentFlow(
  responses: readonly Pick<Response, 'gut_sentiment' | 'considered_sentiment'>[],
): readonly Flow[] {
  const count = (from: Sentiment, to: Sentiment) =>
    responses.filter((response) => response.gut_sentiment === from && response.considered_sentiment === to).length
  return SENTIMENTS.flatMap((from) => SENTIMENTS.map((to) => ({ from, to, people: count(from, to) }))).filter(
    ({ people }) => people > 0,
  )
}

const WARMTH: Record<Sentiment, number> = { negative: 0, mixed: 1, neutral: 1, positive: 2 }

/** How many people were less, as much or more in favour on second thought. */
export function changeOf(flows: readonly Flow[]) {
  const total = (which: (change: number) => boolean) =>
    flows.filter(({ from, to }) => which(WARMTH[to] - WARMTH[from])).reduce((sum, { people }) => sum + people, 0)
  return { cooled: total((c) => c < 0), stayed: total((c) => c === 0), warmed: total((c) => c > 0) }
}

/** The five points of the purchase-intent scale, lowest first. */
export const POINTS = ['definitely not', 'probably not', 'might or might not', 'probably', 'definitely'] as const

const METHODS: Record<PanelIntent['method'], string> = {
  coder:
    'Read by a blind coder: one call that saw nothing but what everybody said about buying placed each on the five points.',
  graded:
    'Graded reading: a reader trained on graded statements placed what each said about buying on the five points.',
  ssr: 'Semantic similarity rating: what each said about buying, compared as text with worded anchors of the five points.',
  likert: 'Follow-up rating: a second, blinded call read only what each said about buying and rated it from 1 to 5.',
}

export type IntentView = NonNullable<ReturnType<typeof intentOf>>

/** Words in place of the figure. */
export const INTENT_NOT_MEASURED = 'purchase intent not measured'

/** Note that not every answer about buying could be rated; '' where every one was. */
export function unratedWords(intent: PanelIntent | null, responses: readonly Pick<Response, 'intent_pmf'>[]): string {
  const rated = responses.filter(({ intent_pmf }) => intent_pmf !== null).length
  const share = `${rated} of ${counted(responses.length, 'answer')} about buying could be rated`
  if (intent === null) return `Purchase intent was not measured: ${share}.`
  return intent.rated === undefined ? '' : `Purchase intent: ${share}.`
}

/**
 * Purchase intent of the whole panel in figures and words; `null` where too few answers could be rated. Its intervals
 * are `null` where none were measured.
 */
export function intentOf(intent: PanelIntent | null) {
  if (intent === null) return null
  const { pmf, mean, top_two_box, sd, method, intervals } = intent
  return {
    pmf,
    mean,
    topTwo: top_two_box,
    topTwoInterval: intervals?.top_two_box ?? null,
    method: METHODS[method],
    figures: [
      {
        name: 'Mean',
        value: `${mean.toFixed(1)} of 5`,
        between: intervals && range(intervals.mean, (x) => x.toFixed(1)),
      },
      {
        name: 'Top-2 box',
        value: shareWords(top_two_box),
        between: intervals && range(intervals.top_two_box, percent),
      },
      { name: 'Spread (sd)', value: sd.toFixed(2), between: null },
    ],
  }
}

const SAYS = ['would buy', 'might buy', 'would not buy'] as const

/**
 * Shares of yes, maybe and no in a distribution over the five points, and the largest of them in words, for every short
 * text.
 */
export function buyingOf(pmf: readonly number[]) {
  const [never = 0, rather = 0, might = 0, likely = 0, surely = 0] = pmf
  const shares = [likely + surely, might, never + rather] as const
  const most = Math.max(...shares)
  const word = SAYS[shares.indexOf(most)] ?? 'might buy'
  const [yes, , no] = shares.map(shareWords)
  return {
    yes: shares[0],
    no: shares[2],
    word,
    most: `${shareWords(most)} ${word}`,
    sentence: `${yes} would buy, ${no} would not.`,
  }
}

/**
 * The nearest point of the scale, such as "might or might not"; for an unrated answer by the person's own figure of
 * 1–10.
 */
export function pointOf({ intent_pmf, purchase_intent }: Rated): string {
  const mean = intent_pmf ? meanOf(intent_pmf) : 1 + ((purchase_intent - 1) * 4) / 9
  return POINTS[Math.round(mean) - 1] ?? POINTS[2]
}
type Rated = { readonly intent_pmf?: readonly number[] | null; readonly purchase_intent: number }

/** Bands in favour of a text. */
const GOOD: ReadonlySet<PressureBand> = new Set(['solid', 'strong', 'exceptional'])

/**
 * The verdict in words, with purchase intent beside it, and a note where the two disagree. `pmf` is `null` where intent
 * was not measured.
 */
export function verdictWords(score: number, band: PressureBand, pmf: readonly number[] | null): string {
  if (pmf === null) return `${upperFirst(band)}, ${score} of 100, ${INTENT_NOT_MEASURED}`
  const { yes, no, most } = buyingOf(pmf)
  const name = `${upperFirst(band)}, ${score} of 100`
  if (GOOD.has(band) && no > yes) return `${name}, but ${shareWords(no)} would not buy`
  if (!GOOD.has(band) && yes > no) return `${name}, though ${shareWords(yes)} would buy`
  return `${name}: ${most}`
}

/** Mean of a distribution over the five points, 1–5. */
export const meanOf = (pmf: readonly number[]): number => pmf.reduce((sum, p, i) => sum + p * (i + 1), 0)

/** Scores by kind of people, in seating order; empty with fewer than two kinds. 0–100, rounded. */
export const archetypesOf = ({ by_archetype }: Partial<Pick<JudgedResult, 'by_archetype'>>) =>
  (by_archetype ?? []).map(({ archetype, people, ...scores }) => ({
    kind: readable(archetype),
    people,
    pressure: Math.round(scores.pressure_score),
    gut: Math.round(scores.gut_attraction_index),
    credibility: Math.round(scores.credibility_score),
    intent: scores.intent === null ? '–' : Math.round(scores.intent),
  }))
