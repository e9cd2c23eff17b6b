import { isRehearsal } from '../../domain/run.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { type EditView, refinementView } from '../../presentation/refinement.js'
import { counted, lowerFirst, range, signed } from '../../presentation/words.js'
import { bold, container, italic, paragraph, type Room, rich, shortList, struck, table, words } from './blocks.js'
import type { Card } from './card.js'
import type { Message } from './message.js'
import { line, passage } from './text.js'
import { sectionMessage } from './thread-part.js'

const OPEN_EDITS = 3

/** Every edit with what it did alone, and the new text. */
export function refinementMessage(run: RunWithResult<'refinement'>): Message {
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
  ['Gut pull', 'gut_attraction_index'],
  ['Credibility', 'credibility_score'],
  ['Intent', 'intent'],
] as const

/** The lift the fixes brought with the same people. */
export function refinementCard(run: RunWithResult<'refinement'>): Card {
  const { scores, lift, per_persona, edits, sentence } = run.result
  const before = Math.round(scores.before.pressure_score)
  const after = Math.round(scores.after.pressure_score)
  const applied = edits.filter(({ status }) => status === 'applied').length
  const tested = per_persona.length > 0
  const name = isRehearsal(run) ? 'Pressure, by text check,' : 'Pressure score'
  const title = tested
    ? `${name} ${before} before, ${after} after (${signed(lift.pressure_score.mean)})`
    : `Nothing could be mended: ${lowerFirst(name)} ${before}, as before`
  return {
    title,
    summary: title,
    figures: tested
      ? [
          rich(
            table(
              LIFTS.map(([name, key]) => {
                const { mean, interval } = lift[key]
                return `${name.padEnd(11)} ${signed(mean).padStart(6)}  ${interval ? range(interval, signed) : ''}`.trimEnd()
              }),
            ),
          ),
        ]
      : [],
    note: tested ? 'Points with the same synthetic people; a 95 % range that holds 0 shows no lift.' : '',
    body: (room) => [
      rich(
        paragraph(words(line(sentence, 600 * room.words))),
        paragraph(words(`${applied} of ${edits.length} edits were made.`)),
      ),
    ],
  }
}
