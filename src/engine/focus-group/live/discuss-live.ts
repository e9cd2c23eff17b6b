import type { Response } from '../../../domain/response.js'
import type { EngineDeps } from '../../deps.js'
import { chooseParticipants, defaultTurnCap } from '../../panel/discuss/choose-participants.js'
import type { DiscussInput, DiscussionOutcome } from '../../panel/discuss/discussion-outcome.js'
import { type IntentRater, intentPoint, rateResponses } from '../../panel/intent/rate-intent.js'
import type { Concept, Respondent } from '../../panel/respond/respond.js'
import type { Rules } from '../../panel/rules.js'
import { moderatorLine } from '../moderator.js'
import { collectBallots } from './ballots.js'
import { codeDiscussion } from './coding.js'
import { runDiscussion } from './discussion.js'
import { groupDynamics, minorityReport } from './dynamics.js'

/** A live focus group: private ballots, a discussion turn by turn, private ballots again, and the arithmetic over them. */
export async function discussLive(
  deps: EngineDeps,
  rules: Rules,
  rater: IntentRater,
  respondents: readonly Respondent[],
  concept: Concept,
  { topics, turns }: DiscussInput,
): Promise<DiscussionOutcome> {
  const chosen = chooseParticipants(respondents)
  const rated = await rateResponses(
    rater,
    'room',
    chosen.map(({ response }) => response),
  )
  const participants = chosen.map((respondent, seat) => {
    const response = rated[seat] as Response
    return { ...respondent, response, leaning: intentPoint(response.intent_pmf ?? [], rater.anchorRange) }
  })
  const turnCap = turns ?? defaultTurnCap(participants.length, topics.length)
  const record = await runDiscussion(deps, rules.speak, participants, concept, { topics, turns: turnCap })
  deps.report('stage', { stage: 'ballots', sentence: 'Secret ballots after the discussion' })
  const after = await collectBallots(deps, rules.ballot, rater, participants, concept, record)
  const codedDiscussion = await codeDiscussion(deps, participants, after, record)
  const discussion = { participants, record, after, coded: codedDiscussion }
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
