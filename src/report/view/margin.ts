import type { MinorityReport, Turn } from '../../domain/discussion.js'
import { shortened, worded } from '../clean.js'
import type { Names } from './findings.js'

/** What stands beside a turn: a view its speaker held and did not say, or one that was said there and then lost. */
export type Aside = {
  readonly label: string
  readonly view: string
  /** The speaker's private words; empty where they were shown before. */
  readonly quote: string
}

/**
 * Beside the first turn of each holder of a suppressed view stands what they did not say, in their private words; beside
 * their later turns a reminder. Where a view was heard and dropped, that turn says so.
 */
export function asidesOf(
  turns: readonly Turn[],
  suppressed_views: MinorityReport['suppressed_views'],
  names: Names,
): ReadonlyMap<number, readonly Aside[]> {
  const asides = new Map<number, Aside[]>()
  const add = (turn: number, aside: Aside) => asides.set(turn, [...(asides.get(turn) ?? []), aside])
  for (const { view, heard_turns, holders } of suppressed_views) {
    for (const turn of new Set(heard_turns))
      add(turn, { label: 'Said here, then dropped', view: worded(view), quote: '' })
    for (const { persona_id, quote } of holders) {
      const own = turns.filter(({ speaker, moderator }) => !moderator && speaks(speaker, persona_id, names))
      // Who did say it, in a turn that was lost, has that turn marked and nothing else.
      if (own.some(({ turn }) => heard_turns.includes(turn))) continue
      own.forEach(({ turn }, i) => {
        if (i === 0) add(turn, { label: 'Not said', view: worded(view), quote: worded(quote) })
        else add(turn, { label: 'Still not said', view: shortened(worded(view), 60), quote: '' })
      })
    }
  }
  return asides
}

const speaks = (speaker: string, id: string, names: Names): boolean =>
  speaker === id || shortened(worded(speaker), 40) === names.get(id)
