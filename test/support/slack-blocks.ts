import { z } from 'zod'

/**
 * Every block the app uses, as Slack's types and documentation have them, with the limits: what passes here Slack would
 * take. Strict: a field nobody documented is a mistake of ours.
 */
const text = (most: number) => z.string().min(1).max(most)

const plainText = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(most), emoji: z.boolean().optional() })
const mrkdwn = (most: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(most), verbatim: z.literal(true) })
const textObject = (most: number) => z.union([plainText(most), mrkdwn(most)])

const blockId = { block_id: text(255).optional() }
const actionId = { action_id: text(255) }
const url = z
  .string()
  .max(3_000)
  .regex(/^https?:\/\/[^\s<>|]+$/)

const confirm = z.strictObject({
  title: plainText(100),
  text: plainText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: z.enum(['primary', 'danger']).optional(),
})
const button = z.strictObject({
  type: z.literal('button'),
  ...actionId,
  text: plainText(75),
  value: text(2_000).optional(),
  url: url.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm: confirm.optional(),
  accessibility_label: text(75).optional(),
})

const option = z.strictObject({ text: plainText(75), value: text(150), description: plainText(75).optional() })
const options = (most: number) => z.array(option).min(1).max(most)
const placeholder = { placeholder: plainText(150).optional() }
const focus = { focus_on_load: z.boolean().optional() }
const staticSelect = z.strictObject({
  type: z.literal('static_select'),
  ...actionId,
  ...placeholder,
  ...focus,
  options: options(100),
  initial_option: option.optional(),
})
const multiStaticSelect = z.strictObject({
  type: z.literal('multi_static_select'),
  ...actionId,
  ...placeholder,
  ...focus,
  options: options(100),
  initial_options: options(100).optional(),
  max_selected_items: z.int().min(1).optional(),
})
const radioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  ...actionId,
  options: options(10),
  initial_option: option.optional(),
})
const checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  ...actionId,
  options: options(10),
  initial_options: options(10).optional(),
})
const overflow = z.strictObject({ type: z.literal('overflow'), ...actionId, options: options(5) })
const plainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...actionId,
  ...placeholder,
  ...focus,
  initial_value: z.string().max(3_000).optional(),
  multiline: z.boolean().optional(),
  min_length: z.int().min(0).max(3_000).optional(),
  max_length: z.int().min(1).max(3_000).optional(),
})
const numberInput = z.strictObject({
  type: z.literal('number_input'),
  ...actionId,
  ...placeholder,
  is_decimal_allowed: z.boolean(),
  initial_value: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
})
const usersSelect = z.strictObject({
  type: z.literal('users_select'),
  ...actionId,
  ...placeholder,
  initial_user: text(50).optional(),
})
const datePicker = z.strictObject({
  type: z.literal('datepicker'),
  ...actionId,
  ...placeholder,
  initial_date: z.iso.date().optional(),
})
const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  ...actionId,
  ...placeholder,
  initial_users: z.array(text(50)).optional(),
  max_selected_items: z.int().min(1).optional(),
})
const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...actionId,
  ...placeholder,
  default_to_current_conversation: z.boolean().optional(),
  filter: z
    .strictObject({
      include: z.array(z.enum(['im', 'mpim', 'private', 'public'])).optional(),
      exclude_bot_users: z.boolean().optional(),
      exclude_external_shared_channels: z.boolean().optional(),
    })
    .optional(),
})
const fileInput = z.strictObject({
  type: z.literal('file_input'),
  ...actionId,
  filetypes: z.array(text(20)).optional(),
  max_files: z.int().min(1).max(10).optional(),
})

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional()
const richText = z.strictObject({ type: z.literal('text'), text: text(3_000), style })
/** Neither `user`, `broadcast`, `usergroup` nor `channel`: nobody is ever pinged. */
const richInline = z.discriminatedUnion('type', [
  richText,
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int().min(0),
    format: z.string().regex(/\{date|\{time|\{ago/),
    fallback: text(200),
    style,
  }),
])
const richSection = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(richInline).min(1) })
const richElement = z.discriminatedUnion('type', [
  richSection,
  z.strictObject({
    type: z.literal('rich_text_list'),
    style: z.enum(['bullet', 'ordered']),
    elements: z.array(richSection).min(1),
    indent: z.int().min(0).max(8).optional(),
  }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(richInline).min(1) }),
  z.strictObject({ type: z.literal('rich_text_preformatted'), elements: z.array(richText).min(1) }),
])

const RichText = z.strictObject({ type: z.literal('rich_text'), ...blockId, elements: z.array(richElement).min(1) })
const Header = z.strictObject({ type: z.literal('header'), ...blockId, text: plainText(150) })
const Section = z
  .strictObject({
    type: z.literal('section'),
    ...blockId,
    text: textObject(3_000).optional(),
    fields: z.array(textObject(2_000)).min(1).max(10).optional(),
    accessory: z.union([button, staticSelect, overflow]).optional(),
    expand: z.boolean().optional(),
  })
  .refine((one) => one.text !== undefined || one.fields !== undefined, 'a section needs text or fields')
const Context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z.array(textObject(2_000)).min(1).max(10),
})
const Divider = z.strictObject({ type: z.literal('divider'), ...blockId })
const Image = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    alt_text: text(2_000),
    title: plainText(2_000).optional(),
    image_url: url.optional(),
    slack_file: z.union([z.strictObject({ id: text(50) }), z.strictObject({ url })]).optional(),
  })
  .refine((one) => (one.image_url === undefined) !== (one.slack_file === undefined), 'an image has one source')
const Actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z
    .array(
      z.discriminatedUnion('type', [button, staticSelect, overflow, usersSelect, conversationsSelect, radioButtons]),
    )
    .min(1)
    .max(25),
})
const Input = z.strictObject({
  type: z.literal('input'),
  block_id: text(255),
  label: plainText(2_000),
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [
    plainTextInput,
    numberInput,
    staticSelect,
    multiStaticSelect,
    radioButtons,
    checkboxes,
    usersSelect,
    datePicker,
    multiUsersSelect,
    conversationsSelect,
    fileInput,
  ]),
})
const Alert = z.strictObject({
  type: z.literal('alert'),
  ...blockId,
  text: textObject(3_000),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
})

const Plan = z.strictObject({
  type: z.literal('plan'),
  ...blockId,
  title: text(150),
  tasks: z
    .array(
      z.strictObject({
        type: z.literal('task_card'),
        task_id: text(255),
        title: text(150),
        status: z.enum(['pending', 'in_progress', 'complete', 'error']),
        details: RichText.optional(),
        output: RichText.optional(),
      }),
    )
    .min(1)
    .max(50),
})
const Container = z
  .strictObject({
    type: z.literal('container'),
    ...blockId,
    title: plainText(150),
    subtitle: plainText(150).optional(),
    child_blocks: z
      .array(z.discriminatedUnion('type', [Actions, Context, Divider, Header, Image, Input, RichText, Section]))
      .min(1)
      .max(10),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
  })
  .refine((one) => !one.default_collapsed || one.is_collapsible, 'only what is collapsible can be collapsed')
const Card = z.strictObject({
  type: z.literal('card'),
  ...blockId,
  title: mrkdwn(150).optional(),
  subtitle: mrkdwn(150).optional(),
  body: mrkdwn(200).optional(),
  actions: z.array(button).min(1).max(5).optional(),
})
const Carousel = z.strictObject({ type: z.literal('carousel'), ...blockId, elements: z.array(Card).min(1).max(10) })
const feedbackButton = z.strictObject({
  text: plainText(75),
  accessibility_label: text(75).optional(),
  value: text(2_000),
})
const ContextActions = z.strictObject({
  type: z.literal('context_actions'),
  ...blockId,
  elements: z
    .array(
      z.strictObject({
        type: z.literal('feedback_buttons'),
        ...actionId,
        positive_button: feedbackButton,
        negative_button: feedbackButton,
      }),
    )
    .min(1)
    .max(5),
})
const chartLabel = text(20)
const series = z.strictObject({
  name: chartLabel,
  data: z
    .array(z.strictObject({ label: chartLabel, value: z.number() }))
    .min(1)
    .max(20),
})
const DataVisualization = z
  .strictObject({
    type: z.literal('data_visualization'),
    ...blockId,
    title: text(50),
    chart: z.strictObject({
      type: z.enum(['bar', 'line', 'area']),
      series: z.array(series).min(1).max(6),
      axis_config: z.strictObject({
        categories: z.array(chartLabel).min(1).max(20),
        x_label: text(50).optional(),
        y_label: text(50).optional(),
      }),
    }),
  })
  .refine(({ chart }) => {
    const { categories } = chart.axis_config
    const unique = (names: readonly string[]) => new Set(names).size === names.length
    return (
      unique(categories) &&
      unique(chart.series.map(({ name }) => name)) &&
      chart.series.every(({ data }) => data.map(({ label }) => label).join('\n') === categories.join('\n'))
    )
  }, 'every series has one point for each category, in their order, and no name comes twice')

const everywhere = [RichText, Header, Section, Context, Divider, Image, Actions] as const
/** Blocks that every client knows. */
export const PlainBlock = z.discriminatedUnion('type', [...everywhere])
export const MessageBlock = z.discriminatedUnion('type', [
  ...everywhere,
  Plan,
  Container,
  Carousel,
  ContextActions,
  DataVisualization,
])
export const ViewBlock = z.discriminatedUnion('type', [...everywhere, Input, Alert])

type AnyBlock = { readonly type: string; readonly [field: string]: unknown }

/** Ids that must not come twice, in blocks or views. */
function twice(blocks: readonly AnyBlock[]): string[] {
  const ids = blocks.flatMap(({ block_id }) => (typeof block_id === 'string' ? [block_id] : []))
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}

export const MAX_CHARACTERS = 9_000
/** How much of a message Slack would count: its blocks as they are sent. */
export const charactersOf = (blocks: readonly unknown[]): number => JSON.stringify(blocks).length

const most = (type: string, count: number) => (blocks: readonly AnyBlock[]) =>
  blocks.filter((block) => block.type === type).length <= count

/** The blocks of a message. */
export const MessageBlocks = z
  .array(MessageBlock)
  .min(1)
  .max(50)
  .refine((blocks) => twice(blocks).length === 0, 'a block_id comes twice')
  .refine(most('data_visualization', 2), 'at most two charts')
  .refine((blocks) => charactersOf(blocks) <= MAX_CHARACTERS, `more than ${MAX_CHARACTERS} characters of blocks`)
export const PlainBlocks = z
  .array(PlainBlock)
  .min(1)
  .max(50)
  .refine((blocks) => charactersOf(blocks) <= MAX_CHARACTERS, `more than ${MAX_CHARACTERS} characters of blocks`)

/** A message as rendering gives it. */
export const RenderedMessage = z.object({
  // `chat.update` refuses more than 4,000.
  text: text(4_000),
  blocks: MessageBlocks,
  plain: PlainBlocks.nullable(),
})

const viewBlocks = z
  .array(ViewBlock)
  .min(1)
  .max(100)
  .refine((blocks) => twice(blocks).length === 0, 'a block_id comes twice')

export const Modal = z
  .strictObject({
    type: z.literal('modal'),
    callback_id: text(255),
    private_metadata: z.string().max(3_000),
    title: plainText(24),
    submit: plainText(24).optional(),
    close: plainText(24),
    blocks: viewBlocks,
    notify_on_close: z.boolean().optional(),
    clear_on_close: z.boolean().optional(),
  })
  .refine(
    ({ blocks, submit }) => submit !== undefined || !blocks.some(({ type }) => type === 'input'),
    'a modal with inputs needs a submit button',
  )
export const HomeTab = z.strictObject({
  type: z.literal('home'),
  callback_id: text(255).optional(),
  private_metadata: z.string().max(3_000).optional(),
  blocks: viewBlocks,
})

/** What a `chat.postMessage` or `chat.update` of ours may hold, for a stand-in of Slack. */
export const MessageRequest = z.object({
  channel: text(50),
  text: text(40_000),
  blocks: MessageBlocks.optional(),
})
