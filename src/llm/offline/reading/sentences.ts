const ENDS = '.!?…'

/** Splits a text into sentences, verbatim; a full stop inside “…” ends no sentence. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === '“') quoted = true
    else if (char === '”') quoted = false
    else if (!quoted && ENDS.includes(char) && /^[.!?…]*(?:\s|$)/u.test(text.slice(i, i + 4))) {
      while (i + 1 < text.length && ENDS.includes(text.charAt(i + 1))) i++
      sentences.push(text.slice(start, i + 1).trim())
      start = i + 1
    }
  }
  sentences.push(text.slice(start).trim())
  return sentences.filter((sentence) => sentence !== '')
}

/** The first span in “…”, or null. */
export function quotedIn(text: string): string | null {
  return /“([^”]*)”/u.exec(text)?.[1] ?? null
}

/** "a, b and c" */
export function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const MAX_CALL_OUT_LENGTH = 30
const MAX_UTTERANCE_SENTENCES = 3

/** Sentences as they are spoken: "“X”? They all say that." stays together. Verbatim where sentences are separated by one blank. */
export function utterancesOf(text: string): string[] {
  const utterances: string[][] = []
  for (const sentence of sentencesOf(text)) {
    const last = utterances.at(-1)
    const calledOut = last?.[0]?.includes('“') && last.join(' ').replace(/“[^”]*”/gu, '').length < MAX_CALL_OUT_LENGTH
    if (last && calledOut && !sentence.includes('“') && last.length < MAX_UTTERANCE_SENTENCES) last.push(sentence)
    else utterances.push([sentence])
  }
  return utterances.map((sentences) => sentences.join(' ')).filter((utterance) => text.includes(utterance))
}

/** A key for a group of people: "ward managers" and "Ward manager," have the same. */
export const groupKey = (who: string): string =>
  (who.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word))
    .join(' ')
