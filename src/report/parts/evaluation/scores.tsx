import type { EvaluationView } from '../../../presentation/evaluation/evaluation.js'
import { between, type PointScore } from '../../../presentation/evaluation/verdict.js'
import { TenScale } from '../../charts/scale.js'
import { StatusMark } from '../../charts/status-icons.js'
import { Facts, Group, Headline, Part, Words } from '../part.js'
import { TrustStrip } from '../trust.js'

const STATUS = { green: 'pass', red: 'fail' } as const

/**
 * The verdict at a glance: the agent, its score, whether it is approved, what stands in the way, and how far to believe
 * it.
 */
export function EvaluationVerdict({ view }: { view: EvaluationView }) {
  const { first, id, size, offline } = view
  return (
    <Headline title={view.title}>
      <p class="agent">
        <span dir="auto">{id}</span>, {size}
        {offline && ', offline'}
      </p>
      {view.notes.map((note, i) => (
        <p key={i} class="agent" dir="auto">
          {note}
        </p>
      ))}
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
    </Headline>
  )
}

function Outcome({ view: { verdict } }: { view: EvaluationView }) {
  const { light, score, value, standing, interval } = verdict
  return (
    <div class="pressure">
      <h2>{value === null ? 'No score' : 'Score'}</h2>
      <p class="number">
        {standing && (
          <>
            <strong class={standing}>{score}</strong> <span class="of">of 10</span>{' '}
          </>
        )}
        <b class={`band status ${light ?? 'none'}`}>
          <StatusMark status={light ? STATUS[light] : 'not_run'} /> {verdict.word}
        </b>
      </p>
      {value !== null && standing && (
        <TenScale
          id="scale-verdict"
          score={{ name: 'Overall score', value, figure: score, standing, interval }}
          zoned
        />
      )}
      {verdict.between && <p class="spread">95% interval {verdict.between}</p>}
      {verdict.confidence && (
        <p class="spread">Confidence that prospects like these give 8 or more: {verdict.confidence}</p>
      )}
    </div>
  )
}

const SCORES_NOTE =
  '0 to 10. Whiskers: 95% intervals for other prospects of this kind. The score is the weighted sum, computed in code; the judge never sees a weight.'
const NONE = 'Too few conversations could be judged for a score.'

/** Every dimension with its weight and interval, then how many cases pass and how reliably. */
export function EvaluationScores({ view: { dimensions, totals, reliability } }: { view: EvaluationView }) {
  return (
    <Part id="scores" title="Scores" note={SCORES_NOTE}>
      {dimensions.length === 0 ? (
        <p>{NONE}</p>
      ) : (
        <dl class="scores ten">
          {dimensions.map((score, i) => (
            <Row key={i} id={`dimension-${i}`} score={score} />
          ))}
        </dl>
      )}
      <Group title="Cases">
        <dl class="figures totals">
          {totals.map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <b>{figure}</b>
              </dd>
            </div>
          ))}
        </dl>
        {reliability.length > 0 && <Facts facts={reliability} class="facts tight" />}
      </Group>
    </Part>
  )
}

function Row({ id, score }: { id: string; score: PointScore }) {
  const { name, asks, figure, interval } = score
  return (
    <div>
      <dt dir="auto">
        {name} <small>{asks}</small>
      </dt>
      <dd class="value">
        <strong>{figure}</strong> <span class="of">{interval ? between(interval) : 'no interval'}</span>
      </dd>
      <dd>
        <TenScale id={id} score={score} />
      </dd>
    </div>
  )
}
