import type { webApi } from '@slack/bolt'
import type { Message } from '../blocks/message.js'
import { noticeModal } from '../forms/inputs.js'
import { respond } from '../slack-client.js'
import type { SlackRequest } from './slack-request.js'

type Ack = (answer?: unknown) => Promise<void>

/**
 * How one request is answered. Slack waits 3 s for the first answer; later ones go to the response URL or as a message.
 */
export type Answer = {
  /**
   * Confirms the request, once; for a submission, `answer` can name its mistakes. False: the request was confirmed
   * before, and nobody sees this answer.
   */
  ack(answer?: object): Promise<boolean>
  /** Shows a message only to the caller, in the place of the request. */
  say(message: Message): Promise<void>
  /** Replaces the message whose button was pressed. */
  replace(message: Message): Promise<void>
}

/**
 * Milliseconds after which the request is confirmed before its work is done. A modal that closes discards its values,
 * so it waits longest.
 */
const SOON_MS = { window: 2_300, other: 1_500 }

export function createAnswer(
  request: SlackRequest,
  deps: {
    ack: Ack
    isCommand: boolean
    isSubmission: boolean
    /** Whether the request was acknowledged to Slack before it was worked on. */
    isConfirmed: boolean
    apiUrl: string | null
    soonMs?: number
    client: () => Promise<webApi.WebClient | null>
    /** Whether the caller is known, and may get a direct message. */
    isKnown: () => boolean
  },
): Answer & { done(): void } {
  let acked = deps.isConfirmed
  const ack: Answer['ack'] = async (answer) => {
    if (acked) return false
    acked = true
    clearTimeout(late)
    await deps.ack(answer)
    return true
  }
  const late = setTimeout(() => void ack(), deps.soonMs ?? SOON_MS[deps.isSubmission ? 'window' : 'other'])

  const say: Answer['say'] = async (message) => {
    const shown = shownOf(message)
    if (deps.isCommand && (await ack({ response_type: 'ephemeral', ...shown }))) return
    if (deps.isSubmission && (await ack({ response_action: 'update', view: noticeModal(message.text) }))) return
    await ack()
    if (request.response_url !== null) {
      const body = { response_type: 'ephemeral', replace_original: false, ...shown }
      if (await respond(request.response_url, body, deps.apiUrl)) return
    }
    const client = await deps.client()
    if (client !== null) await sendEphemeral(request, client, deps.isKnown(), shown)
  }

  return {
    ack,
    say,
    async replace(message) {
      await ack()
      const body = { replace_original: true, ...shownOf(message) }
      if (request.response_url === null || !(await respond(request.response_url, body, deps.apiUrl))) await say(message)
    },
    done: () => clearTimeout(late),
  }
}

type Shown = Pick<Message, 'text' | 'blocks'>

const shownOf = ({ text, plain, blocks }: Message): Shown => ({ text: text.slice(0, 3_900), blocks: plain ?? blocks })

/**
 * Sends an ephemeral message to one person in the conversation, or a direct message where the app may not post there.
 */
async function sendEphemeral(
  request: SlackRequest,
  client: webApi.WebClient,
  isKnown: boolean,
  shown: Shown,
): Promise<void> {
  const { user } = request
  const message = { ...shown, unfurl_links: false, unfurl_media: false } as unknown as webApi.ChatPostMessageArguments
  try {
    if (request.channel === null || request.channel.startsWith('D')) throw new Error('their own conversation')
    await client.chat.postEphemeral({
      ...message,
      thread_ts: request.thread_ts ?? undefined,
      channel: request.channel,
      user,
    } as webApi.ChatPostEphemeralArguments)
  } catch {
    if (!isKnown) return
    await client.chat
      .postMessage({ ...message, channel: request.channel?.startsWith('D') ? request.channel : user })
      .catch(() => {})
  }
}
