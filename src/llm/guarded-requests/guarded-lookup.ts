import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { abortable } from '../cancellation.js'
import { refuseAddress } from './addresses.js'
import { AgentError, networkError } from './agent-error.js'
import { bareHostOf, findListed, type ListedHost } from './hosts.js'
import { refusalSentence, refuseByName } from './refuse-by-name.js'

type Address = { readonly address: string; readonly family: number }
/** All addresses of a host name. Rejects with the resolver's error. */
export type Lookup = (host: string) => Promise<readonly Address[]>

export const resolveAll: Lookup = (host) => systemLookup(host, { all: true })

/**
 * Resolves a host once and checks all its addresses. Returns a lookup function that only knows these addresses, so that a
 * socket connects to a checked one even if the name's records change meanwhile (DNS rebinding). Rejects with `AgentError`.
 */
export async function guardedLookup(
  url: URL,
  allowed: readonly ListedHost[],
  lookup: Lookup,
  signal: AbortSignal,
): Promise<LookupFunction> {
  const refused = refuseByName(url.href, allowed)
  if (refused !== null) throw new AgentError(refused)
  const addresses = await addressesOf(bareHostOf(url), lookup, signal)
  const isListed = findListed(url, allowed) !== undefined
  for (const { address } of addresses) {
    const refusal = refuseAddress(address, isListed)
    if (refusal) throw new AgentError(refusalSentence(url, refusal))
  }
  const [first] = addresses
  if (!first) throw new AgentError('Its host has no address; check the name.', { retryable: true })
  return (_host, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

async function addressesOf(host: string, lookup: Lookup, signal: AbortSignal): Promise<readonly Address[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    return await abortable(signal, () => lookup(host))
  } catch (error) {
    signal.throwIfAborted()
    throw networkError(error)
  }
}
