import { LEXICON } from '../data/lexicon.js'

/** Fields that only a mail's source begins with (RFC 5322, RFC 2045); people write “From:” and “Subject:”, too. */
const OF_MACHINES =
  /^(?:MIME-Version|Received|Return-Path|Message-ID|Delivered-To|DKIM-Signature|ARC-Seal|Authentication-Results|Content-Transfer-Encoding|X-[\w-]{1,60}): ?\S|^Content-Type: ?[a-z]+\/[a-z]/im
const FIELDS = /^\s{0,20}(?:[A-Z][\w-]{0,60}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n){0,200}){2,200}/i

/** Whether a text is the source of an e-mail: fields of machines before its first empty line. */
export const isRawMail = (text: string): boolean => OF_MACHINES.test(FIELDS.exec(text.slice(0, 50_000))?.[0] ?? '')

/** Lines at either end of a mail that may be its own: “View in browser” above, “Unsubscribe” below. */
const MAX_LINES_ABOVE = 6
const MAX_LINES_BELOW = 15

/**
 * A newsletter as its readers see it: without the links to see it in a browser and to unsubscribe, and with “…” in
 * place of what a program fills in. Other texts stay as they are.
 */
export function mailAsRead(text: string): string {
  const { opens_mail, ends_mail } = LEXICON.pages()
  const lines = filledIn(text).split('\n')
  const written = [...lines.keys()].filter((line) => lines[line]?.trim() !== '')
  const below = written.slice(-MAX_LINES_BELOW).filter((line) => ends_mail.test(lineAt(lines, line)))
  // “Web version” alone may be one of several that are offered.
  const opens = (line: string) => opens_mail.test(line) && (below.length > 0 || IN_BROWSER.test(line))
  const above = written.slice(0, MAX_LINES_ABOVE).filter((line) => opens(lineAt(lines, line)))
  const leftOut = new Set([...above, ...below])
  // What is nothing but such lines is about them.
  if (leftOut.size === written.length) return text
  return lines.filter((_, line) => !leftOut.has(line)).join('\n')
}

const IN_BROWSER = /browser|navega/i

/** Without marks around it. */
const lineAt = (lines: readonly string[], line: number): string =>
  (lines[line] ?? '').replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]{1,20}$/u, '')

/**
 * Fields of Mailchimp, and of others where they stand for a reader: `*|FNAME|*`, `{{first_name}}`, `%%First Name%%`.
 */
const MAILCHIMP_CHOICE =
  /\*\|IF:[^|\n]{1,80}\|\*[^|]{0,300}(?:\*\|[A-Z]{1,20}\|\*[^|]{0,300}){0,3}\*\|ELSE:?\|\*([^|]{0,300})\*\|END:IF\|\*/gu
const MAILCHIMP = /\*\|[A-Z][\w:.-]{0,80}\|\*/gu
const DEFAULT =
  /\{\{\s{0,3}[\w.]{1,60}\s{0,3}\|\s{0,3}default(?:\s{0,3}:\s{0,3}|\(\s{0,3})["']([^"'\n]{0,60})["']\)?\s{0,3}\}\}/giu
const OF_A_READER =
  /(?:\{\{|%%|\{%|\[\[|%\[|<<)\s{0,3}(?:(?:contact|subscriber|customer|person|user|recipient|lead|profile|event)[._ ])?(?:(?:first|last|full|sur|given)[_ -]?name|[fl]name|name|vorname|nachname|anrede|salutation|company|city)\s{0,3}(?:\}\}|%%|%\}|\]\]|\]%|>>)/giu

function filledIn(text: string): string {
  const chosen = text.replace(MAILCHIMP_CHOICE, '$1').replace(MAILCHIMP, GAP).replace(DEFAULT, '$1')
  // Who sells the filling in shows the fields.
  return LEXICON.pages().speaks_of_fields.test(text) ? chosen : chosen.replace(OF_A_READER, GAP)
}

const GAP = '…'
