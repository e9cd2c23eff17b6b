import { z } from 'zod'
import { AppError } from '../../errors.js'
import { findRun } from '../../service/run/get-run.js'
import { defineTool, pageNumber, READS, runId } from '../define-tool.js'
import { readRun } from '../read-run.js'
import { aKind } from '../view/view-run.js'

const PANELS = ['pressure_test', 'focus_group']

export const getMinorityReportTool = defineTool({
  name: 'get_minority_report',
  scope: 'read',
  title: 'Get the minority report',
  description:
    'Who held which view that the room did not hear: how strongly, in whose words, why nobody heard it, and who said one thing aloud and wrote another in secret. Use after every finished pressure test or focus group; free, at once.',
  annotations: READS,
  input: z.strictObject({ run_id: runId, page: pageNumber.optional() }),
  async run(call, { run_id, page }) {
    const { kind } = await findRun(call.ctx, run_id)
    if (!PANELS.includes(kind)) {
      throw new AppError('invalid_input', {
        problem: `${aKind(kind)} has no minority report; pressure tests and focus groups have one.`,
      })
    }
    const reply = await readRun(call, { run_id, wait_seconds: 0, section: 'minority_report', page })
    const { section } = reply
    if (!section || section.rows.length === 0) return reply
    return { ...reply, section: { ...section, about: `${section.about} ${ASK_A_HOLDER}` } }
  },
})

const ASK_A_HOLDER = 'ask_persona asks a holder what would have to be different for them to say it aloud.'
