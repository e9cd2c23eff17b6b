import type { Database } from '../connection/client.js'
import { createErasure } from '../workspace/erasure.js'
import { type AuditActor, noteSecurity } from '../workspace/security-log.js'
import { insertMessage, type NewMessage } from './outbox.js'

/** An installed app as stored; the caller encrypts `token`. */
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
  /** Encrypted, too; `null` where tokens do not expire. */
  readonly refresh_token: string | null
  readonly installed_by: string
  readonly installed_at: Date
}

/** A refresh token that is due, with the installation that it belongs to. */
type Refresh = Pick<StoredInstallation, 'id' | 'installed_at'> & { readonly refresh_token: string }

/** The welcome message; its key allows one per workspace, however often the app is installed. */
const welcome = (tenant: string, user_id: string): NewMessage => ({
  ...{ dedupe_key: 'welcome', payload: { show: 'welcome' } },
  ...{ tenant, target: user_id, priority: 1 },
})

/** Installed apps. */
export function createSlackInstallations(db: Database) {
  return {
    /**
     * Stores an installation and welcomes the user who installed it. `expires_in`: seconds until the token expires,
     * null for never.
     */
    async save(
      actor: AuditActor,
      installation: Omit<StoredInstallation, 'installed_at'>,
      expires_in: number | null = null,
    ): Promise<void> {
      const { workspace_id } = actor
      await db.writeInWorkspace(actor, async (tx) => {
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
        await noteSecurity(tx, actor, 'slack.installed', [id])
        if (installed_by !== '') await insertMessage(tx, workspace_id, welcome(id, installed_by))
      })
    },

    /** Welcomes a user to a workspace without runs, unless a user was welcomed there before. */
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

    /** Stores a token encrypted under a newer key, unless the token has changed meanwhile. */
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
     * Claims the refresh that is due longest; a token is due after half its life. The caller holds it for `lease_s`
     * seconds; then it is due again, unless `refreshed` or `refreshLater` is called.
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

    /** Stores a new pair of tokens, unless the app was installed again meanwhile, with its own tokens. */
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
     * Deletes whole workspaces with all their runs: those with this slug, or with a slug that begins with `slug:`.
     * Missing workspaces are ignored. Returns the ids of the deleted runs.
     */
    async purge(slug: string): Promise<string[]> {
      const workspaces = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from workspace where slug = ${slug} or starts_with(slug, ${`${slug}:`})`,
      )
      const run_ids: string[] = []
      for (const { id } of workspaces) {
        const actor = { workspace_id: id, actor_id: '', origin: 'slack app_uninstalled' }
        run_ids.push(...(await createErasure(db).deleteWorkspace(actor)))
      }
      return run_ids
    },
  }
}
