import type { GroupDynamics } from '../../domain/discussion.js'
import { clean, cleanList, worded } from '../clean.js'
import { some } from './wording.js'

export type Turn = {
  readonly turn: number
  readonly speaker: string
  readonly text: string
  readonly moderator: boolean
}
export type Talk = NonNullable<ReturnType<typeof talkOf>>

const MODES: Record<GroupDynamics['mode'], { label: string; sentence: string }> = {
  off: { label: '', sentence: '' },
  quick: {
    label: 'One call, script mode',
    sentence:
      'A single model call wrote everybody’s lines, which makes people agree more than they would. Read it for the arguments, not for how many would come round.',
  },
  live: {
    label: 'Live',
    sentence:
      'Each turn is a call of its own by the speaker alone, who knows the transcript and its own private notes.',
  },
}
const NAMED = 6

/** The discussion as a transcript and what came of it; `null` where nobody talked. */
export function talkOf(talk: GroupDynamics | null) {
  if (!talk || talk.turns.length === 0) return null
  const { influence_patterns: influence } = talk
  return {
    ...MODES[talk.mode],
    turns: talk.turns.map(
      ({ turn, speaker, text, moderator }): Turn => ({
        turn,
        speaker: worded(speaker),
        text: clean(text),
        moderator: moderator ?? false,
      }),
    ),
    consensus: cleanList(talk.consensus_points),
    contention: cleanList(talk.contentious_points),
    insights: cleanList(talk.emergent_insights),
    shifts: talk.opinion_shifts.map(({ participant, initial_position, final_position, catalyst }) => ({
      who: worded(participant),
      from: clean(initial_position),
      to: clean(final_position),
      catalyst: clean(catalyst),
    })),
    roles: [
      { label: 'Led', who: clean(influence.primary_influencer) },
      { label: 'Went along', who: some(cleanList(influence.followers), NAMED) },
      { label: 'Held against it', who: some(cleanList(influence.contrarians), NAMED) },
    ].filter(({ who }) => who !== ''),
    notes: clean(influence.dynamics_notes),
  }
}
