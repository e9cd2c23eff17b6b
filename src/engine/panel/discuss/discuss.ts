import type { DiscussionScript } from '../../../domain/discussion.js'
import type { Persona } from '../../../domain/persona.js'
import type { PressureTestInput } from '../../../domain/pressure-test.js'
import type { Response } from '../../../domain/response.js'
import type { EngineDeps } from '../../deps.js'
import { chooseParticipants, discussPrompt } from './prompt.js'

/** The one-call discussion ("script mode"): quick and cheap, but one model writes everybody's lines. Null when off. */
export async function discuss(
  deps: EngineDeps,
  rules: string,
  panel: Persona[],
  responses: Response[],
  input: PressureTestInput,
): Promise<DiscussionScript | null> {
  if (input.focus_group === 'off') return null
  deps.report('stage', { stage: 'discuss', sentence: 'The panel talks it over' })
  const participants = chooseParticipants(responses)
  const ids = new Set(participants.map((response) => response.persona_id))
  const personas = panel.filter((persona) => ids.has(persona.persona_id))
  const { stimulus, category, skepticism } = input
  const script = await deps.ask(
    'discuss',
    'discuss_quick',
    { stimulus, category, skepticism, personas, responses: participants },
    discussPrompt(rules, stimulus, personas, participants),
  )
  return keepKnownPeople(
    script,
    participants.map((response) => response.persona_name),
  )
}

/** Names come from our panel: what a model says about somebody who is not there is left out. */
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
