import { LEXICON } from '../../../data/lexicon.js'
import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'

/** The words by which what somebody says is read (`data/lexicon/concerns.yaml`). */
export type ConcernWords = {
  readonly of: Readonly<Record<Concern, RegExp>>
  /** Phrases in which a concern's word is about something else, and phrases that settle a concern. */
  readonly elsewhere: Readonly<Partial<Record<Concern, RegExp>>>
  readonly settled: Readonly<Partial<Record<Concern, RegExp>>>
  readonly complaints: RegExp
  readonly indifferent: RegExp
  readonly content: RegExp
  readonly wishes: RegExp
  /** Whether a wish is none within a complaint: from arithmetic 4 on. */
  readonly wishes_apart: boolean
} & Pick<
  Later,
  'others' | 'myself' | 'own_subject' | 'reports' | 'echo_denied' | 'echo_shared' | 'fronted' | 'never_last'
>

type Later = ReturnType<typeof LEXICON.concerns>['later'][number]

const WISHES_APART = 4
const known = new Map<number, ConcernWords>()

/**
 * The words that a run reads: one that began by an earlier arithmetic keeps its own. Put together once, as the
 * expressions are large and a run reads thousands of sentences.
 */
export function concernWords(arithmetic: number): ConcernWords {
  const words = known.get(arithmetic) ?? wordsOf(arithmetic)
  known.set(arithmetic, words)
  return words
}

function wordsOf(arithmetic: number): ConcernWords {
  const { concerns, polarity, later } = LEXICON.concerns()
  const first: ConcernWords = {
    wishes_apart: arithmetic >= WISHES_APART,
    ...{ of: concerns, elsewhere: {}, settled: {}, complaints: polarity.complaints },
    ...{ indifferent: polarity.indifferent, content: polarity.content, wishes: polarity.wishes },
  }
  return later.filter(({ from }) => from <= arithmetic).reduce(withLater, first)
}

function withLater(words: ConcernWords, later: Later): ConcernWords {
  const { from: _, elsewhere, concerns, troubles, settled, indifferent, content, wishes, ...of_others } = later
  const of = Object.fromEntries(
    CONCERNS.map((concern) => [concern, either(either(words.of[concern], concerns[concern]), troubles[concern])]),
  ) as ConcernWords['of']
  return {
    ...words,
    ...of_others,
    of,
    elsewhere: together(words.elsewhere, elsewhere),
    settled: together(words.settled, settled),
    complaints: Object.values(troubles).reduce(either, words.complaints),
    indifferent: either(words.indifferent, indifferent),
    content: either(words.content, content),
    wishes: either(words.wishes, wishes),
  }
}

const together = (first: ConcernWords['elsewhere'], second: ConcernWords['elsewhere']): ConcernWords['elsewhere'] =>
  Object.fromEntries(
    CONCERNS.flatMap((concern) => {
      const [own, further] = [first[concern], second[concern]]
      const both = own === undefined ? further : either(own, further)
      return both === undefined ? [] : [[concern, both]]
    }),
  )

const either = (first: RegExp, second: RegExp | undefined): RegExp =>
  second === undefined ? first : new RegExp(`${first.source}|${second.source}`, first.flags)
