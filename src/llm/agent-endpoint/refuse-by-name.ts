import { isIP } from 'node:net'
import { type Refusal, refuseAddress } from './addresses.js'
import { bareHostOf, hostOf, type ListedHost, listed } from './hosts.js'

/**
 * Why an address is never called, as far as its text alone can tell: wrong scheme, credentials, an IP address that is
 * not public in any of its spellings, `localhost`. `null` where only its resolved addresses can tell.
 */
export function refuseByName(address: string, allowed: readonly ListedHost[]): string | null {
  if (!URL.canParse(address)) return 'The address of the agent cannot be read; it begins with http:// or https://.'
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return 'The address of the agent must begin with http:// or https://.'
  if (url.username !== '' || url.password !== '')
    return 'The address of the agent must hold no user name or password; put a token into AGENT_TOKENS.'
  const host = bareHostOf(url)
  const isListed = listed(url, allowed) !== undefined
  // The parser has already read 0x7f.1, 2130706433 and 0177.0.0.1 as what they are.
  const localRefusal = isLocal(host) && !isListed ? THIS_MACHINE : null
  const refusal = isIP(host) === 0 ? localRefusal : refuseAddress(host, isListed)
  return refusal && refusalOf(url, refusal)
}

const THIS_MACHINE: Refusal = { why: 'it is this machine', listable: true }

/** RFC 6761: names below `localhost` are this machine, whatever a resolver says. */
const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(host)

/** The sentence for a host that is not called; never the address behind a name, which is nobody's business. */
export const refusalOf = (url: URL, { why, listable }: Refusal): string =>
  `${hostOf(url)} is not called: ${why}. Give a public address${
    listable ? ' or, if this one may be called, put its name into AGENT_HOSTS_ALLOWED' : ''
  }.`
