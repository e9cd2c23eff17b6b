import { excludesSome } from '../../../domain/panel/audience.js'
import type { PlanAnswer } from '../../../domain/personas/persona-plan.js'
import { escapeRegExp } from '../../../domain/text/words.js'

const MAX_NAME = 80
/** Company sizes that an audience can name; without one, its people have no company-level attributes. */
const COMPANIES = [
  ['Startup', /\bstart-?ups?\b/i],
  [
    'SMB',
    /\b(?:small|medium|mid)(?:er)?(?:[- ]sized)?(?: and medium(?:[- ]sized)?)? (?:business|compan|firm)|\bsm[be]s?\b/i,
  ],
  ['Enterprise', /\benterprises?\b|\b(?:large|big) (?:business|compan|firm)|\bcorporations?\b/i],
] as const

/** Names of countries in English. */
const COUNTRIES = countries()
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['UK', 'United Kingdom'],
  ['Britain', 'United Kingdom'],
  ['USA', 'United States'],
  ['US', 'United States'],
  ['Turkey', 'Türkiye'],
  ['Czech Republic', 'Czechia'],
])

/**
 * One kind of person, the audience itself, with the countries and company sizes that it names; ages are read where
 * people are drawn.
 */
export function planOfAudience(audience: string): PlanAnswer {
  const sizes = COMPANIES.flatMap(([level, heard]) => (heard.test(audience) ? [level] : []))
  const found = countriesIn(audience)
  const axes = [
    { name: 'company_size', levels: levelsOf(sizes.length > 0 ? sizes : ['None'], ['Startup', 'SMB', 'Enterprise']) },
  ]
  if (found.length > 0) axes.push({ name: 'Country', levels: levelsOf(found, ['Elsewhere']) })
  return {
    archetypes: [
      {
        name: audience.length > MAX_NAME ? `${audience.slice(0, MAX_NAME - 2).trimEnd()} …` : audience,
        description: 'Made up from one sentence; nobody was asked.',
        weight: 1,
        evidence_ids: [],
        respondents: [],
        variations: [],
        rules_out: [],
        ages: null,
      },
    ],
    axes,
    edge_cases: [],
    rationale: excludesSome(audience)
      ? 'Offline an audience in words is one kind of person. Of this sentence nothing was read, since it says whom it leaves out; everything was drawn.'
      : 'Offline an audience in words is one kind of person. Of the sentence only ages, names of countries, sizes of company and a few occupations were read; everything else was drawn.',
  }
}

/** Levels of an axis: those in `present` occur, the rest of `others` do not. */
const levelsOf = (present: readonly string[], others: readonly string[]) =>
  [...present, ...others.filter((name) => !present.includes(name))].map((name) => ({
    name,
    weight: present.includes(name) ? 1 : 0,
    evidence_ids: [],
  }))

function countriesIn(audience: string): string[] {
  if (excludesSome(audience)) return []
  const isNamed = (name: string) => new RegExp(`(?<![\\p{L}-])${name}(?![\\p{L}-])`, 'u').test(audience)
  const other = [...OTHER_NAMES].flatMap(([name, country]) => (isNamed(name) ? [country] : []))
  return [...new Set([...COUNTRIES.filter(isNamed), ...other])].slice(0, 5)
}

/** Country names by code, from the runtime's own data; codes without a name and groups of countries are left out. */
function countries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.flatMap((code) => names.of(code) ?? []).map(escapeRegExp)
}
