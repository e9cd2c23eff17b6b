import type { Database } from './client.js'

/** An installed app as it is stored; `token` is encrypted by whoever hands it in. */
export type StoredInstallation = {
  /** Team id, or enterprise id of an org-wide installation. */
  readonly id: string
  readonly team_name: string
  readonly enterprise_id: string | null
  readonly app_id: string | null
  readonly bot_id: string | null
  readonly bot_user_id: string
  readonly scopes: string[]
  readonly token: string
  readonly installed_by: string
}

/** Slack refuses requests older than five minutes itself, and so do we: a replay can only come within that time. */
const KEEP_REQUESTS_MINUTES = 15

export type SlackInstallationsTable = ReturnType<typeof createSlackInstallations>

/** Installed apps, and which signed requests were taken in already. */
export function createSlackInstallations(db: Database) {
  return {
    async save(workspace_id: string, one: StoredInstallation): Promise<void> {
      await db.inWorkspace(
        workspace_id,
        (tx) => tx.$executeRaw`
          insert into slack_installation (id, workspace_id, team_name, enterprise_id, app_id, bot_id, bot_user_id, scopes, token, installed_by)
          values (${one.id}, ${workspace_id}::uuid, ${one.team_name}, ${one.enterprise_id}, ${one.app_id}, ${one.bot_id},
                  ${one.bot_user_id}, ${[...one.scopes]}, ${one.token}, ${one.installed_by})
          on conflict (id) do update set team_name = excluded.team_name, enterprise_id = excluded.enterprise_id, app_id = excluded.app_id,
             bot_id = excluded.bot_id, bot_user_id = excluded.bot_user_id, scopes = excluded.scopes, token = excluded.token,
             installed_by = excluded.installed_by, installed_at = now()`,
      )
    },

    async find(id: string): Promise<StoredInstallation | null> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<StoredInstallation[]>`
          select id, team_name, enterprise_id, app_id, bot_id, bot_user_id, scopes, token, installed_by
            from slack_installation where id = ${id}`,
      )
      return rows[0] ?? null
    },

    /** A token under a newer key. Only where nobody has installed anew meanwhile. */
    async replaceToken(id: string, before: string, after: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`update slack_installation set token = ${after} where id = ${id} and token = ${before}`,
      )
    },

    /** Notes a signed request. False: it was there already. */
    async firstArrival(signature: string): Promise<boolean> {
      const inserted = await db.sqlAcrossWorkspaces(
        (tx) => tx.$executeRaw`insert into slack_request (signature) values (${signature}) on conflict do nothing`,
        { patienceMs: 500 },
      )
      return inserted > 0
    },

    /** Forgets requests that are too old to be replayed. */
    async forgetRequests(): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from slack_request where received_at < now() - make_interval(mins => ${KEEP_REQUESTS_MINUTES})`,
      )
    },

    /**
     * Forgets workspaces as a whole, with every run: those named so, or whose name begins with `slug:`. Nothing happens
     * for one that is gone. Their runs are cancelled first, so that nothing more is spent.
     */
    async purge(slug: string): Promise<number> {
      const workspaces = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from workspace where slug = ${slug} or starts_with(slug, ${`${slug}:`})`,
      )
      for (const { id } of workspaces) {
        await db.inWorkspace(id, async (tx) => {
          await tx.$executeRaw`update run set cancel_requested = true, epoch = epoch + 1 where status in ('queued', 'running', 'paused')`
          await tx.$queryRaw`select pressure_test_purge()::int`
          await tx.$executeRaw`delete from workspace where id = ${id}::uuid`
        })
      }
      return workspaces.length
    },
  }
}
