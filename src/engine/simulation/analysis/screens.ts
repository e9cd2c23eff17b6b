import type { Rows } from './rows.js'

export type ScreenUse = {
  readonly target: string
  /** People for whom it was open at some time, who tried it, and for whom it worked at least once. */
  readonly eligible: number
  readonly tried: number
  readonly succeeded: number
  readonly tries: number
  /** Share of the tries that worked; `null` without a try. */
  readonly success: number | null
  /** Tries that were the last action of a person who left. */
  readonly quits: number
}

/** The funnel through a product's screens, in the order given. */
export function screenFunnel({ uses }: Pick<Rows, 'uses'>, targets: readonly string[]): ScreenUse[] {
  return targets.map((target) => {
    const use = uses.get(target)
    return {
      target,
      eligible: use?.eligible ?? 0,
      tried: use?.tried ?? 0,
      succeeded: use?.succeeded ?? 0,
      tries: use?.tries ?? 0,
      success: use === undefined || use.tries === 0 ? null : use.successes / use.tries,
      quits: use?.quits ?? 0,
    }
  })
}

/** Minimum number of eligible people for which low use is meaningful. */
const MIN_ELIGIBLE = 20

/** Maximum number of screens in each list. */
const MAX_LISTED = 5

/**
 * The screens with the most tries, and of the others those used by the smallest share of eligible people; of a small product
 * one half and the other. Screens nobody could reach are listed apart.
 */
export function useByScreen(funnel: readonly ScreenUse[]): {
  readonly most: readonly ScreenUse[]
  readonly least: readonly ScreenUse[]
  readonly never_reached: readonly string[]
} {
  const share = ({ tried, eligible }: ScreenUse): number => tried / Math.max(1, eligible)
  const reached = funnel.filter(({ eligible }) => eligible > 0)
  const byTries = reached.toSorted((a, b) => b.tries - a.tries)
  const most = byTries.slice(0, Math.min(MAX_LISTED, Math.ceil(reached.length / 2)))
  return {
    most,
    least: reached
      .filter((screen) => screen.eligible >= MIN_ELIGIBLE && !most.includes(screen))
      .toSorted((a, b) => share(a) - share(b))
      .slice(0, MAX_LISTED),
    never_reached: funnel.filter(({ eligible }) => eligible === 0).map(({ target }) => target),
  }
}
