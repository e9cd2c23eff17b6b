import { createHash } from 'node:crypto'
import type { AgentVersion, Skill } from './agent.js'

/** Hash of everything that decides an agent's behaviour: ids, name, version and tests are left out. */
export function agentHash(agent: AgentVersion, skill: Skill | null): string {
  const { agent_version_id: _, agent_id: __, name: ___, version: ____, ...behaviour } = agent
  const content = [behaviour, skill?.instructions ?? '', skill?.examples ?? []]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)
}
