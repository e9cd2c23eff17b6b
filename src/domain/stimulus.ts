import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`)

const MIN_WORDS = 2
/** Addresses of pages and files; what lies behind them is not read. */
const ADDRESS = new RegExp(
  [
    // In Slack's form also with the words that stand for it: <https://example.com|our page>
    String.raw`\b[a-z][a-z+.-]{1,20}:\/\/[^\s<>|)\]]+(?:\|[^<>|]*>)?`,
    String.raw`\b(?:mailto|data|file):[^\s<>|)\]]+`,
    String.raw`\bwww\.[^\s<>|)\]]+`,
    // example.com/page
    String.raw`(?<![\p{L}\p{N}@])[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.(?:com|org|net|io|ai|app|dev|co|eu|uk|de|fr|us|info|biz|shop)(?:\/[^\s<>|)\]]*)?(?![\p{L}\p{N}])`,
    // /home/me/page.md, C:\page.md
    String.raw`(?<!\S)(?:[a-z]:)?[\\/][^\s<>|]+`,
  ].join('|'),
  'giu',
)
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How many different words with a letter in them the text has, counted no further than `most`. */
function countWords(text: string, most: number): number {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && /\p{L}/u.test(segment)) words.add(segment.toLowerCase())
    if (words.size >= most) break
  }
  return words.size
}

/** A stimulus that a panel can judge: words that people would read, not a link to them. */
export const Proposition = Stimulus.superRefine((text, context) => {
  // Also asked about a text that was found empty or too long.
  if (text === '' || text.length > MAX_STIMULUS) return
  const words = text.replace(ADDRESS, ' ')
  if (countWords(words, MIN_WORDS) >= MIN_WORDS) return
  const message =
    words === text
      ? 'This is too little to judge. Send the sentence or the text as your customers will read it, at least two words.'
      : 'This is only a link, and the page behind it is not read. Paste the text of the page, or save it as a file and give that.'
  context.addIssue({ code: 'custom', message })
})
