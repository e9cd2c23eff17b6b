import type { PanelRun } from '../../domain/run-document.js'
import { renderPage } from '../page.js'
import { Contents } from '../parts/contents.js'
import { Discussion } from '../parts/discussion.js'
import { Dissent } from '../parts/dissent.js'
import { Findings } from '../parts/findings.js'
import { Fixes } from '../parts/fixes.js'
import { Made } from '../parts/made.js'
import { Mood } from '../parts/mood.js'
import { PanelOrigins } from '../parts/origins.js'
import { People } from '../parts/people.js'
import { PressureMap } from '../parts/pressure-map.js'
import { Proposition } from '../parts/proposition.js'
import { Scores } from '../parts/scores.js'
import { Verdict } from '../parts/verdict.js'
import { type ReportOptions, type ReportView, reportView } from '../view.js'

/** The report of a pressure test or a focus group. */
export function renderPanel(run: PanelRun, options: ReportOptions): string {
  const view = reportView(run, options)
  return renderPage({ ...view, children: <Sections view={view} /> })
}

function Sections({ view }: { view: ReportView }) {
  return (
    <>
      <Verdict view={view} />
      <Contents sections={sectionsOf(view)} />
      <Scores view={view} />
      <Fixes view={view} />
      <Dissent view={view} />
      <PressureMap map={view.map} />
      <Findings view={view} />
      <Mood view={view} />
      <People view={view} />
      <PanelOrigins origins={view.origins} />
      <Discussion view={view} />
      <Proposition view={view} />
      <Made made={view.made} answeredBy={view.trust.answeredBy} offline={view.offline} />
    </>
  )
}

const sectionsOf = (view: ReportView) =>
  [
    ['scores', 'Scores', true],
    ['fixes', 'What to fix first', view.fixes.length > 0],
    ['dissent', 'Minority report', true],
    ['map', 'Pressure map', true],
    ['findings', 'What broke', true],
    ['mood', 'Would they buy?', view.people > 0],
    ['people', 'Synthetic people', view.people > 0],
    ['origins', 'Where they come from', view.origins !== null],
    ['talk', 'Discussion', view.talk !== null],
    ['proposition', 'Proposition', true],
    ['made', 'How this was made', true],
  ] as const
