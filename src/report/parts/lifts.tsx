import { Differences } from '../charts/differences.js'
import { SlopeChart } from '../charts/slope.js'
import type { RefinementView } from '../view/refinement.js'
import { signed } from '../view/wording.js'
import { Part } from './part.js'

const NOTE =
  'After minus before, in points of 0 to 100, over the same synthetic people. Ranges are 90% intervals; one that holds 0 means no lift was seen.'

/** What the new text did: all together, and person by person. */
export function Lifts({ view: { lifts, slopes, people, better, worse } }: { view: RefinementView }) {
  return (
    <Part id="lifts" title="What it did" note={NOTE}>
      <div class="pair">
        <figure>
          <figcaption>
            <h3>All together</h3>
            <p>Means and their intervals</p>
          </figcaption>
          <Differences id="lift-chart" title="Lift of each score" rows={lifts} />
        </figure>
        {slopes.length > 0 && (
          <figure>
            <figcaption>
              <h3>Person by person</h3>
              <p>
                {better} up, {worse} down (dashed) of {people}
                {people > slopes.length && `; the ${slopes.length} who moved most`}
              </p>
            </figcaption>
            <SlopeChart slopes={slopes} />
          </figure>
        )}
      </div>
      <details>
        <summary>The same figures as a table</summary>
        <table class="figures-table">
          <thead>
            <tr>
              <th scope="col">Score</th>
              <th scope="col">Lift</th>
              <th scope="col">90% interval</th>
            </tr>
          </thead>
          <tbody>
            {lifts.map(({ label, mean, interval }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{signed(mean)}</td>
                <td>{interval ? `${signed(interval.low)} to ${signed(interval.high)}` : 'none'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Part>
  )
}
