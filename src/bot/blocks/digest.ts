import { dollars } from '../../domain/text/dollars.js'
import { counted } from '../../domain/text/words.js'
import { day } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  context,
  header,
  italic,
  linkable,
  list,
  type MessageScale,
  message,
  paragraph,
  rich,
  takeScaled,
  words,
} from './blocks.js'
import { deskSentence } from './desk.js'
import type { Message } from './message.js'
import { CONFIRM_ALL } from './minority.js'
import { runInlines } from './run-lines.js'
import { line, titled } from './text.js'
import type { Digest, OpenMinority } from './view-models.js'

const MAX_MINORITIES = 5
const MAX_RUNS = 8

/** A minority report with open views, and a link to it. */
const minorityBlocks = ({ run_id, subject, view, open, at, offline, url }: OpenMinority, scale: MessageScale) => [
  rich(
    paragraph(bold(line(view, 200 * scale.words))),
    paragraph(
      words(`${counted(open, 'view')} open in “${line(titled(subject), 90 * scale.words)}”, ${day(at)} `),
      italic(`(synthetic${offline ? ', offline behaviour model' : ''})`),
    ),
  ),
  actions(
    linkable(url) && button({ label: 'Open the thread', action: ACTIONS.openReport, payload: { run: run_id }, url }),
    button({ label: 'Acknowledge all', action: ACTIONS.acknowledge, payload: { run: run_id }, confirm: CONFIRM_ALL }),
    button({ label: 'Assign all', action: ACTIONS.assign, payload: { run: run_id } }),
  ),
]

/** The weekly digest: open minority reports, runs, spending. */
export function digestMessage({ from, to, runs, openMinorities, desk, spentUsd, budget }: Digest): Message {
  const title = `The week ${day(from)} to ${day(to)}`
  let spent = `${counted(runs.length, 'run')}, ${dollars(spentUsd)} spent.`
  if (budget.monthCapUsd !== null)
    spent += ` The month stands at ${dollars(budget.monthSpentUsd)} of ${dollars(budget.monthCapUsd)}.`
  return message({
    text: `${title}: ${openMinorities.length === 0 ? 'no open minority report' : counted(openMinorities.length, 'open minority report')}, ${spent}`,
    blocks: (scale) => {
      const open = takeScaled(openMinorities, MAX_MINORITIES, scale)
      const listed = takeScaled(runs, MAX_RUNS, scale)
      return [
        header(title),
        rich(
          paragraph(
            bold(
              openMinorities.length === 0
                ? 'Every minority report was answered.'
                : `${counted(openMinorities.length, 'minority report')} nobody answered`,
            ),
          ),
        ),
        desk !== null && rich(paragraph(bold('The desk: '), words(deskSentence(desk)))),
        desk !== null && actions(button({ label: 'Open the desk', action: ACTIONS.openDesk, payload: {} })),
        ...open.first.flatMap((minority) => minorityBlocks(minority, scale)),
        open.rest > 0 && context(`… and ${open.rest} more in the app’s Home tab.`),
        rich(
          paragraph(bold(runs.length === 0 ? 'Nothing was run.' : 'What was run')),
          list(listed.first.map((run) => runInlines(run, scale))),
          listed.rest > 0 && paragraph(words(`… and ${listed.rest} more; “/pressure-test history” shows them all.`)),
        ),
        context(`${spent} All answers are synthetic.`),
      ]
    },
  })
}
