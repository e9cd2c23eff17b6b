import { z } from 'zod'

/** Where in Slack a request was made and is answered. From a signed request, never from input. */
export const SlackOrigin = z.object({
  team_id: z.string(),
  channel_id: z.string(),
  /** The thread for the answer; `null`: the answer's own message starts a thread. */
  thread_ts: z.string().nullable().default(null),
  user_id: z.string(),
  /** Who may find it in lists: everybody, members of its private conversation, or only the requester, by direct message. */
  visibility: z.enum(['channel', 'private', 'only_me']).default('channel'),
  /** The `response_url` of the command or click. */
  response_url: z.string().nullable().default(null),
  /** The run that this request continues. */
  source_run_id: z.string().nullable().default(null),
})
export type SlackOrigin = z.infer<typeof SlackOrigin>
