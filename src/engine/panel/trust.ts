import type { Persona } from '../../domain/persona.js'
import type { RunModel, Trust } from '../../domain/run.js'
import type { Settled } from '../deps.js'
import type { QuoteChecker } from './quotes.js'

/** Share of dropped quotes above which the reader is warned. */
const MOST_DROPPED = 0.1

/** What is known about how far a result can be trusted. A check that was not made says so. */
export function judgeTrust(
  model: Pick<RunModel, 'mode' | 'persona'>,
  asked: Settled<Persona, unknown>[],
  quotes: QuoteChecker['counts'],
): Trust {
  const failed = asked.flatMap((one) =>
    'error' in one
      ? [{ persona_id: one.item.persona_id, name: one.item.name, code: one.error.code, message: one.error.message }]
      : [],
  )
  const dropped = quotes.checked === 0 ? 0 : quotes.dropped / quotes.checked
  return {
    light: 'amber',
    sentence: `${source(model)} ${missing(failed.map(({ name }) => name))}Treat it as a list of things to check with real people; controls, stability and persona fidelity were not measured.`,
    synthetic: true,
    respondents: { asked: asked.length, answered: asked.length - failed.length, failed },
    quotes: {
      status: dropped > MOST_DROPPED ? 'warn' : 'pass',
      sentence: `${quotes.verified} of ${quotes.checked} quotes stand word for word in the answers; ${quotes.dropped} were dropped.`,
      ...quotes,
    },
    fidelity: {
      ...notRun('Whether the respondents stayed in character'),
      rate: null,
      regenerated: null,
      skeptics_rate: null,
    },
    controls: {
      ...notRun('Whether the panel can tell a good concept from an absurd one'),
      absurd_score: null,
      known_good_score: null,
    },
    stability: {
      ...notRun('Whether another panel would say the same'),
      panels: null,
      intervals: null,
      top_fix_agreement: null,
      rank_stability: null,
      variance_shares: null,
    },
  }
}

const source = ({ mode, persona }: Pick<RunModel, 'mode' | 'persona'>): string =>
  mode === 'offline'
    ? 'Synthetic answers of the offline behaviour model; no language model was asked.'
    : `Synthetic answers written by ${persona}; no real person was asked.`

const missing = (names: string[]): string =>
  names.length === 0
    ? ''
    : `${names.join(', ')} did not answer and ${names.length === 1 ? 'is' : 'are'} missing from every figure. `

const notRun = (what: string) => ({ status: 'not_run' as const, sentence: `${what} was not measured.` })
