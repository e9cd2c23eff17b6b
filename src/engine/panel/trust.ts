import type { Persona } from '../../domain/persona.js'
import type { RunModel, Trust } from '../../domain/run.js'
import type { Settled } from '../deps.js'
import type { QuoteChecker } from './quotes.js'

/** Share of dropped quotes above which the reader is warned. */
const MOST_DROPPED = 0.1

export type TrustParts = Pick<Trust, 'fidelity' | 'controls' | 'stability'> & {
  readonly model: Pick<RunModel, 'mode' | 'persona'>
  readonly asked: readonly Settled<Persona, unknown>[]
  readonly quotes: QuoteChecker['counts']
}

/** How far a result can be trusted: one light and one sentence over the four checks, each with its figures. */
export function judgeTrust({ model, asked, quotes: counts, ...checks }: TrustParts): Trust {
  const failed = asked.flatMap((one) =>
    'error' in one
      ? [{ persona_id: one.item.persona_id, name: one.item.name, code: one.error.code, message: one.error.message }]
      : [],
  )
  const quotes = judgeQuotes(counts)
  const statuses = [quotes, ...Object.values(checks)].map(({ status }) => status)
  const light = statuses.includes('fail') ? 'red' : calm(model, statuses, failed.length) ? 'green' : 'amber'
  return {
    light,
    sentence: `${source(model)} ${missing(failed.map(({ name }) => name))}${advice(light, { quotes, ...checks })}`,
    synthetic: true,
    respondents: { asked: asked.length, answered: asked.length - failed.length, failed },
    quotes,
    ...checks,
  }
}

/** Green needs every check made and passed, everybody heard, and a language model: the offline one is calibrated on nobody. */
const calm = (model: TrustParts['model'], statuses: readonly string[], failed: number): boolean =>
  model.mode !== 'offline' && failed === 0 && statuses.every((status) => status === 'pass')

function judgeQuotes(counts: TrustParts['quotes']): Trust['quotes'] {
  const dropped = counts.checked === 0 ? 0 : counts.dropped / counts.checked
  return {
    status: dropped > MOST_DROPPED ? 'warn' : 'pass',
    sentence: `${counts.verified} of ${counts.checked} quotes stand word for word in the answers; ${counts.dropped} were dropped.`,
    ...counts,
  }
}

/** What the reader should do with it: the worst check speaks. */
function advice(light: Trust['light'], checks: Pick<Trust, 'quotes' | 'fidelity' | 'controls' | 'stability'>): string {
  const named = Object.values(checks)
  const worst = named.find(({ status }) => status === 'fail') ?? named.find(({ status }) => status === 'warn')
  if (light === 'red') return `Do not rely on it: ${lowerFirst(worst?.sentence ?? '')}`
  const doubt = worst ? ` ${worst.sentence}` : ''
  return `Treat it as a list of things to check with real people.${doubt}`
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const source = ({ mode, persona }: TrustParts['model']): string =>
  mode === 'offline'
    ? 'Synthetic answers of the offline behaviour model; no language model was asked.'
    : `Synthetic answers written by ${persona}; no real person was asked.`

const missing = (names: string[]): string =>
  names.length === 0
    ? ''
    : `${names.join(', ')} did not answer and ${names.length === 1 ? 'is' : 'are'} missing from every figure. `
