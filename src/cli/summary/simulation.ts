import type { RunWithResult } from '../../domain/run/run-document.js'
import { plural } from '../../domain/text/words.js'
import { type SimulationView, simulationView } from '../../presentation/simulation.js'
import { ended, shareFigure } from '../../presentation/words.js'
import { stripTerminalControls } from '../io.js'
import { wrap } from '../screen.js'
import { barLine, hanging, type Layout, quoteLine } from './layout.js'

/** Days of the curve that a terminal shows. */
const SHOWN_DAYS = [0, 1, 3, 7, 14, 21, 30, 45, 60, 90]
const MAX_FRICTIONS = 5
const MAX_ENTRIES = 6

/** A simulation: retention, frictions, one person's diary. */
export function simulationSummary(run: RunWithResult<'simulation'>, layout: Layout): string[] {
  const { screen, width } = layout
  const view = simulationView(run, {})
  const { light, answeredBy } = view.trust
  const points = view.curve.filter(({ day }) => SHOWN_DAYS.includes(day) || day === view.days)
  const diary = view.diaries[view.shownDiary]
  return [
    wrap(screen.strong(stripTerminalControls(view.sentence)), width),
    wrap(
      screen.faint(
        `${stripTerminalControls(view.product)}, ${stripTerminalControls(view.version)}. ${stripTerminalControls(view.life)}`,
      ),
      width,
    ),
    wrap(`${light ? `[${light.light}] ${plain(light.sentence)} ` : ''}${stripTerminalControls(answeredBy)}`, width),
    ...view.notes.map((note) => wrap(screen.faint(stripTerminalControls(note)), width)),
    '',
    wrap(`${screen.strong('Who is still there')}, 95 % in brackets; at risk: still there the evening before`, width),
    ...points.map(({ day, rate, low, high, at_risk }) =>
      barLine(
        {
          name: `day ${day}`,
          share: rate,
          figure: shareFigure(rate),
          words: [`(${Math.round(low * 100)} to ${Math.round(high * 100)})`, `${at_risk} at risk`],
        },
        layout,
      ),
    ),
    '',
    ...(view.reasons.length > 0
      ? [wrap(`Left because: ${view.reasons.map(({ name, people }) => `${name} ${people}`).join(', ')}.`, width)]
      : []),
    ...view.leavingWords.map(({ who, where, quote }) => quoteLine(`${who} (${where})`, quote, layout)),
    ...(view.neverReached.length > 0
      ? [wrap(`Never open to anybody: ${view.neverReached.map(stripTerminalControls).join(', ')}.`, width)]
      : []),
    wrap(view.facts.map(({ name, text }) => `${name.toLowerCase()} ${text}`).join('; '), width),
    '',
    ...(view.actions.length > 0 ? [screen.strong('What to do'), ...actionLines(view.actions, width), ''] : []),
    screen.strong('What frustrated them'),
    ...(view.frictions.length === 0 ? [wrap(view.calm, width, '  ')] : []),
    ...view.frictions
      .slice(0, MAX_FRICTIONS)
      .flatMap(({ priority, name, sentence, arithmetic, inFile, quote }) => [
        hanging(`${priority} ${stripTerminalControls(ended(name))} ${stripTerminalControls(sentence)}`, width),
        screen.faint(wrap(`${arithmetic} (${stripTerminalControls(inFile)})`, width, '     ')),
        ...(quote ? [quoteLine(`${quote.who}, ${quote.where}`, quote.quote, layout)] : []),
      ]),
    ...(view.spread === ''
      ? []
      : ['', screen.strong('Does it spread?'), wrap(stripTerminalControls(view.spread), width)]),
    ...(view.hypothesis
      ? [
          '',
          wrap(
            `Hypothesis: ${stripTerminalControls(view.hypothesis.text)} ${view.hypothesis.verdict}: ${stripTerminalControls(view.hypothesis.sentence)}`,
            width,
          ),
        ]
      : []),
    ...(diary === undefined
      ? []
      : [
          '',
          screen.strong(`One diary: ${stripTerminalControls(diary.who)}, ${stripTerminalControls(diary.kind)}`),
          ...diary.entries
            .slice(0, MAX_ENTRIES)
            .map(({ day, text }) => hanging(`day ${day}: ${stripTerminalControls(text)}`, width)),
          ...(diary.closing === '' ? [] : [hanging(stripTerminalControls(diary.closing), width)]),
        ]),
  ]
}

const actionLines = (actions: SimulationView['actions'], width: number): string[] =>
  actions.map(({ priority, action, people, expected }) =>
    hanging(
      `${priority} ${stripTerminalControls(ended(action))} ${people} ${plural(people, 'person', 'people')}; expected: ${stripTerminalControls(expected)}.`,
      width,
    ),
  )

const plain = (sentence: string): string => stripTerminalControls(sentence).replaceAll('’', "'")
