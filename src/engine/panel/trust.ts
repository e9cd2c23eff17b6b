import { type AnalysisMissing, whyMissing } from '../../domain/analysis.js'
import type { Persona } from '../../domain/persona.js'
import { isRehearsal, type RunModel, type Trust } from '../../domain/run.js'
import type { Settled } from '../deps.js'
import type { QuoteChecker } from './quotes.js'

/** Share of dropped quotes above which the reader is warned. */
const MAX_DROPPED_SHARE = 0.1

export type TrustParts = Pick<Trust, 'readable' | 'fidelity' | 'controls' | 'stability'> & {
  readonly model: Pick<RunModel, 'mode' | 'persona'>
  readonly outcomes: readonly Settled<Persona, unknown>[]
  /** Why there is no analysis; for a run that makes none, or has it, nothing. */
  readonly missing?: AnalysisMissing | null
  readonly quotes: QuoteChecker['counts']
}

/** How far a result can be trusted: one light and one sentence over the four checks, each with its figures. */
export function judgeTrust({
  model,
  outcomes,
  missing: analysisMissing = null,
  quotes: counts,
  readable,
  ...checks
}: TrustParts): Trust {
  const failed = outcomes
    .filter((outcome) => 'error' in outcome)
    .map((outcome) => ({
      persona_id: outcome.item.persona_id,
      name: outcome.item.name,
      code: outcome.error.code,
      message: outcome.error.message,
    }))
  const quotes = analysisMissing ? { ...NO_QUOTES, ...counts } : judgeQuotes(counts)
  const statuses = [...(readable ? [readable] : []), quotes, ...Object.values(checks)].map(({ status }) => status)
  const light = lightOf(model, statuses, failed.length)
  return {
    light,
    sentence:
      readable?.status === 'fail'
        ? `Nobody was asked. ${readable.sentence}`
        : `${answerSource(model)} ${missingPeople(failed.map(({ name }) => name))}${advice(light, [quotes, ...Object.values(checks)])}${missingAnalysisNote(analysisMissing)}`,
    synthetic: true,
    respondents: { asked: outcomes.length, answered: outcomes.length - failed.length, failed },
    ...(readable && { readable }),
    quotes,
    ...checks,
  }
}

const NO_QUOTES = {
  status: 'not_run',
  sentence: 'There is no analysis, so there were no quotes to look up.',
} as const

/** Green needs every check made and passed, and everybody heard. The offline model judges nothing, whatever its checks say. */
function lightOf(model: TrustParts['model'], statuses: readonly string[], failed: number): Trust['light'] {
  if (isRehearsal({ model })) return 'rehearsal'
  if (statuses.includes('fail')) return 'red'
  return failed === 0 && statuses.every((status) => status === 'pass') ? 'green' : 'amber'
}

function judgeQuotes(counts: TrustParts['quotes']): Trust['quotes'] {
  if (counts.checked === 0) return { status: 'not_run', sentence: 'There was no quote to check.', ...counts }
  return {
    status: counts.dropped / counts.checked > MAX_DROPPED_SHARE ? 'warn' : 'pass',
    sentence: `${counts.verified} of ${counts.checked} quotes stand word for word in the answers; ${counts.dropped} were dropped.`,
    ...counts,
  }
}

/** Advice to the reader, with the sentence of the worst check. */
function advice(light: Trust['light'], checks: readonly Pick<Trust['quotes'], 'status' | 'sentence'>[]): string {
  const worst = checks.find(({ status }) => status === 'fail') ?? checks.find(({ status }) => status === 'warn')
  if (light === 'rehearsal') return REHEARSAL
  if (light === 'red') return `Do not rely on it: ${lowerFirst(worst?.sentence ?? '')}`
  const doubt = worst ? ` ${worst.sentence}` : ''
  return `Treat it as a list of things to check with real people.${doubt}`
}

const REHEARSAL =
  'It shows what a run looks like and checks the text by stated rules (boasts, figures without a source, pressure); it does not judge the proposition.'

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

function answerSource({ mode, persona }: TrustParts['model']): string {
  if (mode === 'offline') return 'Rehearsed by the offline behaviour model: no language model and no person was asked.'
  return `Synthetic answers written by ${persona}; no real person was asked.`
}

function missingPeople(names: string[]): string {
  if (names.length === 0) return ''
  return `${names.join(', ')} did not answer and ${names.length === 1 ? 'is' : 'are'} missing from every figure. `
}

const missingAnalysisNote = (missing: AnalysisMissing | null): string =>
  missing === null ? '' : ` The analysis is missing: ${whyMissing(missing)}.`
