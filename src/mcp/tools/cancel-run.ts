import { z } from 'zod'
import { cancelRun } from '../../service/run/cancel-run.js'
import { defineTool, runId } from '../define-tool.js'
import { waitFor } from '../read-run.js'
import { replyOf } from '../reply.js'

export const cancelRunTool = defineTool({
  name: 'cancel_run',
  scope: 'write',
  title: 'Cancel a run',
  description:
    'Stops a run and its spending within seconds. Ended runs stay as they are. Use only when the person wants it stopped; giving up on a call does not stop its run.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ run_id: runId }),
  async run({ ctx }, { run_id }) {
    const { kind, status } = await cancelRun(ctx, { run_id })
    const stopping = status === 'running'
    return replyOf({
      run_id,
      kind,
      status,
      headline: stopping ? 'The run is being cancelled; it stops within seconds.' : `The run is ${status}.`,
      next: stopping ? waitFor(run_id, 'It answers when the run has stopped.') : null,
    })
  },
})
