export type NormalizedText = { readonly text: string; readonly origin: readonly number[] }

/** The quote without marks around it: models add quotation marks that the source does not have. */
export const withoutQuotationMarks = (quote: string): string =>
  quote.trim().replace(/^["“”'‘’«»]+|(?<!["“”'‘’«»])["“”'‘’«»]+$/g, '')

const PLAIN_MARKS: Record<string, string> = {
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
}

/**
 * Lower case, straight marks, single spaces, without marks of struck prices; `origin` maps each character to its index
 * in the source.
 */
export function normalizeText(text: string): NormalizedText {
  const origin: number[] = []
  let normalized = ''
  // A flag, because reading the last character of a string under construction copies the whole string.
  let afterSpace = true
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '~' && (text[at - 1] === '~' || text[at + 1] === '~')) continue
    const space = /\s/.test(character)
    if (space && afterSpace) continue
    afterSpace = space
    const lower = character.toLowerCase()
    normalized += space ? ' ' : (PLAIN_MARKS[character] ?? (lower.length === 1 ? lower : character))
    origin.push(at)
  }
  return { text: normalized.trimEnd(), origin }
}
