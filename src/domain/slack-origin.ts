import { z } from 'zod'

/** Where in Slack something was asked for, and where it is to be answered. From a signed request, never from input. */
export const SlackOrigin = z.object({
  team_id: z.string(),
  channel_id: z.string(),
  /** The thread it is told in; `null`: its own message becomes a thread. */
  thread_ts: z.string().nullable().default(null),
  user_id: z.string(),
  /** Who may come across it in lists: everybody, members of its private conversation, or who asked, by direct message. */
  visibility: z.enum(['channel', 'private', 'only_me']).default('channel'),
  /** Of the command or click it came with. */
  response_url: z.string().nullable().default(null),
  /** The run it goes on from. */
  source_run_id: z.string().nullable().default(null),
})
export type SlackOrigin = z.infer<typeof SlackOrigin>
