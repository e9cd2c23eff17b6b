import { z } from 'zod'
import { MAX_STIMULUS } from '../../domain/panel/stimulus.js'
import { RunId } from '../../domain/run/run.js'
import { AppError } from '../../errors.js'
import { headline } from '../../presentation/clean.js'
import type { Proposition } from '../../service/requests/comparison.js'
import { rawStimulusOf } from '../attachments.js'
import { type Call, runId } from '../define-tool.js'
import { defineSubmittingTool, panelOptions, panelSize } from '../submit-and-wait.js'

export const compareRunsTool = defineSubmittingTool({
  name: 'compare_runs',
  title: 'Compare propositions, try a fix',
  description:
    'Shows 2 to 5 propositions to one panel, everybody all of them, and says which is better and whether the difference is more than chance. Or, with refine alone: rewrites a tested text by its findings and asks the same people again. A named test brings its own panel, category and skepticism. 20 s to 5 min.',
  app: true,
  readsRuns: true,
  input: {
    propositions: z
      .array(z.string().max(MAX_STIMULUS))
      .min(2)
      .max(5)
      .describe('Texts, links, upload:<id>, run ids of finished tests; over stdio paths')
      .optional(),
    refine: runId.describe('Pressure test to mend').optional(),
    ...panelOptions,
    personas: panelSize.describe('Default 12').optional(),
  },
  async submits({ refine, propositions, ...panel }, call) {
    if (refine !== undefined) {
      const [other] = Object.entries({ propositions, ...panel }).find(([, value]) => value !== undefined) ?? []
      if (other === undefined) return { kind: 'refinement', request: { run_id: refine } }
      throw new AppError('invalid_input', {
        problem: `refine goes alone: it asks the people of that test again. Leave out ${other}.`,
      })
    }
    if (propositions === undefined)
      throw new AppError('invalid_input', { problem: 'propositions: it is missing; or give refine, the run to mend.' })
    const compared = await Promise.all(propositions.map((proposition) => propositionOf(call, proposition)))
    return { kind: 'comparison', request: { ...panel, propositions: compared } }
  },
})

async function propositionOf(call: Call, text: string): Promise<Proposition> {
  const named = text.trim()
  const { success, data: run_id } = RunId.safeParse(named)
  if (success) return { run_id }
  const raw = await rawStimulusOf(call, text)
  const [file] = raw.attachments
  if (file === undefined) return { name: headline(text, 48), stimulus: text }
  return { name: 'name' in file ? file.name : '', ...raw }
}
