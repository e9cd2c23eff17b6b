import { PANEL_TEST } from '../../presentation/assay.js'
import type { Check, Provenance } from '../../presentation/provenance.js'
import type { Cell, TrustView } from '../../presentation/trust.js'
import { LightMark, StatusMark } from '../charts/status-icons.js'
import { Facts, Group, Part } from './part.js'

type Props = {
  readonly trust: TrustView
  /** Sentence for a result without checks. */
  readonly unchecked?: string
  /** Whether the page shows the picture of the panel test. */
  readonly pictured?: boolean
}
const UNCHECKED = 'No check was made of this result; rely on nothing in it.'

/** Respondents, trust light and the outcome of each check; shown on the first screen, before any detail. */
export function TrustStrip({
  trust: { who, answeredBy, light, assay, cells },
  unchecked = UNCHECKED,
  pictured = false,
}: Props) {
  return (
    <>
      <div class="trust">
        <p>
          <strong>{who}.</strong> {answeredBy}
        </p>
        <p class="light">
          <LightMark light={light?.light ?? 'red'} />
          <strong>{light?.word ?? 'Trust: not judged.'}</strong> {light?.sentence ?? unchecked}{' '}
          <a href="#made">How this was made</a>
        </p>
        {assay && (
          <p class="tested">
            <strong>{PANEL_TEST}.</strong> {assay.sentence} {pictured && <a href="#assay">See the picture</a>}
          </p>
        )}
      </div>
      {cells.length > 0 && <Strip cells={cells} />}
    </>
  )
}

function Strip({ cells }: Pick<TrustView, 'cells'>) {
  return (
    <>
      <h2 class="unseen">Checks of this result</h2>
      <ul class="strip">
        {cells.map((cell) => (
          <li key={cell.name} class={cell.status}>
            <details>
              <summary>
                <Outcome cell={cell} />
              </summary>
              <p>{cell.text}</p>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

function Outcome({ cell: { name, status, word, figure } }: { cell: Cell }) {
  return (
    <>
      <StatusMark status={status} />
      <span class="name">{name}</span> <b>{word}</b> {figure && <span class="figure">{figure}</span>}
    </>
  )
}

const OFFLINE =
  'The offline behaviour model is a small set of stated rules about how people read advertising. It finds the weak places of a text; it cannot tell how many real people would mind them.'
const MODEL =
  'Every person here is played by a language model. Such panels are quick at finding objections and poor at predicting how many people hold them. Take this as a list of things to check with real people.'

type ProvenanceProps = {
  readonly made: Provenance
  readonly answeredBy: string
  readonly offline: boolean
  /** How such results come about, for kinds that ask no panel. */
  readonly method?: string
}

/** The provenance of the result, with every check, also those that were not made. */
export function ProvenancePart({ made, answeredBy, offline, method = offline ? OFFLINE : MODEL }: ProvenanceProps) {
  return (
    <Part id="made" title="How this was made">
      <p>
        {answeredBy} {method}
      </p>
      <Checks checks={made.checks} />
      {made.variance.length > 0 && (
        <p class="method">Where the differences between single scores come from: {made.variance.join(', ')}.</p>
      )}
      <Group title="The run">
        <Facts facts={made.facts} />
      </Group>
      <Failed failed={made.failed} />
    </Part>
  )
}

function Checks({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return <p>No check was made of this result.</p>
  return (
    <Group title="Checks">
      <dl class="checks">
        {checks.map(({ name, status, word, text }) => (
          <div key={name} class={status}>
            <dt>{name}</dt>
            <dd>
              {word && <b class="status">{word}</b>} {text}
            </dd>
          </div>
        ))}
      </dl>
    </Group>
  )
}

function Failed({ failed }: { failed: Provenance['failed'] }) {
  if (failed.length === 0) return null
  return (
    <details>
      <summary>{failed.length} did not answer</summary>
      <ul>
        {failed.map(({ who, code, reason }, i) => (
          <li key={i}>
            {who}: {reason} <span class="detail">({code})</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
