import { statedAges } from '../panel/audience.js'
import { contradictsMinutes } from '../simulation/daily-minutes.js'
import { agesOfOccupations, goesWith, occupationsIn } from './occupations.js'
import type { PersonaProfile } from './persona-profile.js'

/** A statement about a person that contradicts another statement about them. */
export type Contradiction = { readonly field: keyof PersonaProfile; readonly why: string }

/** Bounds between the thirds of the risk tolerance, which has two decimals. */
const WARY_BELOW = 0.33
const BOLD_ABOVE = 0.67
/** Minimum age at which somebody can have begun to work in a job. */
const FIRST_JOB = 15
const LONG_YEARS = 10
const SMALL_COMPANY = 50
const LARGE_COMPANY = 1_000

/** The contradiction between an audience's ages and its occupation, as a sentence; `null` where there is none. */
export function contradictionInAudience(audience: string): string | null {
  const stated = statedAges(audience)
  const occupations = occupationsIn(audience)
  const possible = agesOfOccupations(occupations, 'possible')
  if (!stated || !possible || (stated.from <= possible.to && stated.to >= possible.from)) return null
  const who = occupations.map(({ name }) => name).join(', ')
  return `The ages in this audience (${stated.from} to ${stated.to}) contradict what the people are (${who}); change one of the two.`
}

/** Whether a risk tolerance, as a third of 0–1, is compatible with a level of technology adoption. */
export const riskGoesWith = (tech_adoption: string, third: string): boolean =>
  !(tech_adoption === 'Early adopter' && third === 'low') && !(tech_adoption === 'Laggard' && third === 'high')

type Person = Pick<
  PersonaProfile,
  | 'age'
  | 'archetype'
  | 'variation'
  | 'role'
  | 'experience_level'
  | 'company_size'
  | 'tech_adoption'
  | 'risk_tolerance'
  | 'collaboration_style'
  | 'minutes_per_day'
  | 'typical_workflow'
  | 'time_availability'
>

/**
 * Contradictions in a profile as far as code can tell: between traits, and between English words and the figures and
 * levels beside them. An empty list does not prove that a profile is consistent.
 */
export function contradictionsOf(person: Person): Contradiction[] {
  return [...ofTraits(person), ...ofOccupation(person), ...ofYears(person), ...ofCompany(person), ...ofTime(person)]
}

function ofTraits({ tech_adoption, risk_tolerance }: Person): Contradiction[] {
  let third = 'middle'
  if (risk_tolerance < WARY_BELOW) third = 'low'
  if (risk_tolerance > BOLD_ABOVE) third = 'high'
  if (riskGoesWith(tech_adoption, third)) return []
  return [{ field: 'risk_tolerance', why: `${tech_adoption} with a risk tolerance of ${risk_tolerance}` }]
}

function ofOccupation(person: Person): Contradiction[] {
  const said = [person.role, person.archetype, person.variation].flatMap(occupationsIn)
  const occupations = [...new Set(said)]
  const ages = agesOfOccupations(occupations, 'possible')
  const found: Contradiction[] = []
  for (const occupation of occupations) {
    for (const field of ['company_size', 'experience_level', 'collaboration_style'] as const) {
      if (!goesWith(occupation, field, person[field]))
        found.push({ field: 'role', why: `${occupation.name}, with ${field.replace('_', ' ')} ${person[field]}` })
    }
  }
  if (ages && (person.age < ages.from || person.age > ages.to))
    found.push({ field: 'role', why: `${occupations.map(({ name }) => name).join(', ')} at ${person.age}` })
  return found
}

/** A single age; "aged 30 to 39" describes an audience. */
const AGE = /(?<!\d\s*(?:-|–|to|and)\s*)\b(\d{2})[- ]years?[- ]old\b|\baged (\d{2})\b(?!\s*(?:-|–|to|and|or|\+))/i
const YEARS =
  /\b(\d{1,2})\+? years (?:in (?:the|this|her|his|their|that) (?:job|trade|role|field|profession|business|post)|of (?:\w+ )?experience|on the job)\b/i

function ofYears({ age, role, typical_workflow, experience_level }: Person): Contradiction[] {
  const found: Contradiction[] = []
  const [, before, after] = AGE.exec(role) ?? []
  const stated = Number(before ?? after ?? age)
  if (Math.abs(stated - age) > 1) found.push({ field: 'role', why: `“${stated} years old” at ${age}` })
  for (const [field, text] of Object.entries({ role, typical_workflow }) as ['role' | 'typical_workflow', string][]) {
    const years = YEARS.exec(text)?.[1]
    if (years === undefined) continue
    if (Number(years) > age - FIRST_JOB) found.push({ field, why: `${years} years in the job at ${age}` })
    if (Number(years) >= LONG_YEARS && experience_level === 'Novice')
      found.push({ field, why: `${years} years in the job as a novice` })
  }
  return found
}

const IN_STARTUP =
  /\b(?:in|at|runs|founded|founder of|works for) (?:an?|the|her|his|their)(?: [\w-]+){0,2} start-?up\b/i
const IN_LARGE =
  /\b(?:in|at|works for) (?:an?|the)(?: [\w-]+){0,2} (?:large|big|multinational|global) (?:organi[sz]ation|company|firm|corporation|bank|enterprise)\b/i
const EMPLOYEES =
  /\b(\d[\d,]*)[- ](?:person|people|employee)s? (?:company|firm|business|organi[sz]ation)\b|\b(?:company|firm|business|organi[sz]ation) (?:of|with) (?:about )?(\d[\d,]*) (?:people|employees|staff)\b/i

function ofCompany({ role, typical_workflow, company_size }: Person): Contradiction[] {
  return (Object.entries({ role, typical_workflow }) as ['role' | 'typical_workflow', string][]).flatMap(
    ([field, text]) => {
      const sizes = sizesSaid(text)
      if (sizes === null || sizes.includes(company_size)) return []
      return [{ field, why: `a company of another size than ${company_size} in “${text}”` }]
    },
  )
}

/** Company sizes that a text leaves possible; `null` where it states none. */
function sizesSaid(text: string): readonly string[] | null {
  if (IN_STARTUP.test(text)) return ['Startup', 'SMB']
  if (IN_LARGE.test(text)) return ['Enterprise']
  const [, first, other] = EMPLOYEES.exec(text) ?? []
  const figure = first ?? other
  if (figure === undefined) return null
  const people = Number(figure.replaceAll(',', ''))
  if (people >= LARGE_COMPANY) return ['Enterprise']
  return people < SMALL_COMPANY ? ['Startup', 'SMB'] : ['Startup', 'SMB', 'Enterprise']
}

function ofTime({ time_availability, minutes_per_day }: Person): Contradiction[] {
  if (minutes_per_day === undefined || !contradictsMinutes(time_availability, minutes_per_day)) return []
  return [{ field: 'time_availability', why: `“${time_availability}” with ${minutes_per_day} minutes a day` }]
}
