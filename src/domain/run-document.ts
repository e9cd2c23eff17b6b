import { z } from 'zod'
import { isRunKind, type ResultOf, RunKind } from './kinds.js'
import { isJudged, type NotJudgedResult } from './pressure-test.js'
import { type HiddenCharacters, RunError, RunId, RunModel, RunStatus, RunUsage, Trust } from './run.js'

/** A run as every surface reads it, and what `--json` prints. `result` has the schema of its kind. */
export const RunDocument = z.object({
  run_id: RunId,
  kind: RunKind,
  status: RunStatus,
  model: RunModel,
  seed: z.int().nullable(),
  result: z.unknown().nullable(),
  trust: Trust.nullable(),
  usage: RunUsage,
  error: RunError.nullable(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  duration_ms: z.int().nullable(),
  report_url: z.string().nullable(),
  /** Present where a completed run lacks something that `retry` buys by itself; `cost_usd` is an estimate, `null` where unknown. */
  retry: z.object({ buys: z.literal('analysis'), cost_usd: z.number().nullable() }).optional(),
})
type RunRecord = Omit<z.infer<typeof RunDocument>, 'kind' | 'result'>
/** Of several kinds a union, told apart by `kind`. */
export type RunDocument<K extends RunKind = RunKind> = {
  [P in K]: RunRecord & { kind: P; result: ResultOf<P> | null }
}[K]

/** A run with a result that says something. While its analysis is bought again its status is not `completed`. */
export type RunWithResult<K extends RunKind = RunKind> = {
  [P in K]: RunRecord & { kind: P; result: Exclude<ResultOf<P>, NotJudgedResult> }
}[K]

/** Whether there is a result, of a kind that this version knows, and something was judged. */
export const hasResult = (run: RunDocument): run is RunWithResult =>
  run.result !== null && isRunKind(run.kind) && !isNotJudged(run)

/** Characters that nobody sees and that were taken out of what was handed in, where there were any. */
export const hiddenIn = (run: RunDocument): HiddenCharacters | undefined =>
  run.trust?.hidden ?? (run.kind === 'evaluation' ? run.result?.hidden : undefined)

/** A pressure test or a focus group. */
export type PanelRun = RunWithResult<'pressure_test' | 'focus_group'>
export const isPanelRun = (run: RunDocument): run is PanelRun =>
  (run.kind === 'pressure_test' || run.kind === 'focus_group') && hasResult(run)

/** A pressure test of something that could not be judged: it ended before anybody was asked. */
export type NotJudgedRun = RunRecord & { kind: 'pressure_test'; result: NotJudgedResult }
export const isNotJudged = (run: RunDocument): run is NotJudgedRun =>
  run.kind === 'pressure_test' && run.result !== null && !isJudged(run.result)

/** What one surface does with the results of each kind. */
export type ByKind<Rest extends readonly unknown[], Out> = {
  readonly [K in RunKind]: (run: RunWithResult<K>, ...rest: Rest) => Out
}

/** Calls the entry of the run's own kind. */
export function forKind<K extends RunKind, Rest extends readonly unknown[], Out>(
  table: { readonly [P in K]: (run: RunWithResult<P>, ...rest: Rest) => Out },
  run: RunWithResult<K>,
  ...rest: Rest
): Out {
  return table[run.kind](run, ...rest)
}
