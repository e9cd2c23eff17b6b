import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted, plural } from '../../domain/text/words.js'
import { type EditView, liftWords, measuredLift, refinementView } from '../../presentation/refinement.js'
import { firstSentences, range, signed } from '../../presentation/words.js'
import {
  bold,
  container,
  italic,
  type MessageScale,
  paragraph,
  rich,
  shortList,
  struck,
  table,
  words,
} from './blocks.js'
import type { Message } from './message.js'
import { type Card, leadLine } from './score-card-layout.js'
import { line, passage } from './text.js'
import { sectionMessage } from './thread-part.js'

const OPEN_EDITS = 3

/** Every edit with its own effect, and the new text. */
export function refinementMessage(run: RunWithResult<'refinement'>): Message {
  const { applied, dropped, refined, moved: movedText, people, tested } = refinementView(run, {})
  const title = applied.length === 0 ? 'No edit was made' : `What was changed: ${counted(applied.length, 'edit')}`
  const edits = (list: readonly EditView[], scale: MessageScale) => list.flatMap((edit) => editLines(edit, scale))
  const moved =
    tested &&
    movedText !== '' &&
    rich(paragraph(words(`Of ${counted(people, 'synthetic person', 'synthetic people')}, ${movedText}.`)))
  return sectionMessage(run, {
    title,
    text: `${title}.`,
    section: 'findings',
    blocks: (scale) => [
      applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), scale)),
      moved,
      applied.length > OPEN_EDITS &&
        container(counted(applied.length - OPEN_EDITS, 'more edit'), [
          rich(...edits(applied.slice(OPEN_EDITS, 8), scale)),
        ]),
      dropped.length > 0 &&
        container(counted(dropped.length, 'edit not made', 'edits not made'), [rich(...droppedList(dropped, scale))]),
      refined !== '' && container('The new text', [rich(paragraph(words(passage(refined, 2_500 * scale.words))))]),
    ],
    plain: (scale) => [
      applied.length > 0 && rich(...edits(applied.slice(0, OPEN_EDITS), scale)),
      moved,
      refined !== '' && rich(paragraph(bold('The new text')), paragraph(words(passage(refined, 1_000 * scale.words)))),
    ],
  })
}

function editLines({ original, replacement, finding, why, effect, backfired }: EditView, scale: MessageScale) {
  return [
    paragraph(
      struck(line(original, 200 * scale.words)),
      words(replacement === '' ? ' taken out' : ' → '),
      bold(replacement === '' ? '' : line(replacement, 240 * scale.words)),
    ),
    paragraph(
      words(why === '' ? '' : `${line(why, 160 * scale.words)} `),
      italic(finding === '' ? '' : `Answers: ${line(finding, 200 * scale.words)} `),
      words(effect ? `Alone: ${effect}.` : 'Its own effect was not measured.'),
      bold(backfired ? ' It backfired.' : ''),
      words('\n'),
    ),
  ]
}

const droppedList = (edits: readonly EditView[], scale: MessageScale) =>
  shortList(edits, 8, scale, ({ original, problem }) => [
    words(`“${line(original, 120 * scale.words)}”: `),
    words(line(problem, 200 * scale.words)),
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
    lead: (scale) => [
      paragraph(words(line(said, 400 * scale.words))),
      paragraph(
        words(`${applied.length} of ${counted(edits.length, 'edit')} ${plural(applied.length, 'was', 'were')} made.`),
      ),
      worst !== undefined &&
        leadLine(
          backfired.length === 1 ? 'Take back' : `Take back (first of ${backfired.length})`,
          worst.replacement === '' ? worst.original : worst.replacement,
          200 * scale.words,
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
