import { isRehearsal, type RunDocument } from '../domain/run.js'
import type { Io } from './io.js'
import { createScreen } from './screen.js'
import { askSummary } from './summary/ask.js'
import { comparisonSummary } from './summary/comparison.js'
import { evaluationSummary } from './summary/evaluation.js'
import { footOf, type Layout } from './summary/layout.js'
import { panelSummary } from './summary/panel.js'
import { personasSummary } from './summary/personas.js'
import { refinementSummary } from './summary/refinement.js'

export { spent } from './summary/spent.js'

const WIDEST = 96

/** A finished run as text that stands alone, in a screenful: the outcome, its doubt, what to do, where the rest lies. */
export function summarise(
  run: RunDocument,
  io: Pick<Io, 'columns' | 'colour' | 'unicode'>,
  reportPath: string | null = null,
): string {
  const screen = createScreen(io)
  // A rehearsal judges nothing, so nothing in it is coloured as good or bad.
  const tinted = isRehearsal(run) ? (text: string) => text : screen.tinted
  const layout: Layout = { screen: { ...screen, tinted }, width: Math.min(io.columns, WIDEST) }
  const rehearsed = run.kind !== 'evaluation' && isRehearsal(run) ? [screen.strong('Rehearsal, no judgement')] : []
  return ['', ...rehearsed, ...linesOf(run, layout), '', ...footOf(run, layout, reportPath), ''].join('\n')
}

function linesOf(run: RunDocument, layout: Layout): readonly string[] {
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group':
      return panelSummary(run, layout)
    case 'comparison':
      return comparisonSummary(run, layout)
    case 'refinement':
      return refinementSummary(run, layout)
    case 'persona_generation':
      return personasSummary(run, layout)
    case 'ask':
      return askSummary(run, layout)
    case 'evaluation':
      return evaluationSummary(run, layout)
    default:
      return ['Done. `--json` prints the result.']
  }
}
