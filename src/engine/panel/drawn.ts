import { PANELS } from '../../data/archetypes.js'
import { ASSAY_TEXTS } from '../../data/assay.js'
import type { PressureTestInput } from '../../domain/panel/pressure-test.js'
import type { Persona } from '../../domain/personas/persona.js'
import type { EngineDeps } from '../deps.js'
import { seatPanel } from '../personas/seat-panel.js'
import { MAX_ASSAY_PEOPLE, underOtherNames } from './assay/assay.js'
import { assayMode } from './assay/judge-assay.js'
import { seatRebuiltPanels } from './stability/rebuild.js'

/** The people and texts of a study that come from `data/`. */
export type Drawn = {
  readonly panel: readonly Persona[]
  /** The first people of the panel under other names and ages, for the full assay. */
  readonly renamed: readonly Persona[]
  /** The people of each rebuilt panel. */
  readonly rebuilt: readonly (readonly Persona[])[]
  readonly controls: { readonly absurd: string; readonly known_good: string; readonly weak: string }
}

/** Drawn once and stored with the run, so that a deploy in the middle changes nobody and no text. */
export const storedDraw = (deps: EngineDeps, input: PressureTestInput): Promise<Drawn> =>
  deps.step('drawn', null, () => {
    const { category } = input
    const { absurd, known_good } = PANELS.controls()[category]
    const panel = seatPanel({ ...input, count: input.personas, seed: deps.seed })
    const isFull = assayMode(input.assay, deps.model.mode) === 'full'
    return {
      panel,
      renamed: isFull ? underOtherNames(panel.slice(0, MAX_ASSAY_PEOPLE), deps.seed) : [],
      rebuilt: seatRebuiltPanels(input, deps.seed),
      controls: { absurd, known_good, weak: ASSAY_TEXTS().weak[category] },
    }
  })
