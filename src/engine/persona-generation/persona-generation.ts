import type { PersonaPlan } from '../../domain/persona-plan.js'
import type { PersonaBrief, PersonaProfile } from '../../domain/persona-profile.js'
import type { PersonaGenerationInput, PersonaGenerationResult, TwinReport } from '../../domain/persona-set.js'
import type { Evidence, Passage } from '../../domain/research.js'
import { AppError } from '../../errors.js'
import type { EngineDeps } from '../deps.js'
import { requireArchetypes } from '../personas/archetypes.js'
import { templateOfArchetype } from '../personas/profiles.js'
import { createRandom } from '../personas/random.js'
import type { Pipeline } from '../pipeline.js'
import { ARCHETYPE_AXIS, assignSeats, briefOf, recordAxes, type Seating } from './assign-seats.js'
import type { Row } from './coverage.js'
import { findNearDuplicates, type SimilarityReport, type Written } from './near-duplicates.js'
import { normalizePlan } from './normalize-plan.js'
import { aboutRespondents, type EvidenceIndex, ownEvidence, vocabularyOf } from './own-evidence.js'
import { type DocumentReading, readDocuments } from './passages.js'
import { planGeneration } from './plan.js'
import { profileOf } from './profile.js'
import { readingReport, refuseUnread } from './reading-report.js'
import { fromRecords, fromTemplates } from './provided-evidence.js'
import { countedPlan, diversityOf, nearDuplicateReport, personaSetTrust, sourceReport } from './reports.js'
import { PLAN_RULES, requestPlan } from './request-plan.js'
import { quotasOf, resampleWithoutGap } from './sample.js'
import { SYNTHESIS_RULES, synthesise } from './synthesise.js'
import { WRITE_RULES, writePersona } from './write.js'

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
    if (deps.model.mode === 'offline') refuseUnread(input)
    const rules: Rules = await deps.step('rules', null, () => ({
      synthesise: SYNTHESIS_RULES,
      plan: PLAN_RULES,
      write: WRITE_RULES,
    }))
    await deps.step('embedder', null, () => deps.embedder.model)
    const research = await readResearch(deps, rules, input)
    const plan = await planSet(deps, rules, input, research)
    const seating = assignSeats(plan, { ...input, seed: deps.seed, respondents: research.respondents })
    const people = await writeAll(deps, rules, plan, seating, research)
    const finalPeople = await replaceNearDuplicates(deps, rules, plan, seating, research, people, input.diversity)
    return conclude(deps, input, research, plan, seating, finalPeople)
  },
}

type Research = EvidenceIndex & {
  readonly documents: readonly Passage[]
  readonly readings: readonly DocumentReading[]
  readonly list: readonly Evidence[]
  readonly quotes: { readonly checked: number; readonly verified: number; readonly dropped: number }
  readonly templates: PersonaGenerationInput['templates']
}

async function readResearch(deps: EngineDeps, rules: Rules, input: PersonaGenerationInput): Promise<Research> {
  const { passages: documents, respondents, documents: readings } = readDocuments(input.documents, input.records)
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
  if (list.length === 0) {
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
  const { count, diversity } = input
  const researchFindings = research.list.filter(({ passage_id }) => !research.providedPassages.has(passage_id))
  deps.report('stage', { stage: 'plan', sentence: 'Planning who should be in the set' })
  const answer =
    researchFindings.length === 0
      ? null
      : await requestPlan(deps, rules.plan, {
          evidence: researchFindings,
          respondents: [...research.respondents.values()],
          count,
          diversity,
        })
  return normalizePlan({
    answer,
    evidence: research.list,
    respondents: [...research.respondents.values()],
    templates: research.templates,
    recordAxes: input.records.flatMap(({ axes }) => axes),
  })
}

/** A person with its levels and its prose; `row` may have been resampled. */
type WrittenPerson = Written & { readonly seat: number; readonly row: Row; readonly round: number }
type People = {
  readonly written: readonly WrittenPerson[]
  readonly failed: { persona_id: string; name: string; code: string; message: string }[]
}

const sharedOf = (plan: PersonaPlan) => ({
  archetypes: plan.archetypes.map(({ name, description }) => ({ name, description })),
  edge_cases: plan.edge_cases.map(({ name, description }) => ({ name, description })),
})

/** A person with the findings it may rest on. */
function ownOf(plan: PersonaPlan, research: Research, brief: PersonaBrief) {
  return { brief, evidence: ownEvidence(plan, brief, research), respondent_is: research.respondents.get(brief.respondent)?.description ?? '' }
}

async function writeAll(
  deps: EngineDeps,
  rules: Rules,
  plan: PersonaPlan,
  seating: Seating,
  research: Research,
): Promise<People> {
  const shared = sharedOf(plan)
  const count = seating.rows.length
  deps.report('stage', { stage: 'write', sentence: `Writing ${count} synthetic people`, total: count })
  const written: WrittenPerson[] = []
  const failed: People['failed'] = []
  for (let from = 0; from < count; from += BATCH) {
    const seats = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    const batch = await deps.fanOut(seats, async (seat) => {
      const brief = briefOf(plan, seating, seat)
      const prose = await writePersona(deps, rules.write, shared, ownOf(plan, research, brief))
      deps.report('persona_written', { id: brief.id, name: brief.name, role: prose.role.text })
      return prose
    })
    for (const outcome of batch) {
      const { id, name } = briefOf(plan, seating, outcome.item)
      if ('value' in outcome)
        written.push({
          id,
          prose: outcome.value,
          own_words: ownWords(research, seating, outcome.item).map(({ quote }) => quote),
          seat: outcome.item,
          row: seating.rows[outcome.item] ?? [],
          round: 0,
        })
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
  return anchors[seat] ? new Set([ARCHETYPE_AXIS, ...recordAxes(plan)]) : new Set([ARCHETYPE_AXIS])
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
  const shared = sharedOf(plan)
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
      writePersona(
        deps,
        rules.write,
        shared,
        ownOf(plan, research, briefOf(plan, seating, person.seat, row, round)),
        { round, unlike },
      ),
    )
    for (const outcome of outcomes) {
      const { place, person, row, duplicate: twin } = outcome.item
      // A person who could not be rewritten stays as is and is reported as a near-duplicate.
      const kept = 'value' in outcome ? { ...person, prose: outcome.value, row, round } : person
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
  let mixed = 0
  const checks = { index: research, vocabulary: vocabularyOf(research) }
  const personas = written.map(({ prose, seat, row, round }): PersonaProfile => {
    const brief = briefOf(plan, seating, seat, row, round)
    const checked = profileOf(plan, brief, prose, ownWords(research, seating, seat), checks, sourceOf(input, seating, seat))
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
  const sources = sourceReport(personas, { rejected, mixed }, research.quotes)
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
    reading,
    sentence: `${personas.length} synthetic people of ${plan.archetypes.length} ${plan.archetypes.length === 1 ? 'kind' : 'kinds'}. ${[...(reading?.sentences ?? []), diversity.sentence, sources.sentence].join(' ')}`,
  }
  return { result, trust: personaSetTrust(deps.model, input.count, failed, { diversity, twins, sources }) }
}

const MAX_OWN_WORDS = 5
/** Sentences of at least so many words are taken where there are enough of them: shorter ones need what went before. */
const MIN_TELLING_WORDS = 8

/** What the respondent behind a seat said, word for word; people who stand for the same one begin at different places. */
function ownWords({ list }: Research, { respondents }: Seating, seat: number): Evidence[] {
  const id = respondents[seat] ?? ''
  const said = [
    ...new Map(
      list.filter(({ respondent }) => id !== '' && respondent === id).map((finding) => [finding.quote, finding]),
    ).values(),
  ]
  const long = said.filter(({ quote }) => quote.split(/\s+/).length >= MIN_TELLING_WORDS)
  const from = long.length >= MAX_OWN_WORDS ? long : said
  const before = respondents.slice(0, seat).filter((other) => other === id).length
  const step = Math.max(1, from.length / MAX_OWN_WORDS)
  const places = Array.from({ length: Math.min(from.length, MAX_OWN_WORDS) }, (_, i) => (Math.floor(i * step) + before) % from.length)
  return [...new Set(places)].sort((a, b) => a - b).flatMap((place) => from[place] ?? [])
}

/** Whom of the research the people who were written stand for. */
const seatedRespondents = ({ respondents }: Seating, written: readonly WrittenPerson[]): ReadonlySet<string> =>
  new Set(written.map(({ seat }) => respondents[seat] ?? '').filter((id) => id !== ''))

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
