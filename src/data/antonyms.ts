import { z } from 'zod'
import { dataFile } from './data-file.js'

/** Words that mean the opposite of each other. */
export const ANTONYMS = {
  /** Each pair as `word word`. */
  antonyms: dataFile('antonyms.json', z.object({ source: z.string(), pairs: z.array(z.string().regex(/^\w+ \w+$/)) })),
}
