import { z } from 'zod'
import { dataFile } from './data-file.js'

/** Pairs of words with opposite meanings. */
export const ANTONYMS = {
  /** Each pair as `word word`. */
  antonyms: dataFile('antonyms.json', z.object({ source: z.string(), pairs: z.array(z.string().regex(/^\w+ \w+$/)) })),
}
