import type { PersonaTemplate } from '../../domain/personas/persona-set.js'
import type { Evidence, Passage, RecordsTable } from '../../domain/personas/research.js'
import { recordStatement } from './normalize-plan.js'

/** Evidence that needs no model: counted in records, or written in a template. */
type ProvidedEvidence = { readonly passages: Passage[]; readonly evidence: Omit<Evidence, 'evidence_id'>[] }

/** A passage per axis of a table, with the counts; a finding per level. */
export const fromRecords = (tables: readonly RecordsTable[]): ProvidedEvidence =>
  joinEvidence(
    tables.map(({ name, rows, axes }, table) => {
      const parts = axes.map((axis, index) => {
        const quotes = axis.levels.map((level) => `${level.name}: ${level.count} of ${rows}`)
        const passage = createPassage(
          `r${table + 1}-p${index + 1}`,
          name,
          axis.name,
          `${axis.name}: ${quotes.join('; ')}.`,
        )
        const evidence = axis.levels.map((level, at) => ({
          kind: 'segment' as const,
          statement: recordStatement(axis.name, level.name),
          quote: quotes[at] as string,
          who: '',
          passage_id: passage.passage_id,
          respondent: '',
        }))
        return { passages: [passage], evidence }
      })
      return joinEvidence(parts)
    }),
  )

/** A passage and a finding per statement of a template. */
export const fromTemplates = (templates: readonly PersonaTemplate[]): ProvidedEvidence =>
  joinEvidence(
    templates.map((template, index) => {
      const statements = [template.description, ...template.statements]
      const passages = statements.map((text, at) =>
        createPassage(`t${index + 1}-p${at + 1}`, `template: ${template.name}`, template.name, text),
      )
      const evidence = passages.map(({ text, passage_id }, at) => ({
        kind: at === 0 ? ('segment' as const) : ('context' as const),
        statement: text,
        quote: text,
        who: template.name,
        passage_id,
        respondent: '',
      }))
      return { passages, evidence }
    }),
  )

const createPassage = (passage_id: string, document: string, heading: string, text: string): Passage => ({
  passage_id,
  document,
  heading,
  respondent: '',
  text,
  start: 0,
  end: text.length,
})

const joinEvidence = (parts: readonly ProvidedEvidence[]): ProvidedEvidence => ({
  passages: parts.flatMap(({ passages }) => passages),
  evidence: parts.flatMap(({ evidence }) => evidence),
})
