import type { Saying } from './attempt.js'
import { threadOf } from './render-message.js'

/** It stands there. Once a run has ended, its thread is due; written before the end is noted, so that it is never forgotten. */
export async function shown(
  { deps, due, said, ctx }: Saying,
  ts: string,
  target: string,
  ended: boolean,
): Promise<void> {
  if (said.show === 'run' && ended) await ctx.store.outbox.add(due.workspace_id, await threadOf(ctx, due, said, target))
  await ctx.store.outbox.said(due, { external_id: ts, target, ended, pause_ms: ended ? 0 : deps.pace.again_ms })
}
