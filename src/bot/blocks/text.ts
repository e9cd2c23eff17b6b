import { clean, headline } from '../../presentation/clean.js'

const NOTHING = '(nothing that can be shown)'
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The beginning of a text with an ellipsis, at most `max` UTF-16 units, which is what Slack counts or more. It is cut
 * between words where there are any, never inside a grapheme.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // Start of the first grapheme that does not fit.
  const end = graphemes.segment(text.slice(0, max + 64)).containing(max - 1)?.index ?? 0
  const kept = text.slice(0, end)
  // A cut before a space is between words already.
  const space = text[end] === ' ' ? -1 : kept.lastIndexOf(' ')
  return `${(space > max / 2 ? kept.slice(0, space) : kept).trimEnd()}…`
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/
/** Isolates right-to-left text, which would otherwise reorder our words around it. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** Untrusted text on one line, at most `max` units, for `plain_text` and `rich_text`, which read no markup. */
export const line = (text: string, max: number): string =>
  isolated(cut(clean(text).replace(/\s+/g, ' ') || NOTHING, Math.max(1, max - 2)))

/** Untrusted text with its line breaks, at most `max` units; several empty lines become one. */
export const passage = (text: string, max: number): string =>
  isolated(cut(clean(text).replace(/\n\s*\n\s*/g, '\n\n') || NOTHING, Math.max(1, max - 2)))

/** The first line of a run's subject without Markdown marks; still untrusted text. */
export const titled = (subject: string): string => headline(subject, 1_000) || subject

const SUBJECT = 280
/** The first line of a run's subject, as a line of a card. */
export const subjectLine = (subject: string, scale: { readonly words: number }): string =>
  line(titled(subject), SUBJECT * scale.words)

/** Signs that Slack reads as formatting, with lookalikes: mrkdwn has no way to escape them. */
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
/** Keeps an address readable without making it a link: `https∶//evil.example`; `@here` gets an invisible joiner. */
const disarmed = (text: string): string =>
  text
    .replace(/[*_~`|<>&[\]]/g, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/:(?=\S)/g, LOOKALIKES[':'] ?? ':')
    .replace(/@(?=\S)/g, '@\u2060')
    .replace(/#(?=\S)/g, '#\u2060')

/**
 * Untrusted text for mrkdwn and for a message's top-level `text`, at most `max` units. No mention, link, formatting or
 * emoji code is left in it, and nothing to escape.
 */
export const neutralizeMrkdwn = (text: string, max: number): string =>
  isolated(cut(disarmed(clean(text).replace(/\s+/g, ' ')) || NOTHING, Math.max(1, max - 2)))

/** Escapes `& < >` for mrkdwn, in our own words. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Joins sentences with spaces; empty ones are left out. */
export const sentences = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
