import { bandOf } from '../../domain/panel/analysis.js'
import type { PanelIntent } from '../../domain/panel/scores.js'
import { isRehearsal } from '../../domain/run/run.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { figuresName, OTHER_KINDS, unratedWords } from '../../presentation/scores.js'
import { shareWords } from '../../presentation/words.js'
import { stripTerminalControls } from '../io.js'
import { wrap } from '../screen.js'
import { aboutLines, barLine, between, hanging, hundredths, type Layout, signed, whoLine, whole } from './layout.js'

/** A comparison: the ranking, the differences with their significance, the effect of the order. */
export function comparisonSummary(run: RunWithResult<'comparison'>, layout: Layout): string[] {
  const result = run.result
  const { propositions, differences, order, category, skepticism } = result
  const { screen, width } = layout
  const best = propositions.find(({ label }) => label === result.best)
  const answered = propositions[0]?.responses.length ?? 0
  const ranked = [...propositions].sort((a, b) => b.scores.pressure_score - a.scores.pressure_score)
  const lines: string[] = []
  if (!isRehearsal(run)) {
    const outcome = best
      ? `Does best: ${stripTerminalControls(best.label)}, ${stripTerminalControls(best.name)}`
      : 'None does best'
    lines.push(wrap(screen.strong(outcome), width))
  }
  return [
    ...lines,
    wrap(stripTerminalControls(`${result.sentence} ${result.panel_note ?? ''}`.trim()), width),
    wrap(screen.faint(whoLine(run, { answered, category, skepticism })), width),
    ...aboutLines(result, layout),
    '',
    ...ranked.flatMap(({ label, name, scores, intervals, intent, responses }) => [
      wrap(`${stripTerminalControls(label)}: ${stripTerminalControls(name)}`, width, '  '),
      barLine(
        {
          name: 'pressure',
          share: scores.pressure_score / 100,
          figure: whole(scores.pressure_score),
          words: [between(intervals?.pressure_score), bandOf(run, scores.pressure_score) ?? ''],
        },
        layout,
      ),
      wrap(
        screen.faint([intent && buyingWords(intent), unratedWords(intent, responses)].filter(Boolean).join('. ')),
        width,
        '  ',
      ),
    ]),
    ...(ranked.some(({ intervals, intent }) => intervals ?? intent?.intervals)
      ? [wrap(screen.faint(`${figuresName(bandOf(run, 0))}. In brackets: ${OTHER_KINDS}.`), width, '  ')]
      : []),
    '',
    wrap(`${screen.strong('Differences')}, same people, points of pressure, 95 % in brackets`, width),
    ...differences.map(({ first, second, mean, interval, p_holm, difference_seen }) => {
      const figures = [signed(mean), between(interval, signed)].filter(Boolean).join(' ')
      const seen = difference_seen ? 'difference seen' : 'no difference seen'
      const judged = isRehearsal(run) ? '' : ` p ${p_holm < 0.001 ? 'under 0.001' : p_holm.toFixed(3)}, ${seen}`
      return hanging(
        `- ${stripTerminalControls(first)} minus ${stripTerminalControls(second)}: ${figures}${judged}`,
        width,
      )
    }),
    '',
    wrap(`Mean by place in the order: ${order.mean_by_place.map((mean) => mean.toFixed(1)).join(', ')}.`, width),
  ]
}

const buyingWords = ({ top_two_box, mean, intervals }: PanelIntent): string =>
  [
    `would buy ${shareWords(top_two_box)}`,
    between(intervals?.top_two_box, hundredths),
    `top-2 box, mean intent ${mean.toFixed(1)} of 5`,
    between(intervals?.mean, (point) => point.toFixed(1)),
  ]
    .filter(Boolean)
    .join(' ')
