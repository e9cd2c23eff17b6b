import { z } from 'zod'
import { plural } from '../../domain/text/words.js'
import { getPersonaSet, listPersonaSets } from '../../service/personas/persona-sets.js'
import { defineTool, pageNumber, READS } from '../define-tool.js'
import { replyOf } from '../reply.js'
import { personaRow } from '../view/other-kinds.js'
import { pageOf, rowOf } from '../view/rows.js'

export const listPersonasTool = defineTool({
  name: 'list_personas',
  scope: 'read',
  title: 'List personas',
  description:
    'The saved persona sets of this workspace, or with set the people in one, page by page; free. Use before naming a set in panel.',
  annotations: READS,
  input: z.strictObject({
    set: z.string().min(1).max(60).describe('Name of a set').optional(),
    page: pageNumber.optional(),
  }),
  async run({ ctx }, { set, page = 1 }) {
    if (set === undefined) {
      const sets = await listPersonaSets(ctx)
      const rows = sets.map(({ name, version, origin, size, last_updated }) =>
        rowOf({ title: name, text: origin, facts: { version, people: size, last_updated } }),
      )
      let headline = `${sets.length} persona ${plural(sets.length, 'set')}, all synthetic.`
      if (sets.length === 0) headline = 'There are no persona sets.'
      return replyOf({
        headline,
        section: pageOf({ name: 'personas', about: 'Saved sets, by name.', rows }, page),
      })
    }
    const { name, version, origin, personas } = await getPersonaSet(ctx, { set })
    const rows = personas.map((person) => personaRow(name, person))
    const section = pageOf({ name: 'personas', about: origin, rows }, page)
    return replyOf({
      headline: `${personas.length} synthetic people in ${name}, version ${version}.`,
      section,
    })
  },
})
