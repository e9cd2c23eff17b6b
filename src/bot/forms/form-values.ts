import type { PressureTestInput } from '../../domain/panel/pressure-test.js'
import type { SlackSettings } from '../../domain/workspace/slack-settings.js'
import { listAgents } from '../../service/evaluation/agents.js'
import { listPersonaSets } from '../../service/personas/persona-sets.js'
import { savedProducts } from '../../service/simulation/products.js'
import { readLongText, saveLongText } from '../../service/slack/slack-drafts.js'
import { readSettings } from '../../service/slack/slack-settings.js'
import { FIELDS, type FieldName } from '../blocks/action-ids.js'
import { readActionPayload } from '../blocks/action-payload.js'
import type { Choice, RunForm } from '../blocks/view-models.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { MAX_TYPED } from './inputs.js'
import { DEFAULT_PANEL } from './new-run-modals.js'

type Fields = Partial<Record<FieldName, string | string[]>>

/** Initial values of a form: the person’s settings, the choices, and where the answer belongs. */
export async function readForm(
  { deps, caller, request }: Pick<SlackInvocation, 'deps' | 'caller' | 'request'>,
  more: Partial<RunForm> = {},
): Promise<RunForm> {
  const [settings, agents, sets] = await Promise.all([
    readSettings(caller.ctx, caller.user),
    listAgents(caller.ctx),
    listPersonaSets(caller.ctx),
  ])
  return {
    settings,
    choices: {
      archetypes: deps.archetypes,
      personaSets: sets.map(({ name }) => ({ id: name, name })),
      agents: agents.map(({ agent }) => ({ id: agent.agent_version_id, name: `${agent.name} ${agent.version}` })),
    },
    channel: request.channel ?? undefined,
    open: request.channel ? !request.is_private : undefined,
    ...more,
  }
}

/** The products that a simulation can be about. */
export async function productChoices({ ctx }: SlackInvocation['caller']): Promise<Choice[]> {
  const products = await savedProducts(ctx)
  return products.map(({ product_id, name, version }) => ({ id: product_id, name: `${name}, version ${version}` }))
}

/** The form that holds the pressed button, with the entered values and where the answer belongs. */
export async function formInHand(press: SlackInvocation): Promise<RunForm> {
  const { caller, request } = press
  const payload = readActionPayload(request.action?.value) ?? {}
  const fields = readFields(request.view?.values)
  const { pending, channel, open, ts } = payload
  const kept = pending === undefined ? null : await readLongText(caller.ctx, { pending, user_id: caller.user })
  return readForm(press, {
    proposition: kept ?? textOf(fields, 'proposition'),
    about: textOf(fields, 'about'),
    files: (payload.files ?? []).map((id, index) => ({ id, name: `file ${index + 1} of the message` })),
    pending,
    channel,
    open,
    ts,
  })
}

/** The panel input of a run, from the chosen settings. */
export const panelOf = ({ category, panel, personaSet, personas, skepticism }: SlackSettings) => ({
  category,
  // A saved set is seated by name, beside the chosen archetypes.
  panel: personaSet === null ? panel : [personaSet, ...panel],
  personas,
  skepticism,
})
export const testOf = (settings: SlackSettings, stimulus: string) => ({
  ...panelOf(settings),
  stimulus,
  focus_group: settings.focusGroup,
  controls: settings.controls,
  assay: settings.assay,
  stability: settings.stability,
})

type PanelInput = Pick<PressureTestInput, 'category' | 'panel' | 'people' | 'personas' | 'skepticism'>

/** A run's panel as form settings: its first saved set, and its archetypes. */
export function panelSettingsOf({ category, panel, people, personas, skepticism }: PanelInput) {
  const personaSet = panel.find((name) => people?.sets.some((set) => set.name === name)) ?? null
  return { category, panel: panel.filter((name) => name !== personaSet), personaSet, personas, skepticism }
}

/** Adds to a form's choices those of the repeated run that are no longer offered. */
export function offering(form: RunForm): RunForm {
  const { panel, personaSet } = form.settings
  const { archetypes, personaSets } = form.choices
  const missing = panel.filter((name) => !archetypes.some(({ id }) => id === name))
  const set = personaSet !== null && !personaSets.some(({ id }) => id === personaSet) ? [personaSet] : []
  const asChoice = (id: string) => ({ id, name: id })
  return {
    ...form,
    choices: {
      ...form.choices,
      archetypes: [...missing.map(asChoice), ...archetypes],
      personaSets: [...set.map(asChoice), ...personaSets],
    },
  }
}

/** A test's input as form settings. */
export const settingsOf = (input: PressureTestInput) => ({
  ...panelSettingsOf(input),
  focusGroup: input.focus_group,
  controls: input.controls,
  assay: input.assay,
  stability: input.stability,
})

/** Most files of one proposition, beside its text. */
export const MAX_FILES = 5

/** A text that is too long for a field is stored, and the form refers to it by id. */
export async function storeIfTooLong(
  { caller }: Pick<SlackInvocation, 'caller'>,
  text: string,
): Promise<{ pending?: string }> {
  if (text.length <= MAX_TYPED) return {}
  return { pending: await saveLongText(caller.ctx, caller.user, text) }
}

export const listOf = (fields: Fields, name: FieldName): string[] => [fields[name] ?? []].flat()
export const textOf = (fields: Fields, name: FieldName): string => listOf(fields, name)[0] ?? ''
export function numberOf(fields: Fields, name: FieldName): number | undefined {
  const typed = textOf(fields, name).trim().replace(',', '.').replace(/^\$/, '')
  return typed === '' ? undefined : Number(typed)
}

/**
 * The settings in a submitted form; a field that it does not have keeps its value. `fault`: entries that cannot be
 * read, by field.
 */
export function settingsIn(
  before: SlackSettings,
  fields: Fields,
  requested: ReadonlySet<string>,
): {
  settings: SlackSettings
  faults: Partial<Record<FieldName, string>>
} {
  const faults: Partial<Record<FieldName, string>> = {}
  const has = (name: FieldName) => requested.has(name)
  const whole = (name: FieldName, min: number, max: number, now: number): number => {
    const typed = numberOf(fields, name)
    if (!has(name) || typed === undefined) return now
    if (Number.isInteger(typed) && typed >= min && typed <= max) return typed
    faults[name] = `A whole number from ${min} to ${max}.`
    return now
  }
  const budget = numberOf(fields, 'budget')
  if (budget !== undefined && !(budget >= 0)) faults.budget = 'A number of US dollars, such as 2 or 0.50.'
  const settings: SlackSettings = {
    category: (textOf(fields, 'category') || before.category) as SlackSettings['category'],
    panel: has('panel') ? listOf(fields, 'panel') : before.panel,
    personaSet: has('persona_set') ? chosenSet(textOf(fields, 'persona_set')) : before.personaSet,
    personas: whole('personas', 3, 1_000, before.personas),
    skepticism: (textOf(fields, 'skepticism') || before.skepticism) as SlackSettings['skepticism'],
    focusGroup: (textOf(fields, 'focus_group') || before.focusGroup) as SlackSettings['focusGroup'],
    controls: has('controls') ? listOf(fields, 'controls').includes('on') : before.controls,
    assay: (textOf(fields, 'assay') || before.assay) as SlackSettings['assay'],
    stability: whole('stability', 0, 10, before.stability),
    visibility: (textOf(fields, 'visibility') || before.visibility) as SlackSettings['visibility'],
    budgetUsd: has('budget') ? (budget ?? null) : before.budgetUsd,
  }
  return { settings, faults }
}

const chosenSet = (value: string): string | null => (value === '' || value === DEFAULT_PANEL ? null : value)

/** Names of a view's fields, whether or not something was entered. */
export const requestedFields = (values: unknown): ReadonlySet<string> =>
  new Set(Object.values((values ?? {}) as Record<string, object>).flatMap((block) => Object.keys(block ?? {})))

const NAMES = new Set<string>(Object.values(FIELDS))
const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const optionsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((option) => stringOf(option?.value) ?? stringOf(option?.id) ?? stringOf(option) ?? [])
    : []

/** The values of a modal, by field: a text, or a list for a multi-select. Empty ones are left out. */
export function readFields(values: unknown): Fields {
  const read: Fields = {}
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
    return stringOf((selected_option as { value?: unknown }).value)
  return (
    stringOf(state.value) ??
    stringOf(state.selected_date) ??
    stringOf(state.selected_user) ??
    stringOf(state.selected_conversation)
  )
}

/** Response to a submission with mistakes: each stands under its field. */
export const fieldErrors = (errors: Partial<Record<FieldName, string>>) =>
  ({ response_action: 'errors', errors }) as const
