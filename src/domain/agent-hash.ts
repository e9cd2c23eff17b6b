import { createHash } from 'node:crypto'
import type { AgentVersion, Skill } from './agent.js'

/** Hash of what decides an agent's behaviour: without its name, version and tests. */
export function agentHash(agent: AgentVersion, skill: Skill | null): string {
  const { agent_version_id: _, name: __, version: ___, ...behaviour } = agent
  const content = [behaviour, skill?.instructions ?? '', skill?.examples ?? []]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)
}
