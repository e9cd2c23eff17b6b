import { StatusMark } from '../../charts/mark.js'
import { TenScale } from '../../charts/ten-scale.js'
import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { Words } from '../part.js'
import { TrustStrip } from '../trust.js'

const STATUS = { green: 'pass', red: 'fail' } as const

/** The verdict in one glance: which agent, its score, approved or not, what stands in the way, and how far to believe it. */
export function EvaluationVerdict({ view }: { view: EvaluationView }) {
  const { first, id, size, offline } = view
  return (
    <section class="verdict" aria-labelledby="verdict">
      <h1 id="verdict" dir="auto">
        {view.title}
      </h1>
      <p class="agent">
        <span dir="auto">{id}</span>, {size}
        {offline && ', offline'}
      </p>
      <div class="outcome">
        <Outcome view={view} />
        <div class="first">
          <h2>{first.title}</h2>
          <p class="lead" dir="auto">
            {first.what}
          </p>
          {first.more && <p dir="auto">{first.more}</p>}
          {first.said && <Words said={first.said} />}
        </div>
      </div>
      <TrustStrip trust={view.trust} />
    </section>
  )
}

function Outcome({ view: { verdict, offline } }: { view: EvaluationView }) {
  const { light, score, value, standing, interval } = verdict
  return (
    <div class="pressure">
      <h2>
        {value === null ? 'No score' : 'Score'}
        {offline && value !== null && ', offline verdict'}
      </h2>
      <p class="number">
        {standing && (
          <>
            <strong class={standing}>{score}</strong> <span class="of">of 10</span>{' '}
          </>
        )}
        <b class={`band status ${light ?? 'none'}`}>
          <StatusMark status={light ? STATUS[light] : 'not_run'} /> {verdict.word}
        </b>{' '}
        <span class="of">{verdict.status}</span>
      </p>
      {value !== null && standing && (
        <TenScale id="scale-verdict" score={{ name: 'Overall score', value, shown: score, standing, interval }} zoned />
      )}
      {verdict.between && <p class="spread">95% interval {verdict.between}</p>}
      {verdict.confidence && (
        <p class="spread">Confidence that prospects like these give 8 or more: {verdict.confidence}</p>
      )}
    </div>
  )
}
