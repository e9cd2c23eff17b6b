import { isRehearsal } from '../domain/run/run.js'
import {
  type ByKind,
  forKind,
  hasResult,
  isNotJudged,
  type NotJudgedRun,
  type RunDocument,
  type RunWithResult,
} from '../domain/run/run-document.js'
import { plural } from '../domain/text/words.js'
import { notJudgedView } from '../presentation/not-judged.js'
import { type Io, stripTerminalControls } from './io.js'
import { createScreen, wrap } from './screen.js'
import { comparisonSummary } from './summary/comparison.js'
import { evaluationSummary } from './summary/evaluation.js'
import { aboutLines, costLine, footOf, type Layout, linksOf } from './summary/layout.js'
import { panelSummary } from './summary/panel.js'
import { personasSummary } from './summary/personas.js'
import { refinementSummary } from './summary/refinement.js'
import { simulationSummary } from './summary/simulation.js'

const MAX_WIDTH = 96

const SUMMARIES = {
  pressure_test: panelSummary,
  focus_group: panelSummary,
  evaluation: evaluationSummary,
  persona_generation: personasSummary,
  comparison: comparisonSummary,
  refinement: refinementSummary,
  simulation: simulationSummary,
  ask: askSummary,
} as const satisfies ByKind<[layout: Layout], readonly string[]>

/** A finished run as self-contained text on one screen: result, uncertainty, advice, and links to the rest. */
export function summarise(
  run: RunDocument,
  io: Pick<Io, 'columns' | 'colour' | 'unicode'>,
  reportPath: string | null = null,
): string {
  const screen = createScreen(io)
  // A rehearsal judges nothing, so no colour marks anything as good or bad.
  const tinted = isRehearsal(run) ? (text: string) => text : screen.tinted
  const layout: Layout = { screen: { ...screen, tinted }, width: Math.min(io.columns, MAX_WIDTH) }
  if (isNotJudged(run))
    return ['', ...notJudgedSummary(run, layout), '', costLine(run, layout), '', ...linksOf(run, reportPath), ''].join(
      '\n',
    )
  const lines = ['']
  if (run.kind !== 'evaluation' && isRehearsal(run)) lines.push(screen.strong('Rehearsal, no judgement'))
  if (hasResult(run)) lines.push(...forKind(SUMMARIES, run, layout))
  else lines.push('Done. `--json` prints the result.')
  return [...lines, '', ...footOf(run, layout, reportPath), ''].join('\n')
}

/** Why there was nothing to judge, and what to send instead. */
function notJudgedSummary(run: NotJudgedRun, layout: Layout): string[] {
  const { screen, width } = layout
  const { word, title, reason, whatToSend, nobody, readBy } = notJudgedView(run)
  return [
    wrap(screen.strong(`${word}: ${stripTerminalControls(title)}`), width),
    wrap(screen.faint(`${nobody} ${stripTerminalControls(readBy)}`), width),
    ...aboutLines(run.result, layout),
    '',
    wrap(stripTerminalControls(reason), width),
    wrap(`What to send: ${stripTerminalControls(whatToSend)}`, width),
  ]
}

/** A question and its answer; earlier questions stand in the report. */
function askSummary(run: RunWithResult<'ask'>, { screen, width }: Layout): string[] {
  const { persona_name, archetype, question, answer, mind, earlier } = run.result
  const source = run.model.mode === 'offline' ? 'the offline behaviour model' : stripTerminalControls(run.model.persona)
  return [
    wrap(
      screen.strong(`${stripTerminalControls(persona_name)}, ${stripTerminalControls(archetype).replaceAll('-', ' ')}`),
      width,
    ),
    wrap(screen.faint(`A synthetic person, played by ${source}. ${earlierWords(earlier.length)}`), width),
    '',
    screen.faint(wrap(`You: ${stripTerminalControls(question)}`, width, '  ')),
    wrap(`${stripTerminalControls(persona_name)}: ${stripTerminalControls(answer)}`, width, '  '),
    '',
    wrap(`Mind: ${mind}.`, width),
  ]
}

function earlierWords(count: number): string {
  if (count === 0) return 'The first question to them.'
  return `${count} ${plural(count, 'question')} before.`
}
