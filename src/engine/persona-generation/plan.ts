import type { PersonaGenerationInput } from '../../domain/personas/persona-set.js'
import { MAX_FINDINGS } from '../../domain/personas/research.js'
import { tokensOf } from '../panel/planned-calls.js'
import { requireArchetypes } from '../personas/archetypes.js'
import type { PlannedCalls } from '../pipeline.js'
import { sum } from '../statistics/descriptive.js'
import { readDocuments } from './passages.js'
import { PLAN_RULES } from './request-plan.js'
import { MAX_EVIDENCE, partsOf, SYNTHESIS_RULES } from './synthesise.js'
import { WRITE_RULES } from './write.js'

/** Tokens that a call adds for its schema, and tokens of answers of usual length. */
const SIZES = {
  synthesise: { schema: 190, passage: 8, finding: 54 },
  plan: { schema: 520, finding: 44, respondent: 0, answer: 550 },
  write: { schema: 720, own: 160, kinds: 70, answer: 800 },
} as const
/** Share of people usually written again as near-duplicates. */
const REPLACED_SHARE = 0.02
/** Minimum number of kinds of people that research usually has. */
const USUAL_KINDS = 3

/** The calls a generation makes: parts of the research side by side, the plan, then everybody. */
export function planGeneration(input: PersonaGenerationInput): PlannedCalls[] {
  requireArchetypes(input.archetypes)
  const { passages, respondents } = readDocuments(input.documents, input.records)
  const parts = partsOf(passages)
  const characters = sum(parts.flat().map(({ text }) => text.length))
  // About one finding per passage, up to the maximum per call.
  const findingsPerPart = parts.map((part) => Math.min(MAX_FINDINGS, part.length))
  const findings = Math.min(MAX_EVIDENCE, sum(findingsPerPart))
  const providedFindings =
    input.records.flatMap(({ axes }) => axes.flatMap(({ levels }) => levels)).length +
    sum(input.templates.map(({ statements }) => statements.length + 1)) +
    input.archetypes.length * 10
  const shared = tokensOf(WRITE_RULES) + SIZES.write.kinds
  // A person's prompt holds the findings of its respondent or, without one, those about its kind.
  const perPerson = (findings + providedFindings) / Math.max(USUAL_KINDS, respondents.length)
  const calls: PlannedCalls[] = []
  if (parts.length > 0) {
    calls.push({
      task: 'synthesise',
      stage: 1,
      count: parts.length,
      input_tokens:
        tokensOf(SYNTHESIS_RULES) +
        SIZES.synthesise.schema +
        Math.ceil(characters / 4 / parts.length) +
        Math.ceil(parts.flat().length / parts.length) * SIZES.synthesise.passage,
      output_tokens: Math.ceil((findings / parts.length) * SIZES.synthesise.finding),
    })
  }
  if (parts.length > 0 || input.records.length > 0 || input.audience !== undefined) {
    calls.push({
      task: 'plan_personas',
      stage: 2,
      count: 1,
      input_tokens:
        tokensOf(PLAN_RULES) +
        SIZES.plan.schema +
        findings * SIZES.plan.finding +
        respondents.length * SIZES.plan.respondent,
      output_tokens: SIZES.plan.answer,
    })
  }
  const writeCalls = (count: number, stage: number): PlannedCalls => ({
    task: 'write_persona',
    stage,
    count,
    input_tokens: shared + SIZES.write.schema + SIZES.write.own + Math.ceil(perPerson * SIZES.plan.finding),
    output_tokens: SIZES.write.answer,
    shared_tokens: shared,
  })
  const rewrites = Math.floor(input.count * REPLACED_SHARE)
  calls.push(writeCalls(input.count, 3))
  if (rewrites > 0) calls.push(writeCalls(rewrites, 4))
  return calls
}
