import { z } from 'zod'
import { dataFile } from './data-file.js'
import { wordSet } from './word-list.js'

const byGender = z
  .strictObject({ female: wordSet, male: wordSet, either: wordSet })
  .transform(({ female, male, either }) => ({ female, male, all: new Set([...female, ...male, ...either]) }))

/** Given names of 24 languages and countries, used to recognise names in texts. */
export const GIVEN_NAMES = {
  /**
   * `also_words`: names that are also words, places or brands; `german_words`: in German; `word_surnames`: surnames
   * that are words. `female`, `male`: names of both that are given to nobody else.
   */
  given: dataFile(
    'given-names.yaml',
    z
      .strictObject({
        names: byGender,
        surnames: wordSet,
        lone_surnames: wordSet,
        also_words: byGender,
        german_words: wordSet,
        word_surnames: wordSet,
      })
      .transform(({ names, also_words, ...words }) => ({
        ...words,
        names: names.all,
        also_words: also_words.all,
        female: new Set([...names.female, ...also_words.female]),
        male: new Set([...names.male, ...also_words.male]),
      })),
  ),
}
