import type { AgentEndpoint } from '../../domain/evaluation/agent.js'
import { AgentError } from './agent-error.js'
import { findListed, type HostToken, hostOf, type ListedHost } from './hosts.js'

/** Tokens and keys, each for the one host it may be sent to, and hosts that may be called without https. */
export type TokenPolicy = {
  readonly hostsAllowed: readonly ListedHost[]
  readonly tokens: readonly HostToken[]
  readonly keys: Readonly<Record<string, HostToken>>
  /** Whether tokens and keys without a workspace are for every workspace; else they are for `local` only. */
  readonly unboundForAll: boolean
}

const LOCAL = 'local'

/**
 * The bearer token for a run of a workspace: the key that the endpoint names, else the token listed for its host;
 * `null` without either. Throws an `AgentError` where that key is not set for the workspace or belongs to another host,
 * and where a token would travel unencrypted to a public host.
 */
export function tokenFor(
  { url: address, api_key_env }: AgentEndpoint,
  workspace: string,
  policy: TokenPolicy,
): string | null {
  const url = new URL(address)
  const entry =
    api_key_env === undefined ? tokenOf(url, workspace, policy) : keyNamed(api_key_env, url, workspace, policy)
  if (!entry) return null
  if (url.protocol === 'https:' || findListed(url, policy.hostsAllowed)) return entry.token
  throw new AgentError('There is a token for it, which is sent over https only; give its https:// address.')
}

/** A token of the workspace takes precedence over one for all workspaces. */
function tokenOf(url: URL, workspace: string, policy: TokenPolicy): HostToken | undefined {
  const usable = policy.tokens.filter((token) => isFor(token, workspace, policy))
  return (
    findListed(
      url,
      usable.filter((token) => token.workspace !== undefined),
    ) ?? findListed(url, usable)
  )
}

function keyNamed(name: string, url: URL, workspace: string, policy: TokenPolicy): HostToken {
  const key = Object.hasOwn(policy.keys, name) ? policy.keys[name] : undefined
  if (!key || !isFor(key, workspace, policy)) throw new AgentError(notSet(name, url, workspace, policy))
  if (findListed(url, [key])) return key
  throw new AgentError(`${name} is a key for another host and is not sent to ${url.host}.`)
}

const isFor = (entry: HostToken, workspace: string, { unboundForAll }: TokenPolicy): boolean =>
  entry.workspace === undefined ? unboundForAll || workspace === LOCAL : entry.workspace === workspace

/** The message is the same for a key that is not set and for one of another workspace. */
function notSet(name: string, url: URL, workspace: string, { unboundForAll }: TokenPolicy): string {
  const binding = unboundForAll || workspace === LOCAL ? '' : `${workspace}@`
  return `${name} is not set where the worker runs; set it to ${binding}${hostOf(url)}=KEY.`
}
