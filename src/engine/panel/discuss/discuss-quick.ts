import type { DiscussionScript, GroupDynamics, MinorityReport } from '../../../domain/discussion.js'
import type { EngineDeps } from '../../deps.js'
import { recordDissent } from '../dissent.js'
import type { Concept, Respondent } from '../respond/respond.js'
import { chooseParticipants } from './choose-participants.js'
import type { DiscussionOutcome } from './discussion-outcome.js'
import { discussPrompt } from './prompt.js'

/** The one-call discussion ("script mode"): quick and cheap, but one model writes everybody's lines. */
export async function discussQuick(
  deps: EngineDeps,
  rules: string,
  respondents: readonly Respondent[],
  { stimulus, about, category, skepticism }: Concept,
): Promise<DiscussionOutcome> {
  const participants = chooseParticipants(respondents)
  const personas = participants.map(({ persona }) => persona)
  const responses = participants.map(({ response }) => response)
  const script = keepKnownPeople(
    await deps.ask(
      'discuss',
      'discuss_quick',
      { stimulus, about, category, skepticism, personas, responses },
      discussPrompt(rules, stimulus, personas, responses),
    ),
    personas.map(({ name }) => name),
  )
  return {
    material: { discussion: script, turns: [], suppressed: [] },
    conclude(answer, all, quotes) {
      const minority = answer && recordDissent(answer, all, script, quotes)
      return { dynamics: groupDynamics(script, minority), minority, topicTurns: [] }
    },
  }
}

/** Only names of our panel are kept; what a model says about anybody else is left out. */
function keepKnownPeople(script: DiscussionScript, names: string[]): DiscussionScript {
  const known = (name: string) => names.includes(name)
  const { influence_patterns: influence } = script
  return {
    ...script,
    discussion_flow: script.discussion_flow.filter(({ speaker }) => known(speaker)),
    influence_patterns: {
      ...influence,
      primary_influencer: known(influence.primary_influencer) ? influence.primary_influencer : '',
      followers: influence.followers.filter(known),
      contrarians: influence.contrarians.filter(known),
    },
    opinion_shifts: script.opinion_shifts.filter(({ participant }) => known(participant)),
  }
}

/** The spec's group dynamics. Its minority report is a view of the one record of dissent. */
function groupDynamics(script: DiscussionScript, minority: MinorityReport | null): GroupDynamics {
  return {
    ...script,
    minority_report: minority && {
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
