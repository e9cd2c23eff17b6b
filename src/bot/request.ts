import { z } from 'zod'

const Named = z.object({
  id: z.string(),
  name: z.string().optional(),
  username: z.string().optional(),
  team_id: z.string().optional(),
})
const text = z.string().optional().nullable()

/** What we read of Slack's many bodies; everything else is left. */
const Body = z.object({
  type: text,
  team_id: text,
  team: z.object({ id: z.string() }).nullish(),
  enterprise_id: text,
  enterprise: z.object({ id: z.string() }).nullish(),
  user_id: text,
  user_name: text,
  user: Named.nullish(),
  channel_id: text,
  channel: z.object({ id: z.string() }).nullish(),
  container: z
    .object({ channel_id: z.string().optional(), message_ts: z.string().optional(), thread_ts: z.string().optional() })
    .nullish(),
  message: z
    .object({ ts: z.string().optional(), thread_ts: z.string().optional(), text: z.string().optional() })
    .nullish(),
  view: z
    .object({
      id: z.string(),
      hash: z.string().optional(),
      type: z.string().optional(),
      private_metadata: z.string().optional(),
      state: z.object({ values: z.unknown() }).optional(),
    })
    .nullish(),
  response_url: text,
  trigger_id: text,
  action_ts: text,
  actions: z
    .array(z.object({ action_id: z.string(), action_ts: z.string().optional(), value: z.string().optional() }))
    .optional(),
  event_id: text,
  event: z
    .object({
      type: z.string(),
      user: z.string().optional(),
      channel: z.string().optional(),
      channel_type: z.string().optional(),
      text: z.string().optional(),
      ts: z.string().optional(),
      thread_ts: z.string().optional(),
      subtype: z.string().optional(),
      bot_id: z.string().optional(),
      tab: z.string().optional(),
    })
    .optional(),
})

/** A request as our listeners see it, whichever of Slack's forms it came in. */
export type SlackRequest = {
  readonly team: string | null
  readonly enterprise: string | null
  readonly user: string
  readonly user_name: string | null
  /** The team whose member the person is, where Slack says so. */
  readonly user_team: string | null
  readonly channel: string | null
  /** Of the message that was clicked or mentions us, and of its thread. */
  readonly ts: string | null
  readonly thread_ts: string | null
  readonly message_text: string
  readonly response_url: string | null
  readonly trigger_id: string | null
  readonly view: { readonly id: string; readonly ref: string; readonly values: unknown } | null
  readonly action: { readonly id: string; readonly value: string } | null
  /** The same for every arrival of one delivery, different for any two. */
  readonly delivery: string
}

/** Reads a body Slack has signed. */
export function readRequest(body: unknown): SlackRequest {
  const given = Body.parse(body)
  const { event, view, actions, container, message } = given
  const action = actions?.[0]
  const user = given.user?.id ?? given.user_id ?? event?.user ?? ''
  return {
    team: given.team?.id ?? given.team_id ?? given.user?.team_id ?? null,
    enterprise: given.enterprise?.id ?? given.enterprise_id ?? null,
    user,
    user_name: given.user_name ?? given.user?.name ?? given.user?.username ?? null,
    user_team: given.user?.team_id ?? null,
    channel: given.channel?.id ?? given.channel_id ?? container?.channel_id ?? event?.channel ?? null,
    ts: message?.ts ?? container?.message_ts ?? event?.ts ?? null,
    thread_ts: message?.thread_ts ?? container?.thread_ts ?? event?.thread_ts ?? null,
    message_text: message?.text ?? event?.text ?? '',
    response_url: given.response_url ?? null,
    trigger_id: given.trigger_id ?? null,
    view: view ? { id: view.id, ref: view.private_metadata ?? '', values: view.state?.values } : null,
    action: action ? { id: action.action_id, value: action.value ?? '' } : null,
    // A window is submitted once: what comes again with it is the same.
    delivery:
      given.type === 'view_submission'
        ? `view/${view?.id}`
        : (given.event_id ??
          given.trigger_id ??
          `${view?.id ?? user}/${view?.hash ?? action?.action_ts ?? given.action_ts ?? ''}`),
  }
}
