import type { Reason } from '../../../domain/panel/focus-group.js'
import type { EngineDeps } from '../../deps.js'
import type { Concept } from '../../panel/respond/respond.js'
import { recollect } from '../transcript.js'
import { ballotPrompt } from './prompt.js'
import type { Participant, RecordedTurn } from './room.js'

/** A secret ballot after the discussion. */
export type AfterBallot = {
  /** The answer to the question about buying. */
  readonly statement: string
  readonly reasons: readonly Reason[]
  /** Number of another person's turn that changed their mind most; `null` for none. */
  readonly moved_by: number | null
}

/** Collects everybody's ballot, alone and side by side; `null` where a ballot is missing. */
export async function collectBallots(
  deps: EngineDeps,
  rules: string,
  participants: readonly Participant[],
  concept: Concept,
  record: readonly RecordedTurn[],
): Promise<(AfterBallot | null)[]> {
  const { stimulus, about, category, skepticism } = concept
  const heard = recollect(record)
  const outcomes = await deps.fanOut(participants, ({ persona, response, reasons }) => {
    const facts = { stimulus, about, category, skepticism, persona, response, reasons, heard }
    return deps.ask(`ballot:${persona.persona_id}`, 'ballot', facts, ballotPrompt(rules, facts))
  })
  return outcomes.map((outcome) => {
    if (!('value' in outcome)) return null
    const { item: participant, value: answer } = outcome
    const turn = record.find(({ turn }) => turn === answer.moved_by_turn)
    return {
      statement: answer.purchase_statement,
      reasons: withReasonIds(answer.reasons, participant),
      moved_by: turn && turn.persona_id !== participant.persona.persona_id && !turn.moderator ? turn.turn : null,
    }
  })
}

/** Reasons of the first ballot keep their number and words; others get new numbers. */
function withReasonIds(reasons: readonly Reason[], { reasons: before }: Participant): Reason[] {
  const known = new Map(before.map((reason) => [reason.reason_id, reason]))
  const kept = new Map<string, Reason>()
  let fresh = before.length
  for (const reason of reasons) {
    const earlier = known.get(reason.reason_id)
    const current = earlier ? { ...earlier, strength: reason.strength } : { ...reason, reason_id: `r${++fresh}` }
    if (!kept.has(current.reason_id)) kept.set(current.reason_id, current)
  }
  return [...kept.values()]
}
