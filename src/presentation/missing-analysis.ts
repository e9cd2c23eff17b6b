import { whyMissing } from '../domain/panel/analysis.js'
import type { PanelRun } from '../domain/run/run-document.js'
import { dollars } from '../domain/text/dollars.js'
import { listOf, upperFirst } from '../domain/text/words.js'
import { clean, truncate } from './clean.js'

/** A test without its analysis, in words for every surface. */
export type Missing = NonNullable<ReturnType<typeof missingOf>>

/**
 * Why a test's analysis is missing, which results stand, which are missing, and what a retry costs; `null` where it is
 * there.
 */
export function missingOf({ run_id, result, retry, error }: Pick<PanelRun, 'run_id' | 'result' | 'retry' | 'error'>) {
  const { analysis_missing: missing, group_dynamics: talk, minority_report: dissent } = result
  if (!missing) return null
  const standing = ['the scores with their intervals', 'every answer']
  const lacking = ['what broke', 'what to fix first']
  if (talk) standing.push(talk.ballots ? 'the discussion with its secret ballots' : 'the discussion')
  if (dissent) standing.push('the minority report')
  else lacking.push('the minority report')
  if (dissent && dissent.suppressed_views.length > 0) lacking.push('why the unheard views matter')
  const usd = retry?.cost_usd ?? null
  return {
    why: truncate(clean(`${upperFirst(whyMissing(missing))}.`), 300),
    stands: `${upperFirst(listOf(standing))}.`,
    lacks: `${upperFirst(listOf(lacking))}.`,
    /** ", about $0.03"; empty where no price is known. */
    price: usd === null ? '' : `, about ${dollars(usd)}`,
    command: retryCommand(run_id),
    /** Why the last retry failed; empty where there was none. */
    failed: error ? `The last retry did not get through: ${truncate(clean(error.message), 300)}` : '',
  }
}

export const retryCommand = (run_id: string): string => `pressure-test runs retry ${run_id}`
