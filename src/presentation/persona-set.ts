import { type PersonaProfile, SENTENCE_FIELDS, STATEMENT_FIELDS } from '../domain/personas/persona-profile.js'
import type { PersonaGenerationResult } from '../domain/personas/persona-set.js'
import type { RunWithResult } from '../domain/run/run-document.js'
import { extrasOf, simulatedTraitsOf } from '../domain/simulation/simulated-traits.js'
import { counted, number, percent, upperFirst } from '../domain/text/words.js'
import { clean, displayText, headline, truncate } from './clean.js'
import type { ReportOptions } from './panel.js'
import { provenanceOf } from './provenance.js'
import { type Anchors, anchorsOf, FIELDS, passagesOf, sourcedClaim } from './sources.js'
import { trustOf } from './trust.js'
import { day, phrase } from './words.js'

export type PersonaSetView = ReturnType<typeof personaSetView>
export type MemberCard = ReturnType<typeof cardOf>

/** Most members with a card; others get a table row. */
const MAX_CARDS = 24
const MAX_ROWS = 976
const MAX_TWINS = 30

const ORIGINS = {
  core: 'of every set',
  research: 'named by this research',
  records: 'counted in user records',
} as const
const TREATMENTS = {
  dropped: 'dropped',
  hashed: 'replaced by a keyed hash',
  axis: 'became an axis',
  text: 'kept as free text',
} as const

/** Everything on the page of a persona set. Every text in it has been through `clean`. */
export function personaSetView(run: RunWithResult<'persona_generation'>, { title }: ReportOptions) {
  const result = run.result
  const { plan, personas, diversity, sources, twins } = result
  const people = personas.length
  const anchors = anchorsOf(result.passages)
  const trust = trustOf(run, people)
  return {
    title: headline(title ?? '', 120) || `Persona set ${truncate(displayText(result.set_name), 60)}`,
    date: day(run.completed_at),
    offline: run.model.mode === 'offline',
    trust,
    people,
    coverage: Math.round(diversity.coverage * 100),
    reached: diversity.reached,
    target: Math.round(diversity.asked * 100),
    sentence: phrase(diversity.sentence),
    sourced: phrase(sources.sentence),
    audience: result.audience === undefined ? null : displayText(result.audience),
    reading: readingOf(result),
    kinds: plan.archetypes.map(({ name, description, count, weight, origin, evidence_ids }) => ({
      name: displayText(name),
      description: clean(description),
      count,
      inSet: percent(people === 0 ? 0 : count / people),
      inResearch: percent(weight),
      template: origin === 'template',
      from: citedBy(result, evidence_ids, anchors),
    })),
    edges: plan.edge_cases.map(({ name, description, count, evidence_ids }) => ({
      name: displayText(name),
      description: clean(description),
      count: counted(count, 'person', 'people'),
      from: citedBy(result, evidence_ids, anchors),
    })),
    axes: plan.axes.map(({ name, origin, assumed, levels }, index) => ({
      name: displayText(name),
      origin: result.audience !== undefined && origin === 'research' ? 'of this audience' : (ORIGINS[origin] ?? ''),
      assumed,
      entropy: (diversity.axes[index + 1]?.entropy ?? 0).toFixed(2),
      levels: levels.map((level) => ({
        name: displayText(level.name),
        count: level.count,
        share: people === 0 ? 0 : level.count / people,
        weight: level.weight,
        summary: `${number(level.count)} of ${number(people)}; ${assumed ? 'no source says how common' : `${percent(level.weight)} by the research`}`,
      })),
    })),
    matrix: {
      names: diversity.axes.map(({ name }) => displayText(name)),
      cells: diversity.axis_pairs.map(({ a, b, covered, achievable }) => ({ a, b, covered, achievable })),
    },
    before: percent(diversity.coverage_before_repair),
    after: percent(diversity.coverage),
    repairs: diversity.repairs,
    entropy: diversity.entropy.toFixed(2),
    cards: personas.slice(0, MAX_CARDS).map((persona) => cardOf(persona, anchors)),
    rows: personas.slice(MAX_CARDS, MAX_CARDS + MAX_ROWS).map(rowOf),
    documents: result.documents.map(({ name, characters, passages }) => ({
      name: displayText(name),
      text: `${number(characters)} characters, ${counted(passages, 'passage')}`,
    })),
    records: result.records.map(({ name, rows, columns }) => ({
      name: displayText(name),
      text: `${counted(rows, 'record')} of real users, without the columns that were recognised as naming somebody`,
      columns: columns.map((column) => ({
        name: displayText(column.name),
        treatment: TREATMENTS[column.treatment] ?? '',
        why: clean(column.why),
      })),
    })),
    passages: passagesOf(result.passages),
    assumed: assumedFields(personas),
    twins: {
      sentence: phrase(twins.sentence),
      replaced: twins.replaced.slice(0, MAX_TWINS).map(({ id, like, similarity, round }) => ({
        who: nameOf(personas, id),
        like: nameOf(personas, like),
        similarity: similarity.toFixed(2),
        round,
      })),
      left: twins.left.slice(0, MAX_TWINS).map(({ id, like, similarity }) => ({
        who: nameOf(personas, id),
        like: nameOf(personas, like),
        similarity: similarity.toFixed(2),
      })),
    },
    contradictions: result.contradictions && {
      sentence: phrase(result.contradictions.sentence),
      mended: result.contradictions.rewritten.slice(0, MAX_TWINS).map(saidBy(personas)),
      replaced: result.contradictions.replaced.slice(0, MAX_TWINS).map(saidBy(personas)),
      left: result.contradictions.left.slice(0, MAX_TWINS).map(saidBy(personas)),
    },
    rationale: clean(plan.rationale),
    made: provenanceOf(run, null),
  }
}

function citedBy({ evidence }: PersonaGenerationResult, ids: readonly string[], anchors: Anchors): string[] {
  const found = ids.flatMap((id) => evidence.find(({ evidence_id }) => evidence_id === id)?.passage_id ?? [])
  return [...new Set(found.flatMap((passage) => anchors.get(passage)?.id ?? []))].slice(0, 6)
}

function cardOf(persona: PersonaProfile, anchors: Anchors) {
  const source = (field: string) => persona.sources.find((each) => each.field === field) ?? UNSOURCED
  const lists = (['own_words', ...STATEMENT_FIELDS] as const).map((field) => ({
    label: FIELDS[field] ?? field,
    claims: persona[field].map((text, index) => sourcedClaim(text, source(`${field}.${index}`), anchors)),
  }))
  const sentences = SENTENCE_FIELDS.filter((field) => persona[field] !== '').map((field) => ({
    label: FIELDS[field] ?? field,
    claims: [sourcedClaim(persona[field], source(field), anchors)],
  }))
  const stated = persona.sources.filter(({ basis }) => basis !== 'sampled')
  return {
    name: displayText(persona.name),
    age: persona.age,
    role: upperFirst(displayText(persona.role)),
    edge: persona.edge_case === null ? '' : displayText(persona.edge_case),
    levels: [
      persona.experience_level,
      persona.company_size === 'None' ? 'no company' : persona.company_size,
      persona.tech_adoption,
      `learns by ${persona.learning_style.toLowerCase()}`,
      persona.collaboration_style,
      `risk tolerance ${persona.risk_tolerance}`,
      `patience ${persona.patience_level}`,
      `${extrasOf(persona).minutes_per_day} minutes a day`,
      ...persona.context.map(({ axis, level }) => `${axis}: ${level}`),
    ].map(displayText),
    simulated: simulatedTraits(persona),
    confidence: persona.confidence_score.toFixed(2),
    compared: persona.calibration.trials,
    quoted: `${stated.filter(({ basis }) => basis === 'quoted' || basis === 'given').length} of ${stated.length}`,
    tools: persona.tech_stack.map(clean).filter(Boolean).join(', '),
    first: lists.find(({ claims }) => claims.length > 0)?.claims[0] ?? null,
    claims: [...lists, ...sentences].filter(({ claims }) => claims.length > 0),
  }
}

/** The traits that a simulation takes from a profile: levels as numbers, and what was drawn beside them. */
export function simulatedTraits(persona: PersonaProfile): string[] {
  const { experience, adoption, time, collaboration, irrationality, distraction } = simulatedTraitsOf(persona)
  const figures = { experience, adoption, time, collaboration, irrationality, distraction }
  return Object.entries(figures).flatMap(([name, figure]) =>
    Number.isFinite(figure) ? [`${name} ${figure.toFixed(2)}`] : [],
  )
}

/** How much of the research was read, and how much of it is in the set; null without documents. */
function readingOf({ reading }: PersonaGenerationResult) {
  if (!reading) return null
  const parts = [
    ['Respondents', reading.respondents],
    ['Kinds of people', reading.kinds],
    ['Unusual cases', reading.edge_cases],
    ['Needs', reading.needs],
  ] as const
  return {
    read: percent(reading.read),
    quoted: percent(reading.quoted),
    assumed: percent(reading.assumed),
    sentences: reading.sentences.map(phrase),
    parts: parts.map(([name, part]) => ({
      name,
      text: part === null ? 'not read offline' : `${number(part.in_set)} of ${number(part.found)} are in the set`,
      left: (part?.left ?? []).map(clean),
      more: Math.max(0, (part?.found ?? 0) - (part?.in_set ?? 0) - (part?.left.length ?? 0)),
    })),
  }
}

const UNSOURCED = { basis: 'assumed', passage_id: null, quote: '' } as const

const rowOf = ({ name, age, role, archetype, confidence_score }: PersonaProfile) => ({
  name: displayText(name),
  age,
  role: displayText(role),
  kind: displayText(archetype),
  confidence: confidence_score.toFixed(2),
})

/** Number of statements without support by field, the least supported field first. */
function assumedFields(personas: readonly PersonaProfile[]) {
  const totals = new Map<string, { assumed: number; all: number }>()
  for (const { field, basis } of personas.flatMap(({ sources }) => sources)) {
    const label = FIELDS[field.split('.')[0] ?? '']
    if (label === undefined || basis === 'sampled') continue
    const total = totals.get(label) ?? { assumed: 0, all: 0 }
    totals.set(label, { assumed: total.assumed + (basis === 'assumed' ? 1 : 0), all: total.all + 1 })
  }
  return [...totals]
    .map(([label, { assumed, all }]) => ({
      name: label,
      share: assumed / all,
      text: `${number(assumed)} of ${number(all)} assumed`,
    }))
    .sort((a, b) => b.share - a.share)
}

const saidBy =
  (personas: readonly PersonaProfile[]) =>
  ({ id, why }: { id: string; why: string }): string =>
    `${nameOf(personas, id)}: ${clean(why)}`

const nameOf = (personas: readonly PersonaProfile[], id: string): string =>
  displayText(personas.find((persona) => persona.id === id)?.name ?? id)
