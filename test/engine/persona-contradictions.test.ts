import { describe, expect, it } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import { contradictionsOf } from '../../src/domain/personas/contradictions.js'
import { occupationsIn } from '../../src/domain/personas/occupations.js'
import type { Archetype } from '../../src/domain/personas/persona.js'
import type { PlanAnswer } from '../../src/domain/personas/persona-plan.js'
import type { PersonaProfile } from '../../src/domain/personas/persona-profile.js'
import { assignSeats } from '../../src/engine/persona-generation/assign-seats.js'
import { briefOf } from '../../src/engine/persona-generation/brief.js'
import { normalizePlan } from '../../src/engine/persona-generation/normalize-plan.js'
import { drawnFields } from '../../src/engine/persona-generation/profile.js'
import { createRandom } from '../../src/engine/personas/random.js'
import { profileOfArchetype } from '../support/archetype-profile.js'

const person = (changes: Partial<PersonaProfile>): PersonaProfile => ({
  ...profileOfArchetype(archetypes()[0] as Archetype),
  ...{ role: 'Gardener', archetype: 'Gardener', typical_workflow: '', time_availability: '', age: 40 },
  ...{ company_size: 'SMB', experience_level: 'Intermediate', tech_adoption: 'Early majority', risk_tolerance: 0.5 },
  ...{ collaboration_style: 'Team', minutes_per_day: 30 },
  ...changes,
})

describe('a profile contradicts itself', () => {
  it.each<[string, Partial<PersonaProfile>, RegExp]>([
    ['retired at 24', { role: 'Retired teacher', age: 24, company_size: 'None' }, /^retired at 24$/],
    ['retired, with a company', { role: 'Retired teacher', age: 66 }, /company size SMB/],
    ['a student at 64', { role: 'Student of law', age: 64, company_size: 'None' }, /^student at 64$/],
    ['30 years in the job at 34', { age: 34, role: 'Nurse with 30 years in the job' }, /30 years in the job at 34/],
    ['a novice of 12 years', { experience_level: 'Novice', typical_workflow: 'Has 12 years of experience' }, /novice/],
    ['another age', { role: 'A 54-year-old nurse' }, /54 years old” at 40/],
    ['a startup of an enterprise', { company_size: 'Enterprise', role: 'Nurse in a small startup' }, /another size/],
    [
      '40 people in an enterprise',
      { company_size: 'Enterprise', typical_workflow: 'Runs a company of 40 people' },
      /40/,
    ],
    ['a company and none', { company_size: 'None', role: 'Buyer at a large company' }, /another size/],
    ['a beginner who is an expert', { role: 'Junior developer', experience_level: 'Expert' }, /a beginner/],
    ['a head alone', { role: 'Head of nursing', collaboration_style: 'Solo' }, /leading others/],
    ['first to try, takes no risk', { tech_adoption: 'Early adopter', risk_tolerance: 0.1 }, /Early adopter/],
    ['last to try, loves risk', { tech_adoption: 'Laggard', risk_tolerance: 0.9 }, /Laggard/],
    ['hours in minutes', { time_availability: 'Two hours a day', minutes_per_day: 15 }, /15 minutes a day/],
  ])('%s', (_, changes, why) => {
    expect(contradictionsOf(person(changes)).map((found) => found.why)).toEqual([expect.stringMatching(why)])
  })

  it.each<Partial<PersonaProfile>>([
    {},
    { role: 'Teacher of students', age: 64 },
    { role: 'Student adviser in a large university', age: 62 },
    { role: 'Nurse who looks after retired people', age: 24 },
    { role: 'Senior citizens’ club treasurer', experience_level: 'Novice' },
    { typical_workflow: 'Looks after a 3-year-old and reads for 30 years old books', age: 34 },
    { role: 'Sells software to startups', company_size: 'Enterprise' },
    { role: 'Shoppers aged 30-39, novice', age: 37 },
    { role: 'Evening student', age: 44, company_size: 'None' },
    { role: 'Mia, pupil', age: 9, company_size: 'None' },
    { tech_adoption: 'Early adopter', risk_tolerance: 0.33 },
  ])('not: %j', (changes) => {
    expect(contradictionsOf(person(changes))).toEqual([])
  })
})

const KINDS = [
  'Retired allotment holder',
  'Student',
  'Junior developer',
  'Head of nursing',
  'Freelance baker',
  'Shopper',
]
const VARIATIONS = ['retired', 'student', 'short of time', 'senior planner', 'unemployed', 'driven by one goal']
const AXES: Record<string, string[]> = {
  company_size: ['Startup', 'SMB', 'Enterprise', 'None'],
  tech_adoption: ['Early adopter', 'Laggard', 'Late majority'],
  risk_tolerance: ['low', 'middle', 'high'],
  experience_level: ['Novice', 'Expert'],
}

/** A plan with kinds, weights, and levels ruled out, by the seed. */
function planOf(random: () => number) {
  const some = <T>(values: readonly T[]): T[] => values.filter(() => random() < 0.5)
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const kinds = some(KINDS)
  const answer: PlanAnswer = {
    archetypes: (kinds.length > 0 ? kinds : ['Shopper']).map((name) => ({
      ...{ name, description: name, weight: 1 + Math.floor(random() * 99), evidence_ids: ['e1'] },
      respondents: [],
      variations: some(VARIATIONS),
      rules_out: some(Object.keys(AXES)).map((axis) => ({ axis, level: one(AXES[axis] ?? []) })),
      ages: null,
    })),
    axes: some(Object.keys(AXES)).map((name) => ({
      name,
      levels: (AXES[name] ?? []).map((level) => ({
        name: level,
        weight: Math.floor(random() * 3) * 20,
        evidence_ids: some(['e1']),
      })),
    })),
    edge_cases: [],
    rationale: '',
  }
  const evidence = {
    kind: 'segment',
    statement: 's',
    quote: 'q',
    who: '',
    passage_id: 'd1-p1',
    respondent: '',
  } as const
  return normalizePlan({
    answer,
    audience: false,
    respondents: [],
    evidence: [{ evidence_id: 'e1', ...evidence }],
    templates: [],
    recordAxes: [],
  })
}

it('nobody who is drawn does, whatever the plan and the seed', () => {
  let people = 0
  for (let seed = 0; seed < 300; seed++) {
    const plan = planOf(createRandom(`plan ${seed}`))
    const input = {
      name: 'my-set',
      count: 3 + (seed % 38),
      diversity: (seed % 5) / 4,
      seed,
      records: [],
      respondents: new Map(),
    }
    const seating = assignSeats(plan, input)
    for (let seat = 0; seat < input.count; seat++) {
      const brief = briefOf(plan, seating, seat)
      const drawn = { ...person({}), ...drawnFields(plan, brief), role: brief.archetype }
      expect(contradictionsOf(drawn), `seed ${seed}, ${brief.id}`).toEqual([])
      people++
    }
  }
  expect(people).toBeGreaterThan(5_000)
})

it('occupations are those of the person', () => {
  const names = (words: string) => occupationsIn(words).map(({ name }) => name)
  expect(names('Retired teacher')).toEqual(['retired'])
  expect(names('Head of nursing')).toEqual(['senior', 'leading others'])
  expect(names('Carer of a retired father')).toEqual([])
})
