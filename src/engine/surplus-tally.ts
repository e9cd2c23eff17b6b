import type { Surplus } from '../domain/run/run.js'

/** Counts what was cut off or clipped in a run's answers; each answer counts once, however often it is recalled. */
export function createSurplusTally() {
  const noted = new Map<string, Surplus>()
  return {
    note(address: string, surplus: Surplus | undefined): void {
      if (surplus) noted.set(address, surplus)
    },
    total(): Surplus {
      const sum = (part: keyof Surplus) => [...noted.values()].reduce((all, surplus) => all + surplus[part], 0)
      return { cut: sum('cut'), clipped: sum('clipped') }
    },
  }
}
