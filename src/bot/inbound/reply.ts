import type { webApi } from '@slack/bolt'
import type { Message } from '../blocks/message.js'
import { noticeModal } from '../forms/inputs.js'
import { respond } from './respond.js'
import type { SlackRequest } from './slack-request.js'

type Ack = (answer?: unknown) => Promise<void>

/** How one request is answered. Slack waits 3 s for the first answer; what comes later finds its own way. */
export type Answer = {
  /**
   * Confirms the request, once; for a submission `answer` can name what is wrong with it. False: it was confirmed before,
   * and nobody sees this answer.
   */
  ack(answer?: object): Promise<boolean>
  /** Says something only to the one who asked, where they asked. */
  say(message: Message): Promise<void>
  /** Puts something in the place of the message that was clicked. */
  replace(message: Message): Promise<void>
}

/** Work that takes longer is answered later; a window that closes takes what was typed with it, so it waits longest. */
const SOON_MS = { window: 2_300, other: 1_500 }

export function createAnswer(
  request: SlackRequest,
  deps: {
    ack: Ack
    isCommand: boolean
    isSubmission: boolean
    /** Whether Slack had its answer before this was worked on. */
    isConfirmed: boolean
    apiUrl: string | null
    soonMs?: number
    client: () => Promise<webApi.WebClient | null>
    /** Whether the one who asked may be written to outside the conversation. */
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
    const shown = { text: message.text.slice(0, 3_900), blocks: message.plain ?? message.blocks }
    if (deps.isCommand && (await ack({ response_type: 'ephemeral', ...shown }))) return
    if (deps.isSubmission && (await ack({ response_action: 'update', view: noticeModal(message.text) }))) return
    await ack()
    if (request.response_url !== null) {
      const body = { response_type: 'ephemeral', replace_original: false, ...shown }
      if (await respond(request.response_url, body, deps.apiUrl)) return
    }
    const client = await deps.client()
    if (client !== null) await aside(request, client, deps.isKnown(), shown)
  }

  return {
    ack,
    say,
    async replace(message) {
      await ack()
      const shown = { text: message.text.slice(0, 3_900), blocks: message.plain ?? message.blocks }
      if (
        request.response_url === null ||
        !(await respond(request.response_url, { replace_original: true, ...shown }, deps.apiUrl))
      )
        await say(message)
    },
    done: () => clearTimeout(late),
  }
}

/** Tells one person in a conversation, and where that is closed to us in their own. */
async function aside(
  request: SlackRequest,
  client: webApi.WebClient,
  isKnown: boolean,
  shown: { text: string; blocks: readonly unknown[] },
): Promise<void> {
  const { user } = request
  const message = { ...shown, unfurl_links: false, unfurl_media: false } as unknown as webApi.ChatPostMessageArguments
  const thread = request.thread_ts === null ? {} : { thread_ts: request.thread_ts }
  try {
    if (request.channel === null || request.channel.startsWith('D')) throw new Error('their own conversation')
    await client.chat.postEphemeral({
      ...message,
      ...thread,
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
