/** A host as the operator lists it: lower case, no final dot, IPv6 in brackets; `port` null stands for every port. */
export type ListedHost = { readonly host: string; readonly port: number | null }
export type HostToken = ListedHost & { readonly token: string }

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** The name of a host as it is compared: `Example.COM.` is `example.com`. IPv6 stays in its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/** The name as a resolver or a socket takes it, without brackets. */
export const bareHostOf = (url: URL): string => hostOf(url).replace(/^\[|\]$/g, '')

/** The entry for this address; one that names the port comes before one that does not. */
export function listed<H extends ListedHost>(url: URL, hosts: readonly H[]): H | undefined {
  const ofHost = hosts.filter(({ host }) => host === hostOf(url))
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  return ofHost.find((one) => one.port === port) ?? ofHost.find((one) => one.port === null)
}
