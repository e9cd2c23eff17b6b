import type { Actor } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { insertMessage } from './outbox.js'

/** Channels that get a weekly digest. */
export function createSlackDigests(db: Database) {
  return {
    async subscribe(
      actor: Actor,
      digest: { channel_id: string; team_id: string; by: string; next_at: Date },
    ): Promise<void> {
      await db.writeInWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          insert into slack_digest (workspace_id, channel_id, team_id, asked_by, next_at)
          values (${actor.workspace_id}::uuid, ${digest.channel_id}, ${digest.team_id}, ${digest.by}, ${digest.next_at})
          on conflict (workspace_id, channel_id) do nothing`,
      )
    },

    async unsubscribe(actor: Actor, channel_id: string): Promise<void> {
      await db.inWorkspace(actor, (tx) => tx.slackDigest.deleteMany({ where: { channelId: channel_id } }))
    },

    async has(actor: Actor, channel_id: string): Promise<boolean> {
      const digests = await db.inWorkspace(actor, (tx) => tx.slackDigest.count({ where: { channelId: channel_id } }))
      return digests > 0
    },

    /** Adds every due digest to the outbox, once a week each, and schedules the next one. Returns how many were due. */
    async sendDue(): Promise<number> {
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
  }
}
