import type { RunWithResult } from '../../../domain/run-document.js'
import { namesOf } from '../../../report/view/evaluation/names.js'
import { sureness } from '../../../report/view/evaluation/points.js'
import { dimensionScores } from '../../../report/view/evaluation/scores.js'
import { firstOf, verdictOf } from '../../../report/view/evaluation/verdict.js'
import { bold, moment, paragraph, quote, type Room, rich, table, words } from '../blocks.js'
import { cut, line, sentences } from '../text.js'
import type { Review } from '../view-models.js'
import { type Card, NAME, scoreLine, span } from './card.js'

const one = (value: number): string => value.toFixed(1)

/** Approved or not, the score, what stands in the way, and what a person decided. */
export function evaluationCard(run: RunWithResult<'evaluation'>, review: Review | null): Card {
  const result = run.result
  const names = namesOf(result)
  const { word, score, value, interval } = verdictOf(result)
  const { confidence, critical_failures } = result.verdict
  const first = firstOf(result, names)
  const version = line(result.agent.version, 30)
  const critical = critical_failures.length
  const blocked = critical === 0 ? '' : `, ${critical} critical ${critical === 1 ? 'failure' : 'failures'}`
  const points = value === null ? '' : `, ${score} of 10`
  const overall = value === null ? [] : [scoreLine('Overall', value / 10, score, span(interval, one))]
  const dimensions = dimensionScores(result, names)
    .slice(0, 8)
    .map(({ name, value, shown, interval }) => scoreLine(cut(name, NAME), value / 10, shown, span(interval, one)))
  const lines = [...overall, ...dimensions]
  return {
    title: `${word}: ${line(names.agent, 60)} ${version}${points}`,
    said: `${word.toLowerCase()}${points}${blocked}`,
    // Slack refuses a table without a line.
    figures: lines.length === 0 ? [] : [rich(table(lines))],
    note: sentences(
      'Ranges: 95% with other prospects of this kind.',
      confidence !== null && `How sure it is that the mean over such prospects is 8 or more: ${sureness(confidence)}.`,
    ),
    body: (room) => [
      rich(
        paragraph(words(line(result.verdict.sentence, 400 * room.words))),
        paragraph(bold(`${first.title}: `), words(line(first.what, 300 * room.words))),
        first.said &&
          quote(words(line(first.said.quote, 300 * room.words)), words('\n'), bold(line(first.said.who, 60))),
        review && reviewLine(review, room),
      ),
    ],
  }
}

export function reviewLine({ action, by, at, text }: Review, room: Room) {
  const said = text ? `: ${line(text, 500 * room.words)}` : '.'
  return paragraph(
    words(action === 'approved' ? '✅ ' : '✋ '),
    bold(action === 'approved' ? 'Approved' : 'Changes asked for'),
    words(` by ${line(by, 60)}, `),
    moment(at),
    words(said),
  )
}
