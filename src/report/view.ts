import { type Evidence, pressureBand } from '../domain/analysis.js'
import type { PressureTestResult } from '../domain/pressure-test.js'
import type { Response, Sentiment } from '../domain/response.js'
import type { RunDocument } from '../domain/run.js'
import { clean, headline, worded } from './clean.js'

/** Words of a respondent, with where they were said. */
export type Said = { readonly who: string; readonly quote: string; readonly where: string }
export type Finding = {
  readonly title: string
  /** Such as "high", or "7 of 10". */
  readonly severity: string
  readonly detail: readonly { readonly label: string; readonly text: string }[]
  readonly said: readonly Said[]
}
export type Score = {
  readonly name: string
  readonly asks: string
  readonly value: number
  readonly interval: { readonly low: number; readonly high: number } | null
}

/** Everything the report of a pressure test says, counted and worded; rendering only sets it in type. */
export type ReportView = ReturnType<typeof reportView>

export function reportView(run: RunDocument) {
  const result = run.result as PressureTestResult
  const { analysis, responses } = result
  const names = new Map(responses.map((one) => [one.persona_id, worded(one.persona_name)]))
  const said = (evidence: readonly Evidence[]): Said[] =>
    evidence.map(({ persona_id, quote, source }) => ({
      who: names.get(persona_id) ?? persona_id,
      quote: worded(quote),
      where: WHERE[source],
    }))
  return {
    run,
    result,
    title: headline(result.stimulus, 90) || 'A proposition without words',
    stimulus: clean(result.stimulus),
    offline: run.model.mode === 'offline',
    people: responses.length,
    asked: run.trust?.respondents.asked ?? responses.length,
    band: pressureBand(analysis.pressure_score),
    scores: scoresOf(result),
    weaknesses: analysis.key_weaknesses.map(({ weakness, severity, evidence }) => ({
      title: worded(weakness),
      severity,
      detail: [],
      said: said(evidence),
    })),
    gaps: analysis.credibility_gaps.map(({ claim, issue, fix_suggestion, evidence }) => ({
      title: worded(issue),
      severity: '',
      detail: [
        { label: 'Claim', text: clean(claim) },
        { label: 'Fix', text: clean(fix_suggestion) },
      ],
      said: said(evidence),
    })),
    frictions: analysis.friction_points.map(({ barrier, severity, personas_affected, evidence }) => ({
      title: worded(barrier),
      severity: `${Math.round(severity)} of 10`,
      detail: [{ label: 'Who', text: some(personas_affected.map(clean), 8) }],
      said: said(evidence),
    })),
    vulnerabilities: analysis.competitive_vulnerabilities.map(({ vulnerability, attack_angle, evidence }) => ({
      title: worded(vulnerability),
      severity: '',
      detail: [{ label: 'How a competitor would say it', text: clean(attack_angle) }],
      said: said(evidence),
    })),
    fixes: analysis.recommended_refinements.map(({ recommendation, addresses, priority, evidence }) => ({
      title: worded(recommendation),
      severity: priority,
      detail: [{ label: 'Answers', text: clean(addresses) }],
      said: said(evidence),
    })),
    dissent: dissentOf(result, names),
    intent: intentOf(responses),
    sentiment: sentimentFlow(responses),
  }
}

/** A few of many, and how many more. */
export function some(items: readonly string[], most: number): string {
  const rest = items.length - most
  return rest > 0 ? `${items.slice(0, most).join(', ')} and ${rest} more` : items.join(', ')
}

const WHERE: Record<Evidence['source'], string> = {
  gut_reaction: 'first reaction',
  considered_response: 'on second thought',
  social_response: 'in company',
  private_thoughts: 'in private',
  action_threshold: 'what it would take',
  friction_points: 'obstacle',
  memory_influence_notes: 'from experience',
  key_quotes: 'in their words',
  discussion: 'in the discussion',
}

const ASKS = {
  pressure_score: ['Pressure', 'Does it hold up when people think it over?'],
  gut_attraction_index: ['Gut attraction', 'Do they like it at first sight?'],
  credibility_score: ['Credibility', 'Do they believe it?'],
} as const

function scoresOf({ analysis }: PressureTestResult): Score[] {
  return (['pressure_score', 'gut_attraction_index', 'credibility_score'] as const).map((key) => ({
    name: ASKS[key][0],
    asks: ASKS[key][1],
    value: Math.round(analysis[key]),
    interval: analysis.intervals?.[key] ?? null,
  }))
}

const METHODS = {
  measured: 'Measured from private ballots before and after the discussion and from who said what in it.',
  script:
    'From private answers that were checked to be unsaid in the one-call discussion. One model wrote that discussion, so this is an indication, not a measurement.',
  individual: 'From what people thought in private against what they would say in company. There was no discussion.',
} as const
const UNHEARD = { never_voiced: 'Nobody said it.', dropped: 'Said once and left there.' } as const

function dissentOf({ minority_report: dissent }: PressureTestResult, names: ReadonlyMap<string, string>) {
  return {
    method: METHODS[dissent.method],
    /** Only a measurement knows how firmly a view is held. */
    measured: dissent.method === 'measured',
    why: clean(dissent.importance_assessment),
    views: dissent.suppressed_views.map(({ view, why_unheard, heard_turns, holders }) => ({
      view: worded(view),
      unheard:
        heard_turns.length > 0 ? `${UNHEARD[why_unheard]} (turn ${heard_turns.join(', ')})` : UNHEARD[why_unheard],
      holders: holders.map(({ persona_id, strength, quote }) => ({
        who: names.get(persona_id) ?? persona_id,
        strength,
        quote: worded(quote),
      })),
    })),
  }
}

/** How many people gave each purchase intent from 1 to 10, and their mean. */
export function intentOf(responses: readonly Pick<Response, 'purchase_intent'>[]) {
  const counts = Array.from(
    { length: 10 },
    (_, i) => responses.filter(({ purchase_intent }) => purchase_intent === i + 1).length,
  )
  const mean = responses.reduce((sum, { purchase_intent }) => sum + purchase_intent, 0) / Math.max(1, responses.length)
  return { counts, mean, people: responses.length }
}

export const SENTIMENTS = ['positive', 'mixed', 'neutral', 'negative'] as const satisfies readonly Sentiment[]

/** How many people went from which first sentiment to which considered one; empty flows are left out. */
export function sentimentFlow(responses: readonly Pick<Response, 'gut_sentiment' | 'considered_sentiment'>[]) {
  const count = (from: Sentiment, to: Sentiment) =>
    responses.filter((one) => one.gut_sentiment === from && one.considered_sentiment === to).length
  return SENTIMENTS.flatMap((from) => SENTIMENTS.map((to) => ({ from, to, people: count(from, to) }))).filter(
    ({ people }) => people > 0,
  )
}
