import { bandOf } from '../../domain/panel/analysis.js'
import type { PanelIntent } from '../../domain/panel/scores.js'
import { isRehearsal } from '../../domain/run/run.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { type Candidate, comparisonView } from '../../presentation/comparison.js'
import { buyingOf, INTENT_NOT_MEASURED, OTHER_KINDS, unratedWords } from '../../presentation/scores.js'
import { range, shareFigure, signed } from '../../presentation/words.js'
import {
  bold,
  container,
  italic,
  list,
  type MessageScale,
  paragraph,
  quote,
  rich,
  shortList,
  table,
  words,
} from './blocks.js'
import type { Message } from './message.js'
import { type Card, scoreLine, shareSpan, span } from './score-card-layout.js'
import { line, neutralizeMrkdwn, passage } from './text.js'
import { sectionMessage } from './thread-part.js'

/** Pairwise differences, and a container for each proposition. */
export function comparisonMessage(run: RunWithResult<'comparison'>): Message {
  const view = comparisonView(run, {})
  const pairs = (scale: MessageScale) =>
    rich(
      list(
        view.differences.map(({ label, mean, interval, seen, p }) => [
          bold(`${label}: `),
          words(`${signed(mean)} points${interval ? ` (${range(interval, signed)})` : ''}${p && `, ${p}, `}`),
          ...(view.offline ? [] : [italic(seen ? 'a difference' : 'no difference seen')]),
        ]),
      ),
      paragraph(words(line(`${view.order.design} ${view.order.effect}`, 400 * scale.words))),
    )
  const title = 'What can be told apart'
  return sectionMessage(run, {
    title,
    text: `${title}, over the same people.`,
    section: 'findings',
    note: view.offline
      ? 'Points of the text check over the same people; ranges: 95 %.'
      : 'Points of the pressure score over the same people; ranges: 95 %; p is corrected for the number of pairs.',
    blocks: (scale) => [
      pairs(scale),
      ...view.ranked.map((candidate) =>
        container(`${candidate.label}: ${line(candidate.name, 120)}`, [candidateBlock(candidate, scale)]),
      ),
    ],
    plain: (scale) => [
      pairs(scale),
      ...view.ranked.map((candidate) =>
        rich(
          paragraph(bold(`${candidate.label}: ${line(candidate.name, 120)}`)),
          ...saidOf(candidate, { ...scale, words: scale.words * 0.6 }),
        ),
      ),
    ],
  })
}

const candidateBlock = (candidate: Candidate, scale: MessageScale) =>
  rich(
    quote(words(passage(candidate.stimulus, 400 * scale.words))),
    ...claimsOf(candidate, scale),
    ...saidOf(candidate, scale),
  )

const claimsOf = ({ claims }: Candidate, scale: MessageScale) =>
  shortList(claims, 5, scale, ({ claim, believed }) => [
    words(line(claim, 120 * scale.words)),
    italic(believed === '' ? '' : ` – ${believed}`),
  ])

const saidOf = ({ people }: Candidate, scale: MessageScale) =>
  shortList(people, 3, scale, ({ who, buying, quote: text }) => [
    bold(line(who, 60)),
    words(`, ${buying}: “${line(text, 160 * scale.words)}”`),
  ])

/** Which proposition does best, or that none does, and what people would do with each. */
export function comparisonCard(run: RunWithResult<'comparison'>): Card {
  const { propositions, best, sentence } = run.result
  const first = propositions.find(({ label }) => label === best)
  const ranked = [...propositions].sort((a, b) => b.scores.pressure_score - a.scores.pressure_score)
  const rehearsed = isRehearsal(run)
  const none = rehearsed ? 'no text is called better' : 'None does best'
  const title = first ? `Does best: ${first.label}, ${line(first.name, 100)}` : none
  return {
    title,
    summary: first
      ? `${neutralizeMrkdwn(first.label, 10)}, ${neutralizeMrkdwn(first.name, 150)}, does best`
      : none.toLowerCase(),
    lead: (scale) => [
      list(
        ranked.map(({ label, name, scores, intent, responses }) => [
          bold(`${label} `),
          words(`${line(name, 120 * scale.words)}`),
          words(
            rehearsed
              ? ''
              : `: ${bandWords(run, scores.pressure_score)}${intent ? buyingOf(intent.pmf).most : INTENT_NOT_MEASURED}`,
          ),
          words(rehearsed || intent === null ? '' : ` ${unratedWords(intent, responses)}`.trimEnd()),
        ]),
      ),
      paragraph(words(line(sentence, 500 * scale.words))),
    ],
    figures: [
      table(
        ranked.flatMap(({ label, scores, intervals, intent }) => [
          scoreLine(
            `${label} pressure`,
            scores.pressure_score / 100,
            String(Math.round(scores.pressure_score)),
            span(intervals?.pressure_score),
          ),
          ...(intent === null || rehearsed ? [] : [buyingLine(label, intent)]),
        ]),
      ),
    ],
    note: `${rehearsed ? 'Text-check figures. ' : 'Would buy: top-2 box, %. '}Ranges: ${OTHER_KINDS}.`,
  }
}

const buyingLine = (label: string, { top_two_box, intervals }: PanelIntent): string =>
  scoreLine(`${label} would buy`, top_two_box, shareFigure(top_two_box), shareSpan(intervals?.top_two_box))

function bandWords(run: RunWithResult<'comparison'>, score: number): string {
  const band = bandOf(run, score)
  return band === null ? '' : `${band}, `
}
