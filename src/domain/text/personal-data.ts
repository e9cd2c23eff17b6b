import { z } from 'zod'

/** Kinds of personal data that are looked for in research before it is stored. */
const PERSONAL_KINDS = [
  'name',
  'address',
  'phone',
  'e-mail',
  'iban',
  'account',
  'card',
  'national id',
  'ip address',
  'web address',
  'handle',
  'date of birth',
] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** Personal data of one kind that was removed from one file, with up to three examples whose letters are mostly masked. */
export const FoundData = z.object({
  file: z.string(),
  kind: z.enum(PERSONAL_KINDS),
  count: z.int().min(1),
  examples: z.array(z.string()),
})
export type FoundData = z.infer<typeof FoundData>

/** The limits of detection, shown with the preview; `npm run bench:personal-data` measures them. */
export const DETECTION_LIMITS =
  'Not everything is found: names that are not on the lists and stand without a title, greeting or signature, numbers without a word that says what they are, unusual spellings, and what describes somebody without naming them stay in the text. Look at it before you give it.'
