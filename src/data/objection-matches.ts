import { z } from 'zod'
import { dataFile } from './data-file.js'

const Counts = z.strictObject({ pairs: z.int().min(1), same: z.int(), perhaps: z.int(), other: z.int() })

/** How often objections are matched correctly, as measured by `npm run bench:objections -- --write`. */
export const OBJECTION_MATCHES = {
  matches: dataFile(
    'objection-matches.json',
    z.strictObject({
      set: z.string(),
      /** Pairs with the same meaning in other words, and pairs of one person's with different meanings. */
      reworded: Counts,
      different: Counts,
      /** The verdict on each pair, in order: `s`ame, `p`erhaps, `o`ther. */
      letters: z.string().regex(/^[spo]+$/),
    }),
  ),
}
