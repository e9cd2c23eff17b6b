import { z } from 'zod'
import { AppError } from '../../errors.js'

/** Scopes of a token. No scope contains another. */
export const SCOPES = {
  read: 'read results, lists, reports and prices',
  write: 'keep products, persona sets, drafts, files and marks, and cancel runs',
  spend: 'start runs, let them go on, and change the budget of a project',
  admin: 'make, list and end tokens, manage webhooks, delete the workspace and, with read, export it',
} as const
export type Scope = keyof typeof SCOPES

export const Scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])
export const ALL_SCOPES: readonly Scope[] = Scope.options
/** Default scopes of a new token: it can do the work, but make no other token. */
export const USUAL_SCOPES: readonly Scope[] = ['read', 'write', 'spend']

/** What a requester may do in their workspace. */
export type Grant = {
  readonly scopes: readonly Scope[]
  /** `null` for a person at this machine or in Slack. */
  readonly token: {
    readonly token_id: string
    readonly expires_at: Date | null
    /** Cap in dollars on all its runs together; `null`: only the caps per run and per month apply. */
    readonly max_usd: number | null
  } | null
}

export const FULL_GRANT: Grant = { scopes: ALL_SCOPES, token: null }

export const mayRead = ({ scopes }: Pick<Grant, 'scopes'>): boolean => scopes.includes('read')

/** `needs`: the beginning of the error sentence that names the scope. Errors: `forbidden`. */
export function requireScope({ scopes }: Grant, scope: Scope, needs = 'This needs'): void {
  if (scopes.includes(scope)) return
  throw new AppError('forbidden', {
    problem: `${needs} a token with the scope ${scope} (to ${SCOPES[scope]}); this one has ${scopes.join(', ') || 'none'}. Ask whoever administers the workspace for one.`,
  })
}

/** Requests that go on from a run, whose answers or refusals tell of it, require the scope `read`. */
export function requireReadingRuns(grant: Grant): void {
  requireScope(grant, 'read', 'Going on from a run needs')
}

/** Reading links sends requests to other servers, and reading files keeps a process busy: both require the scope `spend`. */
export function requireReading(grant: Grant): void {
  requireScope(grant, 'spend', 'Reading links and files needs')
}
