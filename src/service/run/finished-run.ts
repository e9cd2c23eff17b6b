import { isJudged, type NotJudgedResult } from '../../domain/panel/pressure-test.js'
import { type InputOf, KINDS, type ResultOf, type RunKind } from '../../domain/run/kinds.js'
import { hasEnded, type RunStatus, type Trust } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun } from './get-run.js'

export type FinishedRun<K extends RunKind> = {
  readonly run: Run
  readonly input: InputOf<K>
  readonly result: Exclude<ResultOf<K>, NotJudgedResult>
  readonly trust: Trust | null
}

/**
 * A completed run of one of these kinds, for a verb that builds on it. Errors: `not_found`, `conflict` (not completed,
 * nothing was judged, or its documents are of an older version), `invalid_input` (another kind; `purpose` names the
 * use).
 */
export async function finishedRun<K extends RunKind>(
  ctx: Context,
  run_id: string,
  kinds: readonly K[],
  purpose: string,
): Promise<FinishedRun<K>> {
  const run = await findRun(ctx, run_id)
  const kind = kinds.find((candidate) => candidate === run.kind)
  if (kind === undefined) {
    const wanted = kinds.map(inWords).join(' or ')
    throw new AppError('invalid_input', {
      problem: `Run ${run_id} is a ${inWords(run.kind)}; ${purpose} takes a finished ${wanted}.`,
    })
  }
  if (run.status !== 'completed') {
    throw new AppError('conflict', {
      problem: `${NOT_COMPLETED[run.status]}; ${purpose} takes a finished one. ${whatToDo(run)}`,
      run: { kind: run.kind, status: run.status },
    })
  }
  const input = KINDS[kind].input.safeParse(run.input)
  const stored = await ctx.store.runQueries.result(run)
  const result = KINDS[kind].result.safeParse(stored?.document)
  if (!input.success || !result.success) {
    throw new AppError('conflict', {
      problem: `Run ${run_id} was made by another version of this program and lacks what ${purpose} needs; run the test again.`,
    })
  }
  if ('judged' in result.data && !isJudged(result.data)) {
    throw new AppError('conflict', {
      problem: `Run ${run_id} judged nothing, so there is nothing to go on from. ${result.data.not_judged.what_to_send}`,
    })
  }
  return {
    run,
    input: input.data as InputOf<K>,
    result: result.data as FinishedRun<K>['result'],
    trust: stored?.trust ?? null,
  }
}

const NOT_COMPLETED: Record<Exclude<RunStatus, 'completed'>, string> = {
  queued: 'The run is queued',
  running: 'The run is running',
  paused: 'The run is paused',
  failed: 'The run failed',
  cancelled: 'The run was cancelled',
}

/** What leads to a result of a run that has none. One that has ended does not go on by itself. */
function whatToDo({ run_id, status }: Pick<Run, 'run_id' | 'status'>): string {
  if (hasEnded({ status }))
    return `It does not go on by itself: start it anew, or reopen it with what it has: pressure-test runs retry ${run_id}`
  if (status === 'paused') return `Unless it goes on by itself, resume it: pressure-test runs resume ${run_id}`
  return `Wait for run ${run_id} to end.`
}

const inWords = (kind: string): string => kind.replaceAll('_', ' ')
