import type { Analysis, PressureMapRow } from '../domain/panel/analysis.js'
import { type JudgedResult, measuredOf } from '../domain/panel/pressure-test.js'
import type { Belief } from '../domain/panel/response.js'
import { clean, displayText, truncate } from './clean.js'
import { type Gap, type Names, quotationsBy } from './findings.js'
import { optional, type Quotation } from './words.js'

export type Stance = Belief['stance'] | 'unknown'
export type MapRow = {
  readonly number: number
  readonly claim: string
  /** In the order of the people; empty for a panel too large to show person by person. */
  readonly cells: readonly { readonly who: string; readonly stance: Stance }[]
  readonly counts: Readonly<Record<Belief['stance'], number>>
  readonly doubters: readonly {
    readonly who: string
    readonly rejects: boolean
    readonly why: string
    readonly proof: string
  }[]
  readonly issue: string
  readonly attack: string
  readonly fix: string
  readonly said: readonly Quotation[]
}
export type MapView = ReturnType<typeof mapOf>

/** Larger panels are counted, not shown person by person. */
const MAX_CELLS = 24
/** With more columns than this, the cells stand in rows under their claim. */
const MAX_COLUMNS = 10

/** Claims by people: their beliefs, their doubts, and what would resolve them. */
export function mapOf(result: JudgedResult, names: Names) {
  const { analysis, responses } = result
  const people = responses.map(({ persona_id }) => ({
    id: persona_id,
    who: truncate(names.get(persona_id) ?? displayText(persona_id), 14),
  }))
  const each = people.length <= MAX_CELLS
  return {
    people: people.map(({ who }) => who),
    columns: people.length <= MAX_COLUMNS,
    each,
    rows: measuredOf(result).pressure_map.map((row, i): MapRow => {
      const gap = analysis?.credibility_gaps.find(({ claim_id }) => claim_id !== '' && claim_id === row.claim_id)
      return {
        number: i + 1,
        claim: displayText(row.claim),
        cells: each ? people.map(({ id, who }) => ({ who, stance: stanceOf(row, id) })) : [],
        counts: { believes: row.believes.length, doubts: row.doubts.length, rejects: row.rejects.length },
        doubters: row.doubts_because
          .map(({ persona_id, why, proof_wanted }) => ({
            who: names.get(persona_id) ?? displayText(persona_id),
            rejects: row.rejects.includes(persona_id),
            why: clean(why),
            proof: clean(proof_wanted),
          }))
          .sort((a, b) => Number(b.rejects) - Number(a.rejects)),
        issue: optional(gap?.issue ?? ''),
        attack: optional(row.attack ?? ''),
        fix: optional(row.fix ?? gap?.fix_suggestion ?? ''),
        said: quotationsBy(names)(gap?.evidence ?? []),
      }
    }),
  }
}

function stanceOf({ believes, doubts, rejects }: PressureMapRow, id: string): Stance {
  if (believes.includes(id)) return 'believes'
  if (doubts.includes(id)) return 'doubts'
  return rejects.includes(id) ? 'rejects' : 'unknown'
}

/** The least believed claim first. A claim that everybody believes and that has no finding is left out. */
export const contested = (rows: readonly MapRow[]): MapRow[] =>
  rows
    .filter((row) => weight(row) > 0 || [row.issue, row.attack, row.fix].some((text) => text !== ''))
    .sort((a, b) => weight(b) - weight(a) || a.number - b.number)

const weight = ({ counts }: MapRow): number => 2 * counts.rejects + counts.doubts

/** Gaps without a claim in the pressure map; the map itself shows the others. */
export function looseGaps(gaps: readonly Gap[], analysis: Analysis | null): Gap[] {
  const mapped = new Set(analysis?.pressure_map.map(({ claim_id }) => claim_id))
  return gaps.filter((_, i) => !mapped.has(analysis?.credibility_gaps[i]?.claim_id ?? ''))
}
