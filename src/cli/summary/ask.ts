import type { RunWithResult } from '../../domain/run-document.js'
import { inert } from '../io.js'
import { wrap } from '../screen.js'
import type { Layout } from './layout.js'

/** A question and its answer; what was said before stands in the report. */
export function askSummary(run: RunWithResult<'ask'>, { screen, width }: Layout): string[] {
  const { persona_name, archetype, question, answer, mind, earlier } = run.result
  const source = run.model.mode === 'offline' ? 'the offline behaviour model' : inert(run.model.persona)
  return [
    wrap(screen.strong(`${inert(persona_name)}, ${inert(archetype).replaceAll('-', ' ')}`), width),
    wrap(screen.faint(`A synthetic person, played by ${source}. ${earlierWords(earlier.length)}`), width),
    '',
    screen.faint(wrap(`You: ${inert(question)}`, width, '  ')),
    wrap(`${inert(persona_name)}: ${inert(answer)}`, width, '  '),
    '',
    wrap(`Mind: ${mind}.`, width),
  ]
}

const earlierWords = (count: number): string =>
  count === 0 ? 'The first question to them.' : `${count} ${count === 1 ? 'question' : 'questions'} before.`
