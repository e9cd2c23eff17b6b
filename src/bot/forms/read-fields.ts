import { FIELDS, type FieldName } from '../blocks/action-ids.js'

const NAMES = new Set<string>(Object.values(FIELDS))
const one = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const optionsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((option) => one(option?.value) ?? one(option?.id) ?? one(option) ?? []) : []

/** What was entered in a modal, by field: a text, or a list where several can be chosen. Empty ones are left out. */
export function readFields(values: unknown): Partial<Record<FieldName, string | string[]>> {
  const read: Partial<Record<FieldName, string | string[]>> = {}
  if (values === null || typeof values !== 'object') return read
  for (const block of Object.values(values)) {
    if (block === null || typeof block !== 'object') continue
    for (const [name, state] of Object.entries(block)) {
      if (!NAMES.has(name) || state === null || typeof state !== 'object') continue
      const value = stateValue(state as Record<string, unknown>)
      if (value !== undefined && value.length > 0) read[name as FieldName] = value
    }
  }
  return read
}

function stateValue(state: Record<string, unknown>): string | string[] | undefined {
  const { selected_options, selected_users, selected_option, files } = state
  const many = selected_options ?? selected_users ?? files
  if (Array.isArray(many)) return optionsOf(many)
  if (selected_option !== undefined && selected_option !== null)
    return one((selected_option as { value?: unknown }).value)
  return one(state.value) ?? one(state.selected_user) ?? one(state.selected_conversation)
}

/** The answer to a submission with mistakes in it: each stands under its field. */
export const fieldErrors = (errors: Partial<Record<FieldName, string>>) =>
  ({ response_action: 'errors', errors }) as const
