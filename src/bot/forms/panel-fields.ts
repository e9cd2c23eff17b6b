import { CATEGORIES } from '../../domain/persona.js'
import { FIELDS } from '../blocks/action-ids.js'
import type { Choices, Settings } from '../blocks/view-models.js'
import { multiField, numberField, radioField, selectField } from './inputs.js'

const named = (id: string, name = id) => ({ id, name })
const CATEGORY_NAMES: Record<(typeof CATEGORIES)[number], string> = {
  fmcg: 'Consumer goods (FMCG)',
  beauty: 'Beauty',
  food_drink: 'Food and drink',
  tech: 'Technology',
  saas: 'Software as a service',
  finance: 'Finance',
  travel: 'Travel',
  health: 'Health',
}
const SKEPTICISMS = [
  named('low', 'Low: they want to like it'),
  named('medium', 'Medium: as people mostly are'),
  named('high', 'High: they look for the catch'),
  named('extreme', 'Extreme: they distrust everything'),
]
/** The value of "no saved set". */
export const DEFAULT_PANEL = 'default'

type Given = { readonly settings: Settings; readonly choices: Choices; readonly was?: Settings | undefined }

/** Who is asked: the same in every form that seats a panel. `was`: settings of the run that is repeated, said beside each. */
export const panelFields = ({ settings, choices, was }: Given) => [
  selectField(
    FIELDS.category,
    'Category',
    CATEGORIES.map((id) => named(id, CATEGORY_NAMES[id])),
    { chosen: settings.category, ...before(was && CATEGORY_NAMES[was.category]) },
  ),
  choices.personaSets.length > 0 &&
    selectField(
      FIELDS.personaSet,
      'Panel',
      [named(DEFAULT_PANEL, 'The category’s own panel'), ...choices.personaSets],
      {
        chosen: settings.personaSet ?? DEFAULT_PANEL,
        ...before(was && (was.personaSet ?? 'the category’s own')),
      },
    ),
  multiField(FIELDS.panel, 'Kinds of people', choices.archetypes, {
    chosen: settings.panel,
    optional: true,
    hint: `Leave it empty for the category’s own panel.${was ? ` Before: ${was.panel.length === 0 ? 'empty' : `${was.panel.length} chosen`}.` : ''}`,
  }),
  numberField(FIELDS.personas, 'How many synthetic people', {
    value: settings.personas,
    least: 3,
    most: 1_000,
    hint: `More people give narrower ranges and cost more.${was ? ` Before: ${was.personas}.` : ''}`,
  }),
  radioField(FIELDS.skepticism, 'Skepticism', SKEPTICISMS, { chosen: settings.skepticism, ...before(was?.skepticism) }),
]

/** The hint "Before: medium". */
const before = (value: string | undefined): { hint?: string } =>
  value === undefined ? {} : { hint: `Before: ${value}.` }

export const budgetField = (settings: Settings) =>
  numberField(FIELDS.budget, 'Budget of this run, US dollars', {
    value: settings.budgetUsd,
    least: 0,
    decimal: true,
    optional: true,
    hint: `It is never spent beyond this. Above $${settings.confirmAboveUsd} you are asked first, with the expected price.`,
  })

export const visibilityField = (settings: Settings) =>
  radioField(
    FIELDS.visibility,
    'Who sees the result',
    [named('channel', 'The channel'), named('only_me', 'Only me, as a direct message')],
    { chosen: settings.visibility },
  )

export const focusGroupField = (chosen: Settings['focusGroup'], was?: Settings) =>
  radioField(
    FIELDS.focusGroup,
    'Focus group',
    [
      named('live', 'Live: each speaks alone, with secret ballots'),
      named('quick', 'Quick: one call writes the talk (script mode)'),
      named('off', 'Off: everybody answers alone'),
    ],
    { chosen, ...before(was?.focusGroup) },
  )
