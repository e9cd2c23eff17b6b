import type { ViewMark } from '../../../domain/focus-group.js'

/** What a turn does to a view, by their numbers in the discussion; `unclear` where the turn comes near and nothing decides. */
export type Mark = {
  readonly view_id: string
  readonly turn: number
  readonly relation: ViewMark['relation'] | 'unclear'
}
