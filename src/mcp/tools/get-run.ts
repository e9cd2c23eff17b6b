import { z } from 'zod'
import { defineTool, pageNumber, READS, runId, waitSeconds } from '../define-tool.js'
import { readRun } from '../read-run.js'
import { SECTIONS } from '../reply.js'

export const getRunTool = defineTool({
  name: 'get_run',
  scope: 'read',
  title: 'Get a run',
  description:
    'The state or the result of any run; free. Waits up to wait_seconds for the end, without it up to 45 s or until the next stage: call it again until status is completed. Without section the summary, with section the details, page by page.',
  annotations: READS,
  app: true,
  input: z.strictObject({
    run_id: runId,
    section: z.enum(SECTIONS).describe('Default: the summary').optional(),
    page: pageNumber.optional(),
    wait_seconds: waitSeconds.describe('Default: up to 45').optional(),
  }),
  run: (call, { run_id, section, page, wait_seconds }) =>
    readRun(call, {
      run_id,
      section,
      page,
      wait_seconds: wait_seconds ?? call.pace.waitSeconds,
      untilNextStage: wait_seconds === undefined,
    }),
})
