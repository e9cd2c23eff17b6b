import { z } from 'zod'
import { RunId } from '../../domain/run.js'
import { headline } from '../../presentation/clean.js'
import type { Proposition } from '../../service/requests/comparison.js'
import { defineRunTool, panelOptions, panelSize } from '../submit-and-wait.js'

export const compareRunsTool = defineRunTool({
  name: 'compare_runs',
  title: 'Compare propositions',
  description:
    'Shows 2 to 5 propositions to one panel, everybody all of them, and says which is better and whether the difference is more than chance. Use to choose between versions. 20 s to 5 min.',
  app: true,
  kind: 'comparison',
  input: {
    propositions: z
      .array(z.string().max(200_000))
      .min(2)
      .max(5)
      .describe('Texts, or run ids of finished pressure tests'),
    ...panelOptions,
    personas: panelSize.describe('Default 12').optional(),
  },
  request: (input) => ({ ...input, propositions: input.propositions.map(propositionOf) }),
})

function propositionOf(text: string): Proposition {
  const { success, data: run_id } = RunId.safeParse(text.trim())
  if (success) return { run_id }
  return { name: headline(text, 48), stimulus: text }
}
