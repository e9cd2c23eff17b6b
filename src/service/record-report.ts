import type { Context } from './context.js'

/** Stores with an agent's version where the report of its last evaluation can be read; nothing for any other run. */
export const recordReport = (ctx: Context, { run_id, url }: { run_id: string; url: string }): Promise<void> =>
  ctx.store.agents.recordReport(ctx.actor, run_id, url)
