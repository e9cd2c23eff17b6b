import type { RunDocument } from '../../domain/run-document.js'

/** What a run has cost, in words. */
export function spent({ usage, model }: Pick<RunDocument, 'usage' | 'model'>): string {
  if (model.mode === 'offline') return 'Cost: nothing.'
  const cost = usage.cost_usd === null ? 'unknown (no price for this model)' : `$${usage.cost_usd.toFixed(4)}`
  const doubt = usage.possibly_paid > 0 ? `, and ${usage.possibly_paid} lost calls that may have been billed` : ''
  return `Cost: ${cost} for ${usage.calls} calls${doubt}.`
}
