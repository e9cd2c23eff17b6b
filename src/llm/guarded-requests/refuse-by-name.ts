import { isIP } from 'node:net'
import { type Refusal, refuseAddress } from './addresses.js'
import { bareHostOf, findListed, hostOf, type ListedHost } from './hosts.js'

/**
 * Checks an address by its text alone and returns why it must not be called: wrong scheme, credentials, an IP address
 * that is not public in any of its spellings, `localhost`. `null` where the resolved addresses decide.
 */
export function refuseByName(address: string, allowed: readonly ListedHost[]): string | null {
  if (!URL.canParse(address)) return 'The address cannot be read; it begins with http:// or https://.'
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return 'The address must begin with http:// or https://.'
  if (url.username !== '' || url.password !== '') return 'The address must hold no user name or password.'
  const host = bareHostOf(url)
  const isListed = findListed(url, allowed) !== undefined
  // The URL parser has already normalized 0x7f.1, 2130706433 and 0177.0.0.1.
  if (isIP(host) !== 0) {
    const refusal = refuseAddress(host, isListed)
    return refusal && refusalSentence(url, refusal)
  }
  return isLocalhost(host) && !isListed ? refusalSentence(url, THIS_MACHINE) : null
}

const THIS_MACHINE: Refusal = { why: 'it is this machine', listable: true }

/** RFC 6761: names below `localhost` are this machine, whatever a resolver returns. */
const isLocalhost = (host: string): boolean => /(^|\.)localhost$/.test(host)

/** The message for a host that must not be called. It never shows the address that a name resolves to. */
export const refusalSentence = (url: URL, { why, listable }: Refusal): string =>
  `${hostOf(url)} is not called: ${why}. Give a public address${
    listable ? ' or, if this one may be called, put its name into AGENT_HOSTS_ALLOWED' : ''
  }.`
