import { createHash } from 'node:crypto'
import type { AgentVersion, Skill } from './agent.js'

/** Hash of everything that decides an agent's behaviour: ids, name, version and tests are left out. */
export function agentHash(agent: AgentVersion, skill: Skill | null): string {
  const { agent_version_id: _, agent_id: __, name: ___, version: ____, ...behaviour } = agent
  const content = [behaviour, skill?.instructions ?? '', skill?.examples ?? []]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)
}

type KnownVersion = { readonly version: string; readonly content_hash: string }

/**
 * The version of an agent's content. `known`: earlier contents, the latest last; `named`: the version in the agent's
 * file. Known content keeps its version. New content gets the file's version, unless that belongs to other content
 * already. `changed_since`: the previous version, where the content is new.
 */
export function countVersion(
  known: readonly KnownVersion[],
  named: string,
  content_hash: string,
): { version: string; changed_since: string | null } {
  const last = known.at(-1)
  if (!last) return { version: named, changed_since: null }
  const isKnown = (version: string) => known.some((entry) => entry.version === version)
  const changed_since = last.content_hash === content_hash ? null : last.version
  if (!isKnown(named) && !isBefore(named, last.version)) return { version: named, changed_since }
  const same = known.findLast((entry) => entry.content_hash === content_hash)
  return { version: same?.version ?? nextAfter(last.version, isKnown), changed_since }
}

const WHOLE = /^\d{1,9}$/
const isBefore = (version: string, last: string): boolean =>
  WHOLE.test(version) && WHOLE.test(last) && Number(version) < Number(last)

/** The next version name: 4 after 3; "spring (2)" after "spring". */
function nextAfter(last: string, isKnown: (version: string) => boolean): string {
  const base = last.replace(/ \(\d+\)$/, '')
  for (let count = WHOLE.test(last) ? Number(last) + 1 : 2; ; count++) {
    const version = WHOLE.test(last) ? String(count) : `${base} (${count})`
    if (!isKnown(version)) return version
  }
}
