import { AUDIENCE_SOURCE } from '../../domain/panel/audience.js'
import type { PersonaPlan, PlanAnswer } from '../../domain/personas/persona-plan.js'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import type { PersonaGenerationInput, PersonaGenerationResult } from '../../domain/personas/persona-set.js'
import type { Passage } from '../../domain/personas/research.js'
import { plural } from '../../domain/text/words.js'
import { AppError } from '../../errors.js'
import type { EngineDeps } from '../deps.js'
import { requireArchetypes } from '../personas/archetypes.js'
import { templateOfArchetype } from '../personas/profiles.js'
import type { Pipeline } from '../pipeline.js'
import { assignSeats, namesOf, type Seating } from './assign-seats.js'
import { briefOf } from './brief.js'
import { normalizePlan } from './normalize-plan.js'
import { aboutRespondents, vocabularyOf } from './own-evidence.js'
import { readDocuments } from './passages.js'
import { planGeneration } from './plan.js'
import { profileOf } from './profile.js'
import { fromRecords, fromTemplates } from './provided-evidence.js'
import { readingReport, refuseUnread } from './reading-report.js'
import {
  contradictionReport,
  countedPlan,
  diversityOf,
  nearDuplicateReport,
  personaSetTrust,
  sourceReport,
} from './reports.js'
import { PLAN_RULES, requestPlan } from './request-plan.js'
import { quotasOf } from './sample.js'
import { SYNTHESIS_RULES, synthesise } from './synthesise.js'
import { WRITE_RULES } from './write.js'
import {
  type FinalPeople,
  ownWords,
  type Research,
  type Rules,
  replaceNearDuplicates,
  type WrittenPerson,
  writeAll,
} from './write-people.js'

/** A set of synthetic people from research: findings, plan, attributes drawn outside the model, prose, no near-duplicates. */
export const personaGenerationPipeline: Pipeline<'persona_generation'> = {
  plan: planGeneration,
  async run(deps, input) {
    if (deps.model.mode === 'offline') refuseUnread(input)
    const rules: Rules = await deps.step('rules', null, () => ({
      synthesise: SYNTHESIS_RULES,
      plan: PLAN_RULES,
      write: WRITE_RULES,
    }))
    await deps.step('embedder', null, () => deps.embedder.model)
    const drawn = await storedDraw(deps, input)
    const research = await readResearch(deps, rules, input, drawn)
    const plan = await planSet(deps, rules, input, research)
    const seating = assignSeats(plan, {
      ...{ ...input, seed: deps.seed, names: drawn.names },
      respondents: research.respondents,
    })
    const people = await writeAll(deps, rules, plan, seating, research)
    const finalPeople = await replaceNearDuplicates(deps, rules, plan, seating, research, people, input.diversity)
    return conclude(deps, input, research, plan, seating, finalPeople)
  },
}

/** What `data/` makes of the input. */
type Drawn = {
  readonly reading: ReturnType<typeof readDocuments>
  readonly templates: PersonaGenerationInput['templates']
  readonly names: readonly string[]
}

/** Drawn once and stored with the run, so that a deploy in the middle does not change it. */
const storedDraw = (deps: EngineDeps, input: PersonaGenerationInput): Promise<Drawn> =>
  deps.step('drawn', null, () => ({
    reading: readDocuments(input.documents, input.records),
    templates: requireArchetypes(input.archetypes).map(templateOfArchetype),
    names: namesOf({ ...input, seed: deps.seed }),
  }))

async function readResearch(
  deps: EngineDeps,
  rules: Rules,
  input: PersonaGenerationInput,
  drawn: Drawn,
): Promise<Research> {
  const { passages: documents, respondents, documents: readings } = drawn.reading
  const templates = [...input.templates, ...drawn.templates]
  const provided = [fromRecords(input.records), fromTemplates(templates)]
  deps.report('stage', { stage: 'synthesise', sentence: 'Reading the research' })
  const synthesis = await synthesise(deps, rules.synthesise, documents)
  const providedFindings = provided.flatMap(({ evidence }) => evidence)
  const list = [
    ...synthesis.evidence,
    ...providedFindings.map((finding, index) => ({
      evidence_id: `e${synthesis.evidence.length + index + 1}`,
      ...finding,
    })),
  ]
  if (list.length === 0 && input.audience === undefined) {
    throw new AppError('invalid_input', {
      problem:
        'Nothing that these documents say about people could be found in their own words; give research about the people themselves, such as interviews, a survey or support tickets.',
    })
  }
  const passages = [...documents, ...provided.flatMap((part) => part.passages)]
  return {
    documents,
    readings,
    list,
    quotes: synthesis.quotes,
    templates,
    audience: input.audience,
    evidence: new Map(list.map((finding) => [finding.evidence_id, finding])),
    passages: new Map(passages.map((passage) => [passage.passage_id, passage])),
    respondents: new Map(respondents.map((respondent) => [respondent.respondent_id, respondent])),
    aboutRespondents: aboutRespondents(documents, respondents),
    providedPassages: new Set(provided[1]?.passages.map(({ passage_id }) => passage_id)),
  }
}

async function planSet(
  deps: EngineDeps,
  rules: Rules,
  input: PersonaGenerationInput,
  research: Research,
): Promise<PersonaPlan> {
  const { count, diversity, audience } = input
  const researchFindings = research.list.filter(({ passage_id }) => !research.providedPassages.has(passage_id))
  deps.report('stage', { stage: 'plan', sentence: 'Planning who should be in the set' })
  const respondents = [...research.respondents.values()]
  let answer: PlanAnswer | null = null
  if (researchFindings.length > 0 || audience !== undefined) {
    const facts = { evidence: researchFindings, respondents, count, diversity, audience }
    answer = await requestPlan(deps, rules.plan, facts)
  }
  return normalizePlan({
    answer,
    evidence: research.list,
    respondents,
    audience: audience !== undefined,
    templates: research.templates,
    recordAxes: input.records.flatMap(({ axes }) => axes),
  })
}

function conclude(
  deps: EngineDeps,
  input: PersonaGenerationInput,
  research: Research,
  plan: PersonaPlan,
  seating: Seating,
  { written, failed, replaced, similarity }: FinalPeople,
) {
  let rejected = 0
  let mixed = 0
  const checks = { index: research, vocabulary: vocabularyOf(research) }
  const personas = written.map(({ prose, seat, row, round }): PersonaProfile => {
    const brief = briefOf(plan, seating, seat, row, round)
    const checked = profileOf(
      plan,
      brief,
      prose,
      ownWords(research, seating, seat),
      checks,
      sourceOf(input, seating, seat),
    )
    rejected += checked.rejected
    mixed += checked.mixed
    return checked.profile
  })
  const rows = written.map(({ row }) => row)
  const quotas = plan.axes.map(({ levels }) =>
    quotasOf(
      levels.map(({ weight }) => weight),
      input.diversity,
      input.count,
    ),
  )
  const diversity = diversityOf(plan, seating, rows, input.diversity)
  const twins = nearDuplicateReport(deps.embedder.model, replaced, similarity)
  const sources = sourceReport(personas, { rejected, mixed }, research)
  const counted = countedPlan(plan, seating, rows, quotas)
  const reading = readingReport(deps.model.mode, research, counted, personas, seatedRespondents(seating, written))
  const result: PersonaGenerationResult = {
    set_name: input.name,
    synthetic: true,
    asked: { count: input.count, diversity: input.diversity },
    documents: input.documents.map(({ name, text }, index) => ({
      document_id: `d${index + 1}`,
      name,
      characters: text.length,
      passages: research.documents.filter(({ passage_id }) => passage_id.startsWith(`d${index + 1}-`)).length,
    })),
    records: input.records.map(({ name, rows: count, columns }) => ({ name, rows: count, columns })),
    passages: passagesUsed(research),
    evidence: [...research.list],
    respondents: [...research.respondents.values()],
    plan: counted,
    personas,
    diversity,
    twins,
    sources,
    contradictions: contradictionReport(personas, written, seating.redrawn),
    reading,
    sentence: `${personas.length} synthetic people of ${plan.archetypes.length} ${plural(plan.archetypes.length, 'kind')}. ${[...(reading?.sentences ?? []), diversity.sentence, sources.sentence].join(' ')}`,
  }
  if (input.audience !== undefined) result.audience = input.audience
  return { result, trust: personaSetTrust(deps.model, input, failed, { diversity, twins, sources }) }
}

/** Ids of the respondents that the written people stand for. */
const seatedRespondents = ({ respondents }: Seating, written: readonly WrittenPerson[]): ReadonlySet<string> =>
  new Set(written.map(({ seat }) => respondents[seat] ?? '').filter((id) => id !== ''))

/** Passages that a finding rests on, in the documents' order. */
function passagesUsed({ list, passages }: Research): Passage[] {
  const used = new Set(list.map(({ passage_id }) => passage_id))
  return [...passages.values()].filter(({ passage_id }) => used.has(passage_id))
}

function sourceOf(
  { audience, records, documents, templates, archetypes }: PersonaGenerationInput,
  seating: Seating,
  seat: number,
): string {
  if (audience !== undefined) return AUDIENCE_SOURCE
  const anchor = seating.anchors[seat] ?? null
  const table = anchor ? records[anchor.table] : undefined
  if (table && anchor) {
    const key = table.keys[anchor.row]
    return `record ${key ? key.slice(0, 12) : anchor.row + 1} of ${table.name}`
  }
  const parts: string[] = []
  if (documents.length > 0) parts.push('research documents')
  if (records.length > 0) parts.push('user records')
  if (templates.length + archetypes.length > 0) parts.push('templates')
  return parts.join(' and ')
}
