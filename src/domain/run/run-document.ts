import { z } from 'zod'
import { isJudged, type NotJudgedResult } from '../panel/pressure-test.js'
import { StimulusSource } from '../panel/stimulus.js'
import { isRunKind, type ResultOf, RunKind } from './kinds.js'
import {
  type HiddenCharacters,
  type OtherVersions,
  RunError,
  RunId,
  RunModel,
  RunStatus,
  RunUsage,
  Trust,
} from './run.js'

/** A run as every surface reads it and `--json` prints it. `result` has the schema of the run's kind. */
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
  /** What the proposition was read from, in its order; present where it was more than a typed text. */
  sources: z.array(StimulusSource).optional(),
  /** Present where a completed run lacks a part that `retry` can buy alone; `cost_usd` is an estimate, `null` where unknown. */
  retry: z.object({ buys: z.literal('analysis'), cost_usd: z.number().nullable() }).optional(),
})
type RunRecord = Omit<z.infer<typeof RunDocument>, 'kind' | 'result'>
/** For several kinds a union, discriminated by `kind`. */
export type RunDocument<K extends RunKind = RunKind> = {
  [P in K]: RunRecord & { kind: P; result: ResultOf<P> | null }
}[K]

/** A run with a judged result. While its analysis is bought again, its status is not `completed`. */
export type RunWithResult<K extends RunKind = RunKind> = {
  [P in K]: RunRecord & { kind: P; result: Exclude<ResultOf<P>, NotJudgedResult> }
}[K]

/** Whether the run has a judged result, of a kind this version knows. */
export const hasResult = (run: RunDocument): run is RunWithResult =>
  run.result !== null && isRunKind(run.kind) && !isNotJudged(run)

/** The note about hidden characters removed from the run's input; `undefined` where there were none. */
export const hiddenIn = (run: RunDocument): HiddenCharacters | undefined =>
  run.trust?.hidden ?? (run.kind === 'evaluation' ? run.result?.hidden : undefined)

/** The note about the versions of the program that had the run; `undefined` where it was one. */
export const versionsIn = (run: RunDocument): OtherVersions | undefined =>
  run.trust?.versions ?? (run.kind === 'evaluation' ? run.result?.versions : undefined)

/** A pressure test or a focus group. */
export type PanelRun = RunWithResult<'pressure_test' | 'focus_group'>
export const isPanelRun = (run: RunDocument): run is PanelRun =>
  (run.kind === 'pressure_test' || run.kind === 'focus_group') && hasResult(run)

/** A pressure test of something that could not be judged: it ended before the panel was asked. */
export type NotJudgedRun = RunRecord & { kind: 'pressure_test'; result: NotJudgedResult }
export const isNotJudged = (run: RunDocument): run is NotJudgedRun =>
  run.kind === 'pressure_test' && run.result !== null && !isJudged(run.result)

/** One function per kind of run, for the results on one surface. */
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
