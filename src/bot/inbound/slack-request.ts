import { z } from 'zod'

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

/** What we read of Slack's many bodies; everything else is left. */
const Body = z.object({
  type: text,
  team_id: text,
  team: z.object({ id: z.string(), enterprise_id: text }).nullish(),
  /** The installation an event is brought to; in a shared channel `team_id` may be another team. */
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
    .object({ ts: z.string().optional(), thread_ts: z.string().optional(), text: z.string().optional(), files })
    .nullish(),
  view: z
    .object({
      id: z.string(),
      hash: z.string().optional(),
      type: z.string().optional(),
      callback_id: text,
      /** Where the app is installed, for a window that was opened in a shared channel. */
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
      tab: z.string().optional(),
      user_team: team,
      source_team: team,
      team,
    })
    .optional(),
})

/** A request as our listeners see it, whichever of Slack's forms it came in. */
export type SlackRequest = {
  /** The team whose installation this is for. */
  readonly team: string | null
  /** Whether Slack named that team, or it is only the one the person comes from. */
  readonly team_is_named: boolean
  readonly enterprise: string | null
  readonly user: string
  readonly user_name: string | null
  /** The team whose member the person is, where Slack says so. */
  readonly user_team: string | null
  readonly channel: string | null
  /** Whether only its members may know of what is asked there; also where Slack does not say, until it was asked. */
  readonly is_private: boolean
  /** Whether Slack said so, or was not asked yet. */
  readonly privacy_known: boolean
  /** Of the message that was clicked or mentions us, and of its thread. */
  readonly ts: string | null
  readonly thread_ts: string | null
  readonly message_text: string
  /** Files of that message. */
  readonly message_files: readonly { readonly id: string; readonly name: string }[]
  readonly response_url: string | null
  readonly trigger_id: string | null
  /** `type`: a modal, or the Home tab. */
  readonly view: {
    readonly id: string
    readonly type: string
    /** `callback_id`: which form it is. */
    readonly form: string
    readonly ref: string
    readonly values: unknown
  } | null
  readonly action: { readonly id: string; readonly value: string } | null
  /** The same for every arrival of one delivery, different for any two. */
  readonly delivery: string
}

const PRIVATE_NAMES = ['privategroup', 'directmessage']
/** Whether everybody may read along; `null` where Slack does not say. Private conversations are named by what they are. */
function isOpen(channel: string | null, name: string | null, type: string | null): boolean | null {
  if (channel !== null && /^[DG]/.test(channel)) return false
  if (type !== null && type !== '') return type === 'channel'
  if (name === null || name === '') return null
  return !PRIVATE_NAMES.includes(name) && !name.startsWith('mpdm-')
}

/** Reads a body Slack has signed. */
export function readRequest(body: unknown): SlackRequest {
  const fields = Body.parse(body)
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
    message_text: message?.text ?? event?.text ?? '',
    message_files: (message?.files ?? event?.files ?? []).map(({ id, name }) => ({ id, name: name ?? 'a file' })),
    response_url: fields.response_url ?? null,
    trigger_id: fields.trigger_id ?? null,
    view: view
      ? {
          ...{ id: view.id, type: view.type ?? 'modal', form: view.callback_id ?? '' },
          ...{ ref: view.private_metadata ?? '', values: view.state?.values },
        }
      : null,
    action: action ? { id: action.action_id, value: action.value ?? '' } : null,
    // A window is submitted once: what comes again with it is the same.
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
    /** Teams an organisation took the app from. */
    team_ids: z.array(z.string()).optional(),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).optional(),
  }),
})

/**
 * Whose everything is to be forgotten: teams, or where there are none a whole enterprise. Nobody's where a person's own
 * token was revoked, which leaves the app installed. `at`: when Slack says it happened.
 */
export function readRemoval(body: unknown): { teams: string[]; enterprise: string | null; at: Date } {
  const { team_id, event, event_time, authorizations = [], ...fields } = Removal.parse(body)
  const [installed] = authorizations
  const enterprise = fields.enterprise_id ?? installed?.enterprise_id ?? event.enterprise_id ?? null
  // Slack tells seconds: it happened before the next one began.
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
