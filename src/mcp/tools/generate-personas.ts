import { extname } from 'node:path'
import { z } from 'zod'
import { defineTool } from '../define-tool.js'
import { splitOptions, submitOptions } from '../run-options.js'
import { submitAndWait } from '../submit-and-wait.js'

const NAME = 'generate_personas'

export const generatePersonasTool = defineTool({
  name: NAME,
  title: 'Generate a persona set',
  description:
    'Makes a saved set of synthetic people from your research (interviews, notes, CSV or JSON of users) or archetypes; name it in panel afterwards. Of CSV and JSON, columns recognised as personal are left out; all other text is stored with the names in it. 20 s to 10 min.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    name: z.string().max(40),
    documents: z
      .array(z.strictObject({ name: z.string().max(120), text: z.string().max(2_000_000) }))
      .max(10)
      .optional(),
    archetypes: z.array(z.string()).max(12).optional(),
    count: z.int().min(3).max(1_000).optional(),
    diversity: z.number().min(0).max(1).optional(),
    ...submitOptions,
  }),
  async run(call, input) {
    const { asked, options } = splitOptions(input)
    const { documents = [], ...set } = asked
    const files = documents.map(({ name, text }) => ({
      name: extname(name) ? name : `${name}.md`,
      bytes: Buffer.from(text, 'utf8'),
    }))
    return submitAndWait(call, {
      kind: 'persona_generation',
      request: { ...set, files },
      options,
      tool: NAME,
      given: input,
    })
  },
})
