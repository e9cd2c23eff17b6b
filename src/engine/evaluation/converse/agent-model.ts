import type { AgentFacts } from '../../../domain/agent.js'
import type { EngineDeps } from '../../deps.js'

type PlayedAgent = Pick<AgentFacts, 'model' | 'endpoint'>

/** Models that the provider is sure to know. An agent on any other is played by the configured model, and the report says so. */
const PROVIDER_MODEL = /^claude-/

/** The model an agent runs on in production, where it can be asked to play it; `null` elsewhere. */
export const ownModel = ({ model, endpoint }: PlayedAgent): string | null =>
  !endpoint && model !== null && PROVIDER_MODEL.test(model) ? model : null

/** The model that plays an agent; for a live one the host that answers. */
export function agentModel({ model }: Pick<EngineDeps, 'model'>, agent: PlayedAgent): string {
  if (agent.endpoint) return new URL(agent.endpoint.url).host
  return (model.mode === 'anthropic' ? ownModel(agent) : null) ?? model.analysis
}
