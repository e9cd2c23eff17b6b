import type { RoomTurn, SpokenTurn } from '../../../domain/panel/focus-group.js'
import type { Persona } from '../../../domain/personas/persona.js'
import type { Respondent } from '../../panel/respond/respond.js'
import type { Standing } from '../urgency.js'

/** A respondent in the discussion, with a private leaning that the others never see. */
export type Participant = Respondent & {
  /** The person's own figure, 1–5, from before the discussion. It only steers who speaks next. */
  readonly leaning: number
}

/** A turn as recorded: what the room heard, and the speaker's own description of the turn. */
export type RecordedTurn = RoomTurn & {
  readonly persona_id: string | null
  readonly spoken: SpokenTurn | null
  /** Whether it belongs to the closing round, in which everybody answers the same question. */
  readonly closing: boolean
}

/** Each participant's standing, computed from the record. */
export function standingsOf(participants: readonly Participant[], record: readonly RecordedTurn[]): Standing[] {
  const spoken = record.filter(({ spoken }) => spoken !== null)
  const last = spoken.at(-1)
  const lastRound = latestRound(record)
  return participants.map(({ persona, reasons, leaning }) => {
    const own = spoken.filter(({ persona_id }) => persona_id === persona.persona_id)
    const voiced = new Set(own.flatMap((turn) => turn.spoken?.voices ?? []))
    const unsaidStrengths = reasons
      .filter(({ reason_id }) => !voiced.has(reason_id))
      .map(({ strength }) => strength / 5)
    const lastOwn = spoken.findLastIndex(({ persona_id }) => persona_id === persona.persona_id)
    return {
      persona_id: persona.persona_id,
      influence_type: persona.influence_type,
      conformity: persona.traits.conformity,
      turns_spoken: own.length,
      ahead: Math.max(0, own.length - spoken.length / participants.length),
      turns_since: lastOwn < 0 ? null : spoken.length - 1 - lastOwn,
      addressed: lastRound.some(({ spoken }) => spoken?.addressed_to === persona.name),
      unsaid: Math.max(0, ...unsaidStrengths),
      disagreement:
        last?.spoken && last.persona_id !== persona.persona_id ? Math.abs(leaning - last.spoken.public_intent) / 4 : 0,
    }
  })
}

/** Number of latest turns that count as simultaneous: people addressed in them may answer. */
const ROUND_TURNS = 2
const latestRound = (record: readonly RecordedTurn[]): readonly RecordedTurn[] =>
  record.filter(({ spoken }) => spoken !== null).slice(-ROUND_TURNS)

/** The first sentence of the latest turn that somebody disagreed with; `null` without a disagreement. */
export function contestedSentence(record: readonly RecordedTurn[]): string | null {
  const disagreement = record.findLast(({ spoken }) => spoken?.position === 'disagrees' && spoken.about_turn > 0)
  const line = record.find(({ turn, moderator }) => !moderator && turn === disagreement?.spoken?.about_turn)
  return line ? firstSentence(line.text) : null
}

const MAX_PROBE_LENGTH = 140
function firstSentence(text: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
  if (sentence.length <= MAX_PROBE_LENGTH) return sentence
  return `${sentence.slice(0, MAX_PROBE_LENGTH).trimEnd()} …`
}

/** The participant with the fewest turns who still holds an unvoiced reason; ties go by seat. `null` where there is none. */
export function quietestParticipant(
  participants: readonly Participant[],
  standings: readonly Standing[],
): Persona | null {
  const candidates = standings.filter(({ unsaid, turns_spoken }) => unsaid > 0 && turns_spoken <= 1)
  const [quietest] = [...candidates].sort((a, b) => a.turns_spoken - b.turns_spoken)
  return participants.find(({ persona }) => persona.persona_id === quietest?.persona_id)?.persona ?? null
}

/** Whether, after two turns each, nobody disagreed in the latest round and all public stances lie within one point. */
export function agreementIsStable(participants: number, record: readonly RecordedTurn[]): boolean {
  const recent = record.flatMap(({ spoken }) => spoken ?? []).slice(-participants)
  if (recent.length < participants || record.flatMap(({ spoken }) => spoken ?? []).length < 2 * participants)
    return false
  const stances = recent.map(({ public_intent }) => public_intent)
  return recent.every(({ position }) => position !== 'disagrees') && Math.max(...stances) - Math.min(...stances) <= 1
}
