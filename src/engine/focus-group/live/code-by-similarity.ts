import { cosine, type Vector } from '../../panel/intent/similarity-rating.js'
import { contentWordsOf, opposes } from '../polarity.js'
import type { Mark } from '../suppressed-views.js'

/** A view with its holders and their wordings of it. */
export type HeldView = {
  readonly view_id: string
  readonly texts: readonly string[]
  readonly holders: readonly string[]
}
export type Spoken = { readonly turn: number; readonly speaker: string; readonly text: string }

/**
 * How near a turn comes to a view: cosine of its nearest sentence and of the whole turn, weight of the rare words they
 * share, whether the speaker holds the view, and by how much the turn is nearer to another view, of anybody or of its
 * speaker.
 */
const FEATURES = ['sentence', 'turn', 'words', 'holder', 'other', 'otherOwn'] as const
type Nearness = Readonly<Record<(typeof FEATURES)[number], number>> & { readonly nearest: string }

/** Logistic regression on the 24 rooms of `bench/data/trust/rooms-dev.json`; `node bench/trust.mjs fit` prints it. */
const WEIGHTS = { sentence: 3.02, turn: 2.43, words: 1.67, holder: 4.51, other: -2.67, otherOwn: -1.48, bias: -6.6 }
/** A turn below the first probability does not touch a view, a turn from the second on does; both chosen on those rooms. */
const LEAVES_ALONE = 0.5
const TOUCHES = 0.6
/** Minimum cosine of a sentence that is about the view, whoever the speaker; negations and antonyms decide its relation. */
const DECIDABLE = 0.6

/**
 * Marks what each turn does to each view, without a language model. A turn that repeats one of the view's own sentences
 * word for word supports it. Otherwise nearness decides and, where sentence and view are nearly alike, negations and
 * antonyms. A speaker near their own view is taken to say it. All other near turns are unclear, and so is a view that
 * only one turn states in other words.
 */
export function codeBySimilarity(
  views: readonly HeldView[],
  turns: readonly Spoken[],
  stimulus: string,
  vectorOf: (text: string) => Vector,
): Mark[] {
  const nearness = nearnessOf(views, turns, stimulus, vectorOf)
  return views.flatMap((view, v) => {
    const verbatim = new Set(turns.flatMap(({ turn, text }) => (says(text, view.texts) ? [turn] : [])))
    const marks = turns.flatMap(({ turn }, t): Mark[] => {
      if (verbatim.has(turn)) return [{ view_id: view.view_id, turn, relation: 'supports' }]
      const near = nearness[v]?.[t] as Nearness
      const probability = probabilityOf(near)
      const touches = probability >= TOUCHES || near.sentence >= DECIDABLE
      if (!touches && probability < LEAVES_ALONE) return []
      return [{ view_id: view.view_id, turn, relation: touches ? relationOf(view, near) : 'unclear' }]
    })
    const said = marks.filter(({ relation }) => relation === 'supports')
    const [only, ...more] = said
    if (!only || more.length > 0 || verbatim.has(only.turn)) return marks
    return [...marks, { ...only, relation: 'unclear' as const }]
  })
}

/** Whether a turn contains one of these texts word for word, sentence by sentence; a question does not count. */
function says(turn: string, texts: readonly string[]): boolean {
  const spoken = sentencesOf(turn).map(plainWords)
  return texts.some((text) => {
    const own = sentencesOf(text).map(plainWords).join(' ')
    return own !== '' && spoken.some((_, from) => spoken.some((__, to) => spoken.slice(from, to + 1).join(' ') === own))
  })
}

const plainWords = (sentence: string): string =>
  `${(
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  ).join(' ')}${/\?\W*$/.test(sentence) ? '?' : ''}`

/** @public Also read by bench/trust. */
export function probabilityOf(near: Nearness): number {
  const sum = FEATURES.reduce((total, feature) => total + WEIGHTS[feature] * near[feature], WEIGHTS.bias)
  return 1 / (1 + Math.exp(-sum))
}

function relationOf({ texts }: HeldView, { nearest, sentence, holder }: Nearness): Mark['relation'] {
  const asks = nearest.endsWith('?')
  const denies = opposes(texts[0] ?? '', nearest)
  if (holder === 1) return asks || denies ? 'unclear' : 'supports'
  if (sentence < DECIDABLE) return 'unclear'
  if (asks) return 'asks'
  return denies ? 'contradicts' : 'supports'
}

/** The nearness of each turn (inner) to each view (outer). @public Also read by bench/trust. */
export function nearnessOf(
  views: readonly HeldView[],
  turns: readonly Spoken[],
  stimulus: string,
  vectorOf: (text: string) => Vector,
): Nearness[][] {
  const spoken = turns.map(({ text }) => ({ sentences: sentencesOf(text), words: stemsOf(text) }))
  const viewWords = views.map(({ texts }) => stemsOf(texts[0] ?? ''))
  const rarityOf = rarity([...spoken.map(({ words }) => words), ...viewWords], stemsOf(stimulus))
  const alike = views.map(({ texts }) =>
    spoken.map(({ sentences }) => {
      const found = sentences.map((sentence) => ({
        sentence,
        cosine: Math.max(...texts.map((text) => cosine(vectorOf(text), vectorOf(sentence)))),
      }))
      return found.reduce((best, next) => (next.cosine > best.cosine ? next : best))
    }),
  )
  return views.map(({ texts, holders }, v) =>
    turns.map(({ text, speaker }, t): Nearness => {
      const { sentence: nearest, cosine: sentence } = alike[v]?.[t] ?? { sentence: '', cosine: 0 }
      const holds = holders.includes(speaker)
      const nearestOther = (isRival: (view: HeldView) => boolean) =>
        Math.max(0, ...views.map((rival, r) => (r !== v && isRival(rival) ? (alike[r]?.[t]?.cosine ?? 0) : 0)))
      const shared = [...(viewWords[v] as Set<string>)].filter((word) => spoken[t]?.words.has(word))
      return {
        nearest,
        sentence,
        turn: Math.max(...texts.map((own) => cosine(vectorOf(own), vectorOf(text)))),
        words: shared.reduce((sum, word) => sum + rarityOf(word), 0),
        holder: holds ? 1 : 0,
        other: Math.max(0, nearestOther(() => true) - sentence),
        otherOwn: holds ? Math.max(0, nearestOther((rival) => rival.holders.includes(speaker)) - sentence) : 0,
      }
    }),
  )
}

/** Inverse document frequency as a share of its maximum; words of the proposition count half. */
function rarity(documents: readonly ReadonlySet<string>[], common: ReadonlySet<string>): (word: string) => number {
  const known = new Map<string, number>()
  for (const words of documents) for (const word of words) known.set(word, (known.get(word) ?? 0) + 1)
  const highest = Math.log(Math.max(2, documents.length))
  return (word) => (Math.log(documents.length / (known.get(word) ?? 1)) / highest) * (common.has(word) ? 0.5 : 1)
}

/** Every text whose vector `codeBySimilarity` needs. */
export const textsToEmbed = (views: readonly HeldView[], turns: readonly Spoken[]): string[] => [
  ...new Set([...views.flatMap(({ texts }) => texts), ...turns.flatMap(({ text }) => [text, ...sentencesOf(text)])]),
]

const sentencesOf = (text: string): string[] => {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== '')
  return sentences.length > 0 ? sentences : [text]
}

const STEM_ENDINGS = ['ing', 'ed', 'es', 's', 'ly'] as const
const MIN_WORD = 3
const stemsOf = (text: string): Set<string> =>
  new Set(
    contentWordsOf(text)
      .filter((word) => word.length >= MIN_WORD)
      .map((word) => {
        const ending = STEM_ENDINGS.find((known) => word.endsWith(known) && word.length - known.length >= MIN_WORD)
        return ending ? word.slice(0, -ending.length) : word
      }),
  )
