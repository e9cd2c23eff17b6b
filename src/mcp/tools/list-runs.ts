import { z } from 'zod'
import { RunKind } from '../../domain/run/kinds.js'
import { plural } from '../../domain/text/words.js'
import { runTitle } from '../../presentation/run-title.js'
import { type ListedRun, listRuns } from '../../service/run/list-runs.js'
import { defineTool, READS, runId } from '../define-tool.js'
import { replyOf } from '../reply.js'
import { rowOf } from '../view/rows.js'

const USUAL_LIMIT = 20

export const listRunsTool = defineTool({
  name: 'list_runs',
  scope: 'read',
  title: 'List runs',
  description: 'Runs of this workspace, newest first, with their ids; free. Use to find an earlier run.',
  annotations: READS,
  input: z.strictObject({
    limit: z.int().min(1).max(50).describe('Default 20').optional(),
    before: runId.describe('Run a page ended with').optional(),
    kind: RunKind.describe('Only these').optional(),
    project: z.string().min(1).max(60).describe('Only its runs').optional(),
  }),
  async run({ ctx }, { limit = USUAL_LIMIT, ...page }) {
    const runs = await listRuns(ctx, { limit, ...page })
    let headline = `${runs.length} ${plural(runs.length, 'run')}.`
    if (runs.length === 0) headline = 'There are no runs.'
    const last = runs.length === limit ? runs.at(-1) : undefined
    const about = last ? `Newest first. before: ${last.run_id} shows earlier ones.` : 'Newest first.'
    return replyOf({
      headline,
      section: { name: 'runs', about, page: 1, pages: 1, rows: runs.map(runRow) },
    })
  },
})

const runRow = (run: ListedRun) =>
  rowOf({
    title: runTitle(run.input) || run.kind,
    facts: {
      run_id: run.run_id,
      kind: run.kind,
      status: run.status,
      ...(run.judged === false ? { judged: false } : {}),
      created: run.created_at.toISOString(),
      cost_usd: run.cost_usd === null ? 'unknown' : Number(run.cost_usd.toFixed(4)),
    },
    text: run.reason?.message ?? '',
  })
