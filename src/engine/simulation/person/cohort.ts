import { ARCHETYPES, PANELS } from '../../../data/archetypes.js'
import type { Archetype } from '../../../domain/personas/persona.js'
import { LEARNING_STYLES, type PersonaProfile } from '../../../domain/personas/persona-profile.js'
import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'
import { drawnExtras, simulatedTraitsOf } from '../../../domain/simulation/simulated-traits.js'
import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import { requireArchetypes } from '../../personas/archetypes.js'
import { type Names as NameList, namesInOrder } from '../../personas/name-list.js'
import { type Mentionable, mentionedIn } from '../diary/mentions.js'
import { drawsOf } from '../random.js'
import { concernsIn, concernsOf, mentionedScreens, statementsOf } from './concerns.js'
import type { SimulatedPerson, Traits } from './person.js'
import { troublesIn } from './polarity.js'

/** One entry of a cohort's rotation: a member of a saved set, or an archetype whose people are drawn. */
type Source = (Reading & { readonly member: PersonaProfile; readonly set: string }) | { readonly archetype: Kind }

/** What a cohort takes of an archetype. */
type Kind = Pick<Archetype, 'archetype_id' | 'name' | 'description' | 'decision_style' | 'traits'>

/** What a cohort takes from `data/`: the archetypes of its panel, which may name none, and the names of people. */
export type CohortTexts = { readonly kinds: readonly Kind[]; readonly names: NameList }

export function cohortTexts({ panel, people }: Pick<SimulationInput, 'panel' | 'people'>): CohortTexts {
  const sets = new Set((people?.sets ?? []).map(({ name }) => name))
  const ids = panel.length > 0 ? panel.filter((name) => !sets.has(name)) : ARCHETYPES.map(({ id }) => id)
  const kinds = requireArchetypes(ids).map(
    ({ archetype_id, name, description, decision_style, traits }): Kind => ({
      ...{ archetype_id, name, description, decision_style, traits },
    }),
  )
  return { kinds, names: PANELS.names() }
}

/** What is read from a person's statements. */
type Reading = Required<Pick<SimulatedPerson, 'concerns' | 'spoken_of'>>

/** What of the product a person may refuse or recommend. */
type Names = { readonly defects: readonly Mentionable[]; readonly screens: readonly Mentionable[] }

/** A person of a cohort; `about` describes them in words. */
export type CohortMember = SimulatedPerson & { readonly kind: string; readonly about: string }

export type Cohort = {
  readonly size: number
  /** The person at an index from 0. It does not depend on the size, so one more person changes nobody else. */
  at(place: number): CohortMember
  /** The place of the persona's first copy, which is the place itself of somebody who is no copy. */
  originalOf(place: number): number
  /** For members of sets: how many have each recognised concern, and how many have none. */
  readonly recognised: RecognisedConcerns | null
}

export type RecognisedConcerns = {
  readonly of: number
  readonly none: number
  readonly by: Readonly<Record<Concern, number>>
}

/**
 * The people of a simulation: the panel's entries in turn. A set gives its members in their seeded order, and again
 * when all have been used; such copies share traits but have draws of their own. Throws `invalid_input` for unknown
 * archetypes.
 */
export function cohortOf(input: SimulationInput, texts = cohortTexts(input)): Cohort {
  const { panel, people, personas, seed, product, arithmetic } = input
  const labels = new Map(Object.entries(product.screens).map(([id, { words }]) => [id, words?.to ?? '']))
  const rounds = sourcesOf(panel, people, texts, (member) => readMember(member, labels, arithmetic))
  const nameAt = namesInOrder(seed, texts.names)
  const names = namesOf(product)
  const sourceOf = (place: number) => {
    const round = rounds[place % rounds.length] as readonly Source[]
    const turn = Math.floor(place / rounds.length)
    const instance = Math.floor(turn / round.length) + 1
    return { source: round[turn % round.length] as Source, instance, of: round.length }
  }
  return {
    size: personas,
    recognised: recognisedConcerns(rounds.flat()),
    originalOf(place) {
      const { source, instance, of } = sourceOf(place)
      return 'archetype' in source ? place : place - (instance - 1) * of * rounds.length
    },
    at(place) {
      const { source, instance } = sourceOf(place)
      if ('archetype' in source) return drawn(source.archetype, instance, nameAt(place), seed)
      return memberAs(source, instance, names)
    },
  }
}

function namesOf({ screens }: SimulationInput['product']): Names {
  const all = Object.entries(screens).map(([id, { words, defects }]) => ({
    ...{ id, own: words === undefined ? '' : `${words.to} ${words.did}`, around: '' },
    defects,
  }))
  return {
    screens: all,
    defects: all.flatMap(({ id: screen, own, defects }) =>
      defects.map(({ id, message }) => ({ id, own: message, around: `${screen} ${own}` })),
    ),
  }
}

function sourcesOf(
  panel: readonly string[],
  people: SimulationInput['people'],
  { kinds }: CohortTexts,
  read: (member: PersonaProfile) => Reading,
): Source[][] {
  const sets = new Map((people?.sets ?? []).map((set) => [set.name, set]))
  const archetypes = new Map(kinds.map((archetype) => [archetype.archetype_id, archetype]))
  return (panel.length > 0 ? panel : [...archetypes.keys()]).map((name): Source[] => {
    const set = sets.get(name)
    if (set === undefined) return [{ archetype: archetypes.get(name) as Kind }]
    return set.members.map((member) => ({ ...read(member), member, set: name }))
  })
}

/** Computed once per member; copies share it. */
function readMember(member: PersonaProfile, labels: ReadonlyMap<string, string>, arithmetic: number): Reading {
  const said = statementsOf(member)
  const concerns = concernsOf(said, (sentence) =>
    arithmetic < 2 ? concernsIn(sentence) : troublesIn(sentence, arithmetic),
  )
  return { concerns, spoken_of: mentionedScreens(said, labels) }
}

function recognisedConcerns(rounds: readonly Source[]): RecognisedConcerns | null {
  const read = rounds.flatMap((source) => ('member' in source ? [source.concerns] : []))
  if (read.length === 0) return null
  const known = read.flatMap((concerns) => concerns ?? [])
  const by = CONCERNS.map((concern) => [concern, known.filter((concerns) => concerns[concern] > 0).length])
  return { of: read.length, none: read.length - known.length, by: Object.fromEntries(by) as RecognisedConcerns['by'] }
}

function memberAs(
  { member, set, concerns, spoken_of }: Extract<Source, { member: PersonaProfile }>,
  instance: number,
  names: Names,
): CohortMember {
  const { learning: _, ...numbers } = simulatedTraitsOf(member)
  return {
    source: `${set}/${member.id}`,
    id: instance === 1 ? `${set}/${member.id}` : `${set}/${member.id}/${instance}`,
    name: member.name,
    kind: member.archetype,
    about: aboutMember(member),
    traits: { ...numbers, learning: member.learning_style },
    concerns,
    spoken_of,
    deal_breakers: mentionedIn(member.deal_breakers, names.defects),
    referral_triggers: mentionedIn([...member.referral_triggers, ...member.delight_triggers], names.screens),
  }
}

/** A short description of the member: the first statement of each kind in the profile. */
function aboutMember(member: PersonaProfile): string {
  const { age, role, pain_points, goals, fears, deal_breakers, time_availability } = member
  const said = (label: string, [first = '']: readonly string[]) => (first === '' ? [] : [`${label}: ${first}`])
  return [
    `${age}, ${role}`,
    ...said('Wants', goals),
    ...said('Troubled by', pain_points),
    ...said('Afraid of', fears),
    ...said('Would not put up with', deal_breakers),
    ...said('Time', [time_availability]),
  ]
    .map((sentence) => sentence.replace(/[.\s]*$/, '.'))
    .join(' ')
}

/** Slots of traits; those below belong to the draws of a calibration. */
const FIRST_TRAIT = 16_384
/** Traits that archetypes lack. Each has a draw of its own, keyed by its place here. */
const DRAWN = ['patience', 'experience', 'time', 'learning', 'irrationality', 'distraction'] as const

/** A person of a built-in archetype; what archetypes lack is drawn by the seed and the person's id. */
function drawn(archetype: Kind, instance: number, name: string, seed: number): CohortMember {
  const id = `${archetype.archetype_id}-${instance}`
  const draws = drawsOf(seed, id)
  const share = (trait: (typeof DRAWN)[number]): number => draws.uniform('trait', 0, FIRST_TRAIT + DRAWN.indexOf(trait))
  const level = <L>(trait: (typeof DRAWN)[number], levels: readonly L[]): L =>
    levels[Math.floor(share(trait) * levels.length)] as L
  const { novelty_seeking, need_for_evidence, conformity } = archetype.traits
  const traits: Traits = {
    patience: share('patience'),
    risk: 1 - need_for_evidence,
    experience: level('experience', [0.15, 0.5, 0.85]),
    adoption: novelty_seeking,
    // 15, 30, 60 or 120 minutes a day.
    time: level('time', [0, 1 / 3, 2 / 3, 1]),
    learning: level('learning', LEARNING_STYLES),
    collaboration: conformity,
    ...drawnExtras(share('irrationality'), share('distraction')),
  }
  const about = `${archetype.description} ${archetype.decision_style}.`
  return { id, name, kind: archetype.name, about, traits, deal_breakers: [], referral_triggers: [] }
}
