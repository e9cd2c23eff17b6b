import type { AskResult } from '../domain/panel/ask.js'
import type { RunWithResult } from '../domain/run/run-document.js'
import { clean, displayText, headline, truncate } from './clean.js'
import type { ReportOptions } from './panel.js'
import { provenanceOf } from './provenance.js'
import { trustOf } from './trust.js'
import { day, readable } from './words.js'

export type AskView = ReturnType<typeof askView>

/** What a question did to somebody's opinion. */
export const MINDS: Record<AskResult['mind'], string> = {
  unchanged: 'This left their mind unchanged.',
  warmer: 'This left them warmer to it than before.',
  colder: 'This left them colder to it than before.',
}

/** Everything on the page of a question to a respondent. Every text in it has been through `clean`. */
export function askView(run: RunWithResult<'ask'>, { title }: ReportOptions) {
  const result = run.result
  const trust = trustOf(run, 1)
  const name = truncate(displayText(result.persona_name), 40)
  return {
    name,
    kind: readable(result.archetype),
    title: headline(title ?? '', 120) || `A conversation with ${name}`,
    date: day(run.completed_at),
    offline: run.model.mode === 'offline',
    // An answer without checks shows no cells, instead of five empty ones.
    trust: run.trust ? trust : { ...trust, cells: [] },
    earlier: result.earlier.map(({ question, answer }) => ({
      question: displayText(question),
      answer: displayText(answer),
    })),
    question: displayText(result.question),
    answer: clean(result.answer) || displayText(''),
    mind: MINDS[result.mind],
    made: provenanceOf(run, null),
  }
}
