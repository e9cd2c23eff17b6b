import { createHash } from 'node:crypto'
import type { AgentVersion, Skill } from './agent.js'

/** Tells whether two versions would behave alike: what the agent is made of, without what it is tested with. */
export function agentHash(agent: AgentVersion, skill: Skill | null): string {
  const { agent_version_id: _, name: __, version: ___, ...behaviour } = agent
  const content = [behaviour, skill?.instructions ?? '', skill?.examples ?? []]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)
}
