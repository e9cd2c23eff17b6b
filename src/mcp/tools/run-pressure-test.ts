import { z } from 'zod'
import { FocusGroupMode, MAX_PANELS } from '../../domain/pressure-test.js'
import { defineTool } from '../define-tool.js'
import { panelOptions, splitOptions, submitOptions } from '../run-options.js'
import { submitAndWait } from '../submit-and-wait.js'

const NAME = 'run_pressure_test'

export const runPressureTestTool = defineTool({
  name: NAME,
  title: 'Pressure-test a proposition',
  description:
    'Puts a concept, claim, ad, pitch or product text before a panel of skeptical synthetic people and says what broke. Use before something is published. Takes 10 s to 3 min; dry_run tells the cost first. Returns scores with intervals, how far to trust them, findings with quotes, views nobody heard; or a run_id for get_run.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  app: true,
  input: z.strictObject({
    proposition: z.string().max(200_000).describe('The whole text'),
    ...panelOptions,
    focus_group: FocusGroupMode.optional(),
    stability: z.int().min(0).max(MAX_PANELS).describe('Panels to rebuild').optional(),
    ...submitOptions,
  }),
  run(call, input) {
    const { asked, options } = splitOptions(input)
    const { proposition: stimulus, ...panel } = asked
    return submitAndWait(call, {
      kind: 'pressure_test',
      request: { stimulus, ...panel },
      options,
      tool: NAME,
      given: input,
    })
  },
})
