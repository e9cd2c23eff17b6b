import type { AgentEndpoint } from '../../domain/agent.js'
import { AgentError } from './agent-error.js'
import { findListed, type HostToken, hostOf, type ListedHost } from './hosts.js'

/** Tokens and keys, each for the one host it may be sent to, and hosts that may be called without https. */
export type TokenPolicy = {
  readonly hostsAllowed: readonly ListedHost[]
  readonly tokens: readonly HostToken[]
  readonly keys: Readonly<Record<string, HostToken>>
}

/**
 * What is sent as the bearer token: the key the endpoint names, else the token listed for its host; `null` without either.
 * Throws where that key is not set or belongs to another host, and where a token would travel unencrypted to a public host.
 */
export function tokenFor({ url: address, api_key_env }: AgentEndpoint, policy: TokenPolicy): string | null {
  const url = new URL(address)
  const entry = api_key_env === undefined ? findListed(url, policy.tokens) : keyNamed(api_key_env, url, policy)
  if (!entry) return null
  if (url.protocol === 'https:' || findListed(url, policy.hostsAllowed)) return entry.token
  throw new AgentError('There is a token for it, which is sent over https only; give its https:// address.')
}

function keyNamed(name: string, url: URL, { keys }: TokenPolicy): HostToken {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (!key) throw new AgentError(`${name} is not set where the worker runs; set it to ${hostOf(url)}=KEY.`)
  if (findListed(url, [key])) return key
  throw new AgentError(`${name} is a key for another host and is not sent to ${url.host}.`)
}
