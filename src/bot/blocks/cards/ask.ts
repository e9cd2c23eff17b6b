import type { AskResult } from '../../../domain/ask.js'
import type { RunWithResult } from '../../../domain/run-document.js'
import { readable } from '../../../report/view/wording.js'
import { bold, paragraph, quote, rich, words } from '../blocks.js'
import { inert, line, passage } from '../text.js'
import type { Card } from './card.js'

const MINDS: Record<AskResult['mind'], string> = {
  unchanged: 'This left their mind unchanged.',
  warmer: 'This left them warmer to it than before.',
  colder: 'This left them colder to it than before.',
}

/** A respondent's answer. */
export function askCard(run: RunWithResult<'ask'>): Card {
  const { persona_name, archetype, question, answer, mind } = run.result
  return {
    title: `${line(persona_name, 60)} answers`,
    said: `${inert(persona_name, 60)} answers: ${inert(answer, 500)}`,
    figures: [],
    note: '',
    body: (room) => [
      rich(
        quote(words(line(question, 500 * room.words))),
        paragraph(bold(line(persona_name, 60)), words(`, ${line(readable(archetype), 60)}`)),
        paragraph(words(passage(answer, 2_000 * room.words))),
        paragraph(words(MINDS[mind])),
      ),
    ],
  }
}
