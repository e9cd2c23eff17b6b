import { clean, headline } from '../../presentation/clean.js'

const NOTHING = '(nothing that can be shown)'
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The beginning of a text with an ellipsis, at most `most` UTF-16 units, which is what Slack counts or more. Cut between
 * words where there are any, never inside a character as a reader sees it.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // Where the character begins that has no room any more.
  const end = graphemes.segment(text.slice(0, max + 64)).containing(max - 1)?.index ?? 0
  const kept = text.slice(0, end)
  // A cut right behind a word is between words already.
  const space = text[end] === ' ' ? -1 : kept.lastIndexOf(' ')
  return `${(space > max / 2 ? kept.slice(0, space) : kept).trimEnd()}…`
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/
/** A right-to-left stretch keeps to itself: without the isolates it would turn our words around it. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** A stranger's text on one line, at most `most` units, for `plain_text` and `rich_text`: there nothing is read as markup. */
export const line = (text: string, max: number): string =>
  isolated(cut(clean(text).replace(/\s+/g, ' ') || NOTHING, Math.max(1, max - 2)))

/** The same with its line breaks; more than one empty line becomes one. */
export const passage = (text: string, max: number): string =>
  isolated(cut(clean(text).replace(/\n\s*\n\s*/g, '\n\n') || NOTHING, Math.max(1, max - 2)))

/** The first line of what a run is about, without marks of Markdown; still a stranger's. */
export const titled = (subject: string): string => headline(subject, 1_000) || subject

const SUBJECT = 280
/** The same as a line of a card. */
export const subjectLine = (subject: string, room: { readonly words: number }): string =>
  line(titled(subject), SUBJECT * room.words)

/** Signs Slack reads as formatting, with others that look like them: mrkdwn knows no way to escape them. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '∗',
  _: 'ˍ',
  '~': '∼',
  '`': 'ˋ',
  '|': '∣',
  '<': '‹',
  '>': '›',
  '&': '＆',
  ':': '∶',
  '[': '［',
  ']': '］',
}
/** An address stays readable and is no link: `https∶//evil.example`; `@here` gets an invisible joiner. */
const disarmed = (text: string): string =>
  text
    .replace(/[*_~`|<>&[\]]/g, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/:(?=\S)/g, LOOKALIKES[':'] ?? ':')
    .replace(/@(?=\S)/g, '@\u2060')
    .replace(/#(?=\S)/g, '#\u2060')

/**
 * A stranger's text where mrkdwn cannot be helped, and for a message's top-level `text`: no mention, link, formatting or
 * emoji code is left in it, and nothing to escape. At most `most` units.
 */
export const inert = (text: string, max: number): string =>
  isolated(cut(disarmed(clean(text).replace(/\s+/g, ' ')) || NOTHING, Math.max(1, max - 2)))

/** `& < >` as mrkdwn wants them, for words of ours. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Several sentences of ours with gaps between; empty ones are left out. */
export const sentences = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
