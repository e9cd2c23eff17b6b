import type { MinorityReport } from '../../domain/panel/discussion.js'
import type { ViewMark } from '../../domain/panel/focus-group.js'
import type { PrivateReason as Reason } from '../../domain/panel/response.js'

/** A reason from a private ballot. Reasons with the same meaning share a `view_id`. */
export type PrivateReason = {
  readonly reason_id: string
  readonly view_id: string
  readonly persona_id: string
  /** Verbatim, from the holder's private words. */
  readonly quote: string
  /** How firmly the reason is held, 0–1. */
  readonly strength: number
  readonly held_before: boolean
  /** `null` where the second ballot is missing. */
  readonly held_after: boolean | null
}

/** What a participant's turn did to the views; the moderator's turns are not coded. */
export type CodedTurn = {
  readonly turn: number
  readonly speaker: string
  /** Views the turn states or agrees with. */
  readonly supports: readonly string[]
  /** Views whose opposite the turn states. */
  readonly contradicts: readonly string[]
  readonly asks: readonly string[]
  /** Views the turn comes near without being clear. */
  readonly unclear: readonly string[]
}

/** What a turn does to a view, by their numbers in the discussion; `unclear` where the turn comes near and nothing decides. */
export type Mark = {
  readonly view_id: string
  readonly turn: number
  readonly relation: ViewMark['relation'] | 'unclear'
}

export type View = { readonly view_id: string; readonly side: Reason['side']; readonly text: string }
type SuppressedView = MinorityReport['suppressed_views'][number]
type UnclearView = MinorityReport['unclear_views'][number]
type Fate =
  | Pick<SuppressedView, 'why_unheard' | 'heard_turns' | 'contradicted_turns' | 'asked_turns'>
  | { readonly why_unheard: 'unclear'; readonly turns: number[] }

/**
 * The views that were held privately and that the room did not hear: arithmetic over ballots and coded turns, no model.
 * A view is suppressed when somebody held it before and after the discussion and
 * - no turn supported it (`never_voiced`); a turn that states its opposite or asks about it does not make it heard; or
 * - one turn supported it and no later turn supported, contradicted or asked about it (`dropped`).
 * Only a model can tell that nobody took a view up: by similarity no view is `dropped`. Where an unclear turn would
 * decide, the view is unclear instead. Views never voiced come first, then dropped ones, the strongest first in each.
 */
export function suppressedViews(
  views: readonly View[],
  reasons: readonly PrivateReason[],
  turns: readonly CodedTurn[],
  by: 'model' | 'similarity',
): Pick<MinorityReport, 'suppressed_views' | 'unclear_views'> {
  const suppressed: SuppressedView[] = []
  const unclear: UnclearView[] = []
  for (const { view_id, side, text } of views) {
    const holders = steadyHolders(view_id, reasons)
    const fate = holders.length === 0 ? null : fateOf(view_id, turns, by)
    if (fate?.why_unheard === 'unclear') unclear.push({ view: text, side, turns: fate.turns, holders })
    else if (fate) suppressed.push({ view: text, side, ...fate, holders })
  }
  const heaviestFirst = (a: UnclearView | SuppressedView, b: UnclearView | SuppressedView) =>
    weight(b) - weight(a) || a.view.localeCompare(b.view, 'en')
  return {
    suppressed_views: suppressed.sort((a, b) => unheardRank(a) - unheardRank(b) || heaviestFirst(a, b)),
    unclear_views: unclear.sort(heaviestFirst),
  }
}

/** Why the room did not hear the view; `null` where it did. */
function fateOf(view_id: string, turns: readonly CodedTurn[], by: 'model' | 'similarity'): Fate | null {
  const turnsThat = (did: 'supports' | 'contradicts' | 'asks' | 'unclear', after = 0) =>
    turns.filter((coded) => coded[did].includes(view_id) && coded.turn > after).map(({ turn }) => turn)
  const [first, ...further] = turnsThat('supports')
  const found = { contradicted_turns: turnsThat('contradicts'), asked_turns: turnsThat('asks') }
  if (first === undefined) {
    const near = turnsThat('unclear')
    if (near.length > 0) return { why_unheard: 'unclear', turns: near }
    return { why_unheard: 'never_voiced', heard_turns: [], ...found }
  }
  if (further.length > 0 || turnsThat('contradicts', first).length > 0 || turnsThat('asks', first).length > 0)
    return null
  const near = turnsThat('unclear', first - 1)
  if (near.length > 0) return { why_unheard: 'unclear', turns: [...new Set([first, ...near])] }
  return by === 'similarity' ? null : { why_unheard: 'dropped', heard_turns: [first], ...found }
}

/** Holders before and after, each once, with the reason held most firmly. */
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

/** Rank of a view: the firmest holder counts fully, further holders with decreasing weight. */
const weight = ({ holders }: Pick<SuppressedView, 'holders'>): number =>
  holders.reduce((sum, { strength }, index) => sum + strength / (index + 1), 0)
