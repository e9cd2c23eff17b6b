import { z } from 'zod'

type JobDefinition = { readonly queue: string; readonly payload: z.ZodType }

/** The span that the work belongs to, where spans are sent; work without one is done all the same. */
const traceparent = z.string().optional()

/** Jobs as data. A job carries ids only: the row in the database is the truth. */
export const JOBS = {
  run: { queue: 'runs', payload: z.object({ run_id: z.uuid(), epoch: z.int(), traceparent }) },
  /** One part of a large run; child of a flow. */
  part: { queue: 'parts', payload: z.object({ run_id: z.uuid(), part: z.int(), traceparent }) },
  /** The parent of that flow: all of its parts have been worked on. */
  gather: { queue: 'gathers', payload: z.object({ run_id: z.uuid() }) },
} as const satisfies Record<string, JobDefinition>

export type RunJob = z.infer<(typeof JOBS)['run']['payload']>
export type PartJob = z.infer<(typeof JOBS)['part']['payload']>

/** One job per run and epoch: enqueued twice for the same state it is one job. BullMQ allows no colon in ids. */
export const runJobId = ({ run_id, epoch }: RunJob): string => `run-${run_id}-${epoch}`
