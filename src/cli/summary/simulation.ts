import type { RunWithResult } from '../../domain/run/run-document.js'
import { plural } from '../../domain/text/words.js'
import { type SimulationView, simulationView } from '../../presentation/simulation.js'
import { ended, shareFigure } from '../../presentation/words.js'
import { stripTerminalControls } from '../io.js'
import { wrap } from '../screen.js'
import { barLine, hanging, type Layout, plain, quoteLine } from './layout.js'

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
  const lines = [
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
  ]
  if (view.reasons.length > 0)
    lines.push(wrap(`Left because: ${view.reasons.map(({ name, people }) => `${name} ${people}`).join(', ')}.`, width))
  lines.push(...view.leavingWords.map(({ who, where, quote }) => quoteLine(`${who} (${where})`, quote, layout)))
  if (view.neverReached.length > 0)
    lines.push(wrap(`Never open to anybody: ${view.neverReached.map(stripTerminalControls).join(', ')}.`, width))
  lines.push(wrap(view.facts.map(({ name, text }) => `${name.toLowerCase()} ${text}`).join('; '), width), '')
  if (view.actions.length > 0) lines.push(screen.strong('What to do'), ...actionLines(view.actions, width), '')
  lines.push(screen.strong('What frustrated them'))
  if (view.frictions.length === 0) lines.push(wrap(view.calm, width, '  '))
  for (const { priority, name, sentence, arithmetic, inFile, quote } of view.frictions.slice(0, MAX_FRICTIONS)) {
    lines.push(
      hanging(`${priority} ${stripTerminalControls(ended(name))} ${stripTerminalControls(sentence)}`, width),
      screen.faint(wrap(`${arithmetic} (${stripTerminalControls(inFile)})`, width, '     ')),
    )
    if (quote) lines.push(quoteLine(`${quote.who}, ${quote.where}`, quote.quote, layout))
  }
  if (view.spread !== '')
    lines.push('', screen.strong('Does it spread?'), wrap(stripTerminalControls(view.spread), width))
  if (view.hypothesis) {
    const { text, verdict, sentence } = view.hypothesis
    lines.push(
      '',
      wrap(`Hypothesis: ${stripTerminalControls(text)} ${verdict}: ${stripTerminalControls(sentence)}`, width),
    )
  }
  if (diary) lines.push('', ...diaryLines(diary, layout))
  return lines
}

function diaryLines({ who, kind, entries, closing }: SimulationView['diaries'][number], layout: Layout): string[] {
  const { screen, width } = layout
  const lines = [screen.strong(`One diary: ${stripTerminalControls(who)}, ${stripTerminalControls(kind)}`)]
  for (const { day, text } of entries.slice(0, MAX_ENTRIES))
    lines.push(hanging(`day ${day}: ${stripTerminalControls(text)}`, width))
  if (closing !== '') lines.push(hanging(stripTerminalControls(closing), width))
  return lines
}

const actionLines = (actions: SimulationView['actions'], width: number): string[] =>
  actions.map(({ priority, action, people, expected }) =>
    hanging(
      `${priority} ${stripTerminalControls(ended(action))} ${people} ${plural(people, 'person', 'people')}; expected: ${stripTerminalControls(expected)}.`,
      width,
    ),
  )
