import { z } from 'zod'
import { RunKind } from '../../domain/kinds.js'
import type { Run } from '../../domain/run-state.js'
import { headline } from '../../presentation/clean.js'
import { listRuns } from '../../service/list-runs.js'
import { defineTool } from '../define-tool.js'
import { replyOf } from '../reply.js'
import { runId } from '../run-options.js'
import { rowOf } from '../view/rows.js'

const USUAL = 20

export const listRunsTool = defineTool({
  name: 'list_runs',
  title: 'List runs',
  description:
    'Runs of this workspace, newest first, with their ids; free. Use to find an earlier run. before: the run id a page ended with.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    limit: z.int().min(1).max(50).optional(),
    before: runId.optional(),
    kind: RunKind.optional(),
  }),
  async run({ ctx }, { limit = USUAL, ...page }) {
    const runs = await listRuns(ctx, { limit, ...page })
    const last = runs.at(-1)
    return replyOf({
      headline: runs.length === 0 ? 'There are no runs.' : `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}.`,
      section: { name: 'runs', about: 'Newest first.', page: 1, pages: 1, rows: runs.map(runRow) },
      next:
        last && runs.length === limit
          ? { tool: 'list_runs', arguments: { limit, ...page, before: last.run_id }, why: 'It shows earlier runs.' }
          : null,
    })
  },
})

const runRow = (run: Run) =>
  rowOf({
    title: titleOf(run.input) || run.kind,
    facts: {
      run_id: run.run_id,
      kind: run.kind,
      status: run.status,
      created: run.created_at.toISOString(),
      cost_usd: Number(run.spent_usd.toFixed(4)),
    },
    text: run.reason?.message ?? '',
  })

/** The first words of what a run was asked with. */
function titleOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { stimulus, question, agent, propositions } = input as Record<string, unknown>
  if (typeof question === 'string') return headline(question, 90)
  if (typeof stimulus === 'string') return headline(stimulus, 90)
  if (Array.isArray(propositions)) return headline(propositions.map((one) => String(one?.name ?? '')).join(' or '), 90)
  const name = (agent as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? headline(name, 90) : ''
}
