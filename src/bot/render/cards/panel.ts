import { pressureBand } from '../../../domain/analysis.js'
import type { FocusGroupResult, PressureTestResult } from '../../../domain/pressure-test.js'
import type { RunDocument } from '../../../domain/run.js'
import { findingsOf } from '../../../report/view/findings.js'
import { counted } from '../../../report/view/wording.js'
import { namesOf } from '../../../report/view.js'
import { bold, paragraph, quote, type Room, rich, table, words } from '../blocks.js'
import type { MinorityMark } from '../given.js'
import { markLine, viewsOf } from '../minority.js'
import { line, sentences } from '../text.js'
import { type Card, scoreLine, span } from './card.js'

const percent = (share: number): string => String(Math.round(share * 100))

/** Scores, what would change them most, and what nobody heard. */
export function panelCard(run: RunDocument, marks: readonly MinorityMark[]): Card {
  const result = run.result as PressureTestResult | FocusGroupResult
  const { analysis, responses } = result
  const score = Math.round(analysis.pressure_score)
  const band = pressureBand(analysis.pressure_score)
  const failed = run.trust?.respondents.failed ?? []
  const partial =
    failed.length > 0 ? `, partial (${responses.length} of ${responses.length + failed.length} answered)` : ''
  const views = viewsOf(run, marks)
  const open = views.filter((view) => view.marks.length === 0)
  const [fix] = findingsOf(result, namesOf(responses)).fixes
  return {
    title: `Pressure score ${score} of 100: ${band}${partial}`,
    said: `pressure score ${score} of 100, ${band}${partial}`,
    figures: [rich(table(scoreLines(result)))],
    note: sentences(
      analysis.intervals && 'Ranges: 90% with other synthetic people of the same kinds.',
      `“Would buy”: top-2 box; mean purchase intent ${result.intent.mean.toFixed(1)} of 5.`,
    ),
    body: (room) => [
      rich(
        'topics' in result && paragraph(words(topicsLine(result, room))),
        paragraph(
          bold('What would change this most: '),
          words(fix ? line(fix.what, 260 * room.words) : 'the analysis recommends nothing.'),
        ),
      ),
      failed.length > 0 &&
        rich(
          paragraph(
            bold('Partial. '),
            words(
              `${counted(failed.length, 'synthetic person', 'synthetic people')} did not answer: ${line(failed.map(({ name }) => name).join(', '), 200 * room.words)}. ${line(failed[0]?.message ?? '', 250 * room.words)}`,
            ),
          ),
        ),
      rich(
        paragraph(
          bold('Minority report: '),
          words(
            views.length === 0
              ? 'nobody held back a view.'
              : `${counted(views.length, 'view')} nobody heard, ${open.length === 0 ? 'all dealt with' : `${open.length} open`}.`,
          ),
        ),
        (open[0] ?? views[0]) !== undefined && quote(words(line((open[0] ?? views[0])?.view ?? '', 160 * room.words))),
        ...lastMarks(marks).map((mark) => markLine(mark, 200 * room.words)),
      ),
    ],
  }
}

const lastMarks = (marks: readonly MinorityMark[]): readonly MinorityMark[] => marks.slice(-2)

function scoreLines({ analysis, intent }: PressureTestResult): string[] {
  const { intervals } = analysis
  const of = (name: string, key: 'pressure_score' | 'gut_attraction_index' | 'credibility_score') =>
    scoreLine(name, analysis[key] / 100, String(Math.round(analysis[key])), span(intervals?.[key]))
  return [
    of('Pressure', 'pressure_score'),
    of('Gut pull', 'gut_attraction_index'),
    of('Credibility', 'credibility_score'),
    scoreLine(
      'Would buy',
      intent.top_two_box,
      `${percent(intent.top_two_box)}%`,
      span(intent.intervals?.top_two_box, percent),
    ),
  ]
}

function topicsLine({ topics }: FocusGroupResult, room: Room): string {
  const missed = topics.filter(({ first_turn }) => first_turn === null).map(({ topic }) => topic)
  const reached = `${topics.length - missed.length} of ${topics.length} topics reached`
  return missed.length === 0 ? `${reached}.` : `${reached}; not: ${line(missed.join(', '), 200 * room.words)}.`
}
