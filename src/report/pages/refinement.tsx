import type { RunWithResult } from '../../domain/run-document.js'
import { renderPage } from '../page.js'
import { Contents } from '../parts/contents.js'
import { Edits, NotMade } from '../parts/edits.js'
import { Lifts } from '../parts/lifts.js'
import { Made } from '../parts/made.js'
import { Band } from '../parts/part.js'
import { Rewritten } from '../parts/rewritten.js'
import { TrustStrip } from '../parts/trust.js'
import { type RefinementView, refinementView } from '../view/refinement.js'
import type { ReportOptions } from '../view.js'

/** The report of a refinement: what was changed, for which finding, and what that did with the same people. */
export function renderRefinement(run: RunWithResult<'refinement'>, options: ReportOptions): string {
  const view = refinementView(run, options)
  return renderPage({ ...view, children: <Sections view={view} /> })
}

const sectionsOf = ({ dropped, tested }: RefinementView) =>
  [
    ['text', 'The text', true],
    ['edits', 'The edits', true],
    ['lifts', 'What it did', tested],
    ['dropped', 'Edits not made', dropped.length > 0],
    ['made', 'How this was made', true],
  ] as const

function Sections({ view }: { view: RefinementView }) {
  const { before, after, band, tested, lift, liftRange, sentence, trust, made, offline } = view
  return (
    <>
      <section class="verdict" aria-labelledby="verdict">
        <h1 id="verdict" dir="auto">
          {view.title}
        </h1>
        <div class="outcome">
          <div class="pressure">
            <h2>{tested ? 'Pressure score, same people' : 'Pressure score'}</h2>
            <p class="number">
              <strong>{tested ? lift : before}</strong>{' '}
              <span class="of">{tested ? `${before} to ${after} of 100` : 'of 100, as before'}</span>{' '}
              <Band band={band} />
            </p>
            {liftRange && <p class="spread">{liftRange} points, 90% interval</p>}
          </div>
          <div class="first">
            <h2>What the edits did</h2>
            <p class="lead">{sentence}</p>
          </div>
        </div>
        <TrustStrip trust={trust} />
      </section>
      <Contents sections={sectionsOf(view)} />
      <Rewritten view={view} />
      <Edits view={view} />
      {tested && <Lifts view={view} />}
      <NotMade view={view} />
      <Made made={made} answeredBy={trust.answeredBy} offline={offline} />
    </>
  )
}
