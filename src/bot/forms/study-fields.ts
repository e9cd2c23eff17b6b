import { FIELDS } from '../blocks/action-ids.js'
import type { Ref } from '../blocks/action-payload.js'
import { bold, paragraph, quote, rich, words } from '../blocks/blocks.js'
import { passage } from '../blocks/text.js'
import type { PressureTestForm, Settings } from '../blocks/view-models.js'
import { filesField, MOST_TYPED, numberField, textField, tickField } from './inputs.js'

/** What a form is about, for whoever gets it back. */
export const refOf = ({ pending, channel, open, ts }: Partial<PressureTestForm>): Ref => ({
  ...(pending === undefined ? {} : { pending }),
  ...(channel === undefined ? {} : { channel }),
  ...(open === undefined ? {} : { open }),
  ...(ts === undefined ? {} : { ts }),
})

/** A text that is longer than a field, by its beginning. */
const keptBlock = (name: string, text: string) =>
  rich(
    paragraph(bold(name)),
    quote(words(passage(text, 600))),
    paragraph(words(`All ${text.length.toLocaleString('en-US')} characters of it are used.`)),
  )

/** A discussion guide: typed, or kept by the caller where it is longer than a field. */
export const guideField = ({ proposition = '', pending }: PressureTestForm) =>
  proposition.length > MOST_TYPED && pending !== undefined
    ? keptBlock('Discussion guide', proposition)
    : textField(FIELDS.guide, 'Discussion guide', {
        value: proposition,
        long: true,
        example: 'What it is about.\n- First impressions\n- The price',
        hint: 'What it is about first, then a line with “-” for each topic, at most ten.',
      })

/** The proposition: typed, uploaded, or, where it is longer than a field, shown by its beginning and kept by the caller. */
export const propositionBlocks = ({ proposition = '', pending }: PressureTestForm) =>
  proposition.length > MOST_TYPED && pending !== undefined
    ? [keptBlock('Proposition', proposition)]
    : [
        textField(FIELDS.proposition, 'Proposition', {
          value: proposition,
          long: true,
          optional: true,
          example: 'What you are about to say to the world: a claim, an offer, a page.',
          hint: `Up to ${MOST_TYPED.toLocaleString('en-US')} characters; upload a longer one below.`,
        }),
        filesField(FIELDS.files, 'Or a file', {
          types: ['txt', 'md', 'markdown', 'html', 'pdf', 'docx'],
          most: 1,
          optional: true,
          hint: 'Plain text, Markdown, HTML, PDF or Word; up to 50,000 characters of text.',
        }),
      ]

export const checks = (settings: Settings, was?: Settings) => [
  tickField(FIELDS.controls, 'Control concepts', 'Show an absurd and a known-good concept as well', settings.controls),
  numberField(FIELDS.stability, 'Rebuilt panels', {
    value: settings.stability,
    least: 0,
    most: 10,
    hint: `Asks 2 to 10 other panels whether they say the same; 0 asks none.${was ? ` Before: ${was.stability}.` : ''}`,
  }),
]

/** Whose answers they are, and where the text goes. */
export const HONEST =
  'Answers come from synthetic people, never from real ones. What you paste here is sent to the model this workspace uses.'
