import { render } from 'preact-render-to-string'
import type { RunDocument } from '../domain/run.js'
import { Contents } from './parts/contents.js'
import { Discussion } from './parts/discussion.js'
import { Dissent } from './parts/dissent.js'
import { Findings } from './parts/findings.js'
import { Fixes } from './parts/fixes.js'
import { Made } from './parts/made.js'
import { Mood } from './parts/mood.js'
import { People } from './parts/people.js'
import { Proposition } from './parts/proposition.js'
import { Scores } from './parts/scores.js'
import { Verdict } from './parts/verdict.js'
import { STYLE } from './style.js'
import { type ReportOptions, type ReportView, reportView } from './view.js'

/** Nothing may be loaded, sent or run from this page; its styles stand in it. */
export const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * The report of a completed pressure test: one HTML page that needs no network and runs no script. `run.result` is a
 * `PressureTestResult`; `options.title` heads the page in place of the proposition's first line.
 */
export function renderReport(run: RunDocument, options: ReportOptions = {}): string {
  const view = reportView(run, options)
  const page = (
    <html lang="en">
      <Head title={view.title} />
      <body>
        <a class="skip" href="#main">
          Skip to the verdict
        </a>
        <div class="page">
          <header class="brand">
            <p>pressure-test</p>
            {view.date && <p>{view.date}</p>}
          </header>
          <main id="main">
            <Sections view={view} />
          </main>
          <footer class="foot">
            <p>
              {view.who}. {view.answeredBy} Check what matters with real people.
            </p>
          </footer>
        </div>
      </body>
    </html>
  )
  return `<!doctype html>\n${render(page)}\n`
}

function Head({ title }: { title: string }) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={CONTENT_POLICY} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} – pressure-test`}</title>
      {/* Our own text, which must not be escaped: quotes in a style sheet would become entities. */}
      <style dangerouslySetInnerHTML={{ __html: STYLE }} />
    </head>
  )
}

function Sections({ view }: { view: ReportView }) {
  return (
    <>
      <Verdict view={view} />
      <Contents view={view} />
      <Scores view={view} />
      <Fixes view={view} />
      <Findings view={view} />
      <Dissent view={view} />
      <Mood view={view} />
      <People view={view} />
      <Discussion view={view} />
      <Proposition view={view} />
      <Made view={view} />
    </>
  )
}
