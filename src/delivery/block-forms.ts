import type { Message } from '../bot/blocks/message.js'
import { troubleOf } from '../bot/slack-client.js'

/** What Slack says of blocks it does not know. */
export const BAD_BLOCKS = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'blocks_too_long',
  'msg_too_long',
])

type Blocks = readonly unknown[]

/** Tries the newest blocks, then plain ones, then the text alone. */
export async function inForms<T>(message: Message, send: (blocks: Blocks) => Promise<T>): Promise<T> {
  let refused: unknown = null
  for (const blocks of [message.blocks, message.plain, []]) {
    if (blocks === null) continue
    try {
      return await send(blocks)
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble.kind !== 'refused' || !BAD_BLOCKS.has(trouble.code)) throw error
      refused = error
    }
  }
  throw refused
}

/** The part of a call that every message has. */
export const texts = ({ text }: Message) => ({ text: text.slice(0, 3_900), parse: 'none', mrkdwn: false }) as const
