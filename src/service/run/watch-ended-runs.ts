import type { Context } from '../context.js'

/**
 * Calls `onEnded` once for each run of the actor's workspace that ends from now on, until the returned function is
 * called. Notifications can be lost while a connection is renewed: callers that need certainty use `followRun`.
 */
export const watchEndedRuns = (ctx: Context, onEnded: (run: { readonly run_id: string }) => void): (() => void) =>
  ctx.store.runEnds.subscribe(ctx.actor, onEnded)
