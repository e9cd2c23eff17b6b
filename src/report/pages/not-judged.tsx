import type { NotJudgedRun } from '../../domain/run/run-document.js'
import { type NotJudgedView, notJudgedView } from '../../presentation/not-judged.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { renderPage } from '../page.js'
import { Facts, Headline, Part } from '../parts/part.js'
import { Proposition } from '../parts/proposition.js'

/** Why there was nothing to judge, and what to send instead; no figure, no chart. */
export function renderNotJudged(run: NotJudgedRun, { record }: ReportOptions): string {
  const view = notJudgedView(run)
  const trust = { who: 'Nobody was asked', answeredBy: view.readBy, light: null, assay: null, cells: [] }
  return renderPage({ ...view, trust, record, children: <Sections view={view} /> })
}

function Sections({ view }: { view: NotJudgedView }) {
  const { title, word, reason, whatToSend, nobody, readBy, stimulus, about, facts } = view
  return (
    <>
      <Headline title={title}>
        <div class="outcome">
          <div class="pressure">
            <p class="band">{word}</p>
            <p class="spread">
              {nobody} {readBy}
            </p>
          </div>
          <div class="first">
            <h2>Why</h2>
            <p class="lead">{reason}</p>
            <h2 class="next">What to send</h2>
            <p>{whatToSend}</p>
          </div>
        </div>
      </Headline>
      <Proposition title="What was sent" stimulus={stimulus} about={about} />
      <Part id="made" title="The run">
        <Facts facts={facts} />
      </Part>
    </>
  )
}
