import type { Finding } from './refinement.js'

const QUOTED = /[“„"«]([^“”„"«»]+)[”“"»]/gu
const SENTENCE_END = /[.!?…]+["”»)\]]*(?=\s|$)|\n+/gu

/** The sentences of a text from which a finding quotes, as spans; none where it quotes nothing that stands there. */
export function quotedSentences(
  { finding, fix }: Pick<Finding, 'finding' | 'fix'>,
  text: string,
): { start: number; end: number }[] {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index, 0: mark }) => index + mark.length)
  return [...`${finding} ${fix}`.matchAll(QUOTED)].flatMap(([, quoted = '']) => {
    const words = quoted.replace(/(?:…|\.{3})$/u, '').trim()
    if (words === '') return []
    return [...text.matchAll(patternOf(words))].map(({ index, 0: found }) => ({
      start: ends.findLast((end) => end <= index) ?? 0,
      end: ends.find((end) => end >= index + found.length) ?? text.length,
    }))
  })
}

/** Letter case, white space and the shape of apostrophes may differ. */
const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')
      .replace(/['’‘]/g, "['’‘]"),
    'giu',
  )
