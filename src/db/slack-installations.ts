import type { Database } from './client.js'
import { createErasure } from './erasure.js'
import { insertMessage, type NewMessage } from './outbox.js'

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
  /** `null` where tokens do not expire; also encrypted. */
  readonly refresh_token: string | null
  readonly installed_by: string
  readonly installed_at: Date
}

/** A token that is to be fetched anew, and for which installation. */
type Refresh = Pick<StoredInstallation, 'id' | 'installed_at'> & { readonly refresh_token: string }

/** One for each workspace, however often it is installed. */
const welcome = (tenant: string, user_id: string): NewMessage => ({
  ...{ dedupe_key: 'welcome', payload: { show: 'welcome' } },
  ...{ tenant, target: user_id, priority: 1 },
})

export type SlackInstallationsTable = ReturnType<typeof createSlackInstallations>

/** Installed apps. */
export function createSlackInstallations(db: Database) {
  return {
    /** Keeps it and welcomes who installed it. `expires_in` (seconds) where the token expires. */
    async save(
      workspace_id: string,
      installation: Omit<StoredInstallation, 'installed_at'>,
      expires_in: number | null = null,
    ): Promise<void> {
      await db.writeInWorkspace({ workspace_id }, async (tx) => {
        await tx.$executeRaw`
          insert into slack_installation (id, workspace_id, team_name, enterprise_id, app_id, bot_id, bot_user_id, scopes, token,
                                          refresh_token, expires_at, refresh_at, installed_by)
          values (${installation.id}, ${workspace_id}::uuid, ${installation.team_name}, ${installation.enterprise_id}, ${installation.app_id}, ${installation.bot_id},
                  ${installation.bot_user_id}, ${[...installation.scopes]}, ${installation.token}, ${installation.refresh_token},
                  now() + make_interval(secs => ${expires_in}::float8), now() + make_interval(secs => ${expires_in}::float8 / 2),
                  ${installation.installed_by})
          on conflict (id) do update set team_name = excluded.team_name, enterprise_id = excluded.enterprise_id, app_id = excluded.app_id,
             bot_id = excluded.bot_id, bot_user_id = excluded.bot_user_id, scopes = excluded.scopes, token = excluded.token,
             refresh_token = excluded.refresh_token, expires_at = excluded.expires_at, refresh_at = excluded.refresh_at,
             installed_by = excluded.installed_by, installed_at = now()`
        const { id, installed_by } = installation
        if (installed_by !== '') await insertMessage(tx, workspace_id, welcome(id, installed_by))
      })
    },

    /** Welcomes somebody to a workspace in which nothing was run yet and nobody was welcomed. */
    async welcome({ workspace_id }: { readonly workspace_id: string }, tenant: string, user_id: string): Promise<void> {
      await db.writeInWorkspace({ workspace_id }, async (tx) => {
        if ((await tx.run.findFirst({ select: { id: true } })) === null)
          await insertMessage(tx, workspace_id, welcome(tenant, user_id))
      })
    },

    async find(id: string): Promise<StoredInstallation | null> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<StoredInstallation[]>`
          select id, team_name, enterprise_id, app_id, bot_id, bot_user_id, scopes, token, refresh_token, installed_by,
                 installed_at
            from slack_installation where id = ${id}`,
      )
      return rows[0] ?? null
    },

    /** A token under a newer key. Only where it is still that one. */
    async replaceToken(id: string, before: string, after: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update slack_installation
             set token = case when token = ${before} then ${after} else token end,
                 refresh_token = case when refresh_token = ${before} then ${after} else refresh_token end
           where id = ${id}`,
      )
    },

    /**
     * The token that is due longest, of which half the life is over. It is the caller's alone for `lease_s`; then it is
     * due again, unless `refreshed` or `refreshLater` says otherwise.
     */
    async claimRefresh(lease_s: number): Promise<Refresh | null> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<Refresh[]>`
          update slack_installation set refresh_at = now() + make_interval(secs => ${lease_s}::float8)
           where id = (select id from slack_installation where refresh_at <= now() and refresh_token is not null
                        order by refresh_at limit 1 for update skip locked)
          returning id, refresh_token, installed_at`,
      )
      return rows[0] ?? null
    },

    /** A new pair of tokens. Not for an installation made meanwhile, which has its own. */
    async refreshed(
      { id, installed_at }: Refresh,
      now: { token: string; refresh_token: string; expires_in: number },
    ): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update slack_installation
             set token = ${now.token}, refresh_token = ${now.refresh_token},
                 expires_at = now() + make_interval(secs => ${now.expires_in}::float8),
                 refresh_at = now() + make_interval(secs => ${now.expires_in}::float8 / 2)
           where id = ${id} and installed_at = ${installed_at}`,
      )
    },

    async refreshLater({ id, installed_at }: Refresh, in_s: number): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update slack_installation set refresh_at = now() + make_interval(secs => ${in_s}::float8)
           where id = ${id} and installed_at = ${installed_at}`,
      )
    },

    /**
     * Forgets workspaces as a whole, with every run: those named so, or whose name begins with `slug:`. Nothing happens
     * for one that is gone. Gives the ids of their runs.
     */
    async purge(slug: string): Promise<string[]> {
      const workspaces = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from workspace where slug = ${slug} or starts_with(slug, ${`${slug}:`})`,
      )
      const run_ids: string[] = []
      for (const { id } of workspaces) {
        const who = { workspace_id: id, actor_id: '', origin: 'slack app_uninstalled' }
        run_ids.push(...(await createErasure(db).deleteWorkspace(who)))
      }
      return run_ids
    },
  }
}
