import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../action-ids.js'
import { bold, context, paragraph, quote, rich, words } from '../blocks.js'
import type { PressureTestForm, Settings } from '../given.js'
import type { Ref } from '../ref.js'
import { passage } from '../text.js'
import { filesField, MOST_TYPED, modal, numberField, textField, tickField } from './inputs.js'
import { budgetField, focusGroupField, panelFields, visibilityField } from './panel-fields.js'

const refOf = ({ pending, channel, ts }: PressureTestForm): Ref => ({
  ...(pending === undefined ? {} : { pending }),
  ...(channel === undefined ? {} : { channel }),
  ...(ts === undefined ? {} : { ts }),
})

/** The proposition: typed, uploaded, or, where it is longer than a field, shown by its beginning and kept by the caller. */
const propositionBlocks = ({ proposition = '', pending }: PressureTestForm) =>
  proposition.length > MOST_TYPED && pending !== undefined
    ? [
        rich(
          paragraph(bold('Proposition')),
          quote(words(passage(proposition, 600))),
          paragraph(words(`All ${proposition.length.toLocaleString('en-US')} characters of it are tested.`)),
        ),
      ]
    : [
        textField(FIELDS.proposition, 'Proposition', {
          value: proposition,
          long: true,
          optional: true,
          example: 'What you are about to say to the world: a claim, an offer, a page.',
          hint: `Up to ${MOST_TYPED.toLocaleString('en-US')} characters; upload a longer one below.`,
        }),
        filesField(FIELDS.files, 'Or a file', {
          types: ['txt', 'md', 'markdown', 'html'],
          most: 1,
          optional: true,
          hint: 'Plain text, Markdown or HTML; up to 50,000 characters of text.',
        }),
      ]

const checks = (settings: Settings, was?: Settings) => [
  tickField(FIELDS.controls, 'Control concepts', 'Show an absurd and a known-good concept as well', settings.controls),
  numberField(FIELDS.stability, 'Rebuilt panels', {
    value: settings.stability,
    least: 0,
    most: 10,
    hint: `Asks 2 to 10 other panels whether they say the same; 0 asks none.${was ? ` Before: ${was.stability}.` : ''}`,
  }),
]

const HONEST =
  'Answers come from synthetic people, never from real ones. What you paste here is sent to the model this workspace uses.'

/** Asks for a pressure test, with the settings used last. */
export const pressureTestModal = (form: PressureTestForm): ModalView =>
  modal({
    id: MODALS.pressureTest,
    title: 'Pressure test',
    submit: 'Test it',
    ref: refOf(form),
    blocks: [
      ...propositionBlocks(form),
      ...panelFields(form),
      focusGroupField(form.settings.focusGroup),
      ...checks(form.settings),
      visibilityField(form.settings),
      budgetField(form.settings),
      context(HONEST),
    ],
  })

type Again = { readonly run_id: string; readonly before: Settings; readonly form: PressureTestForm }

/** The same once more with other settings; each field says what it was before. `form.settings` is what it starts with. */
export const runAgainModal = ({ run_id, before: was, form }: Again): ModalView =>
  modal({
    id: MODALS.runAgain,
    title: 'Run again with…',
    submit: 'Run again',
    ref: { ...refOf(form), run: run_id },
    blocks: [
      ...propositionBlocks(form),
      ...panelFields({ ...form, was }),
      focusGroupField(form.settings.focusGroup, was),
      ...checks(form.settings, was),
      visibilityField(form.settings),
      budgetField(form.settings),
      context(
        'What you change is listed on the new card. Two runs with other people or settings are not paired: “Compare” is.',
        HONEST,
      ),
    ],
  })
