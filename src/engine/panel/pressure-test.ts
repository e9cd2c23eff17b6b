import type { DiscussionScript, GroupDynamics, MinorityReport } from '../../domain/discussion.js'
import type { Persona } from '../../domain/persona.js'
import type { PressureTestInput, PressureTestResult } from '../../domain/pressure-test.js'
import type { Response } from '../../domain/response.js'
import { AppError } from '../../errors.js'
import type { EngineDeps, Settled } from '../deps.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { Pipeline, PipelineOutcome } from '../pipeline.js'
import { analyse, withEvidence } from './analyse/analyse.js'
import { ANALYSE_RULES } from './analyse/prompt.js'
import { discuss } from './discuss/discuss.js'
import { DISCUSS_RULES } from './discuss/prompt.js'
import { recordDissent } from './dissent.js'
import { planPressureTest } from './plan.js'
import { quoteChecker } from './quotes.js'
import { RESPOND_RULES } from './respond/prompt.js'
import { respond } from './respond/respond.js'
import { judgeTrust } from './trust.js'

const FEWEST_ANSWERS = 3

/** The pressure test: a panel reads a proposition, answers alone, talks it over, and an analyst says what broke. */
export const pressureTestPipeline: Pipeline<'pressure_test'> = { plan: planPressureTest, run: pressureTest }

async function pressureTest(deps: EngineDeps, input: PressureTestInput): Promise<PipelineOutcome<PressureTestResult>> {
  // Kept with the run: a deploy in the middle changes nothing for the calls still to come.
  const rules = await deps.step('rules', null, () => ({
    respond: RESPOND_RULES,
    discuss: DISCUSS_RULES,
    analyse: ANALYSE_RULES,
  }))
  deps.report('stage', { stage: 'seat', sentence: 'Seating the panel' })
  const panel = seatPanel({ ...input, count: input.personas, seed: deps.seed })

  deps.report('stage', {
    stage: 'respond',
    sentence: `${panel.length} synthetic people read it, each alone`,
    total: panel.length,
  })
  const asked = await deps.fanOut(panel, (persona) => respond(deps, rules.respond, persona, input))
  const responses = enoughAnswers(asked)
  deps.keep(panel, responses)

  const script = await discuss(deps, rules.discuss, panel, responses, input)
  const answer = await analyse(deps, rules.analyse, responses, script, input)

  const quotes = quoteChecker(responses)
  const findings = withEvidence(answer, responses, quotes)
  const minority = recordDissent(answer, responses, script, quotes)
  const result: PressureTestResult = {
    stimulus: input.stimulus,
    category: input.category,
    skepticism: input.skepticism,
    claims: null,
    responses,
    group_dynamics: script && groupDynamics(script, minority),
    analysis: {
      ...findings,
      minority_report: {
        suppressed_objections: minority.suppressed_views.map(({ view }) => view),
        why_they_matter: minority.importance_assessment,
      },
    },
    minority_report: minority,
  }
  return { result, trust: judgeTrust(deps.model, asked, quotes.counts) }
}

/** At least half of the panel, and three, must have answered; otherwise the figures would mean nothing. */
function enoughAnswers(asked: Settled<Persona, Response>[]): Response[] {
  const responses = asked.flatMap((one) => ('value' in one ? [one.value] : []))
  if (responses.length >= Math.max(FEWEST_ANSWERS, asked.length / 2)) return responses
  const reasons = asked.flatMap((one) => ('error' in one ? [`${one.item.name}: ${one.error.message}`] : []))
  throw new AppError('too_few_answers', {
    answered: responses.length,
    asked: asked.length,
    reason: reasons.slice(0, 3).join(' '),
  })
}

/** The spec's group dynamics. Its minority report is a view of the one record of dissent. */
function groupDynamics(script: DiscussionScript, minority: MinorityReport): GroupDynamics {
  return {
    ...script,
    minority_report: {
      suppressed_views: minority.suppressed_views.map(({ view }) => view),
      importance_assessment: minority.importance_assessment,
    },
    mode: 'quick',
    turns: script.discussion_flow.map(({ speaker, statement }, index) => ({
      turn: index + 1,
      speaker,
      text: statement,
    })),
    ballots: null,
  }
}
