import { z } from 'zod'
import { defineTool } from '../define-tool.js'
import { panelOptions, splitOptions, submitOptions } from '../run-options.js'
import { submitAndWait } from '../submit-and-wait.js'

const NAME = 'run_focus_group'

export const runFocusGroupTool = defineTool({
  name: NAME,
  title: 'Hold a focus group',
  description:
    'A moderated discussion of synthetic people about a subject, topic by topic, with secret ballots before and after. Use for open questions; run_pressure_test for a finished text. 30 s to 5 min. Returns as run_pressure_test, with the transcript in get_run.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  app: true,
  input: z.strictObject({
    subject: z.string().max(200_000),
    topics: z.array(z.string()).max(10),
    ...panelOptions,
    ...submitOptions,
  }),
  run(call, input) {
    const { asked, options } = splitOptions(input)
    const { subject: stimulus, ...rest } = asked
    return submitAndWait(call, {
      kind: 'focus_group',
      request: { stimulus, ...rest },
      options,
      tool: NAME,
      given: input,
    })
  },
})
