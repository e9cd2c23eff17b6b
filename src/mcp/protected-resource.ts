import { type Addresses, corsHeaders, refuseOrigin } from './http-origins.js'

/** RFC 9728: where the metadata of the resource `/mcp` stands. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/**
 * What a client is told about the tokens that `/mcp` takes. It names no authorization server because there is none: a
 * token is made by a person with `pressure-test token create`.
 */
export function protectedResource(request: Request, addresses: Addresses): Response {
  const refused = refuseOrigin(request, addresses)
  if (refused) return refused
  const base = addresses.base().replace(/\/+$/, '')
  return Response.json(
    {
      resource: `${base}/mcp`,
      resource_name: 'pressure-test',
      bearer_methods_supported: ['header'],
    },
    { headers: { 'cache-control': 'max-age=3600', ...corsHeaders(request) } },
  )
}
