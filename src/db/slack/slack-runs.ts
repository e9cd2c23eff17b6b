import type { Actor, Run } from '../../domain/run/run-state.js'
import { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import { AppError } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { toRun } from '../run/runs.js'
import { insertMessage } from './outbox.js'

export type SlackDraftRow = { readonly submission: unknown; readonly user_id: string }

/** Runs requested in Slack: the origin of each, and drafts that wait to be confirmed. */
export function createSlackRuns(db: Database) {
  return {
    async origin(
      of: Pick<Actor, 'workspace_id'>,
      run_id: string,
    ): Promise<(SlackOrigin & { created_at: Date }) | null> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<(SlackOrigin & { created_at: Date })[]>`
          select team_id, channel_id, thread_ts, user_id, visibility, response_url, source_run_id::text, created_at
            from slack_origin where run_id = ${run_id}::uuid`,
      )
      const [row] = rows
      return row ? { ...SlackOrigin.parse(row), created_at: row.created_at } : null
    },

    /** Runs requested in a channel since a time, newest first, at most 50; `only_me` runs are left out. */
    async runsIn(actor: Actor, channel_id: string, since: Date): Promise<Run[]> {
      return db.inWorkspace(actor, async (tx) => {
        const origins = await tx.slackOrigin.findMany({
          where: { channelId: channel_id, visibility: { not: 'only_me' }, createdAt: { gte: since } },
          select: { runId: true },
        })
        const rows = await tx.run.findMany({
          where: { id: { in: origins.map(({ runId }) => runId) } },
          orderBy: { createdAt: 'desc' },
          take: 50,
        })
        return rows.map(toRun)
      })
    },

    /** Those of the runs that a user may see in lists: not what others requested privately elsewhere. */
    async visible(
      actor: Actor,
      run_ids: readonly string[],
      { user_id, channel_id }: { user_id: string; channel_id: string | null },
    ): Promise<Set<string>> {
      if (run_ids.length === 0) return new Set()
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id from unnest(${[...run_ids]}::text[]) as id left join slack_origin o on o.run_id = id::uuid
           where o.run_id is null or o.visibility = 'channel' or o.user_id = ${user_id}
              or (o.visibility = 'private' and o.channel_id = ${channel_id})`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * Whether a user may use a run named by its id: one that lists show them, or whose message was sent to them or into
     * the conversation, as when it was shared there.
     */
    async reaches(
      actor: Actor,
      run_id: string,
      { user_id, channel_id }: { user_id: string; channel_id: string | null },
    ): Promise<boolean> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select r.id::text from run r left join slack_origin o on o.run_id = r.id
           where r.id = ${run_id}::uuid
             and (o.run_id is null or o.visibility = 'channel' or o.user_id = ${user_id}
                  or (o.visibility = 'private' and o.channel_id = ${channel_id})
                  or exists (select from outbox m where m.run_id = r.id and m.target in (${user_id}, ${channel_id})))`,
      )
      return rows.length > 0
    },

    async saveDraft(actor: Actor, user_id: string, submission: unknown): Promise<string> {
      const rows = await db.writeInWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          insert into slack_draft (workspace_id, user_id, submission)
          values (${actor.workspace_id}::uuid, ${user_id}, ${asJson(submission)}::json) returning id::text`,
      )
      return rows[0]?.id ?? ''
    },
    /** A draft; `null` where it is gone or older than a day, whether or not it was deleted yet. */
    async draft(actor: Actor, id: string): Promise<SlackDraftRow | null> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<SlackDraftRow[]>`
          select submission, user_id from slack_draft where id::text = ${id} and created_at >= now() - interval '1 day'`,
      )
      return rows[0] ?? null
    },

    async discardDraft(actor: Actor, id: string): Promise<void> {
      await db.inWorkspace(actor, (tx) => tx.$executeRaw`delete from slack_draft where id::text = ${id}`)
    },
  }
}

/** Deletes a draft, in the transaction that accepts its run. Errors: `conflict` where the draft is gone. */
export async function endDraft(tx: Tx, id: string): Promise<void> {
  const ended = await tx.$executeRaw`delete from slack_draft where id::text = ${id}`
  if (ended === 0) throw new AppError('conflict', { problem: 'It was started or taken back meanwhile.' })
}

/** Stores the origin of a run and the message that will show it, in the transaction that accepts the run. */
export async function writeOrigin(tx: Tx, workspace_id: string, run_id: string, origin: SlackOrigin): Promise<void> {
  await tx.$executeRaw`
    insert into slack_origin (run_id, workspace_id, team_id, channel_id, thread_ts, user_id, visibility, response_url, source_run_id)
    values (${run_id}::uuid, ${workspace_id}::uuid, ${origin.team_id}, ${origin.channel_id}, ${origin.thread_ts}, ${origin.user_id},
            ${origin.visibility}, ${origin.response_url}, ${origin.source_run_id}::uuid)`
  await insertMessage(tx, workspace_id, {
    dedupe_key: `run:${run_id}`,
    run_id,
    status: 'live',
    payload: { show: 'run', thread_ts: origin.thread_ts },
    tenant: origin.team_id,
    target: origin.visibility === 'only_me' ? origin.user_id : origin.channel_id,
    priority: 2,
  })
}
