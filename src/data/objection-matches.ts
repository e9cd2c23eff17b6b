import { z } from 'zod'
import { dataFile } from './data-file.js'

const Counts = z.strictObject({ pairs: z.int().min(1), same: z.int(), perhaps: z.int(), other: z.int() })

/** How often objections are matched rightly, as `npm run bench:objections -- --write` measured it. */
export const OBJECTION_MATCHES = {
  matches: dataFile(
    'objection-matches.json',
    z.strictObject({
      set: z.string(),
      /** Pairs that say the same in other words, and pairs of one person's that do not. */
      reworded: Counts,
      different: Counts,
      /** What was said of each pair, in their order: `s`ame, `p`erhaps, `o`ther. */
      letters: z.string().regex(/^[spo]+$/),
    }),
  ),
}
