import type { PlantedView } from '../../../data/assay.js'
import type { EngineDeps } from '../../deps.js'
import { shuffle } from '../../personas/name-list.js'
import { createRandom } from '../../personas/random.js'
import { type PrivateReason, suppressedViews } from '../suppressed-views.js'
import { codeTurns } from './coding.js'

/** Fates of planted views in the scripted discussion: the lines spoken about a view, and whether it stays unheard. */
const FATES = {
  silent: { unheard: true, lines: ['near'] },
  voiced: { unheard: false, lines: ['said by its holder', 'said again'] },
  contradicted: { unheard: true, lines: ['denied'] },
  paraphrased: { unheard: false, lines: ['said again', 'said'] },
  asked: { unheard: true, lines: ['asked'] },
  /** No longer held on the second ballot, so it does not count as unheard. */
  withdrawn: { unheard: false, lines: ['near'] },
  /** The holder states the opposite aloud. */
  conforming: { unheard: true, lines: ['denied by its holder'] },
  never_touched: { unheard: true, lines: [] },
  debated: { unheard: false, lines: ['said by its holder', 'said again', 'denied'] },
  taken_up: { unheard: false, lines: ['said', 'said again'] },
} as const
type Fate = keyof typeof FATES
type Line = (typeof FATES)[Fate]['lines'][number]

const PEOPLE = 6

export type PlantedRoom = {
  readonly views: readonly (PlantedView & { readonly fate: Fate })[]
  readonly reasons: readonly PrivateReason[]
  readonly turns: readonly { readonly turn: number; readonly speaker: string; readonly text: string }[]
}

/** A scripted discussion of a text, with views of every fate; the seed decides each view's fate, and who speaks when. */
export function plantRoom(
  material: { readonly planted: readonly PlantedView[]; readonly small_talk: readonly string[] },
  claims: readonly string[],
  seed: string,
): PlantedRoom {
  const random = createRandom(`${seed}/planted`)
  const usable = material.planted.flatMap((view, index) => withClaim(view, claims, index) ?? [])
  const fates = Object.keys(FATES) as Fate[]
  const views = shuffle(usable, random)
    .slice(0, fates.length)
    .map((view, index) => ({ ...view, fate: fates[index] as Fate }))
  const holderOf = (view: number) => `p${1 + (view % PEOPLE)}`
  const reasons = views.map(({ view, fate }, index) => ({
    reason_id: `r${index + 1}`,
    view_id: `v${index + 1}`,
    persona_id: holderOf(index),
    quote: view,
    strength: 0.8,
    held_before: true,
    held_after: fate !== 'withdrawn',
  }))
  const lines = views.flatMap((view, index) => {
    const holder = holderOf(index)
    const other = holderOf(index + 1 + Math.floor(random() * (PEOPLE - 1)))
    return FATES[view.fate].lines.map((line) => ({
      text: wordsOf(view, line),
      speaker: line.endsWith('by its holder') ? holder : other,
    }))
  })
  const talk = material.small_talk.map((text, index) => ({ text, speaker: holderOf(index) }))
  return { views, reasons, turns: shuffle([...lines, ...talk], random).map((line, at) => ({ turn: at + 1, ...line })) }
}

function wordsOf({ said, denied, asked, near }: PlantedView, line: Line): string {
  switch (line) {
    case 'near':
      return near
    case 'asked':
      return asked
    case 'denied':
    case 'denied by its holder':
      return denied
    case 'said again':
      return said[1]
    case 'said':
    case 'said by its holder':
      return said[0]
  }
}

/** The view with a claim filled in; `null` where the view needs a claim and there is none. */
function withClaim(view: PlantedView, claims: readonly string[], index: number): PlantedView | null {
  const claim = claims[index % Math.max(1, claims.length)]
  if (claim === undefined && view.view.includes('{claim}')) return null
  const filled = (text: string) => text.replaceAll('{claim}', () => claim ?? '')
  return {
    view: filled(view.view),
    said: [filled(view.said[0]), filled(view.said[1])],
    denied: filled(view.denied),
    asked: filled(view.asked),
    near: filled(view.near),
  }
}

export type RoomReading = { readonly unheard: number; readonly found: number; readonly named: number }

/**
 * Codes the scripted discussion as the run codes its own; counts the unheard views, those found, and all views named.
 * `null` where the coder gave no usable answer: reading it by similarity would test another one.
 */
export async function readPlantedRoom(
  deps: EngineDeps,
  rules: string,
  key: string,
  room: PlantedRoom,
  stimulus: string,
): Promise<RoomReading | null> {
  const views = room.views.map(({ view }, index) => ({
    view_id: `v${index + 1}`,
    side: 'against' as const,
    text: view,
  }))
  const { reasons } = room
  const { by, unanswered, turns } = await codeTurns(deps, { key, rules, views, reasons, turns: room.turns, stimulus })
  if (unanswered) return null
  const named = suppressedViews(views, reasons, turns, by).suppressed_views.map(({ view }) => view)
  const unheard = room.views.filter(({ fate }) => FATES[fate].unheard).map(({ view }) => view)
  return {
    unheard: unheard.length,
    found: unheard.filter((view) => named.includes(view)).length,
    named: named.length,
  }
}
