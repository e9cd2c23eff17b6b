import type { InputBlock, ModalView, PlainTextOption, StaticSelect } from '@slack/types'
import { clean } from '../../presentation/clean.js'
import { type FieldName, MODALS, type ModalId } from '../blocks/action-ids.js'
import { type ActionPayload, writeActionPayload } from '../blocks/action-payload.js'
import { plain } from '../blocks/blocks.js'
import { line, passage } from '../blocks/text.js'
import type { Choice } from '../blocks/view-models.js'

/** Longest text of a Slack field, in characters. */
export const MAX_TYPED = 3_000
const MAX_OPTIONS = 100

type FieldOptions = { readonly hint?: string; readonly optional?: boolean }
type Element = InputBlock['element']

/** An input whose `block_id` and `action_id` are the field's name. */
const input = (
  name: FieldName,
  label: string,
  element: Element,
  { hint, optional = false }: FieldOptions,
): InputBlock => ({
  type: 'input',
  block_id: name,
  label: plain(label, 200),
  hint: hint ? plain(hint, 300) : undefined,
  optional,
  element,
})

type Typed = FieldOptions & {
  readonly value?: string
  readonly long?: boolean
  readonly max?: number
  readonly example?: string
}

export function textField(
  name: FieldName,
  label: string,
  { value = '', long = false, max = MAX_TYPED, example, ...common }: Typed = {},
) {
  const typed = clean(value)
  return input(
    name,
    label,
    {
      type: 'plain_text_input',
      action_id: name,
      multiline: long,
      max_length: max,
      // Slack refuses a longer initial value; the caller keeps such a text.
      initial_value: typed !== '' && typed.length <= max ? typed : undefined,
      placeholder: example === undefined ? undefined : plain(example, 150),
    },
    common,
  )
}

type Counted = FieldOptions & {
  readonly value?: number | null
  readonly min: number
  readonly max?: number
  readonly decimal?: boolean
}

export const numberField = (
  name: FieldName,
  label: string,
  { value = null, min, max, decimal = false, ...common }: Counted,
) =>
  input(
    name,
    label,
    {
      type: 'number_input',
      action_id: name,
      is_decimal_allowed: decimal,
      min_value: String(min),
      max_value: max?.toString(),
      initial_value: value?.toString(),
    },
    common,
  )

/** A choice as Slack takes it. Choices with an id too long for Slack are not offered. */
const optionOf = ({ id, name }: Choice): PlainTextOption => ({ text: plain(line(name, 75), 75), value: id })
const sendable = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ id }) => id.length > 0 && id.length <= 150).slice(0, MAX_OPTIONS)

type Chosen = FieldOptions & { readonly chosen?: string | null }

/** A single-select; `null` without choices, because Slack refuses an empty list. */
export function selectField(
  name: FieldName,
  label: string,
  choices: readonly Choice[],
  { chosen = null, ...common }: Chosen = {},
) {
  const options = sendable(choices).map(optionOf)
  if (options.length === 0) return null
  const initial_option = options.find(({ value }) => value === chosen)
  const element: StaticSelect = { type: 'static_select', action_id: name, options, initial_option }
  return input(name, label, element, { ...common, hint: hintFor(choices, common) })
}

type Many = FieldOptions & { readonly chosen?: readonly string[] }

/** A multi-select; `null` without choices. */
export function multiField(
  name: FieldName,
  label: string,
  choices: readonly Choice[],
  { chosen = [], ...common }: Many = {},
) {
  const options = sendable(choices).map(optionOf)
  if (options.length === 0) return null
  const initial = options.filter(({ value }) => value !== undefined && chosen.includes(value))
  return input(
    name,
    label,
    {
      type: 'multi_static_select',
      action_id: name,
      options,
      initial_options: initial.length > 0 ? initial : undefined,
    },
    { ...common, hint: hintFor(choices, common) },
  )
}

/** The field's own hint, and a note where the list was cut to Slack's limit. */
function hintFor(choices: readonly Choice[], { hint }: FieldOptions): string | undefined {
  if (choices.length <= MAX_OPTIONS) return hint
  return [hint, `The first ${MAX_OPTIONS} of ${choices.length} are offered.`].filter(Boolean).join(' ')
}

/** Radio buttons: one of a few choices, all in sight. */
export const radioField = (
  name: FieldName,
  label: string,
  choices: readonly Choice[],
  { chosen, ...common }: Chosen = {},
) => {
  const options = choices.map(optionOf)
  const initial_option = options.find(({ value }) => value === chosen)
  return input(name, label, { type: 'radio_buttons', action_id: name, options, initial_option }, common)
}

/** A checkbox; ticked it reads as `['on']`. */
export function tickField(name: FieldName, label: string, says: string, ticked: boolean) {
  const option: PlainTextOption = { text: plain(says, 75), value: 'on' }
  return input(
    name,
    label,
    { type: 'checkboxes', action_id: name, options: [option], initial_options: ticked ? [option] : undefined },
    { optional: true },
  )
}

type Files = FieldOptions & { readonly types: readonly string[]; readonly max: number }
export const filesField = (name: FieldName, label: string, { types, max, ...common }: Files) =>
  input(name, label, { type: 'file_input', action_id: name, filetypes: [...types], max_files: max }, common)

export const userField = (name: FieldName, label: string, common: FieldOptions = {}) =>
  input(name, label, { type: 'users_select', action_id: name }, common)

export const dateField = (name: FieldName, label: string, common: FieldOptions = {}) =>
  input(name, label, { type: 'datepicker', action_id: name }, common)

export const usersField = (name: FieldName, label: string, users: readonly string[], common: FieldOptions = {}) =>
  input(
    name,
    label,
    { type: 'multi_users_select', action_id: name, initial_users: users.length > 0 ? [...users] : undefined },
    common,
  )

export const channelField = (name: FieldName, label: string, common: FieldOptions = {}) =>
  input(
    name,
    label,
    {
      type: 'conversations_select',
      action_id: name,
      default_to_current_conversation: true,
      filter: { include: ['public', 'private'], exclude_bot_users: true },
    },
    common,
  )

type ModalContent = {
  readonly id: ModalId
  /** 24 characters at most, as for the labels of buttons. */
  readonly title: string
  readonly submit?: string
  readonly close?: string
  readonly payload: ActionPayload
  readonly blocks: readonly (ModalView['blocks'][number] | false | null)[]
}

export const modal = ({ id, title, submit, close = 'Close', payload, blocks }: ModalContent): ModalView => ({
  type: 'modal',
  callback_id: id,
  private_metadata: writeActionPayload(payload),
  title: plain(title, 24),
  submit: submit === undefined ? undefined : plain(submit, 24),
  close: plain(close, 24),
  blocks: blocks.filter((block): block is ModalView['blocks'][number] => block !== false && block !== null),
})

/**
 * A form with the values entered in a shorter one. Slack itself keeps uploaded files where the field has the same name.
 */
export const withTyped = (
  view: ModalView,
  entered: Partial<Record<FieldName, string | readonly string[]>>,
): ModalView => ({
  ...view,
  blocks: view.blocks.map((block) => {
    const value = block.type === 'input' ? entered[block.block_id as FieldName] : undefined
    if (value === undefined) return block
    const { element, ...field } = block as InputBlock
    return { ...field, element: startingWith(element, [value].flat()) }
  }),
})

function startingWith(element: Element, values: readonly string[]): Element {
  const isChosen = ({ value }: { value?: string }): boolean => values.includes(value ?? '')
  switch (element.type) {
    case 'plain_text_input':
    case 'number_input':
      return { ...element, initial_value: values[0] ?? '' }
    case 'static_select':
      return { ...element, initial_option: element.options?.find(isChosen) }
    case 'radio_buttons':
      return { ...element, initial_option: element.options.find(isChosen) }
    case 'multi_static_select':
    case 'checkboxes':
      return { ...element, initial_options: (element.options ?? []).filter(isChosen) } as Element
    default:
      return element
  }
}

/** A modal that shows one sentence. */
export const noticeModal = (sentence: string): ModalView =>
  modal({
    id: MODALS.notice,
    title: 'Pressure test',
    payload: {},
    blocks: [{ type: 'alert', text: plain(passage(sentence, 2_000), 2_000), level: 'info' }],
  })
