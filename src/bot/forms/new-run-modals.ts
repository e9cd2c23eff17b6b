import type { ModalView } from '@slack/types'
import { MAX_ABOUT, MAX_PERSONAS, MIN_PERSONAS } from '../../domain/panel/pressure-test.js'
import { CATEGORIES } from '../../domain/personas/persona.js'
import { MAX_DAYS, MAX_PEOPLE, NETWORKS } from '../../domain/simulation/simulation.js'
import { dollars } from '../../domain/text/dollars.js'
import { STIMULUS_ENDINGS } from '../../ingest/check-stimulus-file.js'
import { ACTIONS, FIELDS, MODALS } from '../blocks/action-ids.js'
import type { ActionPayload } from '../blocks/action-payload.js'
import { actions, bold, button, context, paragraph, quote, rich, words } from '../blocks/blocks.js'
import { passage } from '../blocks/text.js'
import type { Choice, Choices, RunForm, Settings } from '../blocks/view-models.js'
import {
  filesField,
  MAX_TYPED,
  modal,
  multiField,
  numberField,
  radioField,
  selectField,
  textField,
  tickField,
} from './inputs.js'
import { presetField } from './presets.js'

/** Payload of a form, for the handler that receives its submission. */
export const payloadOf = ({ pending, files, channel, open, ts }: Partial<RunForm>): ActionPayload => ({
  pending,
  files: files && files.length > 0 ? files.map(({ id }) => id) : undefined,
  channel,
  open,
  ts,
})

/** Shows the beginning of a text that is longer than a field. */
const storedTextBlock = (name: string, text: string) =>
  rich(
    paragraph(bold(name)),
    quote(words(passage(text, 600))),
    paragraph(words(`All ${text.length.toLocaleString('en-US')} characters of it are used.`)),
  )

/** A discussion guide: a text field, or its beginning where it is longer than a field and stored. */
export const guideField = ({ proposition = '', pending }: RunForm) =>
  proposition.length > MAX_TYPED && pending !== undefined
    ? storedTextBlock('Discussion guide', proposition)
    : textField(FIELDS.guide, 'Discussion guide', {
        value: proposition,
        long: true,
        example: 'What it is about.\n- First impressions\n- The price',
        hint: 'What it is about first, then a line with “-” for each topic, at most ten.',
      })

const STIMULUS_TYPES = STIMULUS_ENDINGS.map((ending) => ending.slice(1))

/** The proposition: a text field and an upload, or its beginning where it is longer than a field and stored. */
export const propositionBlocks = ({ proposition = '', pending, files = [] }: RunForm) =>
  proposition.length > MAX_TYPED && pending !== undefined
    ? [storedTextBlock('Proposition', proposition)]
    : [
        textField(FIELDS.proposition, 'Proposition', {
          value: proposition,
          long: true,
          optional: true,
          example: 'What you are about to say to the world: a claim, an offer, a page.',
          hint: `A text of up to ${MAX_TYPED.toLocaleString('en-US')} characters, or a link to a page. Files below belong to it.`,
        }),
        filesField(FIELDS.files, 'Files', {
          types: STIMULUS_TYPES,
          max: 5,
          optional: true,
          hint: 'Texts, PDF, Word, PowerPoint, tables and pictures, up to five: one proposition with what stands above.',
        }),
        files.length > 0 && context(`With it: ${passage(files.map(({ name }) => name).join(', '), 300)}.`),
      ]

/** What the panel is told beside the text, so that a headline can be tested as a headline. */
export const aboutField = ({ about = '' }: Pick<RunForm, 'about'>) =>
  textField(FIELDS.about, 'About it (told, not scored)', {
    value: about,
    long: true,
    max: MAX_ABOUT,
    optional: true,
    example: 'An oat drink for coffee at home, €1.49 a litre.',
    hint: 'Product, price and audience, where the text does not say them.',
  })

export const checks = (settings: Settings, was?: Settings) => [
  tickField(FIELDS.controls, 'Control concepts', 'Show an absurd and a known-good concept as well', settings.controls),
  selectField(
    FIELDS.assay,
    'Test of the panel itself',
    [
      named('auto', 'As usual: quick with a model, full offline'),
      named('quick', 'Quick: a few changes with a known effect'),
      named('full', 'Full: every change, other names, other controls'),
      named('off', 'Off: how far to trust it stays open'),
    ],
    { chosen: settings.assay, hint: before(was?.assay) },
  ),
  numberField(FIELDS.stability, 'Rebuilt panels', {
    value: settings.stability,
    min: 0,
    max: 10,
    hint: `Asks 2 to 10 other panels whether they say the same; 0 asks none.${was ? ` Before: ${was.stability}.` : ''}`,
  }),
]

/** Provenance of the answers, and where the text is sent. */
export const RESPONSIVE_RATE =
  'Answers come from synthetic people, never from real ones. What you paste here is sent to the model this workspace uses.'

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

type PanelChoice = { readonly settings: Settings; readonly choices: Choices; readonly was?: Settings | undefined }

/** Panel fields, equal in every form with a panel. `was`: settings of the repeated run, shown as hints. */
export const panelFields = ({ settings, choices, was }: PanelChoice) => [
  selectField(
    FIELDS.category,
    'Category',
    CATEGORIES.map((id) => named(id, CATEGORY_NAMES[id])),
    { chosen: settings.category, hint: before(was && CATEGORY_NAMES[was.category]) },
  ),
  choices.personaSets.length > 0 &&
    selectField(
      FIELDS.personaSet,
      'Panel',
      [named(DEFAULT_PANEL, 'The category’s own panel'), ...choices.personaSets],
      {
        chosen: settings.personaSet ?? DEFAULT_PANEL,
        hint: before(was && (was.personaSet ?? 'the category’s own')),
      },
    ),
  multiField(FIELDS.panel, 'Kinds of people', choices.archetypes, {
    chosen: settings.panel,
    optional: true,
    hint: `Leave it empty for the category’s own panel.${was ? ` Before: ${was.panel.length === 0 ? 'empty' : `${was.panel.length} chosen`}.` : ''}`,
  }),
  numberField(FIELDS.personas, 'How many synthetic people', {
    value: settings.personas,
    min: MIN_PERSONAS,
    max: MAX_PERSONAS,
    hint: `More people give narrower ranges and cost more.${was ? ` Before: ${was.personas}.` : ''}`,
  }),
  radioField(FIELDS.skepticism, 'Skepticism', SKEPTICISMS, {
    chosen: settings.skepticism,
    hint: before(was?.skepticism),
  }),
]

/** The hint "Before: medium". */
const before = (value: string | undefined): string | undefined => value && `Before: ${value}.`

export const budgetField = (settings: Settings) =>
  numberField(FIELDS.budget, 'Budget of this run, US dollars', {
    value: settings.budgetUsd,
    min: 0,
    decimal: true,
    optional: true,
    hint: `It is never spent beyond this. Above ${dollars(settings.confirmAboveUsd)} you are asked first, with the expected price.`,
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
    { chosen, hint: before(was?.focusGroup) },
  )

/** Asks for a pressure test: the text and a preset; everything else is as in the person's settings. */
export const pressureTestModal = (form: RunForm): ModalView =>
  modal({
    id: MODALS.pressureTest,
    title: 'Pressure test',
    submit: 'Test it',
    payload: payloadOf(form),
    blocks: [
      ...propositionBlocks(form),
      aboutField(form),
      presetField(form.settings),
      actions(button({ label: 'All choices…', action: ACTIONS.allChoices, payload: payloadOf(form) })),
      context(RESPONSIVE_RATE),
    ],
  })

/** Asks for a pressure test with every choice, each for this run alone. */
export const allChoicesModal = (form: RunForm): ModalView =>
  modal({
    id: MODALS.pressureTest,
    title: 'Pressure test',
    submit: 'Test it',
    payload: payloadOf(form),
    blocks: [
      ...propositionBlocks(form),
      aboutField(form),
      ...panelFields(form),
      focusGroupField(form.settings.focusGroup),
      ...checks(form.settings),
      visibilityField(form.settings),
      budgetField(form.settings),
      context(RESPONSIVE_RATE),
    ],
  })

const panelRest = (form: RunForm) => [...panelFields(form), visibilityField(form.settings), budgetField(form.settings)]

/** End of a short form: which of the person's settings apply, and a button to the form with every choice. */
const rest = (form: RunForm, says: string) => [
  actions(button({ label: 'All choices…', action: ACTIONS.allChoices, payload: payloadOf(form) })),
  context(says),
]
const panelWords = ({ settings }: RunForm): string =>
  `As in your settings: ${CATEGORY_NAMES[settings.category]}, ${settings.personas} people, skepticism ${settings.skepticism}. ${shownWords(settings)}`
const shownWords = ({ visibility }: Settings): string =>
  visibility === 'channel' ? 'The result is told in the channel.' : 'The result is told to you alone.'

/** Asks for a discussion: a subject, topics, notes. `full`: with every choice. */
export const focusGroupModal = (form: RunForm, { full = false }: FormSize = {}): ModalView =>
  modal({
    id: MODALS.focusGroup,
    title: 'Focus group',
    submit: 'Start it',
    payload: payloadOf(form),
    blocks: [
      guideField(form),
      filesField(FIELDS.files, 'Notes everybody has read', {
        types: ['txt', 'md', 'markdown', 'html', 'pdf', 'docx'],
        max: 5,
        optional: true,
        hint: 'At most five.',
      }),
      full &&
        filesField(FIELDS.shownFiles, 'Files it is about', {
          types: STIMULUS_TYPES,
          max: 5,
          optional: true,
          hint: 'Pictures, pages and decks that everybody is shown, behind what the guide says.',
        }),
      aboutField(form),
      ...(full ? panelRest(form) : rest(form, panelWords(form))),
      context('Each turn is said by one synthetic person alone, who knows the talk so far and its own notes.'),
    ],
  })

/** Asks for a comparison of two or three propositions by the same people. */
export const comparisonModal = (form: RunForm, { full = false }: FormSize = {}): ModalView =>
  modal({
    id: MODALS.comparison,
    title: 'Compare',
    submit: 'Compare them',
    payload: payloadOf(form),
    blocks: [
      textField(FIELDS.propositionA, 'A', {
        value: form.proposition ?? '',
        long: true,
        optional: full,
        hint: 'A text, or the id of a run.',
      }),
      textField(FIELDS.propositionB, 'B', { long: true, optional: full }),
      textField(FIELDS.propositionC, 'C', { long: true, optional: true }),
      full &&
        filesField(FIELDS.files, 'Files', {
          types: STIMULUS_TYPES,
          max: 5,
          optional: true,
          hint: 'Pictures, pages and decks: each is a proposition of its own, behind the texts; five in all.',
        }),
      aboutField(form),
      ...(full ? panelRest(form) : rest(form, panelWords(form))),
      context(
        'Everybody sees all of them, in a balanced order, so that the difference is that of the same synthetic people.',
      ),
    ],
  })

/** Whether the form has every choice, or the most needed ones and a button to the others. */
type FormSize = { readonly full?: boolean }
type Form = RunForm & { readonly agent?: string }

const TRIALS = 3
const RED_TEAM = { id: 'red-team', name: 'Red team: injection, pressure, personal data, abuse' }

/** Asks for an agent's evaluation: a known version, or a file. */
export const evaluationModal = ({ agent, ...form }: Form, { full = false }: FormSize = {}): ModalView => {
  const { settings, choices } = form
  return modal({
    id: MODALS.evaluation,
    title: 'Evaluate an agent',
    submit: 'Evaluate it',
    payload: payloadOf(form),
    blocks: [
      selectField(FIELDS.agentVersion, 'Version', choices.agents, { chosen: agent ?? null, optional: true }),
      filesField(FIELDS.agentFile, choices.agents.length === 0 ? 'The agent’s file' : 'Or a new version’s file', {
        types: ['yaml', 'yml', 'json'],
        max: 1,
        optional: choices.agents.length > 0,
        hint: 'Instructions, model, tools and, if it is live, its address; YAML or JSON.',
      }),
      selectField(FIELDS.against, 'Against another version', choices.agents, { optional: true }),
      filesField(FIELDS.files, 'Test cases', {
        types: ['csv', 'jsonl', 'json', 'yaml', 'yml'],
        max: 1,
        optional: true,
        hint: 'Without any, ten default prospects are used.',
      }),
      ...(full
        ? [
            selectField(FIELDS.caseSet, 'Or a set of ours', [RED_TEAM], { optional: true }),
            numberField(FIELDS.trials, 'Trials of each case', { value: TRIALS, min: 1, max: 30 }),
            visibilityField(settings),
            budgetField(settings),
          ]
        : rest(form, `${TRIALS} trials of each case. ${shownWords(settings)}`)),
      context(
        'Prospects are synthetic. The agent is judged by another model; people’s marks show how far to believe it.',
      ),
    ],
  })
}

const NETWORK_NAMES: Record<(typeof NETWORKS)[number], string> = {
  none: 'Nobody: it does not spread',
  small_world: 'Neighbours, and a few far away (small world)',
  scale_free: 'People of whom a few know very many (scale-free)',
}

/** Asks for a simulation: a known product or a product file, the people, and the number of days. */
export const simulationModal = (
  form: RunForm,
  products: readonly Choice[],
  { full = false }: FormSize = {},
): ModalView =>
  modal({
    id: MODALS.simulation,
    title: 'Simulate users',
    submit: 'Let them live with it',
    payload: payloadOf(form),
    blocks: [
      selectField(FIELDS.product, 'Product', products, { optional: true }),
      filesField(FIELDS.productFile, products.length === 0 ? 'The product’s file' : 'Or a new product’s file', {
        types: ['yaml', 'yml', 'json'],
        max: 1,
        optional: products.length > 0,
        hint: 'Its screens with effort, clarity and value, its defects, price and support; YAML or JSON.',
      }),
      numberField(FIELDS.count, 'How many synthetic people', { value: 100, min: 1, max: MAX_PEOPLE }),
      numberField(FIELDS.days, 'For how many days', { value: 30, min: 1, max: MAX_DAYS }),
      ...(full
        ? [
            textField(FIELDS.state, 'State of the product', { max: 60, optional: true, hint: 'Default: its first.' }),
            selectField(
              FIELDS.network,
              'Whom invitations reach',
              NETWORKS.map((id) => named(id, NETWORK_NAMES[id])),
              { chosen: 'none' },
            ),
            numberField(FIELDS.pilot, 'A pilot: only the first so many of them', {
              min: 1,
              max: MAX_PEOPLE,
              optional: true,
              hint: 'To see whether their plans make sense; the same people as in the whole run.',
            }),
            tickField(
              FIELDS.fallback,
              'Where the model gives no plan for a session',
              'Plan it by arithmetic, labelled and counted; else the run pauses',
              false,
            ),
            selectField(FIELDS.personaSet, 'Persona set', form.choices.personaSets, {
              optional: true,
              hint: 'Without one: every built-in kind of person.',
            }),
            visibilityField(form.settings),
            budgetField(form.settings),
          ]
        : rest(form, `The product’s first state, every built-in kind of person. ${shownWords(form.settings)}`)),
      context('Nothing is fitted to real users: compare states of a product, do not forecast.'),
    ],
  })

/** Asks for a persona set made from uploaded research. */
export const personaSetModal = (form: RunForm, { full = false }: FormSize = {}): ModalView =>
  modal({
    id: MODALS.personaSet,
    title: 'Persona set',
    submit: 'Make it',
    payload: payloadOf(form),
    blocks: [
      textField(FIELDS.name, 'Name', {
        max: 80,
        example: 'Night-shift nurses',
        hint: 'The same name again makes its next version.',
      }),
      filesField(FIELDS.files, 'Research', {
        types: ['txt', 'md', 'html', 'pdf', 'docx', 'csv', 'json'],
        max: 10,
        optional: true,
        hint: 'Interviews, surveys, notes: the synthetic people are drawn from what stands in them.',
      }),
      textField(FIELDS.audience, 'Or an audience, without research', {
        max: 500,
        optional: true,
        example: 'Gen Z shoppers in Germany',
        hint: 'They are made up from this sentence: nobody is asked, and everything about them is assumed.',
      }),
      numberField(FIELDS.count, 'How many', { value: 30, min: 3, max: 1_000 }),
      ...(full
        ? [
            numberField(FIELDS.diversity, 'How different, 0 to 1', {
              value: 0.8,
              min: 0,
              max: 1,
              decimal: true,
              hint: '0: as common as in the research. 1: every trait equally often.',
            }),
            visibilityField(form.settings),
            budgetField(form.settings),
          ]
        : rest(form, `As different from each other as is usual (0.8 of 1). ${shownWords(form.settings)}`)),
      context(
        'Names, addresses, numbers and e-mail addresses that are recognised are taken out before anything is stored. Not all are found, names least of all. Take them out first: a persona set is no record of anybody.',
      ),
    ],
  })
