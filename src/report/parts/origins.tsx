import type { Origins } from '../view/origins.js'
import { Part } from './part.js'
import { Claim } from './set-members.js'
import { Passages } from './set-sources.js'

const NOTE =
  'These people are members of a saved persona set. What is said about each points to the passage of the research it rests on, or is assumed.'

/** Where the people of a panel come from, each statement with its passage. */
export function PanelOrigins({ origins }: { origins: Origins | null }) {
  if (!origins) return null
  return (
    <Part id="origins" title="Where these people come from" note={NOTE}>
      <p>Persona set {origins.sets.join('; ')}.</p>
      {origins.people.map(({ name, role, confidence, claims }, i) => (
        <details key={i}>
          <summary>
            {name}, {role}
          </summary>
          <p class="detail">Confidence {confidence} of 1.</p>
          {claims.map((claim, at) => (
            <div key={at} class="field">
              <b>{claim.label}</b>
              <Claim claim={claim} />
            </div>
          ))}
        </details>
      ))}
      {origins.left > 0 && <p class="detail">{origins.left} more stand in the set itself.</p>}
      {origins.passages.length > 0 && (
        <div class="group">
          <h3>The passages</h3>
          <Passages passages={origins.passages} />
        </div>
      )}
    </Part>
  )
}
