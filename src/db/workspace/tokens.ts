import type { Actor } from '../../domain/run/run-state.js'
import { type Grant, Scope } from '../../domain/workspace/token-scopes.js'
import { isAppError } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { type AuditActor, noteSecurity } from './security-log.js'

/** A token as its workspace sees it; the secret itself is not stored. */
export type TokenRow = {
  readonly token_id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The most that its runs together may cost, in dollars; null: no limit. */
  readonly max_usd: number | null
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
}

export type NewToken = {
  readonly name: string
  readonly hash: string
  readonly scopes: readonly Scope[]
  readonly expires_in_days: number | null
  readonly max_usd: number | null
}

/** Recording every use would cost a write per request. */
const NOTE_USE_EVERY_MINUTES = 5

const FIND = {
  name: 'find token',
  text: `select id::text as token_id, actor_id::text, workspace_id::text, scopes, max_usd::float as max_usd, expires_at,
                coalesce(last_used_at < now() - make_interval(mins => ${NOTE_USE_EVERY_MINUTES}), true) as stale
           from api_token where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
}
type Found = {
  readonly token_id: string
  readonly actor_id: string
  readonly workspace_id: string
  readonly scopes: readonly string[]
  readonly max_usd: number | null
  readonly expires_at: Date | null
  readonly stale: boolean
}

/** Scopes that only another version of the program knows are ignored. */
const known = (scopes: readonly string[]): Scope[] => Scope.options.filter((scope) => scopes.includes(scope))

/** API tokens of workspaces, found by the hash of their secret. */
export function createTokens(db: Database) {
  /** Where the database takes no writes, requests that only read go on without it. */
  const noteUse = async (of: { readonly workspace_id: string }, hash: string): Promise<void> => {
    try {
      await db.inWorkspace(of, (tx) => tx.$executeRaw`update api_token set last_used_at = now() where hash = ${hash}`, {
        patienceMs: 0,
      })
    } catch (error) {
      if (!isAppError(error, 'storage_unavailable')) throw error
    }
  }
  return {
    /** Stores a token and creates the actor that it authenticates. Returns the token's id. */
    async create(actor: AuditActor, token: NewToken): Promise<string> {
      return db.writeInWorkspace(actor, async (tx) => {
        // The commit of an earlier attempt whose acknowledgement was lost has stored the token.
        const [kept] = await tx.$queryRaw<{ token_id: string }[]>`
          select id::text as token_id from api_token where hash = ${token.hash}`
        if (kept) return kept.token_id
        const rows = await tx.$queryRaw<{ token_id: string }[]>`
          with made as (
            insert into actor (workspace_id, kind, external_id, display_name)
            values (${actor.workspace_id}::uuid, 'api_token', gen_random_uuid()::text, ${token.name}) returning id, external_id
          )
          insert into api_token (id, workspace_id, actor_id, name, hash, scopes, max_usd, expires_at)
          select external_id::uuid, ${actor.workspace_id}::uuid, id, ${token.name}, ${token.hash},
                 ${[...token.scopes]}::text[], ${token.max_usd}::numeric,
                 now() + make_interval(days => ${token.expires_in_days}::int)
            from made returning id::text as token_id`
        const token_id = rows[0]?.token_id ?? ''
        await noteSecurity(tx, actor, 'token.created', [token_id])
        return token_id
      })
    },

    /** The actor of a valid token and what the actor may do; `null` for an unknown, expired or revoked token. */
    async find(hash: string): Promise<{ actor: Actor; grant: Grant } | null> {
      const [row] = await db.queryAcrossWorkspaces<Found>(FIND, [hash])
      if (!row) return null
      if (row.stale) await noteUse(row, hash)
      const { token_id, expires_at, max_usd } = row
      return {
        actor: { actor_id: row.actor_id, workspace_id: row.workspace_id, kind: 'api_token' },
        grant: { scopes: known(row.scopes), token: { token_id, expires_at, max_usd } },
      }
    },

    /** Those of the tokens that are valid now. */
    async valid(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from api_token
           where id = any(${[...ids]}::uuid[]) and revoked_at is null and (expires_at is null or expires_at > now())`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** All tokens, newest first, including revoked ones. */
    list: (actor: Actor): Promise<TokenRow[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<TokenRow[]>`
          select id::text as token_id, name, scopes, max_usd::float as max_usd, created_at, expires_at, revoked_at, last_used_at
            from api_token order by created_at desc, id`,
      ),

    /** Revokes a token. Returns false where this workspace has no such token. Revoking twice changes nothing. */
    async revoke(actor: AuditActor, token_id: string): Promise<boolean> {
      return db.inWorkspace(actor, async (tx) => {
        const changed = await tx.$executeRaw`
          update api_token set revoked_at = coalesce(revoked_at, now()) where id = ${token_id}::uuid`
        if (changed > 0) await noteSecurity(tx, actor, 'token.revoked', [token_id])
        return changed > 0
      })
    },
  }
}
