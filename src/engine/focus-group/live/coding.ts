import type { Reason } from '../../../domain/focus-group.js'
import type { EngineDeps } from '../../deps.js'
import { cosine, type Vector } from '../../panel/intent/ssr.js'
import type { CodedTurn, PrivateReason, View } from '../suppressed-views.js'
import { groupIntoViews } from '../views.js'
import type { AfterBallot } from './ballots.js'
import type { Participant, RecordedTurn } from './room.js'

/** From this cosine between a sentence and a reason on, the sentence says the reason, whoever speaks. */
const SAYS_REASON = 0.6
/** Below it, a turn does not say what its speaker claims to have said with it. */
const MIN_FOR_CLAIMED_REASON = 0.3

export type CodedDiscussion = {
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
): Promise<CodedDiscussion> {
  const reasons = heldReasons(participants, after)
  const participantTurns = record.filter(({ moderator }) => !moderator)
  const input = {
    reasons: reasons.map(({ reason, quote }) => [reason, quote]),
    turns: participantTurns.map(({ text }) => text),
  }
  const measured = await deps.step('views', { ...input, embedder: deps.embedder.model }, async () => {
    const sentences = participantTurns.map(({ text }) => sentencesOf(text))
    const vectors = await deps.embedder.embed([...input.reasons.flat(), ...sentences.flat()])
    const reasonVectors = reasons.map((_, i) => [vectors[2 * i] ?? [], vectors[2 * i + 1] ?? []])
    const grouped = groupIntoViews(
      reasons.map(({ key, reason, strength }) => ({ reason_id: key, text: reason, strength })),
      reasonVectors.map(([short]) => short ?? []),
    )
    let offset = 2 * reasons.length
    const nearness = sentences.map((turnSentences) => {
      const own = vectors.slice(offset, offset + turnSentences.length)
      offset += turnSentences.length
      return reasonVectors.map((pair) => nearest(own, pair))
    })
    return { views: grouped.views, view_of: reasons.map(({ key }) => grouped.viewOf.get(key) ?? ''), nearness }
  })
  return {
    views: measured.views,
    reasons: reasons.map((reason, index) => ({
      reason_id: reason.key,
      view_id: measured.view_of[index] ?? '',
      persona_id: reason.persona_id,
      quote: reason.quote,
      strength: reason.strength / 5,
      held_before: reason.held_before,
      held_after: reason.held_after,
    })),
    turns: codeTurns(participantTurns, reasons, measured.view_of, measured.nearness),
    nearest: participantTurns.flatMap(({ turn, persona_id }, at) =>
      reasons.map(({ key }, index) => ({
        turn,
        speaker: persona_id ?? '',
        reason_id: key,
        nearness: measured.nearness[at]?.[index] ?? 0,
      })),
    ),
  }
}

type HeldReason = Reason & { key: string; persona_id: string; held_before: boolean; held_after: boolean }

/** Every reason on a ballot, before or after. Where no second ballot came back, nobody can say it was still held. */
function heldReasons(participants: readonly Participant[], after: readonly (AfterBallot | null)[]): HeldReason[] {
  return participants.flatMap(({ persona, reasons: ownReasons }, seat) => {
    const later = new Map((after[seat]?.reasons ?? []).map((reason) => [reason.reason_id, reason]))
    const before = new Set(ownReasons.map(({ reason_id }) => reason_id))
    const heldReason = (reason: Reason, held_before: boolean): HeldReason => ({
      ...reason,
      key: `${persona.persona_id}/${reason.reason_id}`,
      persona_id: persona.persona_id,
      held_before,
      held_after: later.has(reason.reason_id),
      strength: later.get(reason.reason_id)?.strength ?? reason.strength,
    })
    const fresh = [...later.values()].filter(({ reason_id }) => !before.has(reason_id))
    return [
      ...ownReasons.map((reason) => heldReason(reason, true)),
      ...fresh.map((reason) => heldReason(reason, false)),
    ]
  })
}

function codeTurns(
  participantTurns: readonly RecordedTurn[],
  reasons: readonly HeldReason[],
  viewOf: readonly string[],
  nearness: readonly (readonly number[])[],
): CodedTurn[] {
  const supported = new Map<number, Set<string>>()
  return participantTurns.map(({ turn, persona_id, spoken: speech }, at) => {
    const supports = new Set<string>()
    reasons.forEach((reason, index) => {
      const nearnessToReason = nearness[at]?.[index] ?? 0
      const claimed = reason.persona_id === persona_id && speech?.voices.includes(reason.reason_id)
      if (nearnessToReason >= SAYS_REASON || (claimed && nearnessToReason >= MIN_FOR_CLAIMED_REASON))
        supports.add(viewOf[index] ?? '')
    })
    const referredViews = supported.get(speech?.about_turn ?? 0) ?? new Set<string>()
    if (speech?.position === 'agrees') for (const view of referredViews) supports.add(view)
    supported.set(turn, supports)
    const answers = speech?.position === 'agrees' ? [] : [...referredViews].filter((view) => !supports.has(view))
    return { turn, speaker: persona_id ?? '', supports: [...supports].sort(), answers: answers.sort() }
  })
}

const round = (value: number): number => Number(value.toFixed(4))

function nearest(sentences: readonly Vector[], reason: readonly Vector[]): number {
  return round(
    Math.max(0, ...sentences.flatMap((sentence) => reason.map((reasonVector) => cosine(sentence, reasonVector)))),
  )
}

const sentencesOf = (text: string): string[] => {
  const sentences = text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? []
  if (sentences.filter((sentence) => sentence !== '').length > 0) return sentences.filter(Boolean)
  return [text]
}
