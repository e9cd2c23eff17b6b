import { type AnalysisMissing, whyMissing } from '../../domain/panel/analysis.js'
import type { Assay } from '../../domain/panel/assay.js'
import type { Persona } from '../../domain/personas/persona.js'
import { isRehearsal, type RunModel, type Trust } from '../../domain/run/run.js'
import { lowerFirst, plural } from '../../domain/text/words.js'
import type { Settled } from '../deps.js'
import { ASSAY_OFF } from './assay/judge-assay.js'
import type { QuoteChecker } from './quotes.js'

/** Share of dropped quotes above which the reader is warned. */
const MAX_DROPPED_SHARE = 0.1

type TrustParts = Pick<Trust, 'readable' | 'intent' | 'fidelity' | 'controls' | 'stability'> & {
  readonly model: Pick<RunModel, 'mode' | 'persona'>
  readonly outcomes: readonly Settled<Pick<Persona, 'persona_id' | 'name' | 'made_up'>, unknown>[]
  /** Why the analysis is missing; `null` for a run that has its analysis or makes none. */
  readonly missing?: AnalysisMissing | null
  /** Counts of looked-up quotes, or the finished check of another kind of run. */
  readonly quotes: QuoteChecker['counts'] | Trust['quotes']
  /** Absent for runs that ask no panel. */
  readonly assay?: Assay | undefined
}

/** How far a result can be trusted: one light and one sentence over all checks, each check with its figures. */
export function judgeTrust({
  model,
  outcomes,
  missing: analysisMissing = null,
  quotes: counts,
  readable,
  intent,
  assay,
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
  const quotes = analysisMissing ? { ...counts, ...NO_QUOTES } : judgeQuotes(counts)
  const { stability, ...needed } = checks
  const found: Check[] = [quotes, ...Object.values(needed)]
  if (intent) found.unshift(intent)
  const made = [...found, assay ?? ASSAY_OFF]
  if (readable) made.push(readable)
  const madeUp = outcomes.filter(({ item }) => item.made_up).length
  const light = lightOf(model, made, stability, failed.length + madeUp)
  if (wasAskedFor(stability)) found.push(stability)
  if (assay) found.push(assay)
  const who = `${madeUpPeople(madeUp, outcomes.length)}${answerSource(model)} ${missingPeople(failed.map(({ name }) => name))}`
  return {
    light,
    sentence:
      readable?.status === 'fail'
        ? `Nobody was asked. ${readable.sentence}`
        : `${who}${advice(light, found)}${missingAnalysisNote(analysisMissing)}`,
    synthetic: true,
    respondents: { asked: outcomes.length, answered: outcomes.length - failed.length, failed },
    readable,
    intent,
    quotes,
    ...checks,
    assay: assay ?? undefined,
  }
}

const NO_QUOTES = {
  status: 'not_run',
  sentence: 'There is no analysis, so there were no quotes to look up.',
} as const

type Check = Pick<Trust['quotes'], 'status' | 'sentence'>

/**
 * The light by the table in docs/scoring.md. Green: every check was made and passed, the assay included, and nobody was
 * missing or made up (`doubtful` counts both); stability counts only where rebuilt panels were asked for. A run with
 * the offline model is always a rehearsal.
 */
function lightOf(
  model: TrustParts['model'],
  made: readonly Check[],
  stability: Trust['stability'],
  doubtful: number,
): Trust['light'] {
  if (isRehearsal({ model })) return 'rehearsal'
  const statuses = [...made, stability].map(({ status }) => status)
  if (statuses.includes('fail')) return 'red'
  const checks = wasAskedFor(stability) ? [...made, stability] : made
  const isPassed = checks.every(({ status }) => status === 'pass')
  return doubtful === 0 && isPassed ? 'green' : 'amber'
}

/** Whether rebuilt panels were asked for, so that the check counts. */
const wasAskedFor = ({ status, panels }: Trust['stability']): boolean => status !== 'not_run' || panels !== null

function judgeQuotes(counts: TrustParts['quotes']): Trust['quotes'] {
  if ('status' in counts) return counts
  if (counts.checked === 0) return { status: 'not_run', sentence: 'There was no quote to check.', ...counts }
  return {
    status: counts.dropped / counts.checked > MAX_DROPPED_SHARE ? 'warn' : 'pass',
    sentence: `${counts.verified} of ${counts.checked} quotes stand word for word in the answers; ${counts.dropped} were dropped.`,
    ...counts,
  }
}

/** Advice to the reader, with the sentence of the worst check. */
function advice(light: Trust['light'], checks: readonly Check[]): string {
  const worst = (['fail', 'warn', 'not_run'] as const)
    .map((wanted) => checks.find(({ status }) => status === wanted))
    .find((check) => check !== undefined)
  if (light === 'rehearsal') return REHEARSAL
  if (light === 'red') return `Do not rely on it: ${lowerFirst(worst?.sentence ?? '')}`
  const doubt = worst ? ` ${worst.sentence}` : ''
  return `Treat it as a list of things to check with real people.${doubt}`
}

/** What the text check misses comes first, as some surfaces show only the beginning; measured in docs/offline-model.md. */
const REHEARSAL =
  'The text check recognises only few harms and weaknesses. A rehearsal shows what a run looks like and checks the text by stated rules (boasts, figures without a source, pressure); it does not judge the proposition.'

function answerSource({ mode, persona }: TrustParts['model']): string {
  if (mode === 'offline') return 'Rehearsed by the offline behaviour model: no language model and no person was asked.'
  return `Synthetic answers written by ${persona}; no real person was asked.`
}

function madeUpPeople(count: number, all: number): string {
  if (count === 0) return ''
  return `${count === all ? 'These people were' : `${count} of these ${all} people were`} made up from one sentence, nobody was asked. `
}

function missingPeople(names: string[]): string {
  if (names.length === 0) return ''
  return `${names.join(', ')} did not answer and ${plural(names.length, 'is', 'are')} missing from every figure. `
}

const missingAnalysisNote = (missing: AnalysisMissing | null): string =>
  missing === null ? '' : ` The analysis is missing: ${whyMissing(missing)}.`
