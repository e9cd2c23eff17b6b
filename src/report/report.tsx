import { type ByKind, forKind, hasResult, type RunDocument } from '../domain/run-document.js'
import { renderNotice } from './notice.js'
import { renderAsk } from './pages/ask.js'
import { renderComparison } from './pages/comparison.js'
import { renderEvaluation } from './pages/evaluation.js'
import { renderPanel } from './pages/panel.js'
import { renderPersonaSet } from './pages/persona-set.js'
import { renderRefinement } from './pages/refinement.js'
import type { ReportOptions } from './view.js'

const PAGES = {
  pressure_test: renderPanel,
  focus_group: renderPanel,
  evaluation: renderEvaluation,
  persona_generation: renderPersonaSet,
  comparison: renderComparison,
  refinement: renderRefinement,
  ask: renderAsk,
} as const satisfies ByKind<[options: ReportOptions], string>

/**
 * The report of a completed run as one HTML document that needs nothing else: no script, no font, no network. Everything
 * a model or a stranger wrote is escaped. A run without a result gives a page that says so.
 */
export function renderReport(run: RunDocument, options: ReportOptions = {}): string {
  if (!hasResult(run)) return renderNotice('Runs of this kind have no report; their result can be read as JSON.')
  return forKind(PAGES, run, options)
}
