import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../bot/blocks/message.js'
import { troubleOf } from '../bot/slack-client.js'
import type { Saying } from './attempt.js'
import { uploadFile } from './files.js'
import { pictureOf, rendered } from './render-message.js'

/** What Slack says of blocks it does not know, or a picture it cannot show. */
export const BAD_BLOCKS = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'blocks_too_long',
  'msg_too_long',
])

type Blocks = readonly unknown[]

/** Tries the newest blocks, then older ones with a picture, then plain ones, then the text alone. */
export async function inForms<T>(saying: Saying, what: Message, send: (blocks: Blocks) => Promise<T>): Promise<T> {
  const forms: (() => Promise<Blocks | null>)[] = [
    async () => what.blocks,
    async () => what.imaged ?? imaged(saying),
    async () => what.plain,
    async () => [],
  ]
  let refused: unknown = null
  for (const form of forms) {
    const blocks = await form()
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

/** Slack works on an upload before it can be shown. */
const READY_TRIES = 6
const READY_MS = 400

/** The message with its chart as a picture, which is uploaded for it; `null` where it has none or that did not work. */
async function imaged(saying: Saying): Promise<Blocks | null> {
  const { client, ctx, due, said } = saying
  try {
    const picture = said.show === 'thread' ? await pictureOf(ctx, due, said) : null
    if (said.show !== 'thread' || picture === null) return null
    const id = await uploadFile(client, { ...picture, content: picture.png })
    for (let tries = 0; tries < READY_TRIES; tries++) {
      if ((await client.files.info({ file: id })).file?.mimetype) break
      await sleep(READY_MS)
    }
    const payload = { ...said, picture: id }
    await ctx.store.outbox.keepPayload(due, payload)
    return (await rendered(ctx, due, payload))?.imaged ?? null
  } catch (error) {
    saying.deps.log.info({ message: due.id, error: String(error) }, 'a chart could not be uploaded as a picture')
    return null
  }
}

/** The part of a call that every message has. */
export const texts = ({ text }: Message) => ({ text: text.slice(0, 3_900), parse: 'none', mrkdwn: false }) as const
