import { AskResult } from '../../../src/domain/panel/ask.js'
import { ComparisonResult } from '../../../src/domain/panel/comparison.js'
import { RefinementResult } from '../../../src/domain/panel/refinement.js'
import { intentOf } from './analysis.js'
import { CLAIMS, panelOf, response, STIMULUS } from './panel.js'
import { runOf } from './run.js'
import { littleTrust, trustOf } from './trust.js'

const around = (value: number, half: number) => ({
  low: Math.max(0, value - half),
  high: Math.min(100, value + half),
})
const scores = (pressure_score: number) => ({
  pressure_score,
  gut_attraction_index: pressure_score + 18.4,
  credibility_score: pressure_score - 6.2,
})

const PROPOSITIONS = [
  { label: 'A', name: 'Froth first', stimulus: STIMULUS, score: 46.6 },
  { label: 'B', name: 'Sugar first', stimulus: 'Havn Oat. 40% less sugar than the leading brand. €1.49.', score: 63.1 },
  { label: 'C', name: 'Plain', stimulus: 'Havn Oat. Froths like milk. €1.49.', score: 48.9 },
]

const difference = (first: string, second: string, mean: number, p: number) => {
  const seen = p * 3 < 0.05
  return {
    ...{ first, second, mean, p },
    interval: { low: mean - 9, high: mean + 9 },
    p_holm: Math.min(1, p * 3),
    difference_seen: seen,
    sentence: seen
      ? `${mean > 0 ? first : second} does better than ${mean > 0 ? second : first} with the same people.`
      : `No difference seen between ${first} and ${second}.`,
  }
}

/** Three propositions before one panel of six; B is best. `winner: false`: nobody could tell them apart. */
export function comparisonRun({ winner = true, personas = 6 } = {}) {
  const panel = panelOf(personas)
  const result = ComparisonResult.parse({
    ...{ about: 'An oat drink sold in Denmark.', scoring_version: 2 },
    category: 'food_drink',
    skepticism: 'medium',
    propositions: PROPOSITIONS.map(({ score, ...one }) => ({
      ...one,
      claims: CLAIMS.slice(0, 2),
      scores: scores(score),
      intervals: {
        pressure_score: around(score, 11),
        gut_attraction_index: around(score + 18.4, 12),
        credibility_score: around(score - 6.2, 14),
      },
      intent: intentOf(panel),
      responses: panel,
    })),
    order: {
      design:
        'Each person saw all three, in an order of a Latin square, so that every proposition stood in every place as often.',
      orders: panel.map(({ persona_id }, i) => ({
        persona_id,
        labels: ['A', 'B', 'C'].map((_, place) => 'ABC'.charAt((place + i) % 3)),
      })),
      mean_by_place: [54.4, 52.1, 52],
    },
    differences: winner
      ? [difference('A', 'B', -16.5, 0.008), difference('A', 'C', -2.3, 0.61), difference('B', 'C', 14.2, 0.012)]
      : [difference('A', 'B', -6.5, 0.2), difference('A', 'C', -2.3, 0.61), difference('B', 'C', 4.2, 0.35)],
    best: winner ? 'B' : null,
    sentence: winner
      ? 'B did better than A and C with the same 6 synthetic people.'
      : 'No difference seen: none of them beats all the others with these 6 synthetic people.',
  })
  return runOf('comparison', result, trustOf(personas))
}

const EDITS = [
  {
    ...{ edit_id: 'e1', finding_id: 'f1', original: ', clinically proven to boost your energy', replacement: '' },
    why: 'Nobody believes it, and it spoils the rest.',
    ...{ status: 'applied', problem: '', effect: { mean: 6.8, interval: { low: 2.1, high: 11.4 } }, backfired: false },
  },
  {
    ...{ edit_id: 'e2', finding_id: 'f2', original: 'the leading brand', replacement: 'most oat drinks' },
    why: 'A brand that is not named cannot be compared.',
    ...{ status: 'applied', problem: '', effect: { mean: -4.2, interval: { low: -7.9, high: -0.6 } }, backfired: true },
  },
  {
    ...{
      edit_id: 'e3',
      finding_id: 'f3',
      original: 'Hurry, it ends on Sunday.',
      replacement: 'The offer ends on Sunday.',
    },
    why: 'Says the same without hurrying anybody.',
    ...{ status: 'applied', problem: '', effect: { mean: 1.1, interval: { low: -1.4, high: 3.2 } }, backfired: false },
  },
  {
    ...{ edit_id: 'e4', finding_id: 'f2', original: 'tested by 212 baristas', replacement: 'certified by TÜV' },
    why: 'A certificate would be believed.',
    ...{
      status: 'dropped',
      problem: 'It adds a certificate that the text does not have.',
      effect: null,
      backfired: false,
    },
  },
]

const lift = (mean: number, half: number) => ({ mean, interval: { low: mean - half, high: mean + half } })

/** A text with three edits made and one refused. `kept: false`: all refused, so that nothing was tested again. */
export function refinementRun({ kept = true } = {}) {
  const panel = panelOf(6)
  const edits = kept
    ? EDITS
    : EDITS.map((edit) => ({
        ...edit,
        ...{ status: 'dropped', problem: 'It invents proof.', effect: null, backfired: false },
      }))
  const refined = edits
    .filter(({ status }) => status === 'applied')
    .reduce((text, { original, replacement }) => text.replace(original, replacement), STIMULUS)
  const result = RefinementResult.parse({
    original: STIMULUS,
    refined,
    about: 'An oat drink sold in Denmark.',
    category: 'food_drink',
    skepticism: 'medium',
    findings: [
      { finding_id: 'f1', finding: 'The energy claim is not believed.', fix: 'Take it out.', priority: 'high' },
      { finding_id: 'f2', finding: 'The sugar figure has no source.', fix: 'Name the source.', priority: 'medium' },
      { finding_id: 'f3', finding: 'The deadline reads as pressure.', fix: 'Say it calmly.', priority: 'low' },
    ],
    edits,
    claims: CLAIMS.slice(0, 4),
    responses: panel,
    scores: { before: scores(46.6), after: scores(kept ? 53.9 : 46.6) },
    lift: kept
      ? {
          pressure_score: lift(7.3, 5.2),
          gut_attraction_index: lift(-1.4, 6.3),
          credibility_score: lift(12.6, 7.7),
          intent: lift(4.9, 4.4),
        }
      : null,
    per_persona: (kept ? panel : []).map(({ persona_id, persona_name }, i) => {
      const before = 30 + i * 7
      const change = [12, 9, -6, 14, 4, 10.8][i % 6] ?? 0
      return { persona_id, persona_name, before, after: before + change, lift: change }
    }),
    sentence: kept
      ? 'The refined text scores 7 points higher with the same 6 synthetic people (2 to 13).'
      : 'The text was left as it is: all 4 proposed edits had to be dropped. Nothing was tested again.',
  })
  return runOf('refinement', result, littleTrust(6))
}

export function askRun() {
  const { persona_id, persona_name, archetype } = response(0)
  const result = AskResult.parse({
    ...{ persona_id, persona_name, archetype },
    question: 'What if we name the brand and link the laboratory report?',
    answer: 'Then I would read the report. If the figure holds I would buy one carton, but take the clinic out first.',
    mind: 'warmer',
    earlier: [
      {
        question: 'What put you off first?',
        answer: 'That nobody is named behind the forty percent. I looked for it and found nothing.',
      },
    ],
  })
  return runOf('ask', result, null)
}
