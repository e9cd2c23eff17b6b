import { z } from 'zod'
import { CURRENCY_BEFORE } from '../text/currencies.js'

/** Age range of the people of a set, both ends included. */
export type Ages = { readonly from: number; readonly to: number }

/** Ages a person of a set can have, and the ages drawn from where none are stated. */
export const POSSIBLE_AGES: Ages = { from: 16, to: 99 }
export const USUAL_AGES: Ages = { from: 19, to: 74 }

/** The ages in both ranges; `null` where there are none. */
export function commonAges(a: Ages, b: Ages): Ages | null {
  const ages = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
  return ages.from <= ages.to ? ages : null
}

/** The source of a profile that was made up from an audience in words. */
export const AUDIENCE_SOURCE = 'an audience in words'
const MAX_AUDIENCE = 500

/** Birth years (Pew Research Center 2019; the two youngest by common use), as ages in 2026. */
const YEAR = 2026
const GENERATIONS: readonly (readonly [RegExp, born: Ages])[] = [
  [/\b(?:silent generation)\b/i, { from: 1928, to: 1945 }],
  [/\b(?:baby )?boomers?\b/i, { from: 1946, to: 1964 }],
  [/\bgen(?:eration)?[ -]x(?:ers?)?\b/i, { from: 1965, to: 1980 }],
  [/\bmillennials?\b|\bgen(?:eration)?[ -]y\b/i, { from: 1981, to: 1996 }],
  [/\bgen(?:eration)?[ -]z(?:ers?)?\b/i, { from: 1997, to: 2012 }],
  [/\bgen(?:eration)?[ -]alpha\b/i, { from: 2013, to: 2025 }],
]

const TWO = String.raw`\d{1,2}`
/** What may follow an age: its unit, a linking word, or nothing. "20-50 employees" is no age. */
const TAIL = String.raw`(?:['’]?s\b)?(?=[ -]*(?:years?\b|yrs?\b|y\/?o\b)|\s*(?:$|[,;.:)(&/])|\s+(?:in|from|who|with|living|that|and|or|on|at|of|across|looking|buying)\b)`
const RANGE = new RegExp(
  String.raw`(?<![\d.,]|${CURRENCY_BEFORE}\s?)\b(${TWO})\s*(?:-|–|to|and)\s*(${TWO})${TAIL}`,
  'iu',
)
const OVER = new RegExp(
  String.raw`\b(?:over|above|older than|at least|from)(?: the age of)? (${TWO})${TAIL}|\b(${TWO})(?:\+| (?:and|or) (?:over|older|above))`,
  'i',
)
const UNDER = new RegExp(
  String.raw`\b(?:under|below|younger than|up to)(?: the age of)? (${TWO})${TAIL}|\b(${TWO}) (?:and|or) (?:under|younger)`,
  'i',
)
const EXACT = new RegExp(
  String.raw`(?<!\d\s*(?:-|–|to|and)\s*)\b(${TWO})[ -]years?[ -]olds?\b|\baged? (${TWO})\b(?!\s*(?:-|–|to|and|or|\+))`,
  'i',
)
const DECADE = /\bin their (\d)0s\b/i
const TEENAGERS = /\b(?:teenagers?|teens)\b/i
const CHILD = '(?:child|children|kids?|toddlers?|babies|infants?|minors)'
/** "Children under 5", not "parents of children under 5". */
const CHILDREN = new RegExp(
  String.raw`^(?!.*\b(?:parents?|mothers?|mums?|moms?|fathers?|dads?|famil\w+|teachers?|carers?)\b)(?:(?!(?:of|with|for|to|have|has|raising)\b)[\p{L}-]+ )*?${CHILD}\b`,
  'iu',
)
/** The age of somebody's children is not their own. */
const AGE_OF_CHILDREN = new RegExp(
  String.raw`\b${CHILD}\b(?: (?:who are|aged?|between|under|over|below|above|from|up to|younger than|older than))*(?: ${TWO}(?:\s*(?:-|–|to|and)\s*${TWO})?)?`,
  'gi',
)

/** "Not Gen Z", "no one over 30", "outside France": the audience states whom it excludes. */
const EXCLUDES = /\b(?:not|no|none|nobody|never|except|excluding|excludes?|outside|without|other than)\b|\bnon-/i
/** Whether an audience excludes somebody. Code then reads nothing from it, as it cannot tell which half is meant. */
export const excludesSome = (audience: string): boolean => EXCLUDES.test(audience)

/** The ages an audience states in figures or by names of generations; `null` where it states none. */
export function statedAges(audience: string): Ages | null {
  const all = statedRanges(audience)
  if (all.length === 0) return null
  return {
    from: Math.max(POSSIBLE_AGES.from, ...all.map(({ from }) => from)),
    to: Math.min(POSSIBLE_AGES.to, ...all.map(({ to }) => to)),
  }
}

function statedRanges(audience: string): Ages[] {
  if (excludesSome(audience)) return []
  const own = audience.replace(AGE_OF_CHILDREN, ' ')
  const number = (pattern: RegExp): number | null => {
    const [, first, other] = pattern.exec(own) ?? []
    return first === undefined && other === undefined ? null : Number(first ?? other)
  }
  const ranges = GENERATIONS.flatMap(([name, born]) =>
    name.test(own) ? [{ from: YEAR - born.to, to: YEAR - born.from }] : [],
  )
  const [, low, high] = RANGE.exec(own) ?? []
  if (low !== undefined) ranges.push({ from: Number(low), to: Number(high) })
  const [over, under, decade] = [OVER, UNDER, DECADE].map(number)
  for (const [, first, other] of own.matchAll(new RegExp(EXACT, 'gi'))) {
    const age = Number(first ?? other)
    ranges.push({ from: age, to: age })
  }
  if (typeof over === 'number') ranges.push({ from: over, to: Math.max(USUAL_AGES.to, over + 15) })
  if (typeof under === 'number') ranges.push({ from: USUAL_AGES.from > under ? 0 : USUAL_AGES.from, to: under - 1 })
  if (typeof decade === 'number') ranges.push({ from: decade * 10, to: decade * 10 + 9 })
  if (TEENAGERS.test(own)) ranges.push({ from: 13, to: 19 })
  return ranges
}

const ADULTS = `The people of a set are ${POSSIBLE_AGES.from} or older: describe those who decide instead, such as parents.`

/** The people of a set, described in the user's own words. */
export const Audience = z
  .string()
  .trim()
  .max(
    MAX_AUDIENCE,
    `An audience is a sentence of at most ${MAX_AUDIENCE} characters; longer descriptions can be given as a document.`,
  )
  .refine(
    (text) => /\p{L}{2}/u.test(text),
    'Say in a few words who the audience is, such as "Gen Z shoppers in Germany".',
  )
  .superRefine((text, context) => {
    const problem = problemOf(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

function problemOf(audience: string): string | null {
  if (CHILDREN.test(audience)) return ADULTS
  const ranges = statedRanges(audience)
  if (ranges.some(({ to }) => to < POSSIBLE_AGES.from)) return ADULTS
  const ages = statedAges(audience)
  if (ages && ages.from > ages.to)
    return 'The ages in this audience contradict each other; state one range of ages, or make a set for each.'
  return null
}
