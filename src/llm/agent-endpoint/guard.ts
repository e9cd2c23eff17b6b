import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { orCancelled } from '../cancellation.js'
import { refuseAddress } from './addresses.js'
import { bareHostOf, type ListedHost, listed } from './hosts.js'
import { refusalOf, refuseByName } from './refuse-by-name.js'
import { AgentTrouble, networkTrouble } from './trouble.js'

type Address = { readonly address: string; readonly family: number }
/** All addresses of a host name. Rejects with the resolver's error. */
export type Lookup = (host: string) => Promise<readonly Address[]>

export const resolveAll: Lookup = (host) => systemLookup(host, { all: true })

/**
 * Resolves a host once and checks all its addresses. Gives a resolver that knows nothing but these, so that a socket can
 * only go where was looked (a name that changes its mind in between gains nothing). Rejects with `AgentTrouble`.
 */
export async function checkedLookup(
  url: URL,
  allowed: readonly ListedHost[],
  lookup: Lookup,
  signal: AbortSignal,
): Promise<LookupFunction> {
  const refused = refuseByName(url.href, allowed)
  if (refused !== null) throw new AgentTrouble(refused)
  const addresses = await addressesOf(bareHostOf(url), lookup, signal)
  const isListed = listed(url, allowed) !== undefined
  for (const { address } of addresses) {
    const refusal = refuseAddress(address, isListed)
    if (refusal) throw new AgentTrouble(refusalOf(url, refusal))
  }
  const [first] = addresses
  if (!first) throw new AgentTrouble('Its host has no address; check the name.', { again: true })
  return (_host, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

async function addressesOf(host: string, lookup: Lookup, signal: AbortSignal): Promise<readonly Address[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    return await orCancelled(signal, () => lookup(host))
  } catch (error) {
    signal.throwIfAborted()
    throw networkTrouble(error)
  }
}
