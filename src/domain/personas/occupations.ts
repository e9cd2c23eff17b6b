import type { Ages } from '../panel/audience.js'
import type { COLLABORATION_STYLES, COMPANY_SIZES, EXPERIENCE_LEVELS } from './persona-profile.js'

/** What an occupation is compatible with; absent fields are unrestricted. */
export type Occupation = {
  readonly name: string
  readonly heard: RegExp
  /** Ages to draw from, and ages outside which the occupation is contradictory. */
  readonly usual?: Ages
  readonly possible?: Ages
  readonly company_size?: readonly (typeof COMPANY_SIZES)[number][]
  readonly experience_level?: readonly (typeof EXPERIENCE_LEVELS)[number][]
  readonly collaboration_style?: readonly (typeof COLLABORATION_STYLES)[number][]
}

/** Words about the person, not about people they deal with: "teacher of students" is no student. */
const OWN = String.raw`^(?:(?!(?:of|for|with|to|by|and|after|about|near|from|in|at|who|whose|that)\b)[^\s]+\s+)*?`
/** The end of the noun: a "student adviser" is no student. */
const NOUN_ENDS = String.raw`(?=$|[,;.:(]|\s+(?:in|at|with|from|who|and|of|on|by|for)\b)`
const adjective = (words: string): RegExp => new RegExp(`${OWN}(?:${words})\\b`, 'i')
const noun = (words: string): RegExp => new RegExp(`${OWN}(?:${words})${NOUN_ENDS}`, 'i')

const OCCUPATIONS: readonly Occupation[] = [
  {
    name: 'retired',
    heard: adjective('retired|retirees?|pensioners?'),
    usual: { from: 60, to: 85 },
    possible: { from: 45, to: 99 },
    company_size: ['None'],
  },
  {
    name: 'student',
    heard: noun('students?|undergraduates?|pupils?'),
    usual: { from: 18, to: 30 },
    possible: { from: 5, to: 60 },
    company_size: ['None'],
  },
  {
    name: 'in training',
    heard: noun('apprentices?|trainees?|interns?'),
    usual: { from: 18, to: 30 },
    possible: { from: 16, to: 60 },
    experience_level: ['Novice', 'Intermediate'],
  },
  {
    name: 'without a job',
    heard: adjective('unemployed|jobless|homemakers?|housewife|househusband|stay-at-home'),
    company_size: ['None'],
  },
  {
    name: 'self-employed',
    heard: adjective('freelance|freelancers?|self-employed|sole traders?'),
    company_size: ['Startup', 'SMB', 'None'],
  },
  { name: 'a beginner', heard: adjective('junior|newly qualified'), experience_level: ['Novice', 'Intermediate'] },
  {
    name: 'senior',
    heard: adjective('senior (?!citizens?)\\w+|veteran|principal|chief|director|head of'),
    usual: { from: 28, to: 74 },
    possible: { from: 22, to: 99 },
    experience_level: ['Intermediate', 'Expert'],
  },
  {
    name: 'leading others',
    heard: adjective('head of|team lead(?:er)?s?|supervisors?|foreman|forewoman'),
    collaboration_style: ['Team', 'Community-driven'],
  },
]

/** Occupations named in English words about a person. */
export const occupationsIn = (words: string): Occupation[] =>
  OCCUPATIONS.filter(({ heard }) => heard.test(words.trim()))

const FIELDS = ['company_size', 'experience_level', 'collaboration_style'] as const

/** Whether an occupation is compatible with a level of an axis; axes it does not restrict are compatible with everything. */
export function goesWith(occupation: Occupation, axis_id: string, level: string): boolean {
  const field = FIELDS.find((name) => name === axis_id)
  const levels: readonly string[] | undefined = field && occupation[field]
  return levels?.includes(level) ?? true
}

/** Ages that all these occupations share, usual or possible; `null` where none is stated or none is shared. */
export function agesOfOccupations(occupations: readonly Occupation[], which: 'usual' | 'possible'): Ages | null {
  const all = occupations.flatMap((occupation) => occupation[which] ?? [])
  if (all.length === 0) return null
  const ages = { from: Math.max(...all.map(({ from }) => from)), to: Math.min(...all.map(({ to }) => to)) }
  return ages.from <= ages.to ? ages : null
}
