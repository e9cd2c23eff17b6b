import type { PressureTestInput } from '../domain/pressure-test.js'
import type { SlackSettings } from '../domain/slack-settings.js'
import { listAgents } from '../service/list-agents.js'
import { readSettings } from '../service/slack-settings.js'
import { keepText } from '../service/start-run.js'
import type { Heard } from './listen.js'
import type { FieldName } from './render/action-ids.js'
import type { PressureTestForm } from './render/given.js'

type Fields = Partial<Record<FieldName, string | string[]>>

/** What a form starts with: the last settings, what there is to choose, and where the answer belongs. */
export async function readForm(
  { deps, caller, request }: Pick<Heard, 'deps' | 'caller' | 'request'>,
  more: Partial<PressureTestForm> = {},
): Promise<PressureTestForm> {
  const [settings, agents] = await Promise.all([readSettings(caller.ctx, caller.user), listAgents(caller.ctx)])
  return {
    settings,
    choices: {
      archetypes: deps.archetypes,
      personaSets: [],
      agents: agents.map(({ agent }) => ({ id: agent.agent_version_id, name: `${agent.name} ${agent.version}` })),
    },
    ...(request.channel ? { channel: request.channel } : {}),
    ...more,
  }
}

/** The input of a panel's run by what somebody chose. */
export const panelOf = ({ category, panel, personas, skepticism }: SlackSettings) => ({
  category,
  panel,
  personas,
  skepticism,
})
export const testOf = (settings: SlackSettings, stimulus: string) => ({
  ...panelOf(settings),
  stimulus,
  focus_group: settings.focusGroup,
  controls: settings.controls,
  stability: settings.stability,
})

/** A test's input as the settings of a form. */
export const settingsOf = (input: PressureTestInput) => ({
  category: input.category,
  panel: input.panel,
  personas: input.personas,
  skepticism: input.skepticism,
  focusGroup: input.focus_group,
  controls: input.controls,
  stability: input.stability,
})

/** Slack takes no longer text into a field; a longer one is kept here, and the form names it. */
const MOST_TYPED = 3_000
export async function keptText({ caller }: Pick<Heard, 'caller'>, text: string): Promise<{ pending?: string }> {
  if (text.length <= MOST_TYPED) return {}
  return { pending: await keepText(caller.ctx, caller.user, text) }
}

const text = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
const number = (value: string | string[] | undefined): number | undefined => {
  const given = text(value)?.trim().replace(',', '.').replace(/^\$/, '')
  return given === undefined || given === '' ? undefined : Number(given)
}

export const textOf = (fields: Fields, name: FieldName): string => text(fields[name]) ?? ''
export const listOf = (fields: Fields, name: FieldName): string[] => [fields[name] ?? []].flat()
export const numberOf = (fields: Fields, name: FieldName): number | undefined => number(fields[name])

/** The settings in a submitted form; what it did not ask for stays as it was. `fault`: what cannot be read, by field. */
export function settingsIn(
  before: SlackSettings,
  fields: Fields,
  asked: ReadonlySet<string>,
): {
  settings: SlackSettings
  faults: Partial<Record<FieldName, string>>
} {
  const faults: Partial<Record<FieldName, string>> = {}
  const has = (name: FieldName) => asked.has(name)
  const whole = (name: FieldName, least: number, most: number, now: number): number => {
    const given = numberOf(fields, name)
    if (!has(name) || given === undefined) return now
    if (Number.isInteger(given) && given >= least && given <= most) return given
    faults[name] = `A whole number from ${least} to ${most}.`
    return now
  }
  const budget = numberOf(fields, 'budget')
  if (budget !== undefined && !(budget >= 0)) faults.budget = 'A number of US dollars, such as 2 or 0.50.'
  const settings: SlackSettings = {
    category: (textOf(fields, 'category') || before.category) as SlackSettings['category'],
    panel: has('panel') ? listOf(fields, 'panel') : before.panel,
    personaSet: before.personaSet,
    personas: whole('personas', 3, 1_000, before.personas),
    skepticism: (textOf(fields, 'skepticism') || before.skepticism) as SlackSettings['skepticism'],
    focusGroup: (textOf(fields, 'focus_group') || before.focusGroup) as SlackSettings['focusGroup'],
    controls: has('controls') ? listOf(fields, 'controls').includes('on') : before.controls,
    stability: whole('stability', 0, 10, before.stability),
    visibility: (textOf(fields, 'visibility') || before.visibility) as SlackSettings['visibility'],
    budgetUsd: has('budget') ? (budget ?? null) : before.budgetUsd,
  }
  return { settings, faults }
}

/** Names of the fields a view asked for, whether or not something was entered. */
export const askedIn = (values: unknown): ReadonlySet<string> =>
  new Set(Object.values((values ?? {}) as Record<string, object>).flatMap((block) => Object.keys(block ?? {})))
