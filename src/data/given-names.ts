import { z } from 'zod'
import { dataFile } from './data-file.js'
import { wordSet } from './word-list.js'

/** Given names of 22 languages and countries, by which names are recognised in texts. */
export const GIVEN_NAMES = {
  /** `also_words`: those that are words, places or brands as well. */
  given: dataFile(
    'given-names.yaml',
    z.strictObject({ names: wordSet, surnames: wordSet, lone_surnames: wordSet, also_words: wordSet }),
  ),
}
