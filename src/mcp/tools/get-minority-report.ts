import { z } from 'zod'
import { AppError } from '../../errors.js'
import { findRun } from '../../service/get-run.js'
import { defineTool } from '../define-tool.js'
import { readRun } from '../read-run.js'
import type { Next, Section } from '../reply.js'
import { runId } from '../run-options.js'
import { aKind } from '../view/view-run.js'

const PANELS = ['pressure_test', 'focus_group']

export const getMinorityReportTool = defineTool({
  name: 'get_minority_report',
  title: 'Get the minority report',
  description:
    'Who held which view that the room did not hear: how strongly, in whose words, why nobody heard it, and who said one thing aloud and wrote another in secret. Use after every finished pressure test or focus group; free, at once.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ run_id: runId, page: z.int().min(1).max(10_000).optional() }),
  async run(call, { run_id, page }) {
    const { kind } = await findRun(call.ctx, run_id)
    if (!PANELS.includes(kind)) {
      throw new AppError('invalid_input', {
        problem: `${aKind(kind)} has no minority report; pressure tests and focus groups have one.`,
      })
    }
    const reply = await readRun(call, { run_id, wait_seconds: 0, section: 'minority_report', page })
    const { section } = reply
    if (!section) return reply
    return { ...reply, next: nextOf(run_id, section) }
  },
})

/** The next page; after the last, a question to the first holder. */
function nextOf(run_id: string, { page, pages, rows }: Section): Next | null {
  if (page < pages)
    return { tool: 'get_minority_report', arguments: { run_id, page: page + 1 }, why: 'It shows the next page.' }
  if (rows.length === 0) return null
  const question = 'What would have to be different for you to say this aloud?'
  return {
    tool: 'ask_persona',
    arguments: { run_id, persona: rows[0]?.said[0]?.who ?? '', question },
    why: 'Ask a holder what would change their mind.',
  }
}
