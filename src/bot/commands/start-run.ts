import type { RunKind } from '../../domain/kinds.js'
import type { Quote } from '../../domain/quote.js'
import type { SlackOrigin } from '../../domain/slack-origin.js'
import { messageOf } from '../../service/slack-origins.js'
import { type Started, startRun } from '../../service/start-run.js'
import { confirmationMessage } from '../blocks/confirm.js'
import { noticeMessage } from '../blocks/notice.js'
import type { Heard } from '../inbound/invocation.js'
import { subjectOf } from '../read-card.js'

export type Wanted = {
  readonly kind: RunKind
  readonly input: unknown
  readonly budget_usd?: number | undefined
  readonly origin: SlackOrigin
  readonly confirm_above_usd?: number
}

/** Starts a run, and says what it costs and how long it takes; above the confirmation amount it asks first. */
async function start({ caller, request, answer }: Heard, wanted: Wanted): Promise<Started> {
  const delivery = { source: 'slack', key: request.delivery }
  const started = await startRun(caller.ctx, { ...wanted, delivery })
  if (started.status === 'to_confirm') {
    const { pending, quote, confirm_above_usd } = started
    const subject = subjectOf({ kind: wanted.kind, input: wanted.input })
    await answer.say(
      confirmationMessage({ pending, kind: wanted.kind, subject, quote, confirmAboveUsd: confirm_above_usd }),
    )
  }
  return started
}

/** The same, with a word to the one who asked. */
export async function startAloud(heard: Heard, wanted: Wanted): Promise<void> {
  const started = await start(heard, wanted)
  if (started.status === 'started')
    await heard.answer.say(
      noticeMessage(`Started. ${quoteSentence(started.quote)} The result comes ${placeOf(wanted.origin)}.`),
    )
}

/** Where an answer belongs that was asked for here. Without a channel: the person's own conversation with the app. */
export function originHere(
  { caller, request }: Pick<Heard, 'caller' | 'request'>,
  more: Partial<SlackOrigin> & { channel?: string | null } = {},
): SlackOrigin {
  const { channel = request.channel, ...rest } = more
  const here = request.is_private ? 'private' : 'channel'
  return {
    team_id: caller.tenant,
    channel_id: channel ?? caller.user,
    thread_ts: null,
    user_id: caller.user,
    response_url: request.response_url,
    source_run_id: null,
    ...rest,
    visibility: channel === null ? 'only_me' : more.visibility === 'channel' ? here : (more.visibility ?? here),
  }
}

/** The conversation and thread a run is told in, so that what goes on from it stays there. */
export async function threadOf(
  { caller, request }: Pick<Heard, 'caller' | 'request'>,
  run_id: string,
): Promise<{ channel: string | null; thread_ts: string | null }> {
  const message = await messageOf(caller.ctx, run_id)
  if (message?.ts) return { channel: message.target, thread_ts: message.thread_ts ?? message.ts }
  return { channel: request.channel, thread_ts: null }
}

const placeOf = ({ visibility, thread_ts }: SlackOrigin): string =>
  visibility === 'only_me' ? 'to you as a direct message' : thread_ts ? 'in this thread' : 'here'

/** What a run is expected to cost and take, in a sentence. */
function quoteSentence({ model, cost_usd, seconds }: Quote): string {
  const time = seconds.high < 90 ? `about ${Math.max(1, seconds.high)} s` : `about ${Math.ceil(seconds.high / 60)} min`
  if (model.mode === 'offline') return `It costs nothing (offline behaviour model) and takes ${time}.`
  if (cost_usd === null) return `Its price is not known (${model.persona}); it takes ${time}.`
  return `It costs about $${cost_usd.middle.toFixed(2)} ($${cost_usd.low.toFixed(2)} to $${cost_usd.high.toFixed(2)}) and takes ${time}.`
}
