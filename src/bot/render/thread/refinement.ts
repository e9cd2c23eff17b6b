import type { RunDocument } from '../../../domain/run.js'
import { type EditView, refinementView } from '../../../report/view/refinement.js'
import { counted } from '../../../report/view/wording.js'
import {
  bold,
  container,
  context,
  feedback,
  header,
  italic,
  list,
  message,
  paragraph,
  rich,
  struck,
  words,
} from '../blocks.js'
import { madeLine, madeShortly } from '../honest.js'
import type { ThreadMessage } from '../message.js'
import { line, passage } from '../text.js'

const OPEN_EDITS = 3

/** Every edit with what it did alone, and the new text. */
export function refinementThread(run: RunDocument): ThreadMessage {
  const { applied, dropped, refined, better, worse, people, tested } = refinementView(run, {})
  const title = applied.length === 0 ? 'No edit was made' : `What was changed: ${counted(applied.length, 'edit')}`
  const edits = (list: readonly EditView[], scale: number) => list.flatMap((edit) => editLines(edit, scale))
  const moved =
    tested &&
    rich(
      paragraph(
        words(
          `Of ${counted(people, 'synthetic person', 'synthetic people')}, ${better} liked it better than before and ${worse} liked it less.`,
        ),
      ),
    )
  return {
    key: 'edits',
    ...message({
      text: `${title}. ${madeShortly(run)}.`,
      blocks: (scale) => [
        header(title),
        applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), scale)),
        moved,
        applied.length > OPEN_EDITS &&
          container(counted(applied.length - OPEN_EDITS, 'more edit'), [
            rich(...edits(applied.slice(OPEN_EDITS, 8), scale)),
          ]),
        dropped.length > 0 &&
          container(counted(dropped.length, 'edit not made', 'edits not made'), [rich(droppedList(dropped, scale))]),
        refined !== '' && container('The new text', [rich(paragraph(words(passage(refined, 2_500 * scale))))]),
        context(madeLine(run)),
        feedback(run.run_id, 'findings'),
      ],
      plain: (scale) => [
        header(title),
        applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), scale)),
        moved,
        refined !== '' && rich(paragraph(bold('The new text')), paragraph(words(passage(refined, 1_000 * scale)))),
        context(madeLine(run)),
      ],
    }),
  }
}

function editLines({ original, replacement, finding, effect, backfired }: EditView, scale: number) {
  return [
    paragraph(
      struck(line(original, 200 * scale)),
      words(replacement === '' ? ' taken out' : ' → '),
      bold(replacement === '' ? '' : line(replacement, 240 * scale)),
    ),
    paragraph(
      italic(finding === '' ? '' : `Answers: ${line(finding, 200 * scale)} `),
      words(effect ? `Alone: ${effect}.` : 'Its own effect was not measured.'),
      bold(backfired ? ' It backfired.' : ''),
      words('\n'),
    ),
  ]
}

const droppedList = (edits: readonly EditView[], scale: number) =>
  list(
    edits
      .slice(0, 8)
      .map(({ original, problem }) => [words(`“${line(original, 120 * scale)}”: `), words(line(problem, 200 * scale))]),
  )
