import { ScoreScale } from '../charts/scale.js'
import type { ReportView } from '../view.js'
import { Words } from './findings.js'

/** The verdict in one glance: what was tested, how it did, what broke first, and how far to believe it. */
export function Hero({ view }: { view: ReportView }) {
  const [first] = view.weaknesses
  const [pressure] = view.scores
  return (
    <header class="hero">
      <p class="kicker">
        pressure-test <span aria-hidden="true">·</span> {who(view)}
      </p>
      <h1>{view.title}</h1>
      <div class="verdict">
        <p class="number">
          <strong>{pressure?.value}</strong> <span class="of">of 100</span>{' '}
          <span class={`band ${view.band}`}>{view.band}</span>
        </p>
        {pressure && <ScoreScale score={pressure} banded />}
      </div>
      {first ? (
        <div class="first">
          <h2>What broke first</h2>
          <p class="lead">{first.title}</p>
          {first.said[0] && <Words said={first.said[0]} />}
        </div>
      ) : (
        <p class="lead">Nobody on the panel named a weakness.</p>
      )}
      <Trust view={view} />
    </header>
  )
}

const who = ({ people, asked, offline }: ReportView): string =>
  `${people === asked ? people : `${people} of ${asked}`} synthetic people${offline ? ', offline behaviour model' : ''}`

const LIGHTS = { green: 'Trust: green', amber: 'Trust: amber', red: 'Trust: red' } as const

function Trust({ view: { run } }: { view: ReportView }) {
  if (!run.trust) return null
  return (
    <p class={`trust ${run.trust.light}`}>
      <strong>{LIGHTS[run.trust.light]}.</strong> {run.trust.sentence} <a href="#made">How this was made</a>
    </p>
  )
}
