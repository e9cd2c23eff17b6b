import type { RunDocument, Trust } from '../../domain/run.js'
import { clean } from '../clean.js'
import type { ReportView } from '../view.js'

/** How the result came about, and every check of it, also those that were not made. */
export function Made({ view }: { view: ReportView }) {
  const { run, result } = view
  return (
    <section id="made" aria-labelledby="made-title">
      <h2 id="made-title">How this was made</h2>
      <p>{view.offline ? OFFLINE : MODEL}</p>
      {run.trust && <Checks trust={run.trust} />}
      <dl class="facts">
        <Fact name="Panel" text={model(run.model.mode, run.model.persona)} />
        <Fact name="Analysis" text={model(run.model.mode, run.model.analysis)} />
        <Fact name="Category, skepticism" text={`${result.category.replaceAll('_', ' ')}, ${result.skepticism}`} />
        <Fact name="Seed" text={String(run.seed ?? 'none')} />
        <Fact name="Cost" text={cost(run)} />
        {run.completed_at && <Fact name="Completed" text={`${run.completed_at.slice(0, 16).replace('T', ' ')} UTC`} />}
        <Fact name="Run" text={run.run_id} />
      </dl>
      <Failed trust={run.trust} />
      <details class="stimulus">
        <summary>The proposition as it was shown</summary>
        <pre>{view.stimulus}</pre>
      </details>
    </section>
  )
}

const OFFLINE =
  'Answered by the offline behaviour model, not by a language model: a small set of stated rules about how people read advertising, calibrated on nobody. It finds the weak places of a text; it cannot tell how many real people would mind them.'
const MODEL =
  'Every person here is played by a language model. Such panels are quick at finding objections and poor at predicting how many people hold them. Take this as a list of things to check with real people.'

const model = (mode: RunDocument['model']['mode'], name: string): string =>
  mode === 'offline' ? 'offline behaviour model' : clean(name)

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

const STATUS = { pass: 'passed', warn: 'with doubts', fail: 'failed', not_run: 'not run' } as const
const CHECKS = [
  ['quotes', 'Quotes'],
  ['controls', 'Controls'],
  ['fidelity', 'In character'],
  ['stability', 'Stability'],
] as const

function Checks({ trust }: { trust: Trust }) {
  return (
    <ul class="checks">
      {CHECKS.map(([key, name]) => (
        <li key={key} class={trust[key].status}>
          <b>{name}</b> <span class="status">{STATUS[trust[key].status]}</span>{' '}
          <span>{clean(trust[key].sentence)}</span>
        </li>
      ))}
    </ul>
  )
}

function Failed({ trust }: { trust: Trust | null }) {
  const failed = trust?.respondents.failed ?? []
  if (failed.length === 0) return null
  return (
    <details>
      <summary>{failed.length} did not answer</summary>
      <ul>
        {failed.map(({ persona_id, name, message }) => (
          <li key={persona_id}>
            {clean(name)}: {clean(message)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function cost({ usage, model }: RunDocument): string {
  if (model.mode === 'offline') return 'nothing; no language model was asked'
  const dollars = usage.cost_usd === null ? 'unknown, no price for this model' : `$${usage.cost_usd.toFixed(4)}`
  const doubt = usage.possibly_paid > 0 ? `; ${usage.possibly_paid} lost calls may have been billed` : ''
  return `${dollars} for ${usage.calls} calls${doubt}`
}
