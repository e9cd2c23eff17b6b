import type { Assay } from '../../domain/panel/assay.js'
import type { Claim } from '../../domain/panel/claim.js'
import type { GroupDynamics, MinorityReport } from '../../domain/panel/discussion.js'
import type { JudgedResult, PressureTestInput } from '../../domain/panel/pressure-test.js'
import type { Response } from '../../domain/panel/response.js'
import { SCORING_VERSION } from '../../domain/panel/scores.js'
import type { Persona } from '../../domain/personas/persona.js'
import type { Trust } from '../../domain/run/run.js'
import { isAppError } from '../../errors.js'
import type { EngineDeps, Settled } from '../deps.js'
import { parallelSteps } from '../parallel-steps.js'
import { panelSources } from '../personas/panel-sources.js'
import { type AnalysisAttempt, analyse, type Computed, measuredOnly, withEvidence } from './analyse/analyse.js'
import { type AssayRecord, drawAssay, failedAssay, MAX_ASSAY_PEOPLE, runAssay } from './assay/assay.js'
import { ASSAY_OFF, assayMode, judgeAssay } from './assay/judge-assay.js'
import { readingOf, type ScorePair } from './assay/readings.js'
import { samenessOf } from './assay/sameness.js'
import { type ReadProposition, readProposition } from './claims/claims.js'
import { judgeReadable } from './claims/readable.js'
import { type ControlsRecord, judgeControls, runControls, runPlausibleControls } from './controls/controls.js'
import { discuss } from './discuss/discuss.js'
import { type Drawn, storedDraw } from './drawn.js'
import { enforceFidelity, type FidelityRecord, judgeFidelity } from './fidelity/fidelity.js'
import { createIntentRater, type IntentRater, judgeIntent, rateResponses } from './intent/rate-intent.js'
import { quoteChecker } from './quotes.js'
import { type Concept, type Respondent, reportAnswer, requireEnoughAnswers, respond } from './respond/respond.js'
import { type Rules, rulesOf, storedRules } from './rules.js'
import { archetypeScores, panelIntent, panelScores, personScores, scoreIntervals } from './scores.js'
import { askRebuiltPanels } from './stability/rebuild.js'
import { groupObstacles, judgeStability, measureStability } from './stability/stability.js'
import { judgeTrust } from './trust.js'

/** The input of a study; `topics` are those a moderator leads the discussion through. */
export type StudyInput = PressureTestInput & { readonly topics: readonly string[] }

type StudyOutcome = {
  readonly result: JudgedResult
  readonly trust: Trust
  /** First turn of each topic; `null` for a topic that was not reached. */
  readonly topicTurns: readonly (number | null)[]
}

type Study = {
  readonly deps: EngineDeps
  readonly rules: Rules
  readonly rater: IntentRater
  readonly concept: Concept
  readonly drawn: Drawn
  readonly panel: readonly Persona[]
  readonly input: StudyInput
}

/** What is known before the panel is asked. */
type StudyReading = ReadProposition & { readonly rules: Rules; readonly drawn: Drawn; readonly rater: IntentRater }

/** Draws the people, reads the proposition, and prepares rules and rater. */
export async function readStudy(deps: EngineDeps, input: StudyInput): Promise<StudyReading> {
  const [rules, drawn] = await parallelSteps(deps, [
    () => storedRules(deps, () => rulesOf(input)),
    () => storedDraw(deps, input),
  ])
  deps.report('stage', { stage: 'claims', sentence: 'Finding the claims' })
  const [proposition, rater] = await parallelSteps(deps, [
    () => readProposition(deps, rules.claims, input),
    () => createIntentRater(deps, rules, input.intent),
  ])
  return { rules, drawn, rater, ...proposition }
}

/** Runs answers, fidelity check, discussion and analysis in this order; controls and rebuilt panels run beside them. */
export async function runStudy(
  deps: EngineDeps,
  input: StudyInput,
  { rules, drawn, rater, offer, claims }: StudyReading,
): Promise<StudyOutcome> {
  const { stimulus, about, category, skepticism, pictures } = input
  const { panel } = drawn
  const concept = { stimulus, about, category, skepticism, claims, pictures }
  const study: Study = { deps, rules, rater, concept, drawn, panel, input }

  const [{ answers, assay }, controls, plausible, rebuiltPanels] = await parallelSteps(deps, [
    () => askAndDiscuss(study, offer.language),
    async () => (input.controls ? runControls(deps, rules.react, rater, drawn, input) : null),
    async () => {
      if (!input.controls || assayMode(input.assay, deps.model.mode) !== 'full') return []
      return runPlausibleControls(deps, rules, rater, drawn, { category, skepticism, ballot: hasBallot(input) })
    },
    async () => (input.stability > 0 ? askRebuiltPanels(deps, rules.wordings, rater, concept, drawn.rebuilt) : []),
  ])
  const { respondents, responses } = answers
  const scored = responses.map((response) => personScores(response, claims, rater.anchorRange))
  const intervals = scoreIntervals(scored)
  const panels = [{ sample: 0, wording: 0, respondents }, ...rebuiltPanels]
  const stability =
    rebuiltPanels.length === 0
      ? null
      : measureStability(panels, await groupObstacles(deps, panels), claims, rater.anchorRange)

  const sources = panelSources(input.people, panel)
  const computed = { scores: panelScores(scored), ...intervals }
  const result: JudgedResult = {
    judged: true,
    stimulus,
    about,
    category,
    skepticism,
    scoring_version: SCORING_VERSION,
    claims,
    responses,
    intent: panelIntent(responses, rater.method),
    group_dynamics: answers.dynamics,
    ...analysisOf(answers, computed, claims),
    minority_report: answers.minority,
    by_archetype: archetypeScores(scored),
  }
  if (sources) result.panel_sources = sources
  return {
    result,
    trust: judgeTrust({
      model: deps.model,
      outcomes: answers.outcomes,
      missing: answers.analysed.answer === null ? answers.analysed.missing : null,
      quotes: answers.quotes.counts,
      intent: judgeIntent(responses),
      fidelity: judgeFidelity(answers.fidelity),
      controls: judgeControls(controls),
      assay: judgedAssay(assay, controls, plausible, answers, stimulus),
      readable: input.topics.length === 0 ? judgeReadable(offer) : undefined,
      stability: judgeStability(stability, intervals.intervals),
    }),
    topicTurns: answers.topicTurns,
  }
}

function judgedAssay(
  record: AssayRecord | null,
  controls: ControlsRecord | null,
  plausible: readonly ScorePair[],
  { responses, minority }: PanelAnswers,
  stimulus: string,
): Assay {
  if (record === null) return ASSAY_OFF
  const readings = [
    readingOf('good_above_absurd', controls?.pairs ?? [], record.noise_floor),
    readingOf('good_above_weak', plausible, record.noise_floor),
  ].filter((reading) => reading !== null)
  const sameness = samenessOf(responses.slice(0, MAX_ASSAY_PEOPLE), stimulus)
  return judgeAssay(record, readings, sameness, responses.length, minority?.coded_by === 'similarity')
}

type AnalysisParts = Pick<JudgedResult, 'analysis' | 'analysis_missing' | 'measured'>

/** The analysis; without one the reason why, and the part of the result that is computed. */
function analysisOf(
  { analysed, minority, responses, quotes }: PanelAnswers,
  computed: Computed,
  claims: Claim[],
): AnalysisParts {
  if (analysed.answer === null) {
    const { missing: analysis_missing } = analysed
    return { analysis: null, analysis_missing, measured: measuredOnly(computed, claims, responses) }
  }
  const findings = withEvidence(analysed.answer, computed, claims, responses, quotes)
  const minority_report = {
    suppressed_objections: minority?.suppressed_views.map(({ view }) => view) ?? [],
    why_they_matter: minority?.importance_assessment ?? '',
  }
  return { analysis: { ...findings, minority_report } }
}

type PanelAnswers = {
  readonly outcomes: Settled<Persona, unknown>[]
  readonly respondents: readonly Respondent[]
  readonly responses: Response[]
  readonly fidelity: FidelityRecord
  readonly dynamics: GroupDynamics | null
  readonly minority: MinorityReport | null
  readonly topicTurns: readonly (number | null)[]
  readonly analysed: AnalysisAttempt
  readonly quotes: ReturnType<typeof quoteChecker>
}

const hasBallot = ({ focus_group }: StudyInput): boolean => focus_group === 'live'

/** Asks everybody; then holds the discussion and its analysis, with the assay beside them. */
async function askAndDiscuss(
  study: Study,
  language: string,
): Promise<{ answers: PanelAnswers; assay: AssayRecord | null }> {
  const { deps, rules, rater, concept, drawn, panel, input } = study
  const ask = askPerson(study)
  const mode = assayMode(input.assay, deps.model.mode)
  const setting = mode !== 'off' && {
    mode,
    language,
    probes: input.topics.length === 0,
    planted: hasBallot(input),
    second_model: input.second_model,
    renamed: drawn.renamed,
  }
  const [outcomes, texts] = await parallelSteps(deps, [
    () => askEverybody(study, ask),
    async () => setting && drawAssay(deps, concept, setting),
  ])
  const [answers, assay] = await parallelSteps(deps, [
    () => checkAndDiscuss(study, outcomes, ask),
    async () => {
      if (!setting || !texts) return null
      const test = () => runAssay(deps, rules, rater, panel, concept, texts, setting)
      return assayOrWhyNot(deps, setting.mode, test)
    },
  ])
  return { answers, assay }
}

/** A provider that rejects the assay's calls fails the assay, not the study. */
async function assayOrWhyNot(
  deps: EngineDeps,
  mode: 'quick' | 'full',
  run: () => Promise<AssayRecord>,
): Promise<AssayRecord> {
  try {
    return await run()
  } catch (error) {
    if (!isAppError(error, 'provider_rejected')) throw error
    const { message } = error
    return failedAssay(mode, await deps.step('assay:failed', null, () => `The test of the panel broke off: ${message}`))
  }
}

type AskPerson = (key: string, persona: Persona, feedback?: string) => Promise<Respondent>

const askPerson =
  ({ deps, rules, concept, input }: Study): AskPerson =>
  (key, persona, feedback = '') =>
    respond(deps, rules.respond, key, persona, concept, { ballot: hasBallot(input), feedback })

async function askEverybody({ deps, concept, panel }: Study, ask: AskPerson): Promise<Settled<Persona, Respondent>[]> {
  deps.report('stage', {
    stage: 'respond',
    sentence: `${panel.length} synthetic people read it, each alone`,
    total: panel.length,
    claims: concept.claims.map(({ claim_id, text }) => ({ claim_id, text })),
  })
  return deps.fanOut(panel, async (persona) => {
    const respondent = await ask(`respond:${persona.persona_id}`, persona)
    reportAnswer(deps, respondent)
    return respondent
  })
}

async function checkAndDiscuss(
  study: Study,
  outcomes: Settled<Persona, Respondent>[],
  ask: AskPerson,
): Promise<PanelAnswers> {
  const { deps, rules, rater, concept, panel, input } = study
  deps.report('stage', { stage: 'fidelity', sentence: 'Checking that everybody stayed in character' })
  const fidelity = await enforceFidelity(
    deps,
    rules.fidelity,
    requireEnoughAnswers(outcomes),
    ({ persona }, attempt, feedback) => ask(`respond:${persona.persona_id}:again${attempt}`, persona, feedback),
  )
  const answered = fidelity.respondents.map(({ response }) => response)
  deps.storeRespondents(panel, answered)
  const [responses, discussion] = await parallelSteps(deps, [
    () => rateResponses(rater, 'panel', answered),
    () => discuss(deps, rules, rater, fidelity.respondents, concept, input),
  ])
  const respondents = fidelity.respondents.map((respondent, seat) => ({
    ...respondent,
    response: responses[seat] as Response,
  }))
  const { stimulus, about, category, skepticism, claims } = concept
  const analysed = await analyse(deps, rules.analyse, {
    stimulus,
    about,
    category,
    skepticism,
    claims,
    responses,
    ...discussion.material,
  })
  const quotes = quoteChecker(responses, discussion.material.turns)
  const conclusion = discussion.conclude(analysed.answer, responses, quotes)
  return { outcomes, respondents, responses, fidelity, analysed, quotes, ...conclusion }
}
