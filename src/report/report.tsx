import { render } from 'preact-render-to-string'
import { type ByKind, forKind, hasResult, isNotJudged, type RunDocument } from '../domain/run/run-document.js'
import type { ReportOptions } from '../presentation/panel.js'
import { renderAsk } from './pages/ask.js'
import { renderComparison } from './pages/comparison.js'
import { renderEvaluation } from './pages/evaluation.js'
import { renderNotJudged } from './pages/not-judged.js'
import { renderPanel } from './pages/panel.js'
import { renderPersonaSet } from './pages/persona-set.js'
import { renderRefinement } from './pages/refinement.js'
import { renderSimulation } from './pages/simulation.js'

const PAGES = {
  pressure_test: renderPanel,
  focus_group: renderPanel,
  evaluation: renderEvaluation,
  persona_generation: renderPersonaSet,
  comparison: renderComparison,
  refinement: renderRefinement,
  simulation: renderSimulation,
  ask: renderAsk,
} as const satisfies ByKind<[options: ReportOptions], string>

/**
 * The report of a completed run as one self-contained HTML document: no script, no font, no network. All untrusted text
 * is escaped. A run without a result gives a page that says so.
 */
export function renderReport(run: RunDocument, options: ReportOptions = {}): string {
  if (isNotJudged(run)) return renderNotJudged(run, options)
  if (!hasResult(run)) return renderNotice('Runs of this kind have no report; their result can be read as JSON.')
  return forKind(PAGES, run, options)
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.25rem}'

/** A page with one sentence, for when there is no report to show. */
export function renderNotice(sentence: string): string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>pressure-test</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>No report here</h1>
          <p>{sentence}</p>
        </main>
      </body>
    </html>
  )
  return `<!doctype html>${render(page)}`
}
