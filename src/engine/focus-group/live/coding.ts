import type { Reason } from '../../../domain/panel/focus-group.js'
import type { EngineDeps } from '../../deps.js'
import type { CodedTurn, Mark, PrivateReason, View } from '../suppressed-views.js'
import { groupIntoViews } from '../views.js'
import { codeBySimilarity, type HeldView, type Spoken, textsToEmbed } from './code-by-similarity.js'
import { codeByModel } from './code-views.js'
import type { AfterBallot } from './collect-ballots.js'
import type { Participant, RecordedTurn } from './room.js'

export type CodedDiscussion = {
  /** Similarity finds what was not said, but does not tell well enough who said or denied something to name people. */
  readonly by: 'model' | 'similarity'
  /** Whether a model was asked and gave no usable answer. */
  readonly unanswered: boolean
  readonly views: readonly View[]
  readonly reasons: readonly PrivateReason[]
  readonly turns: readonly CodedTurn[]
}

/**
 * Groups the private reasons into views and marks what each turn does to each view: coded blind by a model, else by
 * similarity. What speakers state about their own turns does not count.
 */
export async function codeDiscussion(
  deps: EngineDeps,
  rules: string,
  stimulus: string,
  participants: readonly Participant[],
  after: readonly (AfterBallot | null)[],
  record: readonly RecordedTurn[],
): Promise<CodedDiscussion> {
  const held = heldReasons(participants, after)
  const { views, view_of } = await groupedReasons(deps, held)
  const reasons = held.map(({ key, persona_id, quote, strength, held_before, held_after }, index) => ({
    reason_id: key,
    view_id: view_of[index] ?? '',
    persona_id,
    quote,
    strength: strength / 5,
    held_before,
    held_after,
  }))
  const turns = record.flatMap(({ turn, text, persona_id }) =>
    persona_id === null ? [] : [{ turn, text, speaker: persona_id }],
  )
  const wordings = new Map(held.map(({ key, reason }) => [key, reason]))
  const coded = await codeTurns(deps, { key: 'code_views', rules, views, reasons, wordings, turns, stimulus })
  return { ...coded, views, reasons }
}

type CodingTask = {
  readonly key: string
  readonly rules: string
  readonly views: readonly View[]
  readonly reasons: readonly PrivateReason[]
  /** Rewordings of reasons, by `reason_id`, which are coded beside the holders' quotes. */
  readonly wordings?: ReadonlyMap<string, string>
  readonly turns: readonly Spoken[]
  readonly stimulus: string
}

/** Marks what each turn does to each view by a model; by similarity where there is no model or it gives no answer. */
export async function codeTurns(
  deps: EngineDeps,
  { key, rules, views, reasons, wordings, turns, stimulus }: CodingTask,
): Promise<Pick<CodedDiscussion, 'by' | 'unanswered' | 'turns'>> {
  const heldViews = views.map(({ view_id }) => {
    const members = reasons.filter((reason) => reason.view_id === view_id)
    return {
      view_id,
      texts: members.flatMap(({ reason_id, quote }) => [wordings?.get(reason_id) ?? quote, quote]),
      holders: [...new Set(members.map(({ persona_id }) => persona_id))],
    }
  })
  const isAsked = views.length > 0 && deps.model.mode !== 'offline'
  const coded = isAsked ? await codeByModel(deps, rules, key, views, turns) : null
  const marks = coded ?? (await marksBySimilarity(deps, key, heldViews, turns, stimulus))
  return {
    by: coded ? 'model' : 'similarity',
    unanswered: isAsked && coded === null,
    turns: turns.map(({ turn, speaker }) => ({ turn, speaker, ...marksOn(turn, marks) })),
  }
}

function groupedReasons(deps: EngineDeps, held: readonly HeldReason[]): Promise<{ views: View[]; view_of: string[] }> {
  const input = held.map(({ key, side, reason, strength }) => [key, side, reason, strength])
  return deps.step('views', { reasons: input, embedder: deps.embedder.model }, async () => {
    const vectors = await deps.embedder.embed(held.map(({ reason }) => reason))
    const reasons = held.map(({ key, side, reason, strength }) => ({ reason_id: key, side, text: reason, strength }))
    const { views, viewOf } = groupIntoViews(reasons, vectors)
    return { views, view_of: held.map(({ key }) => viewOf.get(key) ?? '') }
  })
}

function marksBySimilarity(
  deps: EngineDeps,
  key: string,
  views: readonly HeldView[],
  turns: readonly Spoken[],
  stimulus: string,
): Promise<Mark[]> {
  return deps.step(
    key === 'code_views' ? 'marks' : `${key}:marks`,
    { views, turns, embedder: deps.embedder.model },
    async () => {
      const texts = textsToEmbed(views, turns)
      const vectors = await deps.embedder.embed(texts)
      const vectorOf = new Map(texts.map((text, index) => [text, vectors[index] ?? []]))
      return codeBySimilarity(views, turns, stimulus, (text) => vectorOf.get(text) ?? [])
    },
  )
}

function marksOn(turn: number, marks: readonly Mark[]): Omit<CodedTurn, 'turn' | 'speaker'> {
  const views = (wanted: Mark['relation']) =>
    marks.flatMap((mark) => (mark.turn === turn && mark.relation === wanted ? [mark.view_id] : [])).sort()
  return {
    supports: views('supports'),
    contradicts: views('contradicts'),
    asks: views('asks'),
    unclear: views('unclear'),
  }
}

type HeldReason = Reason & { key: string; persona_id: string; held_before: boolean; held_after: boolean | null }

/** Every reason on a ballot, before or after. Without a second ballot, whether a reason was still held is unknown. */
function heldReasons(participants: readonly Participant[], after: readonly (AfterBallot | null)[]): HeldReason[] {
  return participants.flatMap(({ persona, reasons: ownReasons }, seat) => {
    const ballot = after[seat] ?? null
    const later = new Map((ballot?.reasons ?? []).map((reason) => [reason.reason_id, reason]))
    const before = new Set(ownReasons.map(({ reason_id }) => reason_id))
    const heldReason = (reason: Reason, held_before: boolean): HeldReason => ({
      ...reason,
      key: `${persona.persona_id}/${reason.reason_id}`,
      persona_id: persona.persona_id,
      held_before,
      held_after: ballot && later.has(reason.reason_id),
      strength: later.get(reason.reason_id)?.strength ?? reason.strength,
    })
    const fresh = [...later.values()].filter(({ reason_id }) => !before.has(reason_id))
    return [
      ...ownReasons.map((reason) => heldReason(reason, true)),
      ...fresh.map((reason) => heldReason(reason, false)),
    ]
  })
}
