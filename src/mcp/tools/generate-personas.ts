import { extname } from 'node:path'
import { z } from 'zod'
import { SetName } from '../../domain/personas/persona-set.js'
import { defineRunTool } from '../submit-and-wait.js'

export const generatePersonasTool = defineRunTool({
  name: 'generate_personas',
  title: 'Generate a persona set',
  description:
    'Makes a saved set of synthetic people from your research (interviews, notes, CSV or JSON of users), archetypes, or only an audience in words (then made up: nobody asked, all assumed); name it in panel afterwards. Recognised personal data is taken out before storing; not all is found, names least. 20 s to 10 min.',
  kind: 'persona_generation',
  input: {
    name: SetName.describe('Small letters, digits, hyphens'),
    audience: z.string().max(500).describe('Instead of the rest: "Gen Z shoppers in Germany"').optional(),
    documents: z
      .array(
        z.strictObject({
          name: z.string().max(120).describe('File name'),
          text: z.string().max(2_000_000).describe('Prose: 200,000 characters'),
        }),
      )
      .max(10)
      .describe('Your research')
      .optional(),
    archetypes: z.array(z.string()).max(12).describe('Built-in kinds of people').optional(),
    count: z.int().min(3).max(1_000).describe('People, default 30').optional(),
    diversity: z.number().min(0).max(1).describe('Default 0.8; 0: as the research').optional(),
  },
  request({ documents = [], ...set }) {
    const files = documents.map(({ name, text }) => ({
      name: extname(name) ? name : `${name}.md`,
      bytes: Buffer.from(text, 'utf8'),
    }))
    return { ...set, files }
  },
})
