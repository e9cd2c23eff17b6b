import type { Response } from '../../../domain/panel/response.js'
import type { Trust } from '../../../domain/run/run.js'
import { isIntentMeasured } from './rate-intent.js'

/** The check of the intent ratings; `undefined` where all answers about buying were rated. */
export function judgeIntent(responses: readonly Pick<Response, 'intent_pmf'>[]): Trust['intent'] {
  const of = responses.length
  const rated = responses.filter(({ intent_pmf }) => intent_pmf !== null).length
  if (rated === of) return undefined
  const basis = 'where one could not, the pressure score rests on belief and feeling alone'
  if (isIntentMeasured(rated, of))
    return { status: 'warn', sentence: `${rated} of ${of} answers about buying could be rated; ${basis}.`, rated, of }
  return {
    status: 'not_run',
    sentence: `Purchase intent was not measured: ${rated} of ${of} answers about buying could be rated; ${basis}.`,
    rated,
    of,
  }
}
