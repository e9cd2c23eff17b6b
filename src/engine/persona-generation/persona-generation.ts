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
import type { Row } from './coverage.js'
import { distribute, PLAN_RULES } from './distribute.js'
import { quotasOf, redrawWithoutGap } from './draw.js'
import { fromDocuments, fromRecords, fromTemplates } from './library.js'
import { planGeneration } from './plan.js'
import { type Library, profileOf } from './profile.js'
import { countedPlan, diversityOf, sourceReport, trustOfSet, twinReport } from './reports.js'
import { ARCHETYPE_AXIS, briefOf, drawSeats, type Seating } from './seats.js'
import { settlePlan } from './settle-plan.js'
import { SYNTHESIS_RULES, synthesise } from './synthesise.js'
import { findTwins, type Likeness, type Written } from './twins.js'
import { WRITE_RULES, writePersona } from './write.js'

/** People written before the next are begun: what is in flight stays small however large the set is. */
const BATCH = 200
/** Times that twins are drawn and written anew. */
const TWIN_ROUNDS = 2
const FEWEST = 3

type Rules = { readonly synthesise: string; readonly plan: string; readonly write: string }

/** A set of synthetic people from research: findings, plan, attributes drawn outside the model, short prose, twins replaced. */
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
    const seating = drawSeats(plan, { ...input, seed: deps.seed })
    const people = await writeAll(deps, rules, plan, seating, research)
    const made = await replaceTwins(deps, rules, plan, seating, research, people, input.diversity)
    return conclude(deps, input, research, plan, seating, made)
  },
}

type Research = Library & {
  readonly documents: readonly Passage[]
  readonly list: readonly Evidence[]
  readonly quotes: { readonly checked: number; readonly verified: number; readonly dropped: number }
  readonly templates: PersonaGenerationInput['templates']
}

async function readResearch(deps: EngineDeps, rules: Rules, input: PersonaGenerationInput): Promise<Research> {
  const documents = fromDocuments(input)
  const templates = [...input.templates, ...requireArchetypes(input.archetypes).map(templateOfArchetype)]
  const given = [fromRecords(input.records), fromTemplates(templates)]
  deps.report('stage', { stage: 'synthesise', sentence: 'Reading the research' })
  const read = await synthesise(deps, rules.synthesise, documents)
  const later = given.flatMap(({ evidence }) => evidence)
  const list = [
    ...read.evidence,
    ...later.map((one, index) => ({ evidence_id: `e${read.evidence.length + index + 1}`, ...one })),
  ]
  if (list.length === 0) {
    throw new AppError('invalid_input', {
      problem:
        'Nothing that these documents say about people could be found in their own words; give research about the people themselves, such as interviews, a survey or support tickets.',
    })
  }
  const passages = [...documents, ...given.flatMap((one) => one.passages)]
  return {
    documents,
    list,
    quotes: read.quotes,
    templates,
    evidence: new Map(list.map((one) => [one.evidence_id, one])),
    passages: new Map(passages.map((one) => [one.passage_id, one])),
    given: new Set(given[1]?.passages.map(({ passage_id }) => passage_id)),
  }
}

async function planSet(
  deps: EngineDeps,
  rules: Rules,
  input: PersonaGenerationInput,
  research: Research,
): Promise<PersonaPlan> {
  const { count, diversity } = input
  const read = research.list.filter(({ passage_id }) => !research.given.has(passage_id))
  deps.report('stage', { stage: 'plan', sentence: 'Planning who should be in the set' })
  const answer = read.length === 0 ? null : await distribute(deps, rules.plan, { evidence: read, count, diversity })
  return settlePlan({
    answer,
    evidence: research.list,
    templates: research.templates,
    recordAxes: input.records.flatMap(({ axes }) => axes),
  })
}

/** Somebody as drawn and written; `row` may have been redrawn. */
type Person = Written & { readonly seat: number; readonly row: Row; readonly round: number }
type People = {
  readonly written: readonly Person[]
  readonly failed: { persona_id: string; name: string; code: string; message: string }[]
}

const sharedOf = (plan: PersonaPlan, { list }: Research) => ({
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
  const written: Person[] = []
  const failed: People['failed'] = []
  for (let from = 0; from < count; from += BATCH) {
    const seats = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    const batch = await deps.fanOut(seats, async (seat) => {
      const brief = briefOf(plan, seating, seat)
      const prose = await writePersona(deps, rules.write, shared, brief)
      deps.report('persona_written', { id: brief.id, name: brief.name, role: prose.role.text })
      return prose
    })
    for (const one of batch) {
      const { id, name } = briefOf(plan, seating, one.item)
      if ('value' in one)
        written.push({ id, prose: one.value, seat: one.item, row: seating.rows[one.item] ?? [], round: 0 })
      else failed.push({ persona_id: id, name, code: one.error.code, message: one.error.message })
    }
  }
  if (written.length < Math.max(FEWEST, count / 2)) {
    const reason = failed
      .slice(0, 3)
      .map(({ name, message }) => `${name}: ${message}`)
      .join(' ')
    throw new AppError('too_few_answers', { answered: written.length, asked: count, reason })
  }
  return { written, failed }
}

type Made = People & { readonly replaced: TwinReport['replaced']; readonly likeness: Likeness }

type Again = {
  readonly twin: Likeness['twins'][number]
  readonly place: number
  readonly person: Person
  readonly row: Row
  readonly unlike: string
}

/** What a redraw leaves alone: the kind of person, and what comes from a real record. */
const keeps = ({ axes }: PersonaPlan, { anchors }: Seating, seat: number): ReadonlySet<number> =>
  new Set([
    ARCHETYPE_AXIS,
    ...((anchors[seat] ?? -1) < 0
      ? []
      : axes.flatMap(({ origin }, index) => (origin === 'records' ? [index + 1] : []))),
  ])

/** Who came out like somebody else is drawn into a rarer corner and written anew, twice at most. */
async function replaceTwins(
  deps: EngineDeps,
  rules: Rules,
  plan: PersonaPlan,
  seating: Seating,
  research: Research,
  { written, failed }: People,
  wanted: number,
): Promise<Made> {
  const shared = sharedOf(plan, research)
  const known = new Map<string, Float32Array>()
  const replaced: TwinReport['replaced'] = []
  deps.report('stage', { stage: 'twins', sentence: 'Looking for people who came out alike' })
  let people = [...written]
  let likeness = await findTwins(deps, 'twins:0', people, known)
  for (let round = 1; round <= TWIN_ROUNDS && likeness.twins.length > 0; round++) {
    const places = new Map(people.map(({ id }, place) => [id, place]))
    const again: Again[] = []
    for (const twin of likeness.twins) {
      // Among a thousand people a redraw takes a while; others want their turn.
      if (again.length % 10 === 9) await new Promise(setImmediate)
      const place = places.get(twin.id) ?? 0
      const person = people[place] as Person
      const tie = createRandom(`${deps.seed}/${twin.id}/again${round}`)
      const rows = people.map((one) => one.row)
      const row = redrawWithoutGap(seating.grid, rows, place, { fixed: keeps(plan, seating, person.seat), wanted, tie })
      people = people.map((one, at) => (at === place ? { ...one, row } : one))
      const other = people[places.get(twin.like) ?? 0]?.prose
      const unlike = other
        ? `${other.role.text}; ${other.pain_points[0]?.text ?? ''}; ${other.goals[0]?.text ?? ''}.`
        : ''
      again.push({ twin, place, person, row, unlike })
    }
    const tried = await deps.fanOut(again, ({ person, row, unlike }) =>
      writePersona(deps, rules.write, shared, briefOf(plan, seating, person.seat, row, round), { round, unlike }),
    )
    for (const one of tried) {
      const { place, person, row, twin } = one.item
      // Somebody who could not be written anew stays as they were, and is said to be like somebody.
      const kept = 'value' in one ? { ...person, prose: one.value, row, round } : person
      people = people.map((other, at) => (at === place ? kept : other))
      if ('value' in one) replaced.push({ ...twin, round })
    }
    likeness = await findTwins(deps, `twins:${round}`, people, known)
  }
  return { written: people, failed, replaced, likeness }
}

function conclude(
  deps: EngineDeps,
  input: PersonaGenerationInput,
  research: Research,
  plan: PersonaPlan,
  seating: Seating,
  { written, failed, replaced, likeness }: Made,
) {
  let rejected = 0
  const personas = written.map(({ prose, seat, row, round }): PersonaProfile => {
    const brief = briefOf(plan, seating, seat, row, round)
    const made = profileOf(plan, brief, prose, research, sourceOf(input, seating, seat))
    rejected += made.rejected
    return made.profile
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
  const twins = twinReport(deps.embedder.model, replaced, likeness)
  const sources = sourceReport(personas, rejected, research.quotes)
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
    plan: countedPlan(plan, seating, rows, quotas),
    personas,
    diversity,
    twins,
    sources,
    sentence: `${personas.length} synthetic people of ${plan.archetypes.length} ${plan.archetypes.length === 1 ? 'kind' : 'kinds'}. ${diversity.sentence} ${sources.sentence}`,
  }
  return { result, trust: trustOfSet(deps.model, input.count, failed, { diversity, twins, sources }) }
}

/** Passages that a finding rests on, in the documents' order. */
function passagesUsed({ list, passages }: Research): Passage[] {
  const used = new Set(list.map(({ passage_id }) => passage_id))
  return [...passages.values()].filter(({ passage_id }) => used.has(passage_id))
}

function sourceOf(
  { records, documents, templates, archetypes }: PersonaGenerationInput,
  seating: Seating,
  seat: number,
): string {
  const record = seating.anchors[seat] ?? -1
  const [table] = records
  if (table && record >= 0) {
    const key = table.keys[record]
    return `record ${key ? key.slice(0, 12) : record + 1} of ${table.name}`
  }
  const parts = [
    ...(documents.length > 0 ? ['research documents'] : []),
    ...(records.length > 0 ? ['user records'] : []),
    ...(templates.length + archetypes.length > 0 ? ['templates'] : []),
  ]
  return parts.join(' and ')
}
