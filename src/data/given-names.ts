import { z } from 'zod'
import { dataFile } from './data-file.js'
import { wordSet } from './word-list.js'

/** Given names of 22 languages and countries, used to recognise names in texts. */
export const GIVEN_NAMES = {
  /** `also_words`: names that are also words, places or brands. */
  given: dataFile(
    'given-names.yaml',
    z.strictObject({ names: wordSet, surnames: wordSet, lone_surnames: wordSet, also_words: wordSet }),
  ),
}
