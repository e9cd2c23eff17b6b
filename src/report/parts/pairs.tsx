import { Differences } from '../charts/differences.js'
import type { ComparisonView } from '../view/comparison.js'
import { signed } from '../view/wording.js'
import { Part } from './part.js'

const NOTE =
  'In points of the pressure score, over the same people, with 90% intervals. Tested by flipping signs and corrected for the number of pairs (Holm).'

/** What can be told apart, what cannot, and what the order did by itself. */
export function Pairs({ view: { differences, order, offline } }: { view: ComparisonView }) {
  return (
    <Part id="pairs" title="Differences" note={NOTE}>
      <Differences id="pairs-chart" title="Differences in pressure score between pairs" rows={differences} />
      <ul class="findings after-chart">
        {differences.map(({ label, mean, p, seen, sentence }) => (
          <li key={label} class="finding">
            <h3>
              {label}
              {!offline && (seen ? ': difference seen' : ': no difference seen')}
            </h3>
            <p>{sentence}</p>
            <p class="detail">
              {signed(mean)} points{p !== '' && `, ${p} after correction`}
            </p>
          </li>
        ))}
      </ul>
      <div class="group">
        <h3>What the order did</h3>
        <p>
          {order.design} {order.effect}
        </p>
        <table class="figures-table">
          <thead>
            <tr>
              <th scope="col">Place in the order</th>
              <th scope="col">Mean pressure score</th>
            </tr>
          </thead>
          <tbody>
            {order.places.map(({ place, mean }) => (
              <tr key={place}>
                <th scope="row">{place}</th>
                <td>{mean}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}
