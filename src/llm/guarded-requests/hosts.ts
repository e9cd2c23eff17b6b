/** A host as the operator lists it: lower case, no final dot, IPv6 in brackets; `port` null stands for every port. */
export type ListedHost = { readonly host: string; readonly port: number | null }
/** `workspace`: slug of the only workspace whose runs may use the token (`local`, `slack:T0123`, `acme`). */
export type HostToken = ListedHost & { readonly token: string; readonly workspace?: string }

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** A host's name in the form used for comparison: `Example.COM.` is `example.com`. IPv6 stays in its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/** The name as a resolver or a socket expects it, without brackets. */
export const bareHostOf = (url: URL): string => hostOf(url).replace(/^\[|\]$/g, '')

/** The entry for this address; an entry with its port takes precedence over an entry without a port. */
export function findListed<H extends ListedHost>(url: URL, hosts: readonly H[]): H | undefined {
  const ofHost = hosts.filter(({ host }) => host === hostOf(url))
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  return ofHost.find((entry) => entry.port === port) ?? ofHost.find((entry) => entry.port === null)
}
