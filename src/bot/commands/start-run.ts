import type { RunKind } from '../../domain/run/kinds.js'
import { dollars } from '../../domain/text/dollars.js'
import type { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import { AppError } from '../../errors.js'
import { quoteSentence } from '../../presentation/money.js'
import { type PreparedRun, prepareRun, type RequestOf } from '../../service/run/submit-run.js'
import { discardDraft, type StartOptions, startOrConfirm } from '../../service/slack/slack-drafts.js'
import { audienceOf, messageOf, originOf } from '../../service/slack/slack-origins.js'
import { confirmationMessage } from '../blocks/confirm.js'
import { noticeMessage } from '../blocks/notice.js'
import type { Confirmation } from '../blocks/view-models.js'
import { approversFor, writeTo } from '../inbound/caller.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { subjectOf } from '../read-run-message.js'

export type RunRequest<K extends RunKind> = Omit<StartOptions, 'delivery'> & {
  readonly kind: K
  readonly request: RequestOf[K]
  /** Why the run is confirmed first although its price does not require it. */
  readonly ask_first?: string | undefined
}

/** Starts a run and tells the requester what it costs and how long it takes; above the confirmation amount it asks first. */
export async function startRunAndNotify<K extends RunKind>(
  invocation: SlackInvocation,
  { kind, request, ask_first, ...options }: RunRequest<K>,
): Promise<void> {
  const prepared = await prepareRun(invocation.caller.ctx, kind, request, { asks: true, hasLeads: true })
  await startPrepared(invocation, { ...prepared, doubt: prepared.doubt ?? ask_first ?? null }, options)
}

/** Like `startRunAndNotify`, for a run that was prepared while its form was open. */
export async function startPrepared(
  invocation: SlackInvocation,
  prepared: PreparedRun,
  options: Omit<StartOptions, 'delivery'>,
): Promise<void> {
  const { caller, request, answer } = invocation
  const { kind, input, quote, read, doubt } = prepared
  const delivery = { source: 'slack', key: request.delivery }
  const waiting = await startOrConfirm(caller.ctx, prepared, { ...options, delivery })
  if (waiting === null) {
    const said = [
      'Started.',
      quoteSentence(quote),
      ...quote.notes,
      `The result comes ${placeOf(options.origin, request.channel)}.`,
    ]
    return answer.say(noticeMessage(said.join(' ')))
  }
  const { pending, confirm_above_usd: confirmAboveUsd, isCostly, aboveCeiling } = waiting
  const asked = {
    pending,
    kind,
    subject: subjectOf({ kind, input }),
    confirmAboveUsd,
    // Its first note tells of all sources at once.
    quote: { ...quote, notes: quote.notes.filter((note) => note !== read) },
    sources: read !== null && 'sources' in input ? (input.sources ?? []) : [],
  }
  if (!isCostly && aboveCeiling === null)
    return answer.say(confirmationMessage({ ...asked, why: doubt ?? (read === null ? '' : whyShown(kind)) }))
  const approvers = await approversFor(caller, aboveCeiling !== null)
  if (approvers === null) return answer.say(confirmationMessage(asked))
  try {
    await askLeads(invocation, aboveCeiling === null ? asked : { ...asked, why: aboveCeiling }, approvers)
  } catch (error) {
    await discardDraft(caller.ctx, { pending, user_id: caller.user })
    throw error
  }
}

const whyShown = (kind: RunKind): string =>
  kind === 'persona_generation'
    ? 'Asked so that you see what is taken out, and what may not be, before the research is kept and sent to a model.'
    : 'Asked so that you see what was read before it is tested.'

/**
 * Asks each lead in a direct message; the first decision counts. Errors: `unauthorized` where there is no lead, or none
 * can be reached.
 */
async function askLeads(
  { caller, request, answer }: SlackInvocation,
  asked: Confirmation,
  leads: readonly string[],
): Promise<void> {
  const of = request.user_name ?? 'Somebody'
  const question = confirmationMessage({ ...asked, approval: { of, waits: false } })
  const posted = await Promise.allSettled(leads.map((lead) => writeTo(caller, lead, question)))
  if (posted.every(({ status }) => status === 'rejected')) {
    const who = asked.why === undefined ? 'a lead or an admin starts it' : 'another person, who is a lead, starts it'
    const missing =
      leads.length > 0
        ? 'no lead could be written to; ask an admin'
        : 'nobody else is named a lead here; ask an admin to name leads in the app’s Home, then ask for it again'
    throw new AppError('unauthorized', { problem: `${reasonFor(asked)}, so ${who}, and ${missing}.` })
  }
  await answer.say(confirmationMessage({ ...asked, approval: { of, waits: true } }))
}

function reasonFor({ why, quote, confirmAboveUsd }: Confirmation): string {
  if (why !== undefined) return why
  return quote.cost_usd === null ? 'What this costs is not known' : `This costs more than ${dollars(confirmAboveUsd)}`
}

/**
 * Origin of a run requested here, which says where its messages go. Without a channel: the person's direct messages
 * with the app.
 */
export function originFromRequest(
  { caller, request }: Pick<SlackInvocation, 'caller' | 'request'>,
  more: Partial<SlackOrigin> & { channel?: string | null } = {},
): SlackOrigin {
  const { channel = request.channel, visibility = 'channel', thread_ts = null, ...rest } = more
  const here = visibility === 'channel' && request.is_private ? 'private' : visibility
  const shownTo = channel === null ? 'only_me' : here
  return {
    team_id: caller.tenant,
    channel_id: channel ?? caller.user,
    user_id: caller.user,
    response_url: request.response_url,
    source_run_id: null,
    ...rest,
    // A thread belongs to its own channel.
    thread_ts: shownTo === 'only_me' ? null : thread_ts,
    visibility: shownTo,
  }
}

type Asking = Pick<SlackInvocation, 'caller' | 'request'>
type Place = Pick<SlackOrigin, 'thread_ts' | 'visibility'> & { readonly channel: string | null }

/**
 * Conversation, thread and audience of a run that continues another one: the thread of that run, or a direct message
 * where the caller may not read it; never a wider audience than that run has. `opened_in`: the conversation of the
 * form.
 */
export async function placeOfFollowUp({ caller, request }: Asking, run_id: string, opened_in?: string): Promise<Place> {
  const [message, source] = await Promise.all([messageOf(caller.ctx, run_id), originOf(caller.ctx, run_id)])
  const here = request.channel ?? opened_in ?? null
  if (!message?.ts)
    return { channel: request.channel, thread_ts: null, visibility: await audienceOf(caller.ctx, [run_id], here) }
  const { target, ts } = message
  const isOpen = source?.visibility === 'channel' && source.channel_id === target
  if (!isOpen && source?.user_id !== caller.user && target !== here)
    return { channel: null, thread_ts: null, visibility: 'only_me' }
  return { channel: target, thread_ts: message.thread_ts ?? ts, visibility: isOpen ? 'channel' : 'private' }
}

/** Origin of a follow-up run, whose messages go where `placeOfFollowUp` says. */
export async function originOfFollowUp({ caller, request }: Asking, run_id: string, opened_in?: string) {
  const place = await placeOfFollowUp({ caller, request }, run_id, opened_in)
  // `request.is_private` describes the conversation of the button; for another one `place` already decides.
  const is_private = place.channel === request.channel && request.is_private
  return originFromRequest({ caller, request: { ...request, is_private } }, { ...place, source_run_id: run_id })
}

function placeOf({ visibility, thread_ts, channel_id }: SlackOrigin, here: string | null): string {
  if (visibility === 'only_me') return 'to you as a direct message'
  if (!thread_ts) return 'here'
  return here === null || here === channel_id ? 'in this thread' : 'in the thread of the run'
}
