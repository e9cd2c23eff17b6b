import { z } from 'zod'
import { defineTool } from '../define-tool.js'
import { runId, splitOptions, submitOptions } from '../run-options.js'
import { submitAndWait } from '../submit-and-wait.js'

const NAME = 'ask_persona'

export const askPersonaTool = defineTool({
  name: NAME,
  title: 'Ask a respondent',
  description:
    'Asks one synthetic person of a finished pressure test or focus group a question; it remembers what it thought, said and heard. Use to understand an objection. 2 to 20 s, under a cent. Returns the answer.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    run_id: runId,
    persona: z.string().min(1).max(200).describe('Name or persona_id'),
    question: z.string().max(20_000),
    ...submitOptions,
  }),
  async run(call, input) {
    const { asked, options } = splitOptions(input)
    return submitAndWait(call, { kind: 'ask', request: asked, options, tool: NAME, given: input })
  },
})
