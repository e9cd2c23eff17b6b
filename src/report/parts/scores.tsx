import { ScoreScale } from '../charts/scale.js'
import type { Score } from '../view/counts.js'
import type { ReportView } from '../view.js'
import { Part } from './part.js'

const MEASURED =
  'Ranges come from drawing the synthetic panel again and again from itself. They say nothing about real people.'
const UNMEASURED = 'No interval yet: read these as rough places on the scale, not as measurements.'

/** The headline figures, each with the doubt it carries. */
export function Scores({ view: { scores, band } }: { view: ReportView }) {
  return (
    <Part id="scores" title="Scores" note={scores.measured ? MEASURED : UNMEASURED}>
      <dl class="scores">
        <Row id="scale-pressure" score={scores.pressure} band={band} />
        {scores.others.map((score, i) => (
          <Row key={score.name} id={`scale-${i}`} score={score} />
        ))}
      </dl>
    </Part>
  )
}

function Row({ id, score, band }: { id: string; score: Score; band?: string }) {
  const { interval } = score
  const between = interval ? `between ${Math.round(interval.low)}\u00a0and\u00a0${Math.round(interval.high)}` : ''
  return (
    <div>
      <dt>
        {score.name} <small>{score.asks}</small>
      </dt>
      <dd class="value">
        <strong>{score.value}</strong> <span class="of">{[band, between].filter(Boolean).join(', ') || 'of 100'}</span>
      </dd>
      <dd>
        <ScoreScale id={id} score={score} banded={band !== undefined} />
      </dd>
    </div>
  )
}
