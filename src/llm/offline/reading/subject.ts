import type { Segment } from './segments.js'

const NOT_A_NAME =
  /^(?:i|we|our|you|your|the|a|an|no|it|its|this|that|price|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|usb|led|gps|pdf|ai|uk|eu|us|english|christmas)$/iu
const MAX_LENGTH = 40

/**
 * What a text is about, to be named in a sentence: the capitalised name it says most often, one inside a sentence before
 * one that begins it; else its first noun ("this drink"); else "this".
 */
export function readSubject(segments: readonly Segment[]): string {
  const names = new Map<string, number>()
  for (const { tokens } of segments) {
    for (let first = 0; first < tokens.length; first++) {
      let last = first
      while (isName(tokens[last])) last++
      if (last === first) continue
      const name = tokens
        .slice(first, last)
        .map(({ text }) => text)
        .join(' ')
      names.set(name, (names.get(name) ?? 0) + (first > 0 || last - first > 1 ? 2 : 1))
      first = last
    }
  }
  const [name] = [...names].filter(([name]) => name.length <= MAX_LENGTH).sort((a, b) => b[1] - a[1])
  if (name) return name[0]
  const noun = segments
    .flatMap(({ tokens }) => tokens)
    .find(({ text, pos }) => pos === 'NOUN' && /^\p{Ll}[\p{Ll}-]{2,}$/u.test(text) && !/[^s]s$/u.test(text))
  return noun ? `this ${noun.text}` : 'this'
}

const isName = (token: Segment['tokens'][number] | undefined): boolean =>
  token !== undefined && token.pos === 'PROPN' && /^\p{Lu}[\p{L}\d]+$/u.test(token.text) && !NOT_A_NAME.test(token.text)
