import { z } from 'zod'
import { MessageParts, messageText } from './message-text.js'

const Named = z.object({
  id: z.string(),
  name: z.string().optional(),
  username: z.string().optional(),
  team_id: z.string().optional(),
})
const text = z.string().optional().nullable()
const team = z.string().optional().catch(undefined)

const files = z
  .array(z.object({ id: z.string().max(50), name: z.string().nullish() }))
  .optional()
  .catch(undefined)

/** The fields that the app reads of Slack's bodies; all others are ignored. */
const Body = z.object({
  type: text,
  team_id: text,
  team: z.object({ id: z.string(), enterprise_id: text }).nullish(),
  /** Installation that an event is delivered to; in a shared channel `team_id` may be another team's. */
  authorizations: z
    .array(z.object({ team_id: text, enterprise_id: text }))
    .optional()
    .catch(undefined),
  context_team_id: text,
  context_enterprise_id: text,
  enterprise_id: text,
  enterprise: z.object({ id: z.string() }).nullish(),
  user_id: text,
  user_name: text,
  user: Named.nullish(),
  channel_id: text,
  channel_name: text,
  channel: z.object({ id: z.string(), name: z.string().optional() }).nullish(),
  container: z
    .object({ channel_id: z.string().optional(), message_ts: z.string().optional(), thread_ts: z.string().optional() })
    .nullish(),
  message: z
    .object({
      ts: z.string().optional(),
      thread_ts: z.string().optional(),
      text: z.string().optional(),
      files,
      ...MessageParts,
    })
    .nullish(),
  view: z
    .object({
      id: z.string(),
      hash: z.string().optional(),
      type: z.string().optional(),
      callback_id: text,
      /** Where the app is installed, for a modal that was opened in a shared channel. */
      app_installed_team_id: text,
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
      files,
      ...MessageParts,
      tab: z.string().optional(),
      user_team: team,
      source_team: team,
      team,
    })
    .optional(),
})

/** A request of Slack's, in one form for all listeners. */
export type SlackRequest = {
  /** Team whose installation the request is for. */
  readonly team: string | null
  /** Whether Slack named that team; false: it is only the person's own team. */
  readonly team_is_named: boolean
  readonly enterprise: string | null
  readonly user: string
  readonly user_name: string | null
  /** Team that the person is a member of, where Slack states it. */
  readonly user_team: string | null
  readonly channel: string | null
  /** Whether only the channel's members may see requests made in it; true while Slack has not been asked. */
  readonly is_private: boolean
  /** Whether `is_private` is known from Slack. */
  readonly privacy_known: boolean
  /** `ts` of the message that was clicked or that mentions the app; `thread_ts` of its thread. */
  readonly ts: string | null
  readonly thread_ts: string | null
  readonly message_text: string
  /** Files of that message. */
  readonly message_files: readonly { readonly id: string; readonly name: string }[]
  readonly response_url: string | null
  readonly trigger_id: string | null
  /** `type`: `modal`, or `home` for the Home tab. */
  readonly view: {
    readonly id: string
    readonly type: string
    /** `callback_id` of the form. */
    readonly form: string
    readonly payload: string
    readonly values: unknown
  } | null
  readonly action: { readonly id: string; readonly value: string } | null
  /** Key of the delivery: equal for each of its arrivals, different for any two deliveries. */
  readonly delivery: string
}

const PRIVATE_NAMES = ['privategroup', 'directmessage']
/**
 * Whether everybody can read the conversation; `null` where Slack does not state it. The name of a private conversation
 * tells its type.
 */
function isOpen(channel: string | null, name: string | null, type: string | null): boolean | null {
  if (channel !== null && /^[DG]/.test(channel)) return false
  if (type !== null && type !== '') return type === 'channel'
  if (name === null || name === '') return null
  return !PRIVATE_NAMES.includes(name) && !name.startsWith('mpdm-')
}

/** What goes with a body through Bolt to its listener; `waited`: it was acknowledged before it was worked on. */
export type RequestContext = { readonly request: SlackRequest; readonly waited?: true }

/** Parses a body that Slack has signed; `problem`: the first field that is not what Slack documents. */
export function readRequest(body: unknown): SlackRequest | { readonly problem: string } {
  const { success, data, error } = Body.safeParse(body)
  if (!success) {
    const [issue] = error.issues
    return { problem: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  return data.type === 'event_callback' && !data.event ? { problem: 'event: missing' } : requestOf(data)
}

function requestOf(fields: z.output<typeof Body>): SlackRequest {
  const { event, view, actions, container, message } = fields
  const [installed] = fields.authorizations ?? []
  const named =
    (event
      ? (installed?.team_id ?? fields.context_team_id ?? fields.team_id)
      : (view?.app_installed_team_id ?? fields.team?.id ?? fields.team_id)) ?? null
  const action = actions?.[0]
  const user = fields.user?.id ?? fields.user_id ?? event?.user ?? ''
  const channel = fields.channel?.id ?? fields.channel_id ?? container?.channel_id ?? event?.channel ?? null
  const open = isOpen(channel, fields.channel?.name ?? fields.channel_name ?? null, event?.channel_type ?? null)
  return {
    team: named ?? fields.user?.team_id ?? null,
    team_is_named: named !== null,
    enterprise:
      installed?.enterprise_id ??
      fields.context_enterprise_id ??
      fields.enterprise?.id ??
      fields.enterprise_id ??
      fields.team?.enterprise_id ??
      null,
    user,
    user_name: fields.user_name ?? fields.user?.name ?? fields.user?.username ?? null,
    user_team: fields.user?.team_id ?? event?.user_team ?? event?.source_team ?? event?.team ?? null,
    channel,
    is_private: open !== true,
    privacy_known: open !== null || channel === null,
    ts: message?.ts ?? container?.message_ts ?? event?.ts ?? null,
    thread_ts: message?.thread_ts ?? container?.thread_ts ?? event?.thread_ts ?? null,
    message_text: messageText(message ?? event ?? {}),
    message_files: (message?.files ?? event?.files ?? []).map(({ id, name }) => ({ id, name: name ?? 'a file' })),
    response_url: fields.response_url ?? null,
    trigger_id: fields.trigger_id ?? null,
    view: view
      ? {
          id: view.id,
          type: view.type ?? 'modal',
          form: view.callback_id ?? '',
          payload: view.private_metadata ?? '',
          values: view.state?.values,
        }
      : null,
    action: action ? { id: action.action_id, value: action.value ?? '' } : null,
    // Idempotency key: a modal is submitted once, and a redelivery has the same view id.
    delivery:
      fields.type === 'view_submission'
        ? `view/${view?.id}`
        : (fields.event_id ??
          fields.trigger_id ??
          `${view?.id ?? user}/${view?.hash ?? action?.action_ts ?? fields.action_ts ?? ''}`),
  }
}

const Removal = z.object({
  team_id: text,
  enterprise_id: text,
  is_enterprise_install: z.boolean().optional(),
  authorizations: z.array(z.object({ enterprise_id: text, is_enterprise_install: z.boolean().optional() })).optional(),
  event_time: z.number().optional(),
  event: z.object({
    type: z.string(),
    enterprise_id: text,
    /** Teams that an organisation removed from the app. */
    team_ids: z.array(z.string()).optional(),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).optional(),
  }),
})

/**
 * The teams whose data is to be deleted, or, where there are none, the enterprise. Neither where only a person's own
 * token was revoked, since the app stays installed. `at`: the time of the removal, according to Slack.
 */
export function readRemoval(body: unknown): { teams: string[]; enterprise: string | null; at: Date } {
  const { team_id, event, event_time, authorizations = [], ...fields } = Removal.parse(body)
  const [installed] = authorizations
  const enterprise = fields.enterprise_id ?? installed?.enterprise_id ?? event.enterprise_id ?? null
  // Slack gives whole seconds: the removal happened before the next second.
  const at = new Date(((event_time ?? Date.now() / 1_000) + 1) * 1_000)
  if (event.type === 'tokens_revoked' && (event.tokens?.bot ?? []).length === 0)
    return { teams: [], enterprise: null, at }
  if (event.type === 'team_access_revoked')
    return {
      teams: enterprise ? (event.team_ids ?? []).map((team) => `${enterprise}:${team}`) : [],
      enterprise: null,
      at,
    }
  const isWhole = fields.is_enterprise_install ?? installed?.is_enterprise_install ?? false
  return { teams: isWhole || !team_id ? [] : [team_id], enterprise, at }
}
