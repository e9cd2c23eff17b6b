import { isRehearsal } from '../domain/run.js'
import { type ByKind, forKind, hasResult, type RunDocument } from '../domain/run-document.js'
import type { Io } from './io.js'
import { createScreen } from './screen.js'
import { askSummary } from './summary/ask.js'
import { comparisonSummary } from './summary/comparison.js'
import { evaluationSummary } from './summary/evaluation.js'
import { footOf, type Layout } from './summary/layout.js'
import { panelSummary } from './summary/panel.js'
import { personasSummary } from './summary/personas.js'
import { refinementSummary } from './summary/refinement.js'

export { spent } from './summary/layout.js'

const WIDEST = 96

const SUMMARIES = {
  pressure_test: panelSummary,
  focus_group: panelSummary,
  evaluation: evaluationSummary,
  persona_generation: personasSummary,
  comparison: comparisonSummary,
  refinement: refinementSummary,
  ask: askSummary,
} as const satisfies ByKind<[layout: Layout], readonly string[]>

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
  const lines = hasResult(run) ? forKind(SUMMARIES, run, layout) : ['Done. `--json` prints the result.']
  return ['', ...rehearsed, ...lines, '', ...footOf(run, layout, reportPath), ''].join('\n')
}
