import { ScoreScale } from '../charts/scale.js'
import type { ComparisonView } from '../view/comparison.js'
import { range } from '../view/wording.js'
import { Part } from './part.js'

const NOTE =
  'By pressure score. Whiskers: 90% of the scores would lie there if other synthetic people of the same kinds had sat here. Overlapping whiskers decide nothing; the differences below do, for they compare the same people.'

/** All propositions, the highest pressure score first. */
export function Ranking({ view: { ranked } }: { view: ComparisonView }) {
  return (
    <Part id="ranking" title="Ranking" note={NOTE}>
      <dl class="scores">
        {ranked.map(({ label, name, scores: { pressure }, band }) => (
          <div key={label}>
            <dt dir="auto">
              {label}: {name}
            </dt>
            <dd class="value">
              <strong>{pressure.value}</strong>{' '}
              <span class="of">{[band, pressure.interval && range(pressure.interval)].filter(Boolean).join(', ')}</span>
            </dd>
            <dd>
              <ScoreScale
                id={`rank-${label}`}
                name={`Pressure score of ${label}`}
                value={pressure.value}
                interval={pressure.interval}
                banded={band !== null}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
