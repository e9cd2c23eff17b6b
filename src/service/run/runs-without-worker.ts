import type { Context } from '../context.js'

/** Ids of the actor's runs that have not ended and that no worker works on though one should; the oldest first. */
export const runsWithoutWorker = (ctx: Context): Promise<string[]> => ctx.store.runQueries.withoutWorker(ctx.actor)
