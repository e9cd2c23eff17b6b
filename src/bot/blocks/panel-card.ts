import { bandOf } from '../../domain/analysis.js'
import { type FocusGroupResult, type JudgedResult, measuredOf } from '../../domain/pressure-test.js'
import type { PanelRun } from '../../domain/run-document.js'
import { findingsOf } from '../../presentation/findings.js'
import { missingOf } from '../../presentation/missing-analysis.js'
import { namesOf } from '../../presentation/panel.js'
import { OTHER_KINDS, pressureWords, scoresOf, spreadOf } from '../../presentation/scores.js'
import { counted } from '../../presentation/words.js'
import { bold, paragraph, quote, type Room, rich, table, words } from './blocks.js'
import { type Card, scoreLine, span } from './card.js'
import { missingParagraphs } from './follow-up-actions.js'
import { viewsOf } from './minority.js'
import { line, sentences } from './text.js'
import type { MinorityMark } from './view-models.js'

const percent = (share: number): string => String(Math.round(share * 100))

/** Scores, the first fix and the minority report. */
export function panelCard(run: PanelRun, marks: readonly MinorityMark[]): Card {
  const result = run.result
  const { responses } = result
  const measured = measuredOf(result)
  const { pressure, unmeasured, unclaimed } = scoresOf(measured, measured)
  const band = bandOf(run, measured.pressure_score)
  const missing = missingOf(run)
  const outcome = `${pressureWords(pressure.value, band)}${missing ? ', analysis missing' : ''}`
  const failed = run.trust?.respondents.failed ?? []
  const partial =
    failed.length > 0 ? `, partial (${responses.length} of ${responses.length + failed.length} answered)` : ''
  const views = viewsOf(result, marks)
  const isDone = views.every(({ marks: done }) => done.length > 0)
  const [fix] = findingsOf(result, namesOf(responses)).fixes
  return {
    title: `${outcome}${partial}`,
    summary: `${outcome}${partial}`,
    figures: [rich(table(scoreLines(result)))],
    note: sentences(
      band === null && 'Text-check figures.',
      pressure.sameKinds && `Pressure, ${spreadOf(pressure)}. The other ranges: ${OTHER_KINDS}.`,
      !pressure.sameKinds && measured.intervals && `Ranges: ${OTHER_KINDS}.`,
      unmeasured,
      line(unclaimed, 200),
      `“Would buy”: top-2 box; mean purchase intent ${result.intent.mean.toFixed(1)} of 5.`,
    ),
    body: (room) => [
      rich(
        'topics' in result && paragraph(words(topicsLine(result, room))),
        ...(missing
          ? missingParagraphs(missing, room)
          : [
              paragraph(
                bold('What would change this most: '),
                words(fix ? line(fix.what, 260 * room.words) : 'the analysis recommends nothing.'),
              ),
            ]),
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
        paragraph(bold('Minority report: '), words(dissentWords(result, views.length, isDone))),
        views[0] !== undefined && quote(words(line(views[0].view, 160 * room.words))),
      ),
    ],
  }
}

/** It changes once all are answered, not with each: what was done about a view stands in the report below. */
function dissentWords({ minority_report }: JudgedResult, views: number, isDone: boolean): string {
  if (minority_report === null) return 'not made; it is part of the analysis.'
  if (views === 0) return 'nobody held back a view.'
  return `${counted(views, 'view')} nobody heard${isDone ? ', all dealt with' : ''}.`
}

function scoreLines(result: JudgedResult): string[] {
  const { intent } = result
  const { intervals, ...measured } = measuredOf(result)
  const of = (name: string, key: 'pressure_score' | 'gut_attraction_index' | 'credibility_score') =>
    scoreLine(name, measured[key] / 100, String(Math.round(measured[key])), span(intervals?.[key]))
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
