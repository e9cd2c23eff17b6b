import type { GroupDynamics } from '../../../domain/panel/discussion.js'
import type { IntentRater } from '../../panel/intent/rate-intent.js'
import { conforming, hasShifted, type OpinionPath, shiftOf } from '../opinion.js'
import { turnsWith } from '../points.js'
import type { CodedDiscussion } from './coding.js'
import type { AfterBallot } from './collect-ballots.js'
import type { Opinion } from './opinions.js'
import type { Participant, RecordedTurn } from './room.js'

/** A discussion's turns, ballots and coding; lists of people are in the order of their seats. */
export type LiveDiscussion = {
  readonly participants: readonly Participant[]
  readonly record: readonly RecordedTurn[]
  readonly after: readonly (AfterBallot | null)[]
  readonly opinions: readonly Opinion[]
  /** Paths of everybody who filled in both ballots. */
  readonly paths: readonly OpinionPath[]
  readonly coded: CodedDiscussion
  readonly rater: Pick<IntentRater, 'anchorRange'>
}

/** Number of the turn that a person's ballot names as having changed their mind; `null` for none. */
export const movedBy = ({ participants, after }: LiveDiscussion, persona_id: string): number | null =>
  after[participants.findIndex(({ persona }) => persona.persona_id === persona_id)]?.moved_by ?? null

/** Weight of a changed mind, where a view taken up by another person weighs 1. */
const MOVED_WEIGHT = 2
const MIN_CONTRADICTIONS = 2

/**
 * Leaders, followers and contrarians, counted from ballots and coded turns. Leaders are people whose turns changed
 * minds and whose views others voiced after them. A person seated as a contrarian who neither contradicts anything nor
 * voices a reason of their own is listed as silent.
 */
export function influence(
  discussion: LiveDiscussion,
): Pick<GroupDynamics, 'influence_patterns' | 'silent_contrarians'> {
  const { participants, paths, coded } = discussion
  const speakerOf = new Map(coded.turns.map(({ turn, speaker }) => [turn, speaker]))
  const weight = (persona_id: string) => {
    const moved = paths.filter(
      (path) => hasShifted(path) && speakerOf.get(movedBy(discussion, path.persona_id) ?? 0) === persona_id,
    )
    const takenUp = coded.views.flatMap(({ view_id }) => {
      const [first, ...later] = turnsWith('supports', view_id, coded.turns).map((turn) => speakerOf.get(turn))
      return first === persona_id ? later.filter((speaker) => speaker !== persona_id) : []
    })
    return (coded.by === 'model' ? takenUp.length : 0) + MOVED_WEIGHT * moved.length
  }
  const ranked = participants
    .map(({ persona }) => ({ persona, weight: weight(persona.persona_id) }))
    .sort((a, b) => b.weight - a.weight)
  const [first] = ranked
  const conformed = new Set((conforming(paths) ?? []).map(({ persona_id }) => persona_id))
  const shifted = new Set(
    paths
      .filter((path) => hasShifted(path) && movedBy(discussion, path.persona_id))
      .map(({ persona_id }) => persona_id),
  )
  const contradictions = (persona_id: string) =>
    coded.turns.filter(({ speaker, contradicts }) => speaker === persona_id && contradicts.length > 0).length
  const namesWhere = (holds: (persona_id: string) => boolean) =>
    participants.filter(({ persona }) => holds(persona.persona_id)).map(({ persona }) => persona.name)
  const contrarians = coded.by === 'model' ? namesWhere((id) => contradictions(id) >= MIN_CONTRADICTIONS) : []
  const primary = first && first.weight > 0 ? first.persona.name : ''
  const silent = participants
    .filter(
      ({ persona: { persona_id, influence_type } }) =>
        influence_type === 'contrarian' && contradictions(persona_id) === 0 && !saidOwnReason(discussion, persona_id),
    )
    .map(({ persona }) => persona.name)
  return {
    influence_patterns: {
      primary_influencer: primary,
      followers: namesWhere((id) => conformed.has(id) || shifted.has(id)).filter(
        (name) => name !== primary && !contrarians.includes(name),
      ),
      contrarians,
      dynamics_notes: dynamicsNotes(primary, paths, conformed.size, silent),
    },
    silent_contrarians: silent,
  }
}

function saidOwnReason({ coded }: LiveDiscussion, persona_id: string): boolean {
  const own = new Set(coded.reasons.flatMap((reason) => (reason.persona_id === persona_id ? [reason.view_id] : [])))
  return coded.turns.some(({ speaker, supports }) => speaker === persona_id && supports.some((view) => own.has(view)))
}

function movedNote(moved: number, all: number, warmer: number): string {
  if (all === 0) return 'Whether a private ballot changed is not known.'
  if (moved === 0) return 'No private ballot changed by half a point or more.'
  return `On the secret ballots ${moved} of ${all} changed by half a point or more: ${warmer} warmer, ${moved - warmer} colder.`
}

function dynamicsNotes(
  primary: string,
  paths: readonly OpinionPath[],
  conformed: number,
  silent: readonly string[],
): string {
  const moved = paths.filter(hasShifted)
  const warmer = moved.filter((path) => shiftOf(path) > 0).length
  const notes = [
    primary === '' ? 'Nobody led the talk.' : `${primary} led: minds changed or others said the same afterwards.`,
    movedNote(moved.length, paths.length, warmer),
  ]
  if (conformed > 0) notes.push(`${conformed} told the room something else than the ballot, towards the room.`)
  if (silent.length > 0)
    notes.push(
      `Seated to push back, but heard neither against anything nor with a reason of their own: ${silent.join(', ')}.`,
    )
  return notes.join(' ')
}
