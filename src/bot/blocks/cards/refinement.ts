import type { RunWithResult } from '../../../domain/run-document.js'
import { range, signed } from '../../../report/view/wording.js'
import { paragraph, rich, table, words } from '../blocks.js'
import { line } from '../text.js'
import type { Card } from './card.js'

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
  const title = tested
    ? `Pressure score ${before} before, ${after} after (${signed(lift.pressure_score.mean)})`
    : `Nothing could be mended: pressure score ${before}, as before`
  return {
    title,
    said: title,
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
    note: tested ? 'Points with the same synthetic people; a 90% range that holds 0 shows no lift.' : '',
    body: (room) => [
      rich(
        paragraph(words(line(sentence, 600 * room.words))),
        paragraph(words(`${applied} of ${edits.length} edits were made.`)),
      ),
    ],
  }
}
