import { z } from 'zod'

type JobDefinition = { readonly queue: string; readonly payload: z.ZodType }

/** Trace parent of the job, where tracing is configured; a job without it is executed all the same. */
const traceparent = z.string().optional()

/** Jobs as data. A job carries ids only: the row in the database is the truth. */
export const JOBS = {
  run: { queue: 'runs', payload: z.object({ run_id: z.uuid(), epoch: z.int(), traceparent }) },
  /** A part of a large run; child of a flow. */
  part: { queue: 'parts', payload: z.object({ run_id: z.uuid(), part: z.int(), traceparent }) },
  /** The parent of that flow: runs after all of its parts. */
  gather: { queue: 'gathers', payload: z.object({ run_id: z.uuid() }) },
} as const satisfies Record<string, JobDefinition>

export type RunJob = z.infer<(typeof JOBS)['run']['payload']>
export type PartJob = z.infer<(typeof JOBS)['part']['payload']>

/**
 * Job id: one job per run and epoch, so that enqueueing the same state twice adds one job. BullMQ allows no colon in
 * ids.
 */
export const runJobId = ({ run_id, epoch }: RunJob): string => `run-${run_id}-${epoch}`
