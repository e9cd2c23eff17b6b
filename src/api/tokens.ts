import { z } from 'zod'
import { Scope } from '../domain/workspace/token-scopes.js'
import { CreateTokenInput, createToken, listTokens, revokeToken } from '../service/workspace/tokens.js'
import { answer, defineRoute, ok, type Route } from './route.js'

const tag = 'Tokens'

const makeToken = defineRoute({
  method: 'post',
  path: '/tokens',
  scope: 'admin',
  id: 'createToken',
  tag,
  summary:
    'Makes a token of this workspace. It is shown once. Without scopes it may read, write and spend; it may never do, spend or last more than the token that makes it.',
  body: CreateTokenInput.strict(),
  answers: { 201: z.object({ token_id: z.uuid(), token: z.string() }) },
  handle: async ({ ctx, body }) => answer(201, await createToken(ctx, body)),
})

const time = z.iso.datetime().nullable()

const listAllTokens = defineRoute({
  method: 'get',
  path: '/tokens',
  scope: 'admin',
  id: 'listTokens',
  tag,
  summary: 'The tokens of this workspace, newest first, revoked ones too.',
  answers: {
    200: z.object({
      tokens: z.array(
        z.object({
          token_id: z.uuid(),
          name: z.string(),
          scopes: z.array(Scope),
          max_usd: z.number().nullable(),
          created_at: z.iso.datetime(),
          expires_at: time,
          revoked_at: time,
          last_used_at: time,
        }),
      ),
    }),
  },
  async handle({ ctx }) {
    const tokens = await listTokens(ctx)
    return ok({
      tokens: tokens.map(({ token_id, name, scopes, max_usd, created_at, expires_at, revoked_at, last_used_at }) => ({
        token_id,
        name,
        scopes: [...scopes],
        max_usd,
        created_at: created_at.toISOString(),
        expires_at: expires_at?.toISOString() ?? null,
        revoked_at: revoked_at?.toISOString() ?? null,
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
    })
  },
})

const endToken = defineRoute({
  method: 'delete',
  path: '/tokens/{id}',
  scope: 'admin',
  id: 'revokeToken',
  tag,
  summary: 'Ends a token at once. Ending it twice changes nothing.',
  answers: { 204: null },
  async handle({ ctx, params }) {
    await revokeToken(ctx, { token_id: params.id })
    return answer(204, null)
  },
})

export const TOKEN_ROUTES = [makeToken, listAllTokens, endToken] as const satisfies readonly Route[]
