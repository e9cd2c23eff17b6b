import { Measured } from '../../src/domain/panel/analysis.js'
import type { MinorityReport } from '../../src/domain/panel/discussion.js'
import { FocusGroupResult, JudgedResult, PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import { SCORING_VERSION } from '../../src/domain/panel/scores.js'
import type { NotJudgedRun, PanelRun, RunDocument } from '../../src/domain/run/run-document.js'
import { judgeIntent } from '../../src/engine/panel/intent/rate-intent.js'
import { analysed } from '../support/analysed.js'
import { analysisOf, archetypesOf, intentOf } from './documents/analysis.js'
import { foundDissent, liveTalk, measuredDissent, scriptedTalk } from './documents/discussion.js'
import { CLAIMS, panelOf, STIMULUS } from './documents/panel.js'
import { runOf } from './documents/run.js'
import { littleTrust, trustOf } from './documents/trust.js'

type Given = { readonly personas?: number; readonly focus_group?: 'off' | 'quick' | 'live'; readonly about?: string }

const DISSENT = { live: 'measured', quick: 'script', off: 'individual' } as const

/** A completed pressure test as the schemas have it: parsed, so that it cannot drift from them. */
export function completedRun({ personas = 6, focus_group = 'live', about = '' }: Given = {}) {
  const panel = panelOf(personas)
  const talk = { off: () => null, quick: scriptedTalk, live: liveTalk }[focus_group](panel)
  const method = DISSENT[focus_group]
  const parsed = JudgedResult.parse({
    judged: true,
    stimulus: STIMULUS,
    about,
    scoring_version: SCORING_VERSION,
    by_archetype: archetypesOf(panel),
    category: 'food_drink',
    skepticism: 'medium',
    claims: CLAIMS,
    responses: panel,
    intent: intentOf(panel),
    group_dynamics: talk,
    analysis: analysisOf(panel),
    minority_report: method === 'measured' ? measuredDissent(panel) : foundDissent(panel, method),
  })
  const result = analysed(parsed)
  return runOf('pressure_test', result, focus_group === 'live' ? trustOf(personas) : littleTrust(personas))
}

const NOT_JUDGED = {
  reason: 'It offers nothing to anybody (a note about the weather), so there was nothing to judge.',
  what_to_send: 'Send what you would show people: a headline, a claim, a price.',
}

/** A text in which there was nothing to judge: it ended before anybody was asked. */
export function notJudgedRun({ not_judged = NOT_JUDGED, stimulus = 'Rain from the west, clearing later.' } = {}) {
  const result = PressureTestResult.parse({
    ...{ judged: false, stimulus, about: '', category: 'fmcg', skepticism: 'medium' },
    ...{ scoring_version: SCORING_VERSION, not_judged, claims: null, responses: [], intent: null },
    ...{ group_dynamics: null, analysis: null, minority_report: null },
  })
  const readable = {
    ...{ status: 'fail' as const, sentence: not_judged.reason },
    ...{ language: 'English', understood_share: null, is_offer: false },
  }
  const { quotes, ...trust } = littleTrust(0)
  const noQuotes = { ...quotes, status: 'not_run' as const, checked: 0, verified: 0 }
  const run = runOf('pressure_test', result, { ...trust, light: 'red', readable, quotes: noQuotes })
  return run as RunDocument as NotJudgedRun
}

/** A discussion with a guide of three topics, of which the last was not reached. */
export function focusGroupRun() {
  const { result, trust } = completedRun()
  const topics = [
    { topic: 'First impressions', first_turn: 1 },
    { topic: 'The energy claim', first_turn: 7 },
    { topic: 'What it would take to switch', first_turn: null },
  ]
  return runOf('focus_group', FocusGroupResult.parse({ ...result, topics }), trust)
}

export const resultOf = (run: RunDocument) => analysed(run.result)

/** The same run with parts of its result changed. */
export const withResult = <R extends PanelRun>(run: R, changed: Partial<JudgedResult>): R => ({
  ...run,
  result: { ...resultOf(run), ...changed },
})

/** Fields that are ours and no text of a stranger's. */
const OURS = new Set(
  `persona_id archetype influence_type gut_sentiment considered_sentiment severity priority source mode method why_unheard
  category skepticism claim_id stance believes doubts rejects intent_method edit_id finding_id status mind label labels
  first second best basis treatment origin field`.split(/\s+/),
)

/** The same run with every text of a model or a stranger replaced; a ballot's `stance` is one, a belief's is not. */
export function withTexts<R extends RunDocument>(run: R, next: (text: string) => string): R {
  const replaced = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string')
      return OURS.has(key) && !(key === 'stance' && !/^(believes|doubts|rejects)$/.test(value)) ? value : next(value)
    if (Array.isArray(value)) return value.map((one) => replaced(one, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, name)]))
  }
  const failed = run.trust?.respondents.failed.map((one) => ({
    ...one,
    name: next(one.name),
    message: next(one.message),
  }))
  return {
    ...run,
    result: replaced(run.result),
    trust: run.trust && { ...run.trust, respondents: { ...run.trust.respondents, failed: failed ?? [] } },
  }
}

/** A result in which nothing was found, nothing measured, and nobody talked. */
export function withNothing<R extends PanelRun>(run: R): R {
  const { analysis, minority_report, responses, intent } = resultOf(run)
  return {
    ...withResult(run, {
      claims: null,
      group_dynamics: null,
      responses: responses.map((one) => ({ ...one, intent_pmf: null, intent_method: null, beliefs: null })),
      intent: intent && { ...intent, intervals: null },
      analysis: {
        ...analysis,
        pressure_score: 0,
        gut_attraction_index: 100,
        credibility_score: 100,
        key_weaknesses: [],
        credibility_gaps: [],
        friction_points: [],
        competitive_vulnerabilities: [],
        recommended_refinements: [],
        intervals: null,
        analyst_score: 0,
        analyst_gap: { points: 0, flagged: false },
        pressure_map: [],
      },
      minority_report: {
        ...minority_report,
        suppressed_views: [],
        conformity: null,
        participation: null,
        importance_assessment: '',
      },
    }),
    trust: null,
    seed: null,
    completed_at: null,
    duration_ms: null,
  }
}

/** The same run where no answer about buying could be rated. */
export const withoutIntent = <R extends PanelRun>(run: R): R => ({
  ...withResult(run, {
    intent: null,
    responses: resultOf(run).responses.map((one) => ({ ...one, intent_pmf: null, intent_method: null })),
  }),
  trust: run.trust && { ...run.trust, intent: judgeIntent(resultOf(run).responses.map(() => ({ intent_pmf: null }))) },
})

/** The same run in which no view was found suppressed; `open`: what its report leaves open. */
export const withoutSuppressed = <R extends PanelRun>(run: R, open: Partial<MinorityReport>): R =>
  withResult(run, { minority_report: { ...resultOf(run).minority_report, suppressed_views: [], ...open } })

/** What a run on a language model adds: failures, costs, a control that failed. */
export function withEverything<R extends RunDocument>(run: R): R {
  if (!run.trust) throw new Error('not a typical run')
  const { responses } = resultOf(run)
  const failed = { persona_id: 'gone-1', name: 'Nadia', code: 'model_refused', message: 'The model would not answer.' }
  return {
    ...run,
    model: { mode: 'anthropic', persona: 'claude-haiku-4-5', analysis: 'claude-sonnet-5' },
    trust: {
      ...run.trust,
      light: 'red',
      sentence: 'Played by claude-haiku-4-5. Do not rely on it: the panel liked an absurd concept.',
      respondents: { asked: responses.length + 1, answered: responses.length, failed: [failed] },
      controls: {
        status: 'fail',
        sentence: 'The panel liked the absurd concept.',
        absurd_score: 71,
        known_good_score: 68,
      },
    },
    usage: {
      ...{ calls: 9, input_tokens: 21_500, output_tokens: 7_200, cache_read_tokens: 12_000, cache_write_tokens: 2_000 },
      cost_usd: 0.0823,
      possibly_paid: 1,
    },
  }
}

/** The same test with an analyst who gave no usable answer: what is arithmetic stands. */
export function withoutAnalysis<R extends PanelRun>(run: R, { code = 'model_refused' } = {}): R {
  const { analysis, minority_report, group_dynamics, ...result } = resultOf(run)
  const measured = minority_report.method === 'measured'
  const { pressure_map, ...scores } = Measured.parse(analysis)
  return {
    ...withEverything(run),
    result: JudgedResult.parse({
      ...result,
      group_dynamics,
      analysis: null,
      analysis_missing: { code, message: `The reason (${code}) in the words of the program.` },
      measured: { ...scores, pressure_map: pressure_map.map((row) => ({ ...row, attack: null, fix: null })) },
      minority_report: measured ? { ...minority_report, importance_assessment: null } : null,
    }),
    trust: run.trust && {
      ...run.trust,
      light: 'amber',
      sentence: 'The analysis is missing: the model refused to write it.',
      quotes: {
        ...{ status: 'not_run', sentence: 'There is no analysis, so there were no quotes to look up.' },
        ...{ checked: 0, verified: 0, dropped: 0 },
      },
    },
    retry: { buys: 'analysis', cost_usd: 0.0312 },
  }
}

/** A discussion of twice as many turns, in the second half of which a view was said once and dropped. */
export function talkative<R extends PanelRun>(run: R): R {
  const { group_dynamics: talk, minority_report } = resultOf(run)
  if (!talk) throw new Error('nobody talked')
  const turns = [...talk.turns, ...talk.turns].map((turn, i) => ({ ...turn, turn: i + 1 }))
  const suppressed_views = minority_report.suppressed_views.map((view) =>
    view.why_unheard === 'dropped' ? { ...view, heard_turns: [24] } : view,
  )
  return withResult(run, {
    group_dynamics: { ...talk, turns },
    minority_report: { ...minority_report, suppressed_views },
  })
}
