import type { RunWithResult } from '../../../domain/run-document.js'
import { type EditView, refinementView } from '../../../report/view/refinement.js'
import { counted } from '../../../report/view/wording.js'
import {
  bold,
  container,
  context,
  feedback,
  header,
  italic,
  message,
  paragraph,
  type Room,
  rich,
  shortList,
  struck,
  words,
} from '../blocks.js'
import type { ThreadMessage } from '../message.js'
import { madeLine, madeShortly } from '../provenance.js'
import { line, passage } from '../text.js'

const OPEN_EDITS = 3

/** Every edit with what it did alone, and the new text. */
export function refinementThread(run: RunWithResult<'refinement'>): ThreadMessage {
  const { applied, dropped, refined, better, worse, people, tested } = refinementView(run, {})
  const title = applied.length === 0 ? 'No edit was made' : `What was changed: ${counted(applied.length, 'edit')}`
  const edits = (list: readonly EditView[], room: Room) => list.flatMap((edit) => editLines(edit, room))
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
      blocks: (room) => [
        header(title),
        applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), room)),
        moved,
        applied.length > OPEN_EDITS &&
          container(counted(applied.length - OPEN_EDITS, 'more edit'), [
            rich(...edits(applied.slice(OPEN_EDITS, 8), room)),
          ]),
        dropped.length > 0 &&
          container(counted(dropped.length, 'edit not made', 'edits not made'), [rich(...droppedList(dropped, room))]),
        refined !== '' && container('The new text', [rich(paragraph(words(passage(refined, 2_500 * room.words))))]),
        context(madeLine(run)),
        feedback(run.run_id, 'findings'),
      ],
      plain: (room) => [
        header(title),
        applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), room)),
        moved,
        refined !== '' && rich(paragraph(bold('The new text')), paragraph(words(passage(refined, 1_000 * room.words)))),
        context(madeLine(run)),
      ],
    }),
  }
}

function editLines({ original, replacement, finding, effect, backfired }: EditView, room: Room) {
  return [
    paragraph(
      struck(line(original, 200 * room.words)),
      words(replacement === '' ? ' taken out' : ' → '),
      bold(replacement === '' ? '' : line(replacement, 240 * room.words)),
    ),
    paragraph(
      italic(finding === '' ? '' : `Answers: ${line(finding, 200 * room.words)} `),
      words(effect ? `Alone: ${effect}.` : 'Its own effect was not measured.'),
      bold(backfired ? ' It backfired.' : ''),
      words('\n'),
    ),
  ]
}

const droppedList = (edits: readonly EditView[], room: Room) =>
  shortList(edits, 8, room, ({ original, problem }) => [
    words(`“${line(original, 120 * room.words)}”: `),
    words(line(problem, 200 * room.words)),
  ])
