import { z } from 'zod'

/** As what a run can be exported. */
export const EXPORTS = ['html', 'markdown', 'json', 'evidence'] as const

/** What a message of the outbox shows; it is rendered when it leaves, so that it never tells of yesterday. */
export const Said = z.discriminatedUnion('show', [
  /** A run, from its first second to its score card; in place. */
  z.object({
    show: z.literal('run'),
    thread_ts: z.string().nullable(),
    /** Link to it, once it stands there. */
    permalink: z.string().nullable().default(null),
  }),
  /** One message of its thread. */
  z.object({
    show: z.literal('thread'),
    key: z.string(),
    /** The thread of another message it stands in; `null`: that of its run's own. */
    thread_ts: z.string().nullable().default(null),
  }),
  z.object({ show: z.literal('notice'), sentence: z.string(), thread_ts: z.string().nullable().default(null) }),
  z.object({
    show: z.literal('share'),
    /** Who shares it; `null` where somebody shows it to themselves. */
    by: z.string().nullable().default(null),
    note: z.string().nullable().default(null),
  }),
  z.object({ show: z.literal('assigned'), views: z.array(z.string()), by: z.string(), note: z.string().nullable() }),
  z.object({ show: z.literal('digest'), to: z.string() }),
  z.object({ show: z.literal('file'), format: z.enum(EXPORTS), thread_ts: z.string().nullable() }),
])
export type Said = z.infer<typeof Said>
