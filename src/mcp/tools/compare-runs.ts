import { z } from 'zod'
import { RunId } from '../../domain/run.js'
import { headline } from '../../presentation/clean.js'
import type { Proposition } from '../../service/requests/comparison.js'
import { defineTool } from '../define-tool.js'
import { panelOptions, splitOptions, submitOptions } from '../run-options.js'
import { submitAndWait } from '../submit-and-wait.js'

const NAME = 'compare_runs'

export const compareRunsTool = defineTool({
  name: NAME,
  title: 'Compare propositions',
  description:
    'Shows 2 to 5 propositions to one panel, everybody all of them, and says which is better and whether the difference is more than chance. Use to choose between versions. 20 s to 5 min.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  app: true,
  input: z.strictObject({
    propositions: z
      .array(z.string().max(200_000))
      .min(2)
      .max(5)
      .describe('Texts, or run ids of finished pressure tests'),
    ...panelOptions,
    ...submitOptions,
  }),
  async run(call, input) {
    const { asked, options } = splitOptions(input)
    const propositions = asked.propositions.map(propositionOf)
    return submitAndWait(call, {
      kind: 'comparison',
      request: { ...asked, propositions },
      options,
      tool: NAME,
      given: input,
    })
  },
})

const propositionOf = (text: string): Proposition =>
  RunId.safeParse(text.trim()).success ? { run_id: text.trim() } : { name: headline(text, 48), stimulus: text }
