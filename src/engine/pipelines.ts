import type { ExistingKind } from '../domain/kinds.js'
import { pressureTestPipeline } from './panel/pressure-test.js'
import type { Pipeline } from './pipeline.js'

/** Every pipeline. A new kind of run is its documents in `domain/kinds.ts`, a folder here and a line below. */
export const PIPELINES: { readonly [K in ExistingKind]: Pipeline<K> } = {
  pressure_test: pressureTestPipeline,
}
