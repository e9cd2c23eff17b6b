import type { Missing } from '../view/missing.js'
import { range } from '../view/wording.js'
import type { ReportView } from '../view.js'
import { Band, Words } from './part.js'
import { TrustStrip } from './trust.js'

/** The verdict in one glance: what was tested, how it did, what broke first, and how far to believe it. */
export function Verdict({ view }: { view: ReportView }) {
  const { band, first, scores, trust, missing } = view
  const { value, interval } = scores.pressure
  return (
    <section class="verdict" aria-labelledby="verdict">
      <h1 id="verdict" dir="auto">
        {view.title}
      </h1>
      <div class="outcome">
        <div class="pressure">
          <h2>{band === null ? 'Pressure score, rehearsed' : 'Pressure score'}</h2>
          <p class="number">
            <strong>{value}</strong> <span class="of">of 100</span> <Band band={band} />
          </p>
          {interval && <p class="spread">{range(interval)} with other synthetic people</p>}
        </div>
        <div class="first">
          <h2>What broke first</h2>
          {first ? (
            <>
              <p class="lead">{first.what}</p>
              {first.said && <Words said={first.said} />}
            </>
          ) : (
            <p class="lead">{missing ? 'Not known: the analysis is missing.' : 'The analysis names no weakness.'}</p>
          )}
          {missing && <MissingAnalysis missing={missing} />}
        </div>
      </div>
      <TrustStrip trust={trust} />
    </section>
  )
}

/** Why there is no analysis, what stands all the same, and how to get it. */
function MissingAnalysis({ missing: { why, stands, lacks, price, command, failed } }: { missing: Missing }) {
  return (
    <dl class="missing">
      <dt>Why</dt>
      <dd>{why}</dd>
      <dt>What stands</dt>
      <dd>{stands}</dd>
      <dt>What is missing</dt>
      <dd>{lacks}</dd>
      <dt>What to do</dt>
      <dd>
        A retry buys only the analysis{price}: <code>{command}</code>
        {failed && ` The last retry did not get through: ${failed}`}
      </dd>
    </dl>
  )
}
