import type { Actor, Run } from '../domain/run-state.js'
import { SlackOrigin } from '../domain/slack-origin.js'
import type { Database } from './client.js'
import type { Run as RunRow } from './generated/client.js'
import { insertMessage } from './outbox.js'
import { toRun } from './runs.js'
import { asJson, type Tx } from './transaction.js'

export type SlackDraftRow = { readonly submission: unknown; readonly user_id: string }
export type SlackPeopleTable = ReturnType<typeof createSlackPeople>

/** Writes where a run comes from and the message it will be told in, in the transaction that accepts the run. */
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

/** What Slack users asked for, chose and may do. */
export function createSlackPeople(db: Database) {
  return {
    async origin(workspace_id: string, run_id: string): Promise<(SlackOrigin & { created_at: Date }) | null> {
      const rows = await db.inWorkspace(
        { workspace_id },
        (tx) => tx.$queryRaw<(SlackOrigin & { created_at: Date })[]>`
          select team_id, channel_id, thread_ts, user_id, visibility, response_url, source_run_id::text, created_at
            from slack_origin where run_id = ${run_id}::uuid`,
      )
      const [row] = rows
      return row ? { ...SlackOrigin.parse(row), created_at: row.created_at } : null
    },

    /** Runs told in a channel since a day, newest first. */
    async runsIn(workspace_id: string, channel_id: string, since: Date): Promise<Run[]> {
      return db.inWorkspace({ workspace_id }, async (tx) => {
        const ids = await tx.$queryRaw<{ id: string }[]>`
          select run_id::text as id from slack_origin
           where channel_id = ${channel_id} and visibility <> 'only_me' and created_at >= ${since}`
        const rows: RunRow[] = await tx.run.findMany({
          where: { id: { in: ids.map(({ id }) => id) } },
          orderBy: { createdAt: 'desc' },
          take: 50,
        })
        return rows.map(toRun)
      })
    },

    /** Of these runs those that somebody may come across: not what others asked for in private, elsewhere. */
    async visible(
      actor: Actor,
      run_ids: readonly string[],
      { user_id, channel_id }: { user_id: string; channel_id: string | null },
    ): Promise<Set<string>> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id from unnest(${[...run_ids]}::text[]) as id left join slack_origin o on o.run_id = id::uuid
           where o.run_id is null or o.visibility = 'channel' or o.user_id = ${user_id}
              or (o.visibility = 'private' and o.channel_id = ${channel_id})`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    async saveDraft(actor: Actor, user_id: string, submission: unknown): Promise<string> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          insert into slack_draft (workspace_id, user_id, submission)
          values (${actor.workspace_id}::uuid, ${user_id}, ${asJson(submission)}::json) returning id::text`,
      )
      return rows[0]?.id ?? ''
    },
    async draft(actor: Actor, id: string): Promise<SlackDraftRow | null> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<SlackDraftRow[]>`select submission, user_id from slack_draft where id::text = ${id}`,
      )
      return rows[0] ?? null
    },

    async discardDraft(actor: Actor, id: string): Promise<void> {
      await db.inWorkspace(actor, (tx) => tx.$executeRaw`delete from slack_draft where id::text = ${id}`)
    },

    /** What somebody's next run starts with, and the workspace's amount to confirm (`null`: nobody has set any). */
    async settings(actor: Actor, user_id: string): Promise<{ settings: unknown; confirm_above_usd: number | null }> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ settings: unknown; confirm_above_usd: number | null }[]>`
          select (select settings from slack_user where user_id = ${user_id}) as settings,
                 (select confirm_above_usd::float from slack_workspace) as confirm_above_usd`,
      )
      return { settings: rows[0]?.settings ?? {}, confirm_above_usd: rows[0]?.confirm_above_usd ?? null }
    },
    async saveSettings(actor: Actor, user_id: string, settings: unknown): Promise<void> {
      await db.inWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          insert into slack_user (workspace_id, user_id, settings) values (${actor.workspace_id}::uuid, ${user_id}, ${asJson(settings)}::json)
          on conflict (workspace_id, user_id) do update set settings = excluded.settings`,
      )
    },

    async leads(actor: Actor): Promise<string[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) =>
          tx.$queryRaw<
            { user_id: string }[]
          >`select user_id from slack_user where lead order by lead_named_at, user_id`,
      )
      return rows.map(({ user_id }) => user_id)
    },
    /** Exactly these are leads from now on. */
    async nameLeads(actor: Actor, by: string, users: readonly string[]): Promise<void> {
      await db.inWorkspace(actor, async (tx) => {
        await tx.$executeRaw`update slack_user set lead = false where lead and not user_id = any(${[...users]})`
        await tx.$executeRaw`
          insert into slack_user (workspace_id, user_id, lead, lead_named_by, lead_named_at)
          select ${actor.workspace_id}::uuid, named, true, ${by}, now() from unnest(${[...users]}::text[]) as named
          on conflict (workspace_id, user_id) do update set lead = true,
             lead_named_by = case when slack_user.lead then slack_user.lead_named_by else excluded.lead_named_by end,
             lead_named_at = case when slack_user.lead then slack_user.lead_named_at else now() end`
      })
    },

    /** Dollars; `null` where nobody has set any. */
    async confirmAbove(actor: Actor): Promise<number | null> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ usd: number | null }[]>`select confirm_above_usd::float as usd from slack_workspace`,
      )
      return rows[0]?.usd ?? null
    },
    async setConfirmAbove(actor: Actor, usd: number): Promise<void> {
      await db.inWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          insert into slack_workspace (workspace_id, confirm_above_usd) values (${actor.workspace_id}::uuid, ${usd}::numeric)
          on conflict (workspace_id) do update set confirm_above_usd = excluded.confirm_above_usd`,
      )
    },

    async askDigest(
      actor: Actor,
      digest: { channel_id: string; team_id: string; by: string; next_at: Date },
    ): Promise<void> {
      await db.inWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          insert into slack_digest (workspace_id, channel_id, team_id, asked_by, next_at)
          values (${actor.workspace_id}::uuid, ${digest.channel_id}, ${digest.team_id}, ${digest.by}, ${digest.next_at})
          on conflict (workspace_id, channel_id) do nothing`,
      )
    },
    async stopDigest(actor: Actor, channel_id: string): Promise<void> {
      await db.inWorkspace(actor, (tx) => tx.$executeRaw`delete from slack_digest where channel_id = ${channel_id}`)
    },
    async digestOf(actor: Actor, channel_id: string): Promise<boolean> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<unknown[]>`select 1 from slack_digest where channel_id = ${channel_id}`,
      )
      return rows.length > 0
    },
    /** Puts every digest that is due into the outbox, each week once, and moves it on by a week. */
    async dueDigests(): Promise<number> {
      return db.acrossWorkspaces(async (tx) => {
        const due = await tx.$queryRaw<{ workspace_id: string; channel_id: string; team_id: string; week: string }[]>`
          with due as (select workspace_id, channel_id, next_at from slack_digest where next_at <= now() limit 50 for update skip locked)
          update slack_digest d set next_at = due.next_at + make_interval(days => 7 * (1 + floor(extract(epoch from now() - due.next_at) / 604800)::int))
            from due where d.workspace_id = due.workspace_id and d.channel_id = due.channel_id
          returning d.workspace_id::text, d.channel_id, d.team_id, to_char(due.next_at at time zone 'utc', 'YYYY-MM-DD') as week`
        for (const { workspace_id, channel_id, team_id, week } of due) {
          await insertMessage(tx, workspace_id, {
            dedupe_key: `digest:${channel_id}:${week}`,
            payload: { show: 'digest', to: week },
            tenant: team_id,
            target: channel_id,
          })
        }
        return due.length
      })
    },

    /** What the people at the surface are called, by their id there. */
    async names(workspace_id: string, ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db.inWorkspace(
        { workspace_id },
        (tx) => tx.$queryRaw<{ id: string; name: string }[]>`
          select external_id as id, display_name as name from actor where kind = 'slack_user' and external_id = any(${[...ids]})`,
      )
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
