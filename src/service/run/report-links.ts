import { z } from 'zod'
import type { Run } from '../../domain/run/run-state.js'
import type { Grant } from '../../domain/workspace/token-scopes.js'
import { createSigner } from '../signed-claims.js'

/** Days for which a link opens a report. */
const VALID_DAYS = 30
const DAY_MS = 86_400_000

/** `made` and `token` exist in links that were created for a token; other links are valid for all their days. */
const Claims = z.object({
  run: z.uuid(),
  workspace: z.uuid(),
  until: z.int(),
  made: z.int().optional(),
  token: z.uuid().optional(),
})

/** Access of an opened link: one run of one workspace, while the token that the link was created for is valid. */
type ReportGrant = {
  readonly run_id: string
  readonly workspace_id: string
  readonly made_at: Date
  readonly token_id: string | null
}

export type ReportLinks = {
  /**
   * A link that shows this run's report to its holder, for 30 days, but no longer than the token lasts that it is
   * created for.
   */
  urlOf(run: Pick<Run, 'run_id' | 'workspace_id'>, token?: Grant['token']): string
  /** Returns the grant of a link's key; null for a key that was changed, has expired, or belongs to another report. */
  open(run_id: string, key: string): ReportGrant | null
}

/** Links that carry their own permission, signed with HMAC-SHA256. `base`: the address of the server. */
export function createReportLinks(options: { base: () => string; secret: string; now?: () => number }): ReportLinks {
  const now = options.now ?? Date.now
  const signer = createSigner(options.secret, 'report')

  return {
    urlOf({ run_id, workspace_id }, token = null) {
      const made = now()
      const until = made + VALID_DAYS * DAY_MS
      const claims = { run: run_id, workspace: workspace_id, until, ...(token && claimsOf(token, { made, until })) }
      return `${options.base().replace(/\/+$/, '')}/reports/${run_id}?key=${signer.seal(claims)}`
    },
    open(run_id, key) {
      const signed = signer.open(key)
      if (signed === null) return null
      const claims = Claims.parse(signed)
      if (claims.run !== run_id || claims.until < now()) return null
      return {
        run_id: claims.run,
        workspace_id: claims.workspace,
        made_at: new Date(claims.made ?? claims.until - VALID_DAYS * DAY_MS),
        token_id: claims.token ?? null,
      }
    },
  }
}

const claimsOf = (
  { token_id, expires_at }: NonNullable<Grant['token']>,
  { made, until }: { readonly made: number; readonly until: number },
) => ({ made, token: token_id, until: Math.min(until, expires_at?.getTime() ?? until) })
