import { render } from 'preact-render-to-string'
import type { RunDocument } from '../domain/run.js'
import { Discussion } from './parts/discussion.js'
import { Dissent, Findings, Fixes } from './parts/findings.js'
import { Hero } from './parts/hero.js'
import { Made } from './parts/made.js'
import { People } from './parts/people.js'
import { Scores } from './parts/scores.js'
import { STYLE } from './style.js'
import { reportView } from './view.js'

/** Nothing may be loaded, sent or run from this page; its styles stand in it. */
export const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** The report of a completed pressure test: one HTML page that needs no network and runs no script. */
export function renderReport(run: RunDocument): string {
  const view = reportView(run)
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={CONTENT_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${view.title} – pressure-test`}</title>
        {/* Our own text, which must not be escaped: quotes in a style sheet would become entities. */}
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the findings
        </a>
        <div class="page">
          <Hero view={view} />
          <main id="main">
            <Fixes view={view} />
            <Dissent view={view} />
            <Findings view={view} />
            <Scores view={view} />
            <People view={view} />
            <Discussion view={view} />
            <Made view={view} />
          </main>
          <footer class="end">
            {`${view.people} synthetic people${view.offline ? ', answered by the offline behaviour model' : ''}. Check what matters with real ones.`}
          </footer>
        </div>
      </body>
    </html>
  )
  return `<!doctype html>\n${render(page)}\n`
}
