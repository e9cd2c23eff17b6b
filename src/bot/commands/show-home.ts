import { homeView } from '../blocks/home.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { readHome } from '../read-home.js'

/** The Home tab of who asks, as it is now. */
export async function showHome({ caller }: SlackInvocation): Promise<void> {
  const admin = await caller.wasAdmin().catch(() => false)
  const view = homeView(await readHome(caller.ctx, caller.user, admin))
  await caller.client.views.publish({ user_id: caller.user, view })
}
