import { homeView } from '../blocks/home.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { readHome } from '../read-home.js'

/** Publishes the caller's Home tab. */
export async function showHome({ caller }: SlackInvocation): Promise<void> {
  const admin = await caller.isAdminCached().catch(() => false)
  const view = homeView(await readHome(caller.ctx, caller.user, admin))
  await caller.client.views.publish({ user_id: caller.user, view })
}
