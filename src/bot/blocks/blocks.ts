import type {
  ActionsBlock,
  Button,
  ContainerBlock,
  ContextActionsBlock,
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  PlainTextElement,
  RichTextBlock,
  RichTextBlockElement,
  RichTextDate,
  RichTextText,
} from '@slack/types'
import { ACTIONS, type ActionId, type Section } from './action-ids.js'
import { type ActionPayload, writeActionPayload } from './action-payload.js'
import type { Block, Message } from './message.js'
import { cut, neutralizeMrkdwn } from './text.js'

/** Limit of a message's blocks in characters of JSON. Slack was seen to refuse from about 11,000. */
const MAX_CHARACTERS = 9_000
const MAX_BLOCKS = 50
const MAX_TEXT = 3_000

export type Inline = RichTextText | RichTextDate
type Child = ContainerBlock['child_blocks'][number]

/** `emoji: false`: a `:code:` in untrusted text stays as it was written. */
export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: cut(text, max),
  emoji: false,
})

export const words = (text: string): RichTextText => ({ type: 'text', text })
export const bold = (text: string): RichTextText => ({ type: 'text', text, style: { bold: true } })
export const italic = (text: string): RichTextText => ({ type: 'text', text, style: { italic: true } })
export const struck = (text: string): RichTextText => ({ type: 'text', text, style: { strike: true } })

/** A point in time, shown in the reader's own time zone. */
export function moment(iso: string): Inline {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return words('at a time that was not kept')
  const fallback = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { type: 'date', timestamp: Math.floor(at / 1000), format: '{date_short_pretty}, {time}', fallback }
}

const filled = (inlines: readonly (Inline | false | null)[]): Inline[] =>
  inlines.filter(
    (entry): entry is Inline => entry !== false && entry !== null && !(entry.type === 'text' && entry.text === ''),
  )

export const paragraph = (...inlines: readonly (Inline | false | null)[]): RichTextBlockElement => ({
  type: 'rich_text_section',
  elements: filled(inlines),
})
export const quote = (...inlines: readonly (Inline | false | null)[]): RichTextBlockElement => ({
  type: 'rich_text_quote',
  elements: filled(inlines),
})
export const list = (
  items: readonly (readonly (Inline | false | null)[])[],
  style: 'bullet' | 'ordered' = 'bullet',
): RichTextBlockElement => ({
  type: 'rich_text_list',
  style,
  elements: items.map((inlines) => ({ type: 'rich_text_section', elements: filled(inlines) })),
})
/** Lines in a fixed width, 30 columns at most for a phone. */
export const table = (lines: readonly string[]): RichTextBlockElement => ({
  type: 'rich_text_preformatted',
  elements: [{ type: 'text', text: lines.join('\n') }],
})

export const rich = (...elements: readonly (RichTextBlockElement | false | null)[]): RichTextBlock => ({
  type: 'rich_text',
  elements: elements.filter(
    (entry): entry is RichTextBlockElement => entry !== false && entry !== null && hasWords(entry),
  ),
})
const hasWords = (entry: RichTextBlockElement): boolean => entry.elements.length > 0

export const header = (text: string): HeaderBlock => ({ type: 'header', text: plain(text, 150) })

/** Small print; each entry at most 300 characters. */
export const context = (...entries: readonly (string | false | null)[]): ContextBlock => ({
  type: 'context',
  elements: entries.filter((entry): entry is string => Boolean(entry)).map((text) => plain(text, 300)),
})

type ButtonOptions = {
  readonly label: string
  readonly action: ActionId
  readonly payload: ActionPayload
  readonly style?: 'primary' | 'danger'
  readonly url?: string | null
  /** Confirmation dialog before the action: `[title, text, yes]`. */
  readonly confirm?: readonly [title: string, text: string, yes: string] | undefined
}

export const button = ({ label, action, payload, style, url, confirm }: ButtonOptions): Button => ({
  type: 'button',
  text: plain(label, 75),
  action_id: action,
  value: writeActionPayload(payload),
  style,
  url: linkable(url) ? url : undefined,
  confirm: confirm && {
    title: plain(confirm[0], 100),
    text: plain(confirm[1], 300),
    confirm: plain(confirm[2], 30),
    deny: plain('Not now', 30),
  },
})

export const actions = (...buttons: readonly (Button | false | null)[]): ActionsBlock => ({
  type: 'actions',
  elements: buttons.filter((entry): entry is Button => entry !== false && entry !== null),
})

/**
 * Whether an address can be a button's URL. Slack would refuse others, such as the relative ones of a server without a
 * public URL.
 */
export const linkable = (url: string | null | undefined): url is string =>
  typeof url === 'string' && url.length <= 3_000 && /^https?:\/\/[^\s<>|]+$/.test(url)

export const reportButton = (run: { run_id: string; report_url: string | null }, label = 'Full report') =>
  linkable(run.report_url) &&
  button({ label, action: ACTIONS.openReport, payload: { run: run.run_id }, url: run.report_url })

/** A collapsible container, closed unless `open`. Its children are blocks that a client without containers can show. */
export const container = (
  title: string,
  children: readonly Child[],
  { open = false, subtitle = '' }: { open?: boolean; subtitle?: string } = {},
): ContainerBlock => ({
  type: 'container',
  title: plain(title, 150),
  subtitle: subtitle === '' ? undefined : plain(subtitle, 150),
  child_blocks: children.slice(0, 10),
  is_collapsible: true,
  default_collapsed: !open,
})

/** Feedback buttons under a section: helpful or not. */
export const feedback = (run: string, section: Section): ContextActionsBlock => ({
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: ACTIONS.feedback,
      positive_button: {
        text: plain('Helpful', 75),
        accessibility_label: 'This part is helpful',
        value: writeActionPayload({ run, section, vote: 'up' }),
      },
      negative_button: {
        text: plain('Not helpful', 75),
        accessibility_label: 'This part is not helpful',
        value: writeActionPayload({ run, section, vote: 'down' }),
      },
    },
  ],
})

/** How much smaller than usual a message is: factors (0–1) for the length of its texts and the number of list items. */
export type MessageScale = { readonly words: number; readonly items: number }
/** Tried in this order until the message fits: lists get shorter before texts do. */
const SCALES: readonly MessageScale[] = [1, 0.75, 0.5, 0.3, 0.15, 0.05].flatMap((words) =>
  [1, 0.75, 0.5, 0.3].map((items) => ({ words, items })),
)
/** Characters a phone shows at once, before anything is opened. */
const PHONE = 1_300

/**
 * Makes blocks that fit a message's limits and, if possible, one screen: calls `make` at smaller scales until they do.
 */
function fitted<B extends Block>(make: (scale: MessageScale) => readonly (B | false | null)[], screen = PHONE): B[] {
  let smallest: B[] | null = null
  for (const scale of SCALES) {
    const blocks = make(scale).filter((entry): entry is B => entry !== false && entry !== null && !isEmpty(entry))
    if (blocks.length > MAX_BLOCKS || JSON.stringify(blocks).length > MAX_CHARACTERS) continue
    if (visibleLength(blocks) <= screen) return blocks
    smallest = blocks
  }
  if (smallest) return smallest
  throw new RangeError('these blocks cannot be made small enough for one message')
}

/** Slack refuses a block without elements. */
const isEmpty = (block: Block): boolean =>
  'elements' in block && Array.isArray(block.elements) && block.elements.length === 0

const TEXT_KEYS = new Set(['text', 'title', 'subtitle', 'label', 'fallback'])
/** Keys whose text is visible only after a click. */
const COLLAPSED_KEYS = new Set(['child_blocks', 'confirm'])
/** Characters of visible text: without the children of a container, and of a carousel only the first card. */
function visibleLength(value: unknown, key = ''): number {
  if (typeof value === 'string') return TEXT_KEYS.has(key) ? value.length : 0
  if (value === null || typeof value !== 'object') return 0
  const hidden = (value as { type?: unknown }).type
  if (hidden === 'carousel') return visibleLength((value as { elements: unknown[] }).elements[0])
  return Object.entries(value).reduce(
    (sum, [name, entry]) =>
      sum + (COLLAPSED_KEYS.has(name) ? 0 : visibleLength(entry, Array.isArray(value) ? key : name)),
    0,
  )
}

/** Makes the blocks at the given scale; false and null are left out. */
export type BlockBuilder<B> = (scale: MessageScale) => readonly (B | false | null)[]
type MessageContent = {
  /** Our own words; untrusted text in it has been through `neutralizeMrkdwn`. */
  readonly text: string
  readonly blocks: BlockBuilder<Block>
  readonly plain?: BlockBuilder<KnownBlock> | null
}

export const message = ({ text, blocks, plain = null }: MessageContent): Message => ({
  text: cut(text, MAX_TEXT),
  blocks: fitted(blocks),
  // Without containers nothing can be collapsed, so two screens are allowed.
  plain: plain && fitted(plain, 2 * PHONE),
})

/** The first items of a list, as many as the scale allows, and the number left out. */
export function takeScaled<T>(
  items: readonly T[],
  max: number,
  scale: MessageScale,
): { first: readonly T[]; rest: number } {
  const first = items.slice(0, Math.max(1, Math.round(max * scale.items)))
  return { first, rest: items.length - first.length }
}

/** The first items as a list, with the number of the others. */
export function shortList<T>(
  items: readonly T[],
  max: number,
  scale: MessageScale,
  write: (entry: T) => readonly Inline[],
) {
  const { first, rest } = takeScaled(items, max, scale)
  return [list(first.map(write)), rest > 0 ? paragraph(italic(`… and ${rest} more in the full report.`)) : null]
}

/** A display name; a person's name never becomes a mention. */
export const named = (name: string): string => neutralizeMrkdwn(name, 60)
