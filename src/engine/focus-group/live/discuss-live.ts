import type { EngineDeps } from '../../deps.js'
import { chooseParticipants, defaultTurnCap } from '../../panel/discuss/choose-participants.js'
import type { DiscussInput, DiscussionOutcome } from '../../panel/discuss/discussion-outcome.js'
import type { IntentRater } from '../../panel/intent/rate-intent.js'
import type { Concept, Respondent } from '../../panel/respond/respond.js'
import type { Rules } from '../../panel/rules.js'
import { parallelSteps } from '../../parallel-steps.js'
import { moderatorLine } from '../moderator.js'
import { codeDiscussion } from './coding.js'
import { collectBallots } from './collect-ballots.js'
import { closingRound, runDiscussion } from './discussion.js'
import { groupDynamics, minorityReport } from './dynamics.js'
import { pathsOf, rateOpinions } from './opinions.js'

/**
 * A live focus group: private ballots, a discussion turn by turn, then the same question answered aloud and on private
 * ballots side by side, and the arithmetic over all of these.
 */
export async function discussLive(
  deps: EngineDeps,
  rules: Rules,
  rater: IntentRater,
  respondents: readonly Respondent[],
  concept: Concept,
  { topics, turns }: DiscussInput,
): Promise<DiscussionOutcome> {
  const participants = chooseParticipants(respondents).map((respondent) => ({
    ...respondent,
    leaning: 1 + (4 * (respondent.response.purchase_intent - 1)) / 9,
  }))
  const turnCap = turns ?? defaultTurnCap(participants.length, topics.length)
  const talk = await runDiscussion(deps, rules.speak, participants, concept, { topics, turns: turnCap })
  deps.report('stage', { stage: 'ballots', sentence: 'A last round aloud, and secret ballots beside it' })
  const [closing, after] = await parallelSteps(deps, [
    () => closingRound(deps, rules.speak, participants, concept, talk),
    () => collectBallots(deps, rules.ballot, participants, concept, talk),
  ])
  const record = [...talk, ...closing]
  const [opinions, coded] = await parallelSteps(deps, [
    () => rateOpinions(deps, rater, participants, after, record),
    () => codeDiscussion(deps, rules.code_views, concept.stimulus, participants, after, record),
  ])
  const paths = pathsOf(participants, opinions, rater)
  const discussion = { participants, record, after, opinions, paths, coded, rater }
  const measured = minorityReport(discussion)
  const names = new Map(participants.map(({ persona }) => [persona.persona_id, persona.name]))
  return {
    material: {
      discussion: null,
      turns: record.map(({ turn, speaker, text, moderator }) => ({ turn, speaker, text, moderator })),
      suppressed: measured.suppressed_views.map(({ view, holders }) => ({
        view,
        holders: holders.map(({ persona_id }) => names.get(persona_id) ?? persona_id),
      })),
    },
    conclude(answer) {
      const importance_assessment = answer && (measured.suppressed_views.length > 0 ? answer.why_they_matter : '')
      return {
        minority: { ...measured, importance_assessment },
        dynamics: {
          ...groupDynamics(discussion),
          minority_report: {
            suppressed_views: measured.suppressed_views.map(({ view }) => view),
            importance_assessment,
          },
        },
        topicTurns: topics.map(
          (topic) => record.find(({ text }) => text === moderatorLine({ kind: 'advance', topic }))?.turn ?? null,
        ),
      }
    },
  }
}
