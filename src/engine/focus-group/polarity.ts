import { JUDGING } from '../../data/judging.js'

const NEGATIONS = new Set(
  'not no never none nobody nothing neither nor nowhere without hardly barely scarcely cannot lack lacks unlikely'.split(
    ' ',
  ),
)
/** Words without a meaning of their own here. */
const FUNCTION_WORDS = new Set(
  'a an the i my me we our you your he she they it its to of in on at is are was be this that and or but for with as so if would could can do does did have has had just very there what which who when than then from by about into over up out all any some one us am will'.split(
    ' ',
  ),
)
const OPPOSING_PREFIXES = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non'] as const
/** Endings that are removed to find a word's base form, each with its replacement. */
const ENDINGS = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
  ['er', ''],
  ['est', ''],
  ['ier', 'y'],
  ['ly', ''],
] as const

let opposites: ReadonlyMap<string, ReadonlySet<string>> | null = null

/**
 * Whether two sentences about the same matter contradict each other as far as words show it: an odd number of
 * negations, antonyms and "too" between them. Only useful where the sentences are otherwise close in meaning.
 */
export function opposes(left: string, right: string): boolean {
  const [a, b] = [wordsOf(left), wordsOf(right)]
  const turns =
    negationsIn(a) + negationsIn(b) + antonymsBetween(a, b) + (a.includes('too') === b.includes('too') ? 0 : 1)
  return turns % 2 === 1
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[a-z]+(?:'[a-z]+)?/g) ?? []

/** Words that show what a sentence is about. */
export const contentWordsOf = (text: string): string[] => wordsOf(text).filter((word) => !FUNCTION_WORDS.has(word))

const negationsIn = (words: readonly string[]): number =>
  words.filter((word) => NEGATIONS.has(word) || word.endsWith("n't")).length

function antonymsBetween(left: readonly string[], right: readonly string[]): number {
  opposites ??= readOpposites()
  const known = opposites
  const contentWords = (words: readonly string[]) => new Set(words.filter((word) => !FUNCTION_WORDS.has(word)))
  const [a, b] = [contentWords(left), contentWords(right)]
  const bases = new Set([...b].flatMap(baseForms))
  return [...a].filter(
    (word) =>
      !b.has(word) &&
      (baseForms(word).some((base) => [...(known.get(base) ?? [])].some((other) => bases.has(other))) ||
        OPPOSING_PREFIXES.some(
          (prefix) => b.has(prefix + word) || (word.startsWith(prefix) && b.has(word.slice(prefix.length))),
        )),
  ).length
}

function readOpposites(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (word: string, other: string) => found.set(word, (found.get(word) ?? new Set()).add(other))
  for (const pair of JUDGING.antonyms().pairs) {
    const [word = '', opposite = ''] = pair.split(' ')
    add(word, opposite)
    add(opposite, word)
  }
  return found
}

const MIN_STEM = 2
const baseForms = (word: string): string[] => [
  word,
  ...ENDINGS.filter(([ending]) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM).map(
    ([ending, instead]) => word.slice(0, word.length - ending.length) + instead,
  ),
]
