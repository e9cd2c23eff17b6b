import type { MinorityReport } from '../../domain/discussion.js'

/** A reason somebody gave on a private ballot. Reasons that say the same share a `view_id`. */
export type PrivateReason = {
  readonly reason_id: string
  readonly view_id: string
  readonly persona_id: string
  /** Verbatim, from the holder's private words. */
  readonly quote: string
  /** How firmly it is held, 0–1. */
  readonly strength: number
  readonly held_before: boolean
  readonly held_after: boolean
}

/** What a turn did with views; the moderator's turns are not among them. */
export type CodedTurn = {
  readonly turn: number
  readonly speaker: string
  /** Views it puts forward or agrees with. */
  readonly supports: readonly string[]
  /** Views it takes up without agreeing: disagrees with, asks about, answers. */
  readonly answers: readonly string[]
}

export type View = { readonly view_id: string; readonly text: string }
type SuppressedView = MinorityReport['suppressed_views'][number]

/** Fewer supporting turns than this, and a view was not heard. */
const MIN_SUPPORT = 1

/**
 * The views that were held privately and that the room did not hear: arithmetic over ballots and turns, no model. A view
 * is suppressed when somebody held it before and after the discussion and
 * - no turn supported it (`never_voiced`), or
 * - only one person ever supported it and nobody else took it up (`dropped`).
 * What nobody said comes first, then what was dropped, the strongest first in each; every view with all its steady
 * holders, their words, and the turns where it was heard.
 */
export function suppressedViews(
  views: readonly View[],
  reasons: readonly PrivateReason[],
  turns: readonly CodedTurn[],
): SuppressedView[] {
  return views
    .flatMap(({ view_id, text }): SuppressedView[] => {
      const holders = steadyHolders(view_id, reasons)
      const why_unheard = whyUnheard(view_id, turns)
      if (holders.length === 0 || why_unheard === null) return []
      const heard_turns = turns.filter(({ supports }) => supports.includes(view_id)).map(({ turn }) => turn)
      return [{ view: text, why_unheard, heard_turns, holders }]
    })
    .sort((a, b) => unheardRank(a) - unheardRank(b) || weight(b) - weight(a) || a.view.localeCompare(b.view, 'en'))
}

/** Null when the room heard the view. */
function whyUnheard(view_id: string, turns: readonly CodedTurn[]): SuppressedView['why_unheard'] | null {
  const supporting = turns.filter(({ supports }) => supports.includes(view_id))
  if (supporting.length < MIN_SUPPORT) return 'never_voiced'
  const [{ speaker, turn }] = supporting as [CodedTurn]
  const takenUp = turns.some(
    (later) =>
      later.speaker !== speaker &&
      (later.supports.includes(view_id) || (later.turn > turn && later.answers.includes(view_id))),
  )
  if (takenUp) return null
  return 'dropped'
}

/** Each person once, with the reason held most firmly. */
function steadyHolders(view_id: string, reasons: readonly PrivateReason[]): SuppressedView['holders'] {
  const firmestByPerson = new Map<string, PrivateReason>()
  for (const reason of reasons) {
    if (reason.view_id !== view_id || !reason.held_before || !reason.held_after) continue
    const known = firmestByPerson.get(reason.persona_id)
    if (!known || reason.strength > known.strength) firmestByPerson.set(reason.persona_id, reason)
  }
  return [...firmestByPerson.values()]
    .sort((a, b) => b.strength - a.strength || a.persona_id.localeCompare(b.persona_id, 'en'))
    .map(({ persona_id, strength, held_before, held_after, quote }) => ({
      persona_id,
      strength,
      held_before,
      held_after,
      quote,
    }))
}

const unheardRank = ({ why_unheard }: SuppressedView): number => (why_unheard === 'never_voiced' ? 0 : 1)

/** The firmest holder counts most; each further one adds a little. */
const weight = ({ holders }: SuppressedView): number =>
  holders.reduce((sum, { strength }, index) => sum + strength / (index + 1), 0)
