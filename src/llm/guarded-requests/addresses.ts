import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Refusal = {
  readonly why: string
  /** Whether the host may be called once the operator lists it. */
  readonly listable: boolean
}

/** Ranges that a listed host may resolve to besides public addresses. */
const PRIVATE = ['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']
/** Metadata services of clouds, which give credentials to every caller inside: never called, even when listed. */
const METADATA = ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254'].map((text) =>
  ipaddr.parse(text).toNormalizedString(),
)
const NAT64 = [0x64, 0xff9b, 0, 0, 0, 0]

/**
 * Why an address must not be called; `null` where it may be. An address is public when it is plain unicast in the
 * registries of IANA; a `listed` host may also be private. An address that cannot be parsed is refused.
 */
export function refuseAddress(text: string, listed: boolean): Refusal | null {
  if (isIP(text) === 0 || text.includes('%')) return { why: 'it has no address that can be checked', listable: false }
  const address = destination(ipaddr.parse(text))
  const range = address instanceof ipaddr.IPv6 ? ipv6Range(address) : address.range()
  if (METADATA.includes(address.toNormalizedString()))
    return { why: 'its address is that of a metadata service', listable: false }
  const listable = PRIVATE.includes(range)
  if (range === 'unicast' || (listable && listed)) return null
  return { why: `its address is not public (${range})`, listable }
}

/**
 * The address that packets reach: an IPv4-mapped address, or one with the well-known prefix of NAT64 (RFC 6052), stands
 * for an IPv4 address.
 */
function destination(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const bytes = address.toByteArray()
  return NAT64.every((part, index) => address.parts[index] === part) ? new ipaddr.IPv4(bytes.slice(12)) : address
}

/** The library reports every address that no registry names as unicast, also IPv4-compatible and unassigned ones. */
function ipv6Range(address: ipaddr.IPv6): string {
  const { parts } = address
  const range = address.range()
  if (range !== 'unicast') return range
  if (((parts[0] ?? 0) & 0xe000) !== 0x2000) return 'unassigned'
  // ISATAP: the last 32 bits are an IPv4 address behind a tunnel.
  return parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0 ? 'isatap' : 'unicast'
}
