import type { DiscussionScript, GroupDynamics, MinorityReport } from '../../../domain/panel/discussion.js'
import type { EngineDeps } from '../../deps.js'
import { discussLive } from '../../focus-group/live/discuss-live.js'
import { recordDissent } from '../dissent.js'
import type { IntentRater } from '../intent/rate-intent.js'
import type { Concept, Respondent } from '../respond/respond.js'
import type { Rules } from '../rules.js'
import { chooseParticipants } from './choose-participants.js'
import type { DiscussInput, DiscussionOutcome } from './discussion-outcome.js'
import { discussPrompt } from './prompt.js'

/** Holds the discussion in the mode the input asks for: live, in one call, or none. */
export async function discuss(
  deps: EngineDeps,
  rules: Rules,
  rater: IntentRater,
  respondents: readonly Respondent[],
  concept: Concept,
  input: DiscussInput,
): Promise<DiscussionOutcome> {
  if (input.focus_group === 'off') return NO_DISCUSSION
  deps.report('stage', { stage: 'discuss', sentence: 'The panel talks it over' })
  if (input.focus_group === 'live') return discussLive(deps, rules, rater, respondents, concept, input)
  return discussQuick(deps, rules.discuss, respondents, concept)
}

const NO_DISCUSSION: DiscussionOutcome = {
  material: { discussion: null, turns: [], suppressed: [] },
  conclude: (answer, responses, quotes) => ({
    dynamics: null,
    minority: answer && recordDissent(answer, responses, null, quotes),
    topicTurns: [],
  }),
}

/** The one-call discussion ("script mode"): quick and cheap, but one model writes everybody's lines. */
async function discussQuick(
  deps: EngineDeps,
  rules: string,
  respondents: readonly Respondent[],
  { stimulus, about, category, skepticism }: Concept,
): Promise<DiscussionOutcome> {
  const participants = chooseParticipants(respondents)
  const personas = participants.map(({ persona }) => persona)
  const responses = participants.map(({ response }) => response)
  const facts = { stimulus, about, category, skepticism, personas, responses }
  const script = checkedAgainstTurns(
    await deps.ask('discuss', 'discuss_quick', facts, discussPrompt(rules, facts)),
    personas.map(({ name }) => name),
  )
  return {
    material: { discussion: script, turns: [], suppressed: [] },
    conclude(answer, all, quotes) {
      const minority = answer && recordDissent(answer, all, script, quotes)
      const spoke = new Set(script.discussion_flow.map(({ speaker }) => speaker))
      const silent = personas.filter(({ influence_type, name }) => influence_type === 'contrarian' && !spoke.has(name))
      const dynamics = groupDynamics(
        script,
        minority,
        silent.map(({ name }) => name),
      )
      return { dynamics, minority, topicTurns: [] }
    },
  }
}

/**
 * Keeps of the script's self-description what its turns confirm: speakers must be on the panel, and only somebody who
 * spoke can have led, followed or opposed, in one role only. No turn was coded here, so no point counts as agreed.
 */
function checkedAgainstTurns(script: DiscussionScript, names: string[]): DiscussionScript {
  const known = (name: string) => names.includes(name)
  const spoke = (name: string) => known(name) && script.discussion_flow.some(({ speaker }) => speaker === name)
  const { influence_patterns: influence } = script
  const contrarians = influence.contrarians.filter(spoke)
  return {
    ...script,
    discussion_flow: script.discussion_flow.filter(({ speaker }) => known(speaker)),
    influence_patterns: {
      ...influence,
      primary_influencer: spoke(influence.primary_influencer) ? influence.primary_influencer : '',
      followers: influence.followers.filter((name) => spoke(name) && !contrarians.includes(name)),
      contrarians,
    },
    consensus_points: [],
    opinion_shifts: script.opinion_shifts.filter(({ participant }) => known(participant)),
  }
}

/** Group dynamics as the specification lays them out. Their minority report is derived from the run's record of dissent. */
function groupDynamics(
  script: DiscussionScript,
  minority: MinorityReport | null,
  silent_contrarians: string[],
): GroupDynamics {
  return {
    ...script,
    minority_report: minority && {
      suppressed_views: minority.suppressed_views.map(({ view }) => view),
      importance_assessment: minority.importance_assessment,
    },
    mode: 'quick',
    silent_contrarians,
    turns: script.discussion_flow.map(({ speaker, statement }, index) => ({
      turn: index + 1,
      speaker,
      text: statement,
    })),
    ballots: null,
  }
}
