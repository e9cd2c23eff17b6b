import type { Persona } from '../../domain/personas/persona.js'
import type { Trust } from '../../domain/run/run.js'
import type { EngineDeps, Settled } from '../deps.js'
import { judgeControls } from '../panel/controls/controls.js'
import { judgeTrust } from '../panel/trust.js'

/**
 * The trust of a run that follows a test or stands beside one. Checks it does not make are `not_run`, so its light is
 * never green.
 */
export function trustWithoutStudy(
  deps: Pick<EngineDeps, 'model'>,
  outcomes: readonly Settled<Pick<Persona, 'persona_id' | 'name' | 'made_up'>, unknown>[],
  checks: Partial<Pick<Trust, 'readable' | 'intent' | 'quotes' | 'fidelity' | 'assay'>> = {},
): Trust {
  return judgeTrust({
    model: deps.model,
    outcomes,
    quotes: { checked: 0, verified: 0, dropped: 0 },
    fidelity: NOT_CHECKED,
    controls: judgeControls(null),
    stability: ONE_PANEL,
    ...checks,
  })
}

const NOT_CHECKED: Trust['fidelity'] = {
  status: 'not_run',
  sentence: 'Whether the respondents stayed in character was not checked.',
  rate: null,
  regenerated: null,
  skeptics_rate: null,
}

const ONE_PANEL: Trust['stability'] = {
  status: 'not_run',
  sentence: 'One panel was asked; what another one would say was not measured.',
  panels: null,
  intervals: null,
  top_fix_agreement: null,
  rank_stability: null,
  variance_shares: null,
}
