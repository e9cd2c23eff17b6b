import { z } from 'zod'
import { CATEGORIES, Category } from '../domain/personas/persona.js'
import { dataFile } from './data-file.js'

const sentence = z.string().min(1)
const withClaim = sentence.includes('{claim}', { error: 'The sentence has no place for the {claim}.' })

/** An objection to nearly any offer, with what people may say about it. `{claim}` stands for a claim of the text. */
const PlantedView = z.strictObject({
  view: sentence,
  said: z.tuple([sentence, sentence]),
  denied: sentence,
  asked: sentence,
  near: sentence,
})
export type PlantedView = z.infer<typeof PlantedView>

const Language = z.strictObject({
  negated: withClaim,
  reversed: withClaim,
  harm: z.record(Category, z.tuple([sentence, sentence])),
  /** First words, in lower case, by which a sentence refers to the sentence before it. */
  anaphora: z.array(sentence).transform((words) => new Set(words)),
  /** Words, in lower case, by which a sentence refers to another sentence, in any position. */
  leaning: z.array(sentence).transform((words) => new Set(words)),
  planted: z.array(PlantedView).min(7),
  small_talk: z.array(sentence).min(4),
})
export type AssayLanguage = z.infer<typeof Language>

/** Sentences with a known effect, with which a run tests its own panel. */
export const ASSAY_TEXTS = dataFile(
  'assay.yaml',
  z.strictObject({
    /** A fair but weak concept of each category. */
    weak: z.record(z.enum(CATEGORIES), sentence),
    /** By the English name of the language. */
    languages: z.record(z.string(), Language),
  }),
)

/** The sentences in a language by its English name, also with a country: "British English", "German (Austria)". */
export function assayLanguage(named: string): AssayLanguage | undefined {
  const { languages } = ASSAY_TEXTS()
  const known = Object.keys(languages).find((name) => new RegExp(`\\b${name}\\b`, 'i').test(named))
  return known === undefined ? undefined : languages[known]
}
