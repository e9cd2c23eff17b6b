import type { RunWithResult } from '../../domain/run/run-document.js'
import { ACTIONS } from './action-ids.js'
import { actions, bold, button, context, header, list, message, paragraph, quote, rich, words } from './blocks.js'
import type { Message } from './message.js'
import { panelCard } from './panel-score-card.js'
import { subjectLine } from './text.js'
import { provenanceLine, trustParagraph } from './trust.js'

const BEGIN = [
  ['Type “/pressure-test” ', 'and your claim, page, post or price, in any channel; alone it opens a form.'],
  ['Write to me here ', 'with a text, a link or a file: I offer to test it, and only you see what comes of it.'],
  ['“/pressure-test desk” ', 'lists what nobody said aloud, over all tests; “/pressure-test help” names the rest.'],
] as const

/** First message to the person who installed the app: one finished example, labelled as such, and how to begin. */
export function welcomeMessage(example: RunWithResult<'pressure_test'>): Message {
  const face = panelCard(example)
  return message({
    text: 'pressure-test is ready. To begin, type /pressure-test and your text. Here is an example of what comes back: a rehearsal with synthetic people, of a made-up product.',
    blocks: (scale) => [
      header('pressure-test is ready'),
      rich(
        paragraph(
          words(
            'It puts what you want to say before synthetic people first, and tells you what broke. An example, with a made-up product and no language model:',
          ),
        ),
      ),
      { type: 'divider' },
      rich(
        paragraph(bold(`Example. Rehearsal: ${face.title}`)),
        quote(words(subjectLine(example.result.stimulus, scale))),
        ...face.lead(scale),
        trustParagraph(example, 200 * scale.words),
      ),
      context(`Kept as an example: nobody here asked for it. ${provenanceLine(example)}`),
      { type: 'divider' },
      rich(paragraph(bold('How to begin')), list(BEGIN.map(([what, then]) => [bold(what), words(then)]))),
      actions(
        button({ label: 'New pressure test', action: ACTIONS.newPressureTest, payload: {}, style: 'primary' }),
        button({ label: 'Evaluate an agent', action: ACTIONS.newEvaluation, payload: {} }),
      ),
    ],
  })
}
