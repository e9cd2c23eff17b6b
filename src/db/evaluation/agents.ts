import { type AgentVersion, agentIdOf, type Skill } from '../../domain/evaluation/agent.js'
import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import { agentHash } from '../../domain/evaluation/agent-versions.js'
import { EvaluationInput, type EvaluationResult } from '../../domain/evaluation/evaluation.js'
import { RegisteredAgent } from '../../domain/evaluation/registered-agent.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'

type Row = {
  document: { agent: unknown; skill: unknown }
  status: RegisteredAgent['status']
  last_test_score: number | null
  test_report_url: string | null
  framework_approved: boolean
  last_run_id: string | null
  offline: boolean
  tested_at: Date | null
}

export type KnownVersion = { readonly version: string; readonly content_hash: string }

/** Versions of agents with their verdicts, and the history of their scores. */
export function createAgents(db: Database) {
  const rows = (actor: Actor, agent_version_id: string | null): Promise<RegisteredAgent[]> =>
    db.inWorkspace(actor, async (tx) => {
      const found = await tx.$queryRaw<Row[]>`
        select a.document, a.status, a.last_test_score, a.test_report_url, a.framework_approved, a.last_run_id::text,
               coalesce(s.offline, false) as offline, a.tested_at
          from agent_version a left join agent_score s on s.run_id = a.last_run_id
         where ${agent_version_id}::text is null or a.agent_version_id = ${agent_version_id}
         order by a.created_at desc, a.agent_version_id`
      return found.map(({ document, tested_at, ...row }) =>
        RegisteredAgent.parse({ ...document, ...row, tested_at: tested_at?.toISOString() ?? null }),
      )
    })

  return {
    /**
     * Stores a version as it is now. A version whose content has changed loses its verdict. `changed`: whether it lost
     * one.
     */
    async register(actor: Actor, agent: AgentVersion, skill: Skill | null): Promise<{ changed: boolean }> {
      const { agent_version_id, name, version } = agent
      const hash = agentHash(agent, skill)
      return db.writeInWorkspace(actor, async (tx) => {
        const before = await tx.$queryRaw<{ content_hash: string; status: string }[]>`
          select content_hash, status from agent_version where agent_version_id = ${agent_version_id} for update`
        const changed = before[0] !== undefined && before[0].content_hash !== hash && before[0].status !== 'untested'
        await tx.$executeRaw`
          insert into agent_version as a (workspace_id, agent_version_id, name, version, document, content_hash)
          values (${actor.workspace_id}::uuid, ${agent_version_id}, ${name}, ${version}, ${asJson({ agent, skill })}::json, ${hash})
          on conflict (workspace_id, agent_version_id) do update set
            name = excluded.name, version = excluded.version, document = excluded.document, content_hash = excluded.content_hash,
            status = case when a.content_hash = excluded.content_hash then a.status else 'untested' end,
            framework_approved = a.content_hash = excluded.content_hash and a.framework_approved,
            last_test_score = case when a.content_hash = excluded.content_hash then a.last_test_score end,
            test_report_url = case when a.content_hash = excluded.content_hash then a.test_report_url end,
            last_run_id = case when a.content_hash = excluded.content_hash then a.last_run_id end,
            tested_at = case when a.content_hash = excluded.content_hash then a.tested_at end`
        return { changed }
      })
    },

    get: async (actor: Actor, agent_version_id: string): Promise<RegisteredAgent | null> =>
      (await rows(actor, agent_version_id))[0] ?? null,

    /** Newest first. */
    list: (actor: Actor): Promise<RegisteredAgent[]> => rows(actor, null),

    /** Scores of all versions of an agent, oldest first. The agent is found by its id; names may change. */
    async scores(actor: Actor, agent_id: string): Promise<AgentScore[]> {
      return db.inWorkspace(actor, async (tx) => {
        const found = await tx.$queryRaw<
          (Omit<AgentScore, 'interval' | 'tested_at'> & { low: number | null; high: number | null; tested_at: Date })[]
        >`
          select run_id::text, agent_version_id, name, version, overall_score, low, high, status, approved, cases_hash, judge, offline, tested_at
            from agent_score where agent_id = ${agent_id} order by tested_at, run_id`
        return found.map(({ low, high, tested_at, ...score }) => ({
          ...score,
          interval: low === null || high === null ? null : { low, high },
          tested_at: tested_at.toISOString(),
        }))
      })
    },

    /** Every known content of an agent with its version; the registered content comes last. */
    versions: (actor: Actor, agent: AgentVersion): Promise<KnownVersion[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<KnownVersion[]>`
          select version, content_hash from (
            select version, content_hash, 0 as kept, tested_at as at from agent_score where agent_id = ${agentIdOf(agent)}
            union all
            select version, content_hash, 1, created_at from agent_version
             where agent_version_id = ${agent.agent_version_id}) known
           order by kept, at`,
      ),

    /** Stores the report's URL with the versions whose last evaluation was this run. */
    async recordReport(actor: Actor, run_id: string, url: string): Promise<void> {
      await db.inWorkspace(actor, (tx) =>
        tx.agentVersion.updateMany({ where: { lastRunId: run_id }, data: { testReportUrl: url } }),
      )
    },
  }
}

/**
 * Writes the outcome of an evaluation to its version and into the history. A version whose content has changed since
 * gets no verdict. The offline model records only refusals, else when it tested a version that has no verdict, and never
 * replaces a language model's verdict.
 */
export async function recordVerdict(tx: Tx, run: Run, result: EvaluationResult): Promise<void> {
  const { agent, skill } = EvaluationInput.parse(run.input)
  const { overall_score, verdict, cases_hash, models } = result
  const { agent_version_id, name, version } = agent
  const { status, approved, interval } = verdict
  const hash = agentHash(agent, skill)
  const offline = run.model.mode === 'offline'
  if (offline && status === 'unjudged') {
    await tx.$executeRaw`
      update agent_version set tested_at = now()
       where agent_version_id = ${agent_version_id} and content_hash = ${hash} and status = 'untested'`
    return
  }
  await tx.$executeRaw`
    insert into agent_score (run_id, workspace_id, agent_version_id, agent_id, name, version, content_hash, cases_hash, overall_score,
                             low, high, status, approved, offline, judge)
    values (${run.run_id}::uuid, ${run.workspace_id}::uuid, ${agent_version_id}, ${agentIdOf(agent)}, ${name}, ${version}, ${hash}, ${cases_hash},
            ${overall_score}::float, ${interval?.low ?? null}::float, ${interval?.high ?? null}::float, ${status}, ${approved}, ${offline}, ${models.judge})
    on conflict do nothing`
  await tx.$executeRaw`
    update agent_version a set status = ${status}, last_test_score = ${overall_score}::float, framework_approved = ${approved},
           last_run_id = ${run.run_id}::uuid, test_report_url = null, tested_at = now()
     where agent_version_id = ${agent_version_id} and content_hash = ${hash}
       and (not ${offline}::boolean or not exists (
             select 1 from agent_score s where s.run_id = a.last_run_id and not s.offline))`
}
