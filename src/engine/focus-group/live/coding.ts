import type { Reason } from '../../../domain/focus-group.js'
import type { EngineDeps } from '../../deps.js'
import { cosine, type Vector } from '../../panel/intent/ssr.js'
import type { CodedTurn, PrivateReason, View } from '../suppressed-views.js'
import { groupIntoViews } from '../views.js'
import type { AfterBallot } from './ballots.js'
import type { Participant, RecordedTurn } from './room.js'

/** From this cosine between a sentence and a reason on, the sentence says the reason, whoever speaks. */
const SAYS_IT = 0.6
/** Below it, a turn does not say what its speaker claims to have said with it. */
const CLAIMED_IN_VAIN = 0.3

export type Coded = {
  readonly views: readonly View[]
  readonly reasons: readonly PrivateReason[]
  readonly turns: readonly CodedTurn[]
  /** How close each turn comes to each reason, 0–1. */
  readonly nearest: readonly {
    readonly turn: number
    readonly speaker: string
    readonly reason_id: string
    readonly nearness: number
  }[]
}

/**
 * Which private reasons say the same (a view), and what each turn did with each view. A turn supports a view when its
 * speaker says it voiced such a reason and the words bear that out, when a sentence of it comes close to such a reason, or
 * when it agrees with a turn that supports it. It answers a view when it disagrees with, asks about or adds to such a turn.
 */
export async function codeDiscussion(
  deps: EngineDeps,
  participants: readonly Participant[],
  after: readonly (AfterBallot | null)[],
  record: readonly RecordedTurn[],
): Promise<Coded> {
  const held = heldReasons(participants, after)
  const spoken = record.filter(({ moderator }) => !moderator)
  const input = { reasons: held.map(({ reason, quote }) => [reason, quote]), turns: spoken.map(({ text }) => text) }
  const measured = await deps.step('views', { ...input, embedder: deps.embedder.model }, async () => {
    const sentences = spoken.map(({ text }) => sentencesOf(text))
    const vectors = await deps.embedder.embed([...input.reasons.flat(), ...sentences.flat()])
    const reasonVectors = held.map((_, i) => [vectors[2 * i] ?? [], vectors[2 * i + 1] ?? []])
    const grouped = groupIntoViews(
      held.map(({ key, reason, strength }) => ({ reason_id: key, text: reason, strength })),
      reasonVectors.map(([short]) => short ?? []),
    )
    let at = 2 * held.length
    const nearness = sentences.map((some) => {
      const own = vectors.slice(at, at + some.length)
      at += some.length
      return reasonVectors.map((pair) => nearest(own, pair))
    })
    return { views: grouped.views, view_of: held.map(({ key }) => grouped.viewOf.get(key) ?? ''), nearness }
  })
  return {
    views: measured.views,
    reasons: held.map((reason, index) => ({
      reason_id: reason.key,
      view_id: measured.view_of[index] ?? '',
      persona_id: reason.persona_id,
      quote: reason.quote,
      strength: reason.strength / 5,
      held_before: reason.held_before,
      held_after: reason.held_after,
    })),
    turns: codeTurns(spoken, held, measured.view_of, measured.nearness),
    nearest: spoken.flatMap(({ turn, persona_id }, at) =>
      held.map(({ key }, index) => ({
        turn,
        speaker: persona_id ?? '',
        reason_id: key,
        nearness: measured.nearness[at]?.[index] ?? 0,
      })),
    ),
  }
}

type Held = Reason & { key: string; persona_id: string; held_before: boolean; held_after: boolean }

/** Every reason on a ballot, before or after. Where no second ballot came back, nobody can say it was still held. */
function heldReasons(participants: readonly Participant[], after: readonly (AfterBallot | null)[]): Held[] {
  return participants.flatMap(({ persona, reasons }, seat) => {
    const later = new Map((after[seat]?.reasons ?? []).map((reason) => [reason.reason_id, reason]))
    const before = new Set(reasons.map(({ reason_id }) => reason_id))
    const held = (reason: Reason, held_before: boolean): Held => ({
      ...reason,
      key: `${persona.persona_id}/${reason.reason_id}`,
      persona_id: persona.persona_id,
      held_before,
      held_after: later.has(reason.reason_id),
      strength: later.get(reason.reason_id)?.strength ?? reason.strength,
    })
    const fresh = [...later.values()].filter(({ reason_id }) => !before.has(reason_id))
    return [...reasons.map((reason) => held(reason, true)), ...fresh.map((reason) => held(reason, false))]
  })
}

function codeTurns(
  spoken: readonly RecordedTurn[],
  held: readonly Held[],
  viewOf: readonly string[],
  nearness: readonly (readonly number[])[],
): CodedTurn[] {
  const supported = new Map<number, Set<string>>()
  return spoken.map(({ turn, persona_id, spoken: said }, at) => {
    const supports = new Set<string>()
    held.forEach((reason, index) => {
      const near = nearness[at]?.[index] ?? 0
      const claimed = reason.persona_id === persona_id && said?.voices.includes(reason.reason_id)
      if (near >= SAYS_IT || (claimed && near >= CLAIMED_IN_VAIN)) supports.add(viewOf[index] ?? '')
    })
    const taken = supported.get(said?.about_turn ?? 0) ?? new Set<string>()
    if (said?.position === 'agrees') for (const view of taken) supports.add(view)
    supported.set(turn, supports)
    const answers = said?.position === 'agrees' ? [] : [...taken].filter((view) => !supports.has(view))
    return { turn, speaker: persona_id ?? '', supports: [...supports].sort(), answers: answers.sort() }
  })
}

const round = (value: number): number => Number(value.toFixed(4))

function nearest(sentences: readonly Vector[], reason: readonly Vector[]): number {
  return round(Math.max(0, ...sentences.flatMap((one) => reason.map((other) => cosine(one, other)))))
}

const sentencesOf = (text: string): string[] => {
  const sentences = text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? []
  return sentences.filter((sentence) => sentence !== '').length > 0 ? sentences.filter(Boolean) : [text]
}
