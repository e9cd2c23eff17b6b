import type { AgentFacts } from '../../../domain/evaluation/agent.js'
import type { EngineDeps } from '../../deps.js'

type PlayedAgent = Pick<AgentFacts, 'model' | 'endpoint'>

/** Models the provider is sure to know. Agents with other models are played by the configured model, and the report says so. */
const PROVIDER_MODEL = /^claude-/

/** The agent's production model where the provider can run it; else `null`. */
export const ownModel = ({ model, endpoint }: PlayedAgent): string | null =>
  !endpoint && model !== null && PROVIDER_MODEL.test(model) ? model : null

/** The model that plays an agent; for a live agent the host that answers. */
export function agentModel({ model }: Pick<EngineDeps, 'model'>, agent: PlayedAgent): string {
  if (agent.endpoint) return new URL(agent.endpoint.url).host
  return (model.mode === 'anthropic' ? ownModel(agent) : null) ?? model.analysis
}
