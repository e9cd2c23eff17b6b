import { bandOf, type PressureBand } from '../../domain/panel/analysis.js'
import { type FocusGroupResult, type JudgedResult, measuredOf } from '../../domain/panel/pressure-test.js'
import type { PanelIntent } from '../../domain/panel/scores.js'
import type { PanelRun } from '../../domain/run/run-document.js'
import { counted, lowerFirst } from '../../domain/text/words.js'
import { findingsOf } from '../../presentation/findings.js'
import { noneFoundWords } from '../../presentation/minority-report.js'
import { missingOf } from '../../presentation/missing-analysis.js'
import { namesOf } from '../../presentation/panel.js'
import { OTHER_KINDS, scoresOf, spreadOf, unratedWords, verdictWords } from '../../presentation/scores.js'
import { shareFigure } from '../../presentation/words.js'
import { bold, type MessageScale, paragraph, quote, table, words } from './blocks.js'
import { missingParagraphs } from './follow-up-actions.js'
import { viewsOf } from './minority.js'
import { type Card, leadLine, scoreLine, shareSpan, span } from './score-card-layout.js'
import { line, sentences } from './text.js'

/** The verdict, the first fix and the view that nobody heard; scores to be opened. */
export function panelCard(run: PanelRun): Card {
  const result = run.result
  const { responses } = result
  const measured = measuredOf(result)
  const { pressure, unmeasured, unclaimed } = scoresOf(measured, measured)
  const band = bandOf(run, measured.pressure_score)
  const missing = missingOf(run)
  const { fixes, weaknesses } = findingsOf(result, namesOf(responses))
  const outcome = `${verdict(result, pressure.value, band, weaknesses.length)}${missing ? ', analysis missing' : ''}`
  const failed = run.trust?.respondents.failed ?? []
  const partial =
    failed.length > 0 ? `, partial (${responses.length} of ${responses.length + failed.length} answered)` : ''
  const [fix] = fixes
  return {
    title: `${outcome}${partial}`,
    summary: `${outcome}${partial}`,
    lead: (scale) => [
      'topics' in result && paragraph(words(topicsLine(result, scale))),
      ...(missing
        ? missingParagraphs(missing, scale)
        : [leadLine('Fix first', fix?.what ?? 'the analysis recommends nothing.', 260 * scale.words)]),
      ...unheardLines(result, scale),
      failed.length > 0 &&
        leadLine(
          'Partial',
          `${failed.map(({ name }) => name).join(', ')} did not answer. ${failed[0]?.message ?? ''}`,
          250 * scale.words,
        ),
    ],
    figures: [table(scoreLines(result))],
    note: sentences(
      band === null && 'Text-check figures.',
      pressure.sameKinds && `Pressure, ${spreadOf(pressure)}. The other ranges: ${OTHER_KINDS}.`,
      !pressure.sameKinds && measured.intervals && `Ranges: ${OTHER_KINDS}.`,
      unmeasured,
      unclaimed !== '' && line(unclaimed, 200),
      unratedWords(result.intent, responses),
      result.intent !== null && '“Would buy”: the two upper of five points.',
    ),
  }
}

/** The verdict in words. A rehearsal judges nothing, so it states what the rules of the text check found. */
function verdict(result: JudgedResult, score: number, band: PressureBand | null, weaknesses: number): string {
  if (band !== null) return verdictWords(score, band, result.intent?.pmf ?? null)
  return weaknesses === 0
    ? 'the text check found nothing'
    : `the text check found ${counted(weaknesses, 'weakness', 'weaknesses')}`
}

/** Ignores what was done about a view: the report below shows that, so this message needs no update. */
function unheardLines(result: JudgedResult, scale: MessageScale) {
  if (result.minority_report === null)
    return [leadLine('Nobody heard', 'not looked for; that is part of the analysis.', 200)]
  const [first, ...rest] = viewsOf(result, [])
  if (!first) return [leadLine('Nobody heard', lowerFirst(noneFoundWords(result.minority_report)), 200)]
  const more = rest.length > 0 ? ` (and ${counted(rest.length, 'more view')})` : ''
  return [paragraph(bold('Nobody heard'), words(`${more}:`)), quote(words(line(first.view, 160 * scale.words)))]
}

function scoreLines(result: JudgedResult): string[] {
  const { intent } = result
  const { intervals, ...measured } = measuredOf(result)
  const of = (name: string, key: 'pressure_score' | 'gut_attraction_index' | 'credibility_score') =>
    scoreLine(name, measured[key] / 100, String(Math.round(measured[key])), span(intervals?.[key]))
  return [
    of('Pressure', 'pressure_score'),
    of('Gut attraction', 'gut_attraction_index'),
    of('Credibility', 'credibility_score'),
    ...(intent ? [buyingLine(intent)] : []),
  ]
}

const buyingLine = ({ top_two_box, intervals }: PanelIntent): string =>
  scoreLine('Would buy', top_two_box, shareFigure(top_two_box), shareSpan(intervals?.top_two_box))

function topicsLine({ topics }: FocusGroupResult, scale: MessageScale): string {
  const missed = topics.filter(({ first_turn }) => first_turn === null).map(({ topic }) => topic)
  const reached = `${topics.length - missed.length} of ${topics.length} topics reached`
  return missed.length === 0 ? `${reached}.` : `${reached}; not: ${line(missed.join(', '), 200 * scale.words)}.`
}
