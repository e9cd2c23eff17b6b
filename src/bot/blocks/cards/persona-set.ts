import type { RunWithResult } from '../../../domain/run-document.js'
import { personaSetView } from '../../../report/view/persona-set.js'
import { bold, paragraph, rich, shortList, table, words } from '../blocks.js'
import { inert, line } from '../text.js'
import { type Card, scoreLine } from './card.js'

const OPEN_KINDS = 8

/** Who is in a new set, how different they are, and how much of it the research says. */
export function personaSetCard(run: RunWithResult<'persona_generation'>): Card {
  const { set_name, diversity, sources } = run.result
  const { people, kinds, sentence, sourced } = personaSetView(run, {})
  const quoted = sources.claims === 0 ? 0 : sources.quoted / sources.claims
  const percent = (share: number): string => `${Math.round(share * 100)}%`
  return {
    title: `${line(set_name, 60)}: ${people} synthetic people`,
    said: `${inert(set_name, 60)}, ${people} synthetic people`,
    figures: [
      rich(
        table([
          scoreLine('Coverage', diversity.coverage, percent(diversity.coverage), `asked ${percent(diversity.asked)}`),
          scoreLine('Evenness', diversity.entropy, percent(diversity.entropy), ''),
          scoreLine('Sourced', quoted, percent(quoted), ''),
        ]),
      ),
    ],
    note: 'Coverage: pairs of traits somebody has. Evenness: mean normalised entropy. Sourced: statements with a passage of the research behind them.',
    body: (room) => [
      rich(
        paragraph(bold('Who is in it')),
        ...shortList(kinds, OPEN_KINDS, room, ({ name, count }) => [words(`${line(name, 60)}: ${count}`)]),
      ),
      rich(paragraph(words(line(sentence, 300 * room.words))), paragraph(words(line(sourced, 300 * room.words)))),
    ],
  }
}
