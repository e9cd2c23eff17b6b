import { z } from 'zod'
import { escaped } from '../blocks/text.js'

/** A block of a message, or an element in one; what its types have is described at `elementText`. */
type Element = {
  readonly type?: unknown
  readonly text?: unknown
  readonly elements?: unknown
  readonly fields?: unknown
  readonly url?: unknown
  readonly name?: unknown
  readonly user_id?: unknown
  readonly channel_id?: unknown
  readonly style?: { readonly strike?: unknown }
  readonly message?: { readonly blocks?: unknown }
}

const text = z.string().nullish().catch(undefined)
const blocks = z.array(z.unknown()).nullish().catch(undefined)

/** What a message may have in place of its text: blocks, and messages that were forwarded with it. */
export const MessageParts = {
  blocks,
  attachments: z
    .array(z.object({ pretext: text, title: text, text, fallback: text, message_blocks: blocks, blocks }))
    .nullish()
    .catch(undefined),
}
type Message = { readonly text?: string | undefined } & {
  readonly [K in keyof typeof MessageParts]?: z.output<(typeof MessageParts)[K]>
}

/** The text of a message in Slack's markup; of one without a text that of its blocks, or of the messages forwarded with it. */
export function messageText({ text = '', blocks, attachments }: Message): string {
  if (text.trim() !== '') return text
  const own = blocksText(blocks)
  if (own !== '') return own
  return (attachments ?? []).map(attachmentText).filter(Boolean).join('\n\n')
}

type Attachment = NonNullable<Message['attachments']>[number]

function attachmentText({ pretext, title, text, fallback, message_blocks, blocks }: Attachment): string {
  const said = [pretext, title, text].filter((line) => line && line.trim() !== '').join('\n')
  return said || blocksText(blocks) || blocksText(message_blocks) || fallback?.trim() || ''
}

const blocksText = (blocks: readonly unknown[] | null | undefined): string => linesOf(blocks).join('\n').trim()

const linesOf = (blocks: unknown, depth = 0): string[] =>
  asList(blocks)
    .map((block) => elementText(block, depth))
    .filter((line) => line.trim() !== '')

/** Deeper than any message is nested. */
const MAX_DEPTH = 8
const asList = (value: unknown): Element[] =>
  (Array.isArray(value) ? value : []).filter((entry) => typeof entry === 'object' && entry !== null)

/** Struck text with Slack's marks, which stand at words. */
const struckIf = (isStruck: boolean, text: string): string => (isStruck ? text.replace(/\S(?:.*\S)?/g, '~$&~') : text)

/** The text of a block or an element. Plain texts are escaped, as Slack escapes the text of a message. */
function elementText(element: Element, depth: number): string {
  const { type, text, elements, fields, url, name, user_id, channel_id, style, message } = element
  if (depth > MAX_DEPTH) return ''
  switch (type) {
    case 'mrkdwn':
      return String(text ?? '')
    case 'plain_text':
      return escaped(String(text ?? ''))
    case 'text':
      return struckIf(style?.strike === true, escaped(String(text ?? '')))
    case 'link':
      return typeof text === 'string' ? `<${url}|${escaped(text)}>` : `<${url}>`
    case 'emoji':
      return `:${name}:`
    case 'user':
      return `<@${user_id}>`
    case 'channel':
      return `<#${channel_id}>`
    case 'rich_text_section':
    case 'rich_text_preformatted':
    case 'rich_text_quote':
      return asList(elements)
        .map((part) => elementText(part, depth + 1))
        .join('')
    default:
      // Sections, headers and contexts, lists of rich text, and forwarded messages, which hold blocks of their own.
      return [[text], fields, elements, message?.blocks].flatMap((parts) => linesOf(parts, depth + 1)).join('\n')
  }
}
