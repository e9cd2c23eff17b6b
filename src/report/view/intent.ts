import type { PanelIntent } from '../../domain/scores.js'
import { percent, range } from './wording.js'

/** The five points of the purchase-intent scale, lowest first. */
export const POINTS = ['definitely not', 'probably not', 'might or might not', 'probably', 'definitely'] as const

const METHODS: Record<PanelIntent['method'], string> = {
  ssr: 'Semantic similarity rating: what each said about buying, compared as text with worded anchors of the five points.',
  likert: 'Follow-up rating: a second, blinded call read only what each said about buying and rated it from 1 to 5.',
}

export type IntentView = ReturnType<typeof intentOf>

/** Purchase intent of the whole panel in figures and words; intervals are `null` where none were drawn. */
export function intentOf({ pmf, mean, top_two_box, sd, method, intervals }: PanelIntent) {
  return {
    pmf,
    mean,
    topTwo: top_two_box,
    topTwoInterval: intervals?.top_two_box ?? null,
    method: METHODS[method],
    figures: [
      {
        name: 'Mean',
        value: `${mean.toFixed(1)} of 5`,
        between: intervals && range(intervals.mean, (x) => x.toFixed(1)),
      },
      { name: 'Top-2 box', value: percent(top_two_box), between: intervals && range(intervals.top_two_box, percent) },
      { name: 'Spread (sd)', value: sd.toFixed(2), between: null },
    ],
  }
}

/** Mean of a distribution over the five points, 1–5. */
export const meanOf = (pmf: readonly number[]): number => pmf.reduce((sum, p, i) => sum + p * (i + 1), 0)
