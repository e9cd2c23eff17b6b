import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TokenRow } from '../../db/workspace/tokens.js'
import { type Grant, requireScope, Scope, USUAL_SCOPES } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { parseInput } from '../parse-input.js'

/** Lets secret scanners recognise leaked tokens of this program. */
const PREFIX = 'pt_'
const SECRET = /^pt_[A-Za-z0-9_-]{43}$/

export const CreateTokenInput = z.object({
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
  /** What the token may do. */
  scopes: z
    .array(Scope)
    .min(1, 'Give the token at least one scope.')
    .max(20)
    .default([...USUAL_SCOPES]),
  /** The most that all its runs together may cost, in dollars. */
  max_usd: z
    .number()
    .min(0, 'A spending limit is a number of US dollars, 0 or more.')
    .max(1_000_000, 'A spending limit is at most 1000000 dollars.')
    .nullable()
    .default(null),
})

/**
 * Creates a token of the actor's workspace. The secret is returned once and not stored. Errors: `invalid_input`,
 * `forbidden`.
 */
export async function createToken(
  ctx: Context,
  input: z.input<typeof CreateTokenInput>,
): Promise<{ token_id: string; token: string }> {
  const parsed = parseInput(CreateTokenInput, input)
  requireScope(ctx.grant, 'admin')
  refuseMore(ctx.grant, parsed)
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
  const token_id = await ctx.store.tokens.create(auditActor(ctx), { ...parsed, hash: hashOf(token) })
  return { token_id, token }
}

/** A token may not create one with more scopes, more spending or a longer life than its own. Errors: `forbidden`. */
function refuseMore({ scopes, token }: Grant, made: z.output<typeof CreateTokenInput>): void {
  if (token === null) return
  for (const scope of made.scopes) requireScope({ scopes, token }, scope)
  const no = (problem: string) => {
    throw new AppError('forbidden', { problem })
  }
  if (token.max_usd !== null && made.scopes.includes('spend'))
    no('A token with a spending limit makes no token that spends; leave the scope spend out.')
  const lasts = made.expires_in_days === null ? Number.POSITIVE_INFINITY : Date.now() + made.expires_in_days * DAY_MS
  if (token.expires_at !== null && lasts > token.expires_at.getTime())
    no(`A token makes none that outlives it, and this one ends on ${token.expires_at.toISOString().slice(0, 10)}.`)
}

const DAY_MS = 24 * 3_600_000

/** Tokens of the actor's workspace, newest first. Errors: `forbidden`. */
export async function listTokens(ctx: Context): Promise<TokenRow[]> {
  requireScope(ctx.grant, 'admin')
  return ctx.store.tokens.list(ctx.actor)
}

/** Revokes a token at once; its open streams end within seconds. Errors: `not_found`, `forbidden`. */
export async function revokeToken(ctx: Context, { token_id }: { token_id: string }): Promise<void> {
  requireScope(ctx.grant, 'admin')
  const found = z.uuid().safeParse(token_id).success && (await ctx.store.tokens.revoke(auditActor(ctx), token_id))
  if (!found) throw new AppError('not_found', { what: 'token', id: token_id })
}

/** The token of an `Authorization` header; empty without one. */
export const bearerToken = (authorization: string | null | undefined): string =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''

/** The context of the token's actor. Errors: `unauthorized`, the same for every reason why a token is invalid. */
export async function withToken<C extends Context>(ctx: C, token: string): Promise<C> {
  const found = SECRET.test(token) ? await ctx.store.tokens.find(hashOf(token)) : null
  if (found) return { ...ctx, ...found }
  ctx.store.securityLog.authenticationFailed(ctx.origin)
  throw new AppError('unauthorized', {
    problem:
      'This needs a valid token: `Authorization: Bearer pt_…`. A person makes one with `pressure-test token create`.',
  })
}

/** A random secret of 256 bits needs no slow hash. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
