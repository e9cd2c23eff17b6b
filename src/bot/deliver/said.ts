import { z } from 'zod'

/** What a message of the outbox shows; it is rendered when it leaves, so that it never tells of yesterday. */
export const Said = z.discriminatedUnion('show', [
  /** A run, from its first second to its score card; in place. */
  z.object({ show: z.literal('run'), thread_ts: z.string().nullable() }),
  /** One message of its thread. */
  z.object({ show: z.literal('thread'), key: z.string() }),
  z.object({ show: z.literal('notice'), sentence: z.string(), thread_ts: z.string().nullable().default(null) }),
  z.object({ show: z.literal('share'), note: z.string().nullable().default(null) }),
  z.object({ show: z.literal('assigned'), view: z.string(), by: z.string(), note: z.string().nullable() }),
  z.object({ show: z.literal('digest'), to: z.string() }),
  z.object({ show: z.literal('file'), format: z.enum(['json', 'markdown', 'html']), thread_ts: z.string().nullable() }),
])
export type Said = z.infer<typeof Said>
