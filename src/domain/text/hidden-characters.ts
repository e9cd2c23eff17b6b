/** Control characters other than tab and line breaks. */
const CONTROL = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f`
/** What no font draws, as a class of characters: zero-width characters, bidi controls, tags, selectors, controls. */
export const NEVER_DRAWN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb${CONTROL}]`
/** Scripts have such characters of their own, which are no place for another one: what stays then stays for good. */
const DRAWN = `(?!${NEVER_DRAWN})`
/** Scripts and emoji that a joiner may follow, as they are written with joiners. */
const JOINABLE = String.raw`${DRAWN}[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]`
const STRAY_JOINER = String.raw`(?<!${JOINABLE}|\p{Extended_Pictographic}\ufe0f)[\u200c\u200d]`
/**
 * Variation selectors where they vary something, one each: emoji or text, forms of CJK, forms of Mongolian letters.
 * Elsewhere, or in a row, they can spell a text that nobody sees.
 */
const SELECTOR_IN_PLACE = String.raw`[\p{Extended_Pictographic}0-9#*][\ufe0e\ufe0f]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff1f][\ufe00-\ufe02]|${DRAWN}\p{Script=Mongolian}[\u180b-\u180d\u180f]`
/** Characters that a model reads and a person does not see. A byte order mark at the beginning is removed, but not counted. */
const HIDDEN = new RegExp(String.raw`${NEVER_DRAWN}(?<![\u200c\u200d])(?<!${SELECTOR_IN_PLACE})|${STRAY_JOINER}`, 'gu')
/** Latin letters, digits and punctuation: such a text has no hidden characters. */
const PLAIN = /^[\t\n\r -~\u0085\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/

/** Rare separators of lines and paragraphs, which programs that show a text often leave out. */
const RARE_BREAK = /[\u2028\u2029]/g

/** The text without characters that a person does not see, and with usual line breaks. */
export const withoutHidden = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(HIDDEN, '').replace(RARE_BREAK, '\n')

/**
 * A JSON text in which those characters, and rare line breaks, are written as `\uXXXX`: the same value, and safe to
 * print.
 */
export const escapeHidden = (json: string): string =>
  PLAIN_JSON.test(json) ? json : json.replace(HIDDEN, escaped).replace(/[\u0085\u2028\u2029]/g, escaped)

const PLAIN_JSON = /^[\n -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

const BYTE_ORDER_MARK = '\ufeff'

/** `withoutHidden` for every string of a JSON-like value, and how many characters were taken out. */
export function takeHidden<T>(value: T): { readonly value: T; readonly removed: number } {
  let removed = 0
  const taken = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const left = withoutHidden(part)
      if (left === part) return part
      removed += [...part].length - [...left].length - (part.startsWith(BYTE_ORDER_MARK) ? 1 : 0)
      return left
    }
    if (Array.isArray(part)) return part.map(taken)
    if (part === null || typeof part !== 'object' || part instanceof Date) return part
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, taken(item)]))
  }
  return { value: taken(value) as T, removed }
}
