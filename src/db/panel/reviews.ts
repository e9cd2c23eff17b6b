import type { AgentDecision, DissentAction } from '../../domain/panel/dissent.js'
import type { Actor } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson } from '../connection/transaction.js'
import { insertMessage, type NewMessage, refreshDissentMessages, refreshRunMessages } from '../slack/outbox.js'
import { type AuditActor, noteSecurity } from '../workspace/security-log.js'

type Answering = {
  readonly messages: (views: readonly string[]) => readonly NewMessage[]
  /** Delay before the run's messages are updated, in milliseconds: further actions within it cost no further update. */
  readonly shown_in_ms?: number
}

/** Actions on suppressed views, votes and decisions, each stored together with the messages that show it. */
export function createReviews(db: Database) {
  return {
    /** Adds the actions of one click and its `messages` about the views concerned. A repeated delivery adds nothing. */
    async act(
      { workspace_id }: Actor,
      run_id: string,
      delivery: string,
      actions: readonly Omit<DissentAction, 'at'>[],
      { messages, shown_in_ms = 0 }: Answering,
    ): Promise<void> {
      await db.writeInWorkspace({ workspace_id }, async (tx) => {
        const about = await tx.$queryRaw<{ view_id: string }[]>`
          with added as (
            insert into dissent_action (workspace_id, run_id, view_id, action, by, assignee, due, reason, link, delivery)
            select ${workspace_id}::uuid, ${run_id}::uuid, a.view_id, a.action, a.by, a.assignee, a.due, a.reason, a.link, ${delivery}
              from json_to_recordset(${asJson(actions)}::json)
                   as a(view_id text, action text, by text, assignee text, due date, reason text, link text)
            on conflict do nothing returning view_id)
          select view_id from added
          union select view_id from dissent_action where run_id = ${run_id}::uuid and delivery = ${delivery}`
        await refreshDissentMessages(tx, run_id, shown_in_ms)
        for (const message of messages(about.map(({ view_id }) => view_id)))
          await insertMessage(tx, workspace_id, message)
      })
    },
    /** The latest action on each view. */
    ofRun: (actor: Actor, run_id: string): Promise<(Omit<DissentAction, 'at'> & { at: Date })[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<(Omit<DissentAction, 'at'> & { at: Date })[]>`
          select distinct on (view_id) view_id, action, by, assignee, due::text, reason, link, at from dissent_action
           where run_id = ${run_id}::uuid order by view_id, at desc, id`,
      ),

    /** The last person that a view was assigned to; `null`: none. */
    async ownerOf(actor: Actor, run_id: string, view_id: string): Promise<string | null> {
      const latest = await db.inWorkspace(actor, (tx) =>
        tx.dissentAction.findFirst({
          where: { runId: run_id, viewId: view_id, action: 'assigned' },
          orderBy: [{ at: 'desc' }, { id: 'asc' }],
          select: { assignee: true },
        }),
      )
      return latest?.assignee ?? null
    },

    async vote(
      actor: Actor,
      vote: { run_id: string; section: string; by: string; vote: 'up' | 'down' },
    ): Promise<void> {
      await db.writeInWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          insert into section_vote (workspace_id, run_id, section, by, vote)
          values (${actor.workspace_id}::uuid, ${vote.run_id}::uuid, ${vote.section}, ${vote.by}, ${vote.vote})
          on conflict (workspace_id, run_id, section, by) do update set vote = excluded.vote, at = now()`,
      )
    },

    /** Stores a decision and its entry in the security log; a repeated delivery adds neither. */
    async decide(
      actor: AuditActor,
      run_id: string,
      delivery: string,
      { decision, reason, by }: Omit<AgentDecision, 'at'>,
    ): Promise<void> {
      await db.writeInWorkspace(actor, async (tx) => {
        const added = await tx.$executeRaw`
          insert into agent_decision (workspace_id, run_id, decision, reason, by, delivery)
          values (${actor.workspace_id}::uuid, ${run_id}::uuid, ${decision}, ${reason}, ${by}, ${delivery}) on conflict do nothing`
        if (added > 0) await noteSecurity(tx, actor, 'agent.decided', [run_id])
        await refreshRunMessages(tx, run_id)
      })
    },
    async decisionOf(actor: Actor, run_id: string): Promise<(Omit<AgentDecision, 'at'> & { at: Date }) | null> {
      const latest = await db.inWorkspace(actor, (tx) =>
        tx.agentDecision.findFirst({
          where: { runId: run_id },
          orderBy: [{ at: 'desc' }, { id: 'asc' }],
          select: { decision: true, reason: true, by: true, at: true },
        }),
      )
      return latest && { ...latest, decision: latest.decision as AgentDecision['decision'] }
    },
  }
}
