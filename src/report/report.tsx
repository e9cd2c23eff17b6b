import type { RunDocument } from '../domain/run.js'
import { renderNotice } from './notice.js'
import { renderAsk } from './pages/ask.js'
import { renderComparison } from './pages/comparison.js'
import { renderEvaluation } from './pages/evaluation.js'
import { renderPanel } from './pages/panel.js'
import { renderPersonaSet } from './pages/persona-set.js'
import { renderRefinement } from './pages/refinement.js'
import type { ReportOptions } from './view.js'

/**
 * The report of a completed run as one HTML document that needs nothing else: no script, no font, no network. Everything
 * a model or a stranger wrote is escaped. A kind of run without a report gives a page that says so.
 */
export function renderReport(run: RunDocument, options: ReportOptions = {}): string {
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group':
      return renderPanel(run, options)
    case 'comparison':
      return renderComparison(run, options)
    case 'refinement':
      return renderRefinement(run, options)
    case 'persona_generation':
      return renderPersonaSet(run, options)
    case 'ask':
      return renderAsk(run, options)
    case 'evaluation':
      return renderEvaluation(run, options)
    default:
      return renderNotice('Runs of this kind have no report; their result can be read as JSON.')
  }
}
