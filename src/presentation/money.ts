import type { Quote } from '../domain/run/quote.js'
import type { RunDocument } from '../domain/run/run-document.js'
import { dollars } from '../domain/text/dollars.js'
import { counted } from '../domain/text/words.js'
import { duration } from './words.js'

/** An expected cost with its range. */
export function expectedCost(cost: Quote['cost_usd']): string {
  if (cost === null) return 'an unknown amount (there is no price for this model)'
  return `about ${dollars(cost.middle)} (${dollars(cost.low)} to ${dollars(cost.high)})`
}

/** Expected cost and duration of a run. The offline model is quoted with 0 calls. */
export function quoteSentence({
  played_by,
  calls,
  cost_usd,
  seconds,
}: Pick<Quote, 'played_by' | 'calls' | 'cost_usd' | 'seconds'>): string {
  const low = seconds.low < 1 ? 'up' : duration(seconds.low * 1_000)
  const time = `${low} to ${duration(seconds.high * 1_000)}`
  if (calls === 0) return `Offline behaviour model, no language model is asked: costs nothing, takes ${time}.`
  return `${played_by}: ${counted(calls, 'call')} for ${expectedCost(cost_usd)}, takes ${time}.`
}

/**
 * Cost of a run: "nothing", "$0.07 for 12 calls; 1 lost call may have been billed as well", "at most $0.31 for 12
 * calls; the server did not say what 12 of them used".
 */
export function costOf({ usage, model }: Pick<RunDocument, 'usage' | 'model'>): string {
  if (model.mode === 'offline') return 'nothing'
  const amount = usage.cost_usd === null ? 'unknown (there is no price for this model)' : dollars(usage.cost_usd)
  const lost = usage.possibly_paid
  const doubt = lost > 0 ? `; ${counted(lost, 'lost call')} may have been billed as well` : ''
  const { without_usage = 0 } = usage
  if (without_usage === 0) return `${amount} for ${counted(usage.calls, 'call')}${doubt}`
  const most = usage.cost_usd === null ? amount : `at most ${amount}`
  return `${most} for ${counted(usage.calls, 'call')}; the server did not say what ${without_usage} of them used${doubt}`
}
