import type { Context } from '../context.js'

/** Stores the URL of a report with the agent version whose last evaluation is this run; does nothing for other runs. */
export const recordReport = (ctx: Context, { run_id, url }: { run_id: string; url: string }): Promise<void> =>
  ctx.store.agents.recordReport(ctx.actor, run_id, url)
