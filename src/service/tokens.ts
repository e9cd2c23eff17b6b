import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TokenRow } from '../db/tokens.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { parseInput } from './parse-input.js'

/** Tells leaked secrets of this program apart from others, for scanners. */
const PREFIX = 'pt_'
const SECRET = /^pt_[A-Za-z0-9_-]{43}$/

const CreateTokenInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the token a name that says who uses it.')
    .max(80, 'A token’s name has at most 80 characters.'),
  expires_in_days: z
    .int()
    .min(1, 'A token lives for at least a day.')
    .max(3_650, 'A token lives for at most ten years.')
    .nullable()
    .default(null),
})

/** Makes a token of the actor's workspace. The secret is returned once and kept nowhere. Errors: `invalid_input`. */
export async function createToken(
  ctx: Context,
  input: z.input<typeof CreateTokenInput>,
): Promise<{ token_id: string; token: string }> {
  const parsed = parseInput(CreateTokenInput, input)
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return { token_id: await ctx.store.tokens.create(ctx.actor, { ...parsed, hash: hashOf(token) }), token }
}

/** Tokens of the actor's workspace, newest first. */
export const listTokens = (ctx: Context): Promise<TokenRow[]> => ctx.store.tokens.list(ctx.actor)

/** Ends a token at once. Errors: `not_found`. */
export async function revokeToken(ctx: Context, { token_id }: { token_id: string }): Promise<void> {
  const found = z.uuid().safeParse(token_id).success && (await ctx.store.tokens.revoke(ctx.actor, token_id))
  if (!found) throw new AppError('not_found', { what: 'token', id: token_id })
}

/** The context of whoever holds this token. Errors: `unauthorized`, the same for every way in which it is not valid. */
export async function withToken<C extends Context>(ctx: C, token: string): Promise<C> {
  const actor = SECRET.test(token) ? await ctx.store.tokens.find(hashOf(token)) : null
  if (actor) return { ...ctx, actor }
  throw new AppError('unauthorized', {
    problem:
      'This needs a valid token: `Authorization: Bearer pt_…`. A person makes one with `pressure-test token create`.',
  })
}

/** A random secret of 256 bits needs no slow hash. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
