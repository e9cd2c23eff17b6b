import { AUDIENCE_SOURCE } from '../../domain/audience.js'
import type { PersonaPlan } from '../../domain/persona-plan.js'
import type { PersonaProfile } from '../../domain/persona-profile.js'
import type { PersonaGenerationInput, PersonaGenerationResult, TwinReport } from '../../domain/persona-set.js'
import type { Evidence, Passage } from '../../domain/research.js'
import { AppError } from '../../errors.js'
import type { EngineDeps } from '../deps.js'
import { requireArchetypes } from '../personas/archetypes.js'
import { templateOfArchetype } from '../personas/profiles.js'
import { createRandom } from '../personas/random.js'
import type { Pipeline } from '../pipeline.js'
import { ARCHETYPE_AXIS, assignSeats, briefOf, recordAxes, type Seating } from './assign-seats.js'
import { contradictionReport } from './contradiction-report.js'
import type { Row } from './coverage.js'
import { findNearDuplicates, type SimilarityReport, type Written } from './near-duplicates.js'
import { normalizePlan } from './normalize-plan.js'
import { passagesOf } from './passages.js'
import { planGeneration } from './plan.js'
import { type EvidenceIndex, profileOf } from './profile.js'
import { fromRecords, fromTemplates } from './provided-evidence.js'
import { countedPlan, diversityOf, nearDuplicateReport, personaSetTrust, sourceReport } from './reports.js'
import { PLAN_RULES, requestPlan } from './request-plan.js'
import { quotasOf, resampleWithoutGap } from './sample.js'
import { SYNTHESIS_RULES, synthesise } from './synthesise.js'
import { WRITE_RULES } from './write.js'
import { type ConsistentProse, writeConsistent } from './write-consistent.js'

/** People written at once: what is in flight stays small however large the set is. */
const BATCH = 200
/** Rounds in which near-duplicates are replaced. */
const MAX_REPLACEMENT_ROUNDS = 2
const MIN_PEOPLE = 3

type Rules = { readonly synthesise: string; readonly plan: string; readonly write: string }

/** A set of synthetic people from research: findings, plan, attributes sampled outside the model, short prose, near-duplicates replaced. */
export const personaGenerationPipeline: Pipeline<'persona_generation'> = {
  plan: planGeneration,
  async run(deps, input) {
    const rules: Rules = await deps.step('rules', null, () => ({
      synthesise: SYNTHESIS_RULES,
      plan: PLAN_RULES,
      write: WRITE_RULES,
    }))
    await deps.step('embedder', null, () => deps.embedder.model)
    const research = await readResearch(deps, rules, input)
    const plan = await planSet(deps, rules, input, research)
    const seating = assignSeats(plan, { ...input, seed: deps.seed })
    const people = await writeAll(deps, rules, plan, seating, research)
    const finalPeople = await replaceNearDuplicates(deps, rules, plan, seating, research, people, input.diversity)
    return conclude(deps, input, research, plan, seating, finalPeople)
  },
}

type Research = EvidenceIndex & {
  readonly documents: readonly Passage[]
  readonly list: readonly Evidence[]
  readonly quotes: { readonly checked: number; readonly verified: number; readonly dropped: number }
  readonly templates: PersonaGenerationInput['templates']
  readonly audience: PersonaGenerationInput['audience']
}

async function readResearch(deps: EngineDeps, rules: Rules, input: PersonaGenerationInput): Promise<Research> {
  const documents = passagesOf(input.documents)
  const templates = [...input.templates, ...requireArchetypes(input.archetypes).map(templateOfArchetype)]
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
    list,
    quotes: synthesis.quotes,
    templates,
    audience: input.audience,
    evidence: new Map(list.map((finding) => [finding.evidence_id, finding])),
    passages: new Map(passages.map((passage) => [passage.passage_id, passage])),
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
  const answer =
    researchFindings.length === 0 && audience === undefined
      ? null
      : await requestPlan(deps, rules.plan, {
          evidence: researchFindings,
          count,
          diversity,
          ...(audience !== undefined && { audience }),
        })
  return normalizePlan({
    answer,
    evidence: research.list,
    audience: audience !== undefined,
    templates: research.templates,
    recordAxes: input.records.flatMap(({ axes }) => axes),
  })
}

/** A person with its levels and its prose; `row` may have been resampled. */
type WrittenPerson = Written & ConsistentProse & { readonly seat: number; readonly row: Row; readonly round: number }
type People = {
  readonly written: readonly WrittenPerson[]
  readonly failed: { persona_id: string; name: string; code: string; message: string }[]
}

const sharedOf = (plan: PersonaPlan, { list, audience }: Research) => ({
  ...(audience !== undefined && { audience }),
  evidence: [...list],
  archetypes: plan.archetypes.map(({ name, description }) => ({ name, description })),
  edge_cases: plan.edge_cases.map(({ name, description }) => ({ name, description })),
})

async function writeAll(
  deps: EngineDeps,
  rules: Rules,
  plan: PersonaPlan,
  seating: Seating,
  research: Research,
): Promise<People> {
  const shared = sharedOf(plan, research)
  const count = seating.rows.length
  deps.report('stage', { stage: 'write', sentence: `Writing ${count} synthetic people`, total: count })
  const written: WrittenPerson[] = []
  const failed: People['failed'] = []
  for (let from = 0; from < count; from += BATCH) {
    const seats = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    const batch = await deps.fanOut(seats, async (seat) => {
      const brief = briefOf(plan, seating, seat)
      const written = await writeConsistent(deps, rules.write, shared, plan, brief)
      deps.report('persona_written', { id: brief.id, name: brief.name, role: written.prose.role.text })
      return written
    })
    for (const outcome of batch) {
      const { id, name } = briefOf(plan, seating, outcome.item)
      if ('value' in outcome)
        written.push({ id, ...outcome.value, seat: outcome.item, row: seating.rows[outcome.item] ?? [], round: 0 })
      else failed.push({ persona_id: id, name, code: outcome.error.code, message: outcome.error.message })
    }
  }
  if (written.length < Math.max(MIN_PEOPLE, count / 2)) {
    const reason = failed
      .slice(0, 3)
      .map(({ name, message }) => `${name}: ${message}`)
      .join(' ')
    throw new AppError('too_few_answers', { answered: written.length, asked: count, reason })
  }
  return { written, failed }
}

type FinalPeople = People & { readonly replaced: TwinReport['replaced']; readonly similarity: SimilarityReport }

type Replacement = {
  readonly duplicate: SimilarityReport['twins'][number]
  readonly place: number
  readonly person: WrittenPerson
  readonly row: Row
  readonly unlike: string
}

/** Axes that resampling keeps: the archetype, and those taken from a real record. */
function fixedAxes(plan: PersonaPlan, { anchors }: Seating, seat: number): ReadonlySet<number> {
  const isAnchored = (anchors[seat] ?? -1) >= 0
  return isAnchored ? new Set([ARCHETYPE_AXIS, ...recordAxes(plan)]) : new Set([ARCHETYPE_AXIS])
}

/** Near-duplicates get a rarer combination of levels and new prose, at most twice. */
async function replaceNearDuplicates(
  deps: EngineDeps,
  rules: Rules,
  plan: PersonaPlan,
  seating: Seating,
  research: Research,
  { written, failed }: People,
  targetCoverage: number,
): Promise<FinalPeople> {
  const shared = sharedOf(plan, research)
  const known = new Map<string, Float32Array>()
  const replaced: TwinReport['replaced'] = []
  deps.report('stage', { stage: 'twins', sentence: 'Looking for people who came out alike' })
  let people = [...written]
  let similarity = await findNearDuplicates(deps, 'twins:0', people, known)
  for (let round = 1; round <= MAX_REPLACEMENT_ROUNDS && similarity.twins.length > 0; round++) {
    const places = new Map(people.map(({ id }, place) => [id, place]))
    const replacements: Replacement[] = []
    for (const duplicate of similarity.twins) {
      // Resampling in a large set takes a while: the event loop gets a turn.
      if (replacements.length % 10 === 9) await new Promise(setImmediate)
      const place = places.get(duplicate.id) ?? 0
      const person = people[place] as WrittenPerson
      const tie = createRandom(`${deps.seed}/${duplicate.id}/again${round}`)
      const rows = people.map((other) => other.row)
      const row = resampleWithoutGap(seating.grid, rows, place, {
        fixed: fixedAxes(plan, seating, person.seat),
        targetCoverage: targetCoverage,
        tie,
      })
      people = people.map((other, at) => (at === place ? { ...other, row } : other))
      const likePerson = people[places.get(duplicate.like) ?? 0]?.prose
      const unlike = likePerson
        ? `${likePerson.role.text}; ${likePerson.pain_points[0]?.text ?? ''}; ${likePerson.goals[0]?.text ?? ''}.`
        : ''
      replacements.push({ duplicate: duplicate, place, person, row, unlike })
    }
    const outcomes = await deps.fanOut(replacements, ({ person, row, unlike }) =>
      writeConsistent(deps, rules.write, shared, plan, briefOf(plan, seating, person.seat, row, round), {
        round,
        unlike,
      }),
    )
    for (const outcome of outcomes) {
      const { place, person, row, duplicate: twin } = outcome.item
      // A person who could not be rewritten stays as is and is reported as a near-duplicate.
      const kept = 'value' in outcome ? { ...person, ...outcome.value, row, round } : person
      people = people.map((other, at) => (at === place ? kept : other))
      if ('value' in outcome) replaced.push({ ...twin, round })
    }
    similarity = await findNearDuplicates(deps, `twins:${round}`, people, known)
  }
  return { written: people, failed, replaced, similarity: similarity }
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
  const personas = written.map(({ prose, seat, row, round }): PersonaProfile => {
    const brief = briefOf(plan, seating, seat, row, round)
    const checked = profileOf(plan, brief, prose, research, sourceOf(input, seating, seat))
    rejected += checked.rejected
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
  const sources = sourceReport(personas, rejected, research)
  const result: PersonaGenerationResult = {
    set_name: input.name,
    synthetic: true,
    asked: { count: input.count, diversity: input.diversity },
    ...(input.audience !== undefined && { audience: input.audience }),
    documents: input.documents.map(({ name, text }, index) => ({
      document_id: `d${index + 1}`,
      name,
      characters: text.length,
      passages: research.documents.filter(({ passage_id }) => passage_id.startsWith(`d${index + 1}-`)).length,
    })),
    records: input.records.map(({ name, rows: count, columns }) => ({ name, rows: count, columns })),
    passages: passagesUsed(research),
    evidence: [...research.list],
    plan: countedPlan(plan, seating, rows, quotas),
    personas,
    diversity,
    twins,
    sources,
    contradictions: contradictionReport(personas, written, seating.redrawn),
    sentence: `${personas.length} synthetic people of ${plan.archetypes.length} ${plan.archetypes.length === 1 ? 'kind' : 'kinds'}. ${diversity.sentence} ${sources.sentence}`,
  }
  return { result, trust: personaSetTrust(deps.model, input, failed, { diversity, twins, sources }) }
}

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
  const record = seating.anchors[seat] ?? -1
  const [table] = records
  if (table && record >= 0) {
    const key = table.keys[record]
    return `record ${key ? key.slice(0, 12) : record + 1} of ${table.name}`
  }
  const parts: string[] = []
  if (documents.length > 0) parts.push('research documents')
  if (records.length > 0) parts.push('user records')
  if (templates.length + archetypes.length > 0) parts.push('templates')
  return parts.join(' and ')
}
