import { randomUUID } from 'node:crypto'
import type { types } from '@slack/bolt'
import { AppError, isAppError } from '../../errors.js'
import type { Log } from '../../log.js'
import { requireReach } from '../../service/slack/slack-origins.js'
import { readActionPayload, writeActionPayload } from '../blocks/action-payload.js'
import { errorMessage, problemSentence } from '../blocks/notice.js'
import type { Choice } from '../blocks/view-models.js'
import { GONE, troubleOf } from '../slack-client.js'
import type { Caller, Callers } from './caller.js'
import { type Answer, createAnswer } from './reply.js'
import type { RequestContext, SlackRequest } from './slack-request.js'

/** Dependencies of the listeners. */
export type ListenerDeps = {
  readonly callers: Callers
  readonly log: Log
  readonly apiUrl: string | null
  /** Milliseconds within which Slack gets an answer. */
  readonly answerMs?: number
  /** Archetypes that a panel can be made of. */
  readonly archetypes: readonly Choice[]
  /** Claims a key; false if this delivery was answered already. */
  readonly claimReply: (key: string) => Promise<boolean>
  /**
   * Deletes all data of a team or enterprise that removed the app at the given time, unless it has installed the app
   * again since.
   */
  readonly purge: (id: string, at: Date) => Promise<void>
}

export type SlackInvocation = {
  readonly deps: ListenerDeps
  readonly request: SlackRequest
  readonly caller: Caller
  readonly answer: Answer
}
type Listener = (invocation: SlackInvocation) => Promise<void>
type BoltArgs = { readonly ack?: unknown; readonly context: object }
type Kind = 'command' | 'action' | 'submission' | 'shortcut' | 'event'

/**
 * Makes a listener for Bolt: it looks up the caller, and any error becomes one sentence in the place of the request.
 */
export const withInvocation =
  (deps: ListenerDeps, kind: Kind, listener: Listener) =>
  async (args: BoltArgs): Promise<void> => {
    // A request that was acknowledged before it was worked on may be worked on again.
    const { request, waited = false } = args.context as RequestContext
    const comesAgain = kind === 'event' || waited
    let caller: Caller | null = null
    const answering = createAnswer(request, {
      ack: (args.ack as ((answer?: unknown) => Promise<void>) | undefined) ?? (async () => {}),
      isCommand: kind === 'command',
      isSubmission: kind === 'submission',
      isConfirmed: waited,
      apiUrl: deps.apiUrl,
      soonMs: deps.answerMs,
      client: async () => caller?.client ?? deps.callers.clientFor(request).catch(() => null),
      isKnown: () => caller !== null,
    })
    // Slack redelivers an event until it is confirmed, and a stored request may be repeated: their message is sent
    // once.
    const answer: Answer = {
      ...answering,
      say: async (message) => {
        if (comesAgain && !(await deps.claimReply(`said/${request.team}/${request.delivery}`))) return
        await answering.say(message)
      },
    }
    try {
      caller = await deps.callers.of(request)
      await listener({ deps, request: await withPrivacy(deps, caller, request), caller, answer })
      await answer.ack()
    } catch (error) {
      const known = inOurWords(error)
      const id = randomUUID().slice(0, 8)
      if (!isAppError(known)) {
        const detail = known instanceof Error ? known.stack : String(known)
        deps.log.error({ error_id: id, error: detail, kind }, 'Slack listener failed')
      }
      // After a passing failure the request is tried again; a message for each attempt would only be noise.
      if (isAppError(known, 'storage_unavailable') ? comesAgain : kind === 'event' && !isAppError(known)) throw known
      await answer.say(errorMessage(problemSentence(known, id)))
    } finally {
      answering.done()
    }
  }

/** A mention does not state whether its channel is open to everybody, so Slack is asked. */
async function withPrivacy(deps: ListenerDeps, caller: Caller, request: SlackRequest): Promise<SlackRequest> {
  if (request.privacy_known || request.channel === null) return request
  return { ...request, is_private: !(await deps.callers.isOpen(caller, request.channel)), privacy_known: true }
}

/** Refuses a run of a button, a modal or a command that the caller may not use here. Errors: `not_found`. */
export const requireRun = (
  { caller, request }: Pick<SlackInvocation, 'caller' | 'request'>,
  run_id: string,
  opened_in: string | null = null,
): Promise<void> => requireReach(caller.ctx, { run_id, user_id: caller.user, channel_id: request.channel ?? opened_in })

/** Opens a form for the caller. */
export async function openView({ caller, request }: SlackInvocation, view: types.ModalView): Promise<void> {
  await caller.client.views.open({ trigger_id: request.trigger_id ?? '', view: withPlace(view, request.channel) })
}

/** A modal about a run carries the conversation it was opened in: a submission does not state one. */
function withPlace(view: types.ModalView, channel: string | null): types.ModalView {
  const payload = readActionPayload(view.private_metadata)
  if (!payload?.run || payload.channel || channel === null) return view
  return { ...view, private_metadata: writeActionPayload({ ...payload, channel }) }
}

/** Replaces the modal that holds the pressed button; opens one where there is none. */
export async function showModal(invocation: SlackInvocation, view: types.ModalView): Promise<void> {
  const { caller, request } = invocation
  if (request.view === null || request.view.type !== 'modal') return openView(invocation, view)
  await caller.client.views.update({ view_id: request.view.id, view })
}

/** Turns an error of Slack's API, raised while a person waits, into an `AppError`. */
function inOurWords(error: unknown): unknown {
  if (isAppError(error)) return error
  const { code } = error as { code?: string }
  if (typeof code !== 'string' || !code.startsWith('slack_webapi')) return error
  const trouble = troubleOf(error)
  const refused = trouble.kind === 'refused' ? trouble.code : trouble.kind
  if (['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id'].includes(refused))
    return new AppError('conflict', { problem: 'The window could not be opened in time; click or type it once more.' })
  if (trouble.kind === 'limited')
    return new AppError('conflict', { problem: 'Slack asks for a pause; try again in a minute.' })
  if (refused === 'token_expired')
    return new AppError('conflict', { problem: 'The app is just renewing its access to Slack; try again in a minute.' })
  if (trouble.kind === 'refused' && GONE.has(trouble.code))
    return new AppError('conflict', {
      problem: `Slack does not take the app’s token any more (${trouble.code}); an admin has to install the app again.`,
    })
  if (trouble.kind === 'refused') return error
  return new AppError('conflict', { problem: 'Slack did not answer in time; try again in a moment.' })
}
