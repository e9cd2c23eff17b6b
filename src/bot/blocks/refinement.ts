import type { RunWithResult } from '../../domain/run-document.js'
import { counted, plural } from '../../domain/words.js'
import { type EditView, liftWords, measuredLift, refinementView } from '../../presentation/refinement.js'
import { firstSentences, range, signed } from '../../presentation/words.js'
import { bold, container, italic, paragraph, type Room, rich, shortList, struck, table, words } from './blocks.js'
import type { Message } from './message.js'
import { type Card, leadLine } from './score-card-layout.js'
import { line, passage } from './text.js'
import { sectionMessage } from './thread-part.js'

const OPEN_EDITS = 3

/** Every edit with its own effect, and the new text. */
export function refinementMessage(run: RunWithResult<'refinement'>): Message {
  const { applied, dropped, refined, moved: movedText, people, tested } = refinementView(run, {})
  const title = applied.length === 0 ? 'No edit was made' : `What was changed: ${counted(applied.length, 'edit')}`
  const edits = (list: readonly EditView[], room: Room) => list.flatMap((edit) => editLines(edit, room))
  const moved =
    tested &&
    movedText !== '' &&
    rich(paragraph(words(`Of ${counted(people, 'synthetic person', 'synthetic people')}, ${movedText}.`)))
  return sectionMessage(run, {
    title,
    text: `${title}.`,
    section: 'findings',
    blocks: (room) => [
      applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), room)),
      moved,
      applied.length > OPEN_EDITS &&
        container(counted(applied.length - OPEN_EDITS, 'more edit'), [
          rich(...edits(applied.slice(OPEN_EDITS, 8), room)),
        ]),
      dropped.length > 0 &&
        container(counted(dropped.length, 'edit not made', 'edits not made'), [rich(...droppedList(dropped, room))]),
      refined !== '' && container('The new text', [rich(paragraph(words(passage(refined, 2_500 * room.words))))]),
    ],
    plain: (room) => [
      applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), room)),
      moved,
      refined !== '' && rich(paragraph(bold('The new text')), paragraph(words(passage(refined, 1_000 * room.words)))),
    ],
  })
}

function editLines({ original, replacement, finding, why, effect, backfired }: EditView, room: Room) {
  return [
    paragraph(
      struck(line(original, 200 * room.words)),
      words(replacement === '' ? ' taken out' : ' → '),
      bold(replacement === '' ? '' : line(replacement, 240 * room.words)),
    ),
    paragraph(
      words(why === '' ? '' : `${line(why, 160 * room.words)} `),
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

const LIFTS = [
  ['Pressure', 'pressure_score'],
  ['Gut attraction', 'gut_attraction_index'],
  ['Credibility', 'credibility_score'],
  ['Intent', 'intent'],
] as const

/** Whether the fixes helped the same people, and which edit did. */
export function refinementCard(run: RunWithResult<'refinement'>): Card {
  const { edits, sentence } = run.result
  const { applied, before, after, legend } = refinementView(run, {})
  const lift = measuredLift(run)
  const title = liftWords(run)
  const backfired = applied.filter((edit) => edit.backfired)
  const [worst] = backfired
  const [said, more] = firstSentences(sentence, 2)
  return {
    title,
    summary: lift ? `${title}: pressure ${before} before, ${after} after` : title,
    lead: (room) => [
      paragraph(words(line(said, 400 * room.words))),
      paragraph(
        words(`${applied.length} of ${counted(edits.length, 'edit')} ${plural(applied.length, 'was', 'were')} made.`),
      ),
      worst !== undefined &&
        leadLine(
          backfired.length === 1 ? 'Take back' : `Take back (first of ${backfired.length})`,
          worst.replacement === '' ? worst.original : worst.replacement,
          200 * room.words,
        ),
    ],
    figures: lift
      ? [
          table([
            `${'Pressure'.padEnd(11)} ${before} before, ${after} after`,
            ...LIFTS.map(([name, key]) => {
              const measured = lift[key]
              if (measured === null) return `${name.padEnd(11)} not measured`
              const { mean, interval } = measured
              return `${name.padEnd(11)} ${signed(mean).padStart(6)}  ${interval ? range(interval, signed) : ''}`.trimEnd()
            }),
          ]),
        ]
      : [],
    note: lift ? `${more} Points with the same synthetic people. Ranges: 95 %; ${legend}.`.trim() : more,
  }
}
