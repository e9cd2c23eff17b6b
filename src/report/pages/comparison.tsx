import type { RunWithResult } from '../../domain/run-document.js'
import { renderPage } from '../page.js'
import { Candidates } from '../parts/candidates.js'
import { Contents } from '../parts/contents.js'
import { Made } from '../parts/made.js'
import { Pairs } from '../parts/pairs.js'
import { Ranking } from '../parts/ranking.js'
import { TrustStrip } from '../parts/trust.js'
import { type ComparisonView, comparisonView } from '../view/comparison.js'
import type { ReportOptions } from '../view.js'

/** The report of a comparison: which does best, what can be told apart, and each in short. */
export function renderComparison(run: RunWithResult<'comparison'>, options: ReportOptions): string {
  const view = comparisonView(run, options)
  return renderPage({ ...view, children: <Sections view={view} /> })
}

const SECTIONS = [
  ['ranking', 'Ranking', true],
  ['pairs', 'Differences', true],
  ['candidates', 'Each in short', true],
  ['made', 'How this was made', true],
] as const

function Sections({ view }: { view: ComparisonView }) {
  const { best, sentence, trust, made, offline } = view
  return (
    <>
      <section class="verdict" aria-labelledby="verdict">
        <h1 id="verdict" dir="auto">
          {view.title}
        </h1>
        <div class="outcome">
          <div class="pressure">
            <h2>{best ? 'Does best' : 'Best of them'}</h2>
            <p class="number">
              <strong>{best?.label ?? '–'}</strong> <b class="band">{best?.name ?? (offline ? 'rehearsal' : 'none')}</b>
            </p>
          </div>
          <div class="first">
            <h2>What the same people said of all {view.candidates.length}</h2>
            <p class="lead">{sentence}</p>
          </div>
        </div>
        <TrustStrip trust={trust} />
      </section>
      <Contents sections={SECTIONS} />
      <Ranking view={view} />
      <Pairs view={view} />
      <Candidates view={view} />
      <Made made={made} answeredBy={trust.answeredBy} offline={offline} />
    </>
  )
}
