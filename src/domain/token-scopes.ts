import { z } from 'zod'
import { AppError } from '../errors.js'

/** What a token may be allowed. None of them contains another. */
export const SCOPES = {
  read: 'read results, lists, reports and prices',
  write: 'keep products, persona sets, drafts, files and marks, and cancel runs',
  spend: 'start runs, let them go on, and change the budget of a project',
  admin: 'make, list and end tokens, and manage webhooks',
} as const
export type Scope = keyof typeof SCOPES

export const Scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])
export const ALL_SCOPES: readonly Scope[] = Scope.options
/** Of a token that is made without a choice: it can do the work, and make no other token. */
export const USUAL_SCOPES: readonly Scope[] = ['read', 'write', 'spend']

/** What whoever asks may do in their workspace. */
export type Grant = {
  readonly scopes: readonly Scope[]
  /** Null for a person at this machine or in Slack. */
  readonly token: {
    readonly token_id: string
    readonly expires_at: Date | null
    /** What all its runs together may cost, in dollars; null: only the caps of runs and months hold. */
    readonly max_usd: number | null
  } | null
}

export const FULL_GRANT: Grant = { scopes: ALL_SCOPES, token: null }

/** `needs`: how the sentence begins that names the scope. Errors: `forbidden`. */
export function requireScope({ scopes }: Grant, scope: Scope, needs = 'This needs'): void {
  if (scopes.includes(scope)) return
  throw new AppError('forbidden', {
    problem: `${needs} a token with the scope ${scope} (to ${SCOPES[scope]}); this one has ${scopes.join(', ') || 'none'}. Ask whoever administers the workspace for one.`,
  })
}

/** Links make this server ask others, and files keep a process busy: that is done for whoever may start a run. */
export function requireReading(grant: Grant): void {
  requireScope(grant, 'spend', 'Reading links and files needs')
}
