import { GONE, troubleOf } from '../bot/slack-client.js'
import { AppError } from '../errors.js'
import { backoff, isPerson, type Saying, tellAside, threadFor } from './attempt.js'
import { shown } from './mark-delivered.js'

const UNLOOKABLE = new Set(['missing_scope', 'not_in_channel', 'channel_not_found', 'access_denied', 'no_permission'])

/** Whether a post whose answer was lost did not arrive: then it is sent again. Where nobody can tell, it is left. */
export async function lost(saying: Saying): Promise<boolean> {
  const { deps, due, ctx, said } = saying
  const { outbox } = ctx.store
  const since = due.posting_since?.getTime() ?? 0
  const early = since + deps.pace.lookup_ms - Date.now()
  if (early > 0) {
    await outbox.later(due, { in_ms: early, sent: true })
    return false
  }
  try {
    if (said.show === 'file') throw new AppError('conflict', { problem: 'uploads carry no mark to look for' })
    const found = await lookUp(saying, since)
    // A run's message may show an earlier state of it: it is brought up to date.
    if (found) await shown({ ...saying, due: { ...due, state: 'found' } }, found.ts, found.channel, said.show !== 'run')
    return !found
  } catch (error) {
    const trouble = error instanceof AppError ? ({ kind: 'refused', code: 'missing_scope' } as const) : troubleOf(error)
    if (trouble.kind === 'refused' && UNLOOKABLE.has(trouble.code)) await uncertain(saying)
    else if (trouble.kind === 'refused' && GONE.has(trouble.code)) await outbox.giveUp(due, 'dead', trouble.code)
    else
      await outbox.later(due, {
        in_ms: trouble.kind === 'limited' ? trouble.retry_after_ms : backoff(due.attempts),
        sent: true,
      })
    return false
  }
}

/** Nobody can tell whether it is there. It is not said twice; whoever asked gets to know. */
async function uncertain(saying: Saying): Promise<void> {
  const { due, ctx, said } = saying
  await ctx.store.outbox.giveUp(due, 'uncertain', 'Slack did not confirm the message, and it cannot be looked up.')
  const origin = due.run_id === null ? null : await ctx.store.slackPeople.origin(due.workspace_id, due.run_id)
  if (!origin || said.show === 'thread') return
  const sentence =
    'Slack did not confirm my message, and without the history permission I cannot look for it; if it is missing, `/pressure-test status` shows the run and its report.'
  await tellAside(saying, origin, sentence, 'uncertain')
}

async function lookUp(saying: Saying, since: number): Promise<{ ts: string; channel: string } | null> {
  const { due, client, deps } = saying
  const channel = isPerson(due.target)
    ? ((await client.conversations.open({ users: due.target })).channel?.id ?? '')
    : due.target
  const thread = threadFor(saying, channel)
  // Clocks differ: a message may seem to be older than the note that it leaves.
  const oldest = String((since - 120_000) / 1_000)
  const answer = thread
    ? await client.conversations.replies({ channel, ts: thread, oldest, limit: 200, include_all_metadata: true })
    : await client.conversations.history({ channel, oldest, limit: 200, include_all_metadata: true })
  const ours = answer.messages?.find(({ metadata }) => {
    const payload = metadata?.event_payload as { message?: unknown } | undefined
    return payload?.message === due.id
  })
  deps.log.info({ message: due.id, found: ours?.ts ?? null }, 'looked for a post whose answer was lost')
  return ours?.ts ? { ts: ours.ts, channel } : null
}
