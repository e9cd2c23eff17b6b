import type { Actor } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson } from '../connection/transaction.js'
import { type AuditActor, noteSecurity } from '../workspace/security-log.js'

/** Settings of Slack users, the leads, and the amount above which a run is confirmed first. */
export function createSlackSettings(db: Database) {
  return {
    /** Defaults for a user's next run, and the workspace's amount to confirm in dollars (`null`: none set). */
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
      await db.writeInWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          insert into slack_user (workspace_id, user_id, settings) values (${actor.workspace_id}::uuid, ${user_id}, ${asJson(settings)}::json)
          on conflict (workspace_id, user_id) do update set settings = excluded.settings`,
      )
    },

    /** User ids of the leads, in the order they were named. */
    async leads(actor: Actor): Promise<string[]> {
      const leads = await db.inWorkspace(actor, (tx) =>
        tx.slackUser.findMany({
          where: { lead: true },
          orderBy: [{ leadNamedAt: 'asc' }, { userId: 'asc' }],
          select: { userId: true },
        }),
      )
      return leads.map(({ userId }) => userId)
    },
    /** Replaces the leads by exactly these users. */
    async nameLeads(actor: AuditActor, by: string, users: readonly string[]): Promise<void> {
      await db.writeInWorkspace(actor, async (tx) => {
        const removed = await tx.$queryRaw<{ id: string }[]>`
          update slack_user set lead = false where lead and not user_id = any(${[...users]}) returning user_id as id`
        const named = await tx.$queryRaw<{ id: string }[]>`
          select distinct id from unnest(${[...users]}::text[]) as id
           where not exists (select from slack_user where user_id = id and lead)`
        await tx.$executeRaw`
          insert into slack_user (workspace_id, user_id, lead, lead_named_by, lead_named_at)
          select ${actor.workspace_id}::uuid, named, true, ${by}, now() from unnest(${[...users]}::text[]) as named
          on conflict (workspace_id, user_id) do update set lead = true,
             lead_named_by = case when slack_user.lead then slack_user.lead_named_by else excluded.lead_named_by end,
             lead_named_at = case when slack_user.lead then slack_user.lead_named_at else now() end`
        await noteSecurity(tx, actor, 'leads.removed', removed.map(({ id }) => id).sort())
        await noteSecurity(tx, actor, 'leads.named', named.map(({ id }) => id).sort())
      })
    },

    /** Whether Slack refused newer block types in this workspace within the last week. */
    async takesPlainBlocksOnly(of: Pick<Actor, 'workspace_id'>): Promise<boolean> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ plain: boolean }[]>`select plain_until > now() as plain from slack_workspace`,
      )
      return rows[0]?.plain ?? false
    },
    /** For a week, messages use only block types that every client knows. */
    async takePlainBlocks({ workspace_id }: Pick<Actor, 'workspace_id'>): Promise<void> {
      await db.writeInWorkspace(
        { workspace_id },
        (tx) => tx.$executeRaw`
          insert into slack_workspace (workspace_id, plain_until) values (${workspace_id}::uuid, now() + interval '7 days')
          on conflict (workspace_id) do update set plain_until = excluded.plain_until`,
      )
    },

    /** The amount to confirm, in dollars; `null` where none is set. */
    async confirmAbove(actor: Actor): Promise<number | null> {
      const settings = await db.inWorkspace(actor, (tx) => tx.slackWorkspace.findFirst())
      return settings?.confirmAboveUsd?.toNumber() ?? null
    },
    async setConfirmAbove(actor: AuditActor, usd: number): Promise<void> {
      await db.writeInWorkspace(actor, async (tx) => {
        await tx.$executeRaw`
          insert into slack_workspace (workspace_id, confirm_above_usd) values (${actor.workspace_id}::uuid, ${usd}::numeric)
          on conflict (workspace_id) do update set confirm_above_usd = excluded.confirm_above_usd`
        await noteSecurity(tx, actor, 'confirm_amount.set', [String(usd)])
      })
    },
  }
}
