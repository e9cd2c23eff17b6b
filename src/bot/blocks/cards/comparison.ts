import { bandOf, type PressureBand } from '../../../domain/analysis.js'
import { isRehearsal } from '../../../domain/run.js'
import type { RunWithResult } from '../../../domain/run-document.js'
import { bold, paragraph, rich, table, words } from '../blocks.js'
import { inert, line } from '../text.js'
import { type Card, scoreLine, span } from './card.js'

/** Which proposition does best, or that none does, and the scores side by side. */
export function comparisonCard(run: RunWithResult<'comparison'>): Card {
  const { propositions, best, sentence } = run.result
  const first = propositions.find(({ label }) => label === best)
  const ranked = [...propositions].sort((a, b) => b.scores.pressure_score - a.scores.pressure_score)
  const none = isRehearsal(run) ? 'Points by the text check' : 'None does best'
  const title = first ? `Does best: ${first.label}, ${line(first.name, 100)}` : none
  return {
    title,
    said: first ? `${inert(first.label, 10)}, ${inert(first.name, 150)}, does best` : none.toLowerCase(),
    figures: [
      rich(
        table(
          ranked.map(({ label, scores, intervals }) =>
            scoreLine(
              `${label} pressure`,
              scores.pressure_score / 100,
              String(Math.round(scores.pressure_score)),
              span(intervals?.pressure_score),
            ),
          ),
        ),
      ),
    ],
    note: 'Ranges: 90% with other synthetic people of the same kinds.',
    body: (room) => [
      rich(
        ...ranked.map(({ label, name, scores }) =>
          paragraph(
            bold(`${label} `),
            words(`${line(name, 200 * room.words)}${bandWord(bandOf(run, scores.pressure_score))}`),
          ),
        ),
        paragraph(words(line(sentence, 600 * room.words))),
      ),
    ],
  }
}

const bandWord = (band: PressureBand | null): string => (band === null ? '' : ` (${band})`)
