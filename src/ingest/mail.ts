import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/panel/stimulus.js'
import { withPlainLetters } from '../domain/text/plain-letters.js'
import { PRICED } from './detect-requests.js'
import { withoutTimes } from './subtitles.js'

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
 * place of what a program fills in; a forwarded mail without what stands above it. Other texts stay as they are.
 */
export function mailAsRead(text: string): string {
  const lines = filledIn(withoutForwarding(text)).split('\n')
  const written = [...lines.keys()].filter((line) => lines[line]?.trim() !== '')
  const below = footOf(lines, written)
  // “Web version” alone may be one of several that are offered.
  const opens = (line: string) => opensMail(line) && (below.length > 0 || IN_BROWSER.test(line))
  const above = written.slice(0, MAX_LINES_ABOVE).filter((line) => opens(lineAt(lines, line)))
  const leftOut = new Set([...above, ...below])
  // What is nothing but such lines is about them.
  if (leftOut.size === written.length) return text
  return lines.filter((_, line) => !leftOut.has(line)).join('\n')
}

const IN_BROWSER = /browser|navega/i
/** Most words of a line that leads to the browser. */
const MAX_WORDS_TO_BROWSER = 16

/** Whether a line above a mail leads to the browser: alone, or behind the question whether it is shown well. */
function opensMail(line: string): boolean {
  const { opens_mail } = LEXICON.pages()
  if (opens_mail.test(line)) return true
  const parts = line.split(/(?<=[?!.:,|–—-])\s+/u).map(bare)
  return (
    wordCount(line) <= MAX_WORDS_TO_BROWSER &&
    parts.length > 1 &&
    parts.some((part) => opens_mail.test(part)) &&
    IN_BROWSER.test(line)
  )
}

/** The lines below a mail that are its own: those to unsubscribe, and beside them legal links, who sent it and gaps. */
function footOf(lines: readonly string[], written: readonly number[]): number[] {
  const { ends_mail } = LEXICON.pages()
  const last = written.slice(-MAX_LINES_BELOW)
  const textAt = (line: number): string => lines[line] ?? ''
  const ends = last.filter((line) => ends_mail.test(lineAt(lines, line)) || isListOfLinks(lineAt(lines, line)))
  const [first = Infinity] = ends
  const isBelow = (line: number): boolean => line > first && (isOfSender(textAt(line)) || isAddress(textAt(line)))
  const own = new Set(last.filter((line) => ends.includes(line) || isBelow(line)))
  // Who sent it, a notice of a right and a rule may stand above the lines to unsubscribe.
  for (const line of last.slice(0, Math.max(0, last.indexOf(first))).reverse()) {
    const text = textAt(line)
    if (!isNoticeOfRight(text) && !isRule(text) && !(isShort(text) && isOfSender(text))) break
    own.add(line)
  }
  const said = last.findLast((line) => !own.has(line) && !isGaps(textAt(line))) ?? -1
  return last.filter((line) => own.has(line) || (line > said && isGaps(textAt(line))))
}

/** Most words of a line with who sent a mail. */
const MAX_WORDS_OF_SENDER = 15
const isShort = (line: string): boolean => wordCount(line) <= MAX_WORDS_OF_SENDER && !/[.!?]\s*$/.test(line)
/** Whether a line below those to unsubscribe is the name or the address of who sent it: no sentence, and no price. */
const isAddress = (line: string): boolean => isShort(line) && !PRICED.test(line) && !/[!?]/.test(line)
const isRule = (line: string): boolean => !/[\p{L}\p{N}]/u.test(line)

const isNoticeOfRight = (line: string): boolean =>
  wordCount(line) <= MAX_WORDS_OF_SENDER && !PRICED.test(line) && LEXICON.pages().copyright.test(line)

/** Most words of a link at the foot of a mail. */
const MAX_WORDS_OF_LINK = 5

/** Whether a line is a list of the links at the foot of a mail, of which one unsubscribes: “Abmelden | Impressum”. */
function isListOfLinks(line: string): boolean {
  const parts = line
    .split(/\s*[|·•‧/]\s*|\s+[–—-]\s+/u)
    .map((part) => bare(part.split(/\?\s/u).at(-1) ?? ''))
    .filter((part) => part !== '')
  const { ends_mail } = LEXICON.pages()
  const areLinks = parts.every((part) => wordCount(part) <= MAX_WORDS_OF_LINK) && !PRICED.test(line)
  return parts.length > 1 && areLinks && parts.some((part) => ends_mail.test(part))
}

/** Forms of companies, registers and postal codes with a town. */
const OF_SENDER =
  /(?<!\p{L})(?:GmbH|mbH|AG|KG|UG|e\. ?V\.|Ltd|LLC|Inc|plc|S\.?A\.?(?:R\.?L\.?)?|B\.?V\.?|ApS|HRB|USt-?ID)(?!\p{L})|(?<!\d)\d{4,5} \p{Lu}\p{Ll}|(?<!\p{L})[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}(?!\p{L})|, [A-Z]{2} \d{5}(?!\d)/u
const isOfSender = (line: string): boolean =>
  !PRICED.test(line) &&
  (OF_SENDER.test(line) || LEXICON.pages().copyright.test(line) || LEXICON.pages().legal_links.test(bare(line)))

/** Whether a line is nothing but what a program fills in. */
const isGaps = (line: string): boolean => line.includes(GAP) && !/[\p{L}\p{N}]/u.test(line)

/** Without marks around it. */
const bare = (line: string): string => line.replace(/^[^\p{L}\p{N}…]+/u, '').replace(/[^\p{L}\p{N}…]{1,20}$/u, '')
const lineAt = (lines: readonly string[], line: number): string =>
  (lines[line] ?? '').replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]{1,20}$/u, '')

/**
 * What mail programs (Gmail, Outlook, Apple Mail, Thunderbird) write above a mail that is forwarded, with its fields;
 * and the signature below it (RFC 3676).
 */
const FORWARDED =
  /^[ \t>]{0,8}(?:-{2,20} ?(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré)(?: ?-{2,20})?|begin forwarded message:|anfang der weitergeleiteten nachricht:)[ \t]*\n(?:[ \t>]*\n)?(?:[ \t>]{0,8}\*?(?:from|date|sent|to|cc|subject|reply-to|von|datum|gesendet|an|betreff|antwort an)\*?:[^\n]{0,300}\n){2,8}/imu
const SIGNATURE = /\n-- ?\n(?:[^\n]{1,120}\n?){1,6}$/u
/** Most words above a forwarded mail that are said by who forwards it. */
const MAX_WORDS_ABOVE = 60

function withoutForwarding(text: string): string {
  const found = FORWARDED.exec(text)
  if (found === null) return text
  const above = text.slice(0, found.index)
  const said = PRICED.test(above) || wordCount(above) > MAX_WORDS_ABOVE ? above : ''
  return `${said}${text.slice(found.index + found[0].length)}`.trimEnd().replace(SIGNATURE, '')
}

// The documented syntaxes of Mailchimp, Klaviyo, HubSpot, Brevo, Shopify and Customer.io (Liquid, Jinja, Handlebars),
// Salesforce and its Marketing Cloud, Marketo, ActiveCampaign, Campaign Monitor, MailerLite, Word, and Google Ads.

const MAILCHIMP_CHOICE =
  /\*\|IF:[^|\n]{1,80}\|\*[^|]{0,300}(?:\*\|[A-Z]{1,20}\|\*[^|]{0,300}){0,3}\*\|ELSE:?\|\*([^|]{0,300})\*\|END:IF\|\*/gu
/** An innermost condition; of its branches the last is for everybody else. */
const CHOICE =
  /(?:\{%-? ?(?:if|unless) [^%\n]{1,200}%\}|\{\{#(?:if|unless) [^{}\n]{1,200}\}\})((?:(?!\{%|\{\{[#/]|\{\{else)[\s\S]){0,2000})((?:(?:\{%-? ?(?:else|elsif [^%\n]{1,200}|elif [^%\n]{1,200}) ?-?%\}|\{\{else[^{}\n]{0,200}\}\})(?:(?!\{%|\{\{[#/]|\{\{else)[\s\S]){0,2000}){0,5})(?:\{%-? ?end(?:if|unless) ?-?%\}|\{\{\/(?:if|unless)\}\})/gu
const BRANCH = /(?:\{%-? ?(?:else|elsif|elif)[^%\n]{0,200}%\}|\{\{else[^{}\n]{0,200}\}\})/u
const MAX_NESTED = 5
const MAILCHIMP = /\*\|[A-Z][\w:.-]{0,80}\|\*/gu
const DEFAULT =
  /\{\{[^{}\n]{1,120}?(?:default|fallback|\?\?|\|\|)[^{}\n"']{0,20}["']([^"'\n{}]{0,60})["'][^{}\n]{0,20}\}\}|\{\{[^{}\n]{1,60}:default=([^{}\n]{0,60})\}\}|\[\w{2,30},\s?fallback=([^[\]\n]{0,60})\]/giu
/** Google Ads: what is shown where the search does not fit; and a countdown. */
const KEYWORD = /\{(?:keyword|location\([^(){}\n]{1,20}\)):([^{}\n]{1,60})\}/giu
const BRACKETED_BUTTON = /\[\[(?:cta|button|link): ?([^[\]\n]{1,80})\]\]/giu
const COMPUTED =
  /\{(?:=)?countdown\([^(){}\n]{1,120}\)\}|\{\{(?![%<])[^{}\n]{1,200}\}\}|\{![\w.]{1,80}\}|\$\{[\w.]{1,60}\}|\{\$[a-z]\w{0,60}\}|%%=?[\w(@), .]{2,80}=?%%|(?<![\w%])%[A-Z][A-Z0-9_-]{3,60}%(?![\w%])|\{%-?[^%\n]{1,200}%\}/giu
const OF_A_READER =
  /(?:%\[|\[\[|\[|<<|«|\{)\s{0,3}(?:(?:contact|subscriber|customer|person|user|recipient|lead|profile|event)[._ ])?(?:(?:first|last|full|sur|given)[_ -]?name|[fl]name|vorname|nachname|anrede|salutation)\s{0,3}(?:\]%|\]\]|\]|>>|»|\})/giu

/** A typed text as its readers see it: with “…” for what a program fills in, plain letters, and no times of subtitles. */
export const typedAsSeen = (text: string): string => filledIn(withPlainLetters(withoutTimes(text)))

/** A text with “…” for what a program fills in for each reader, and of its conditions what is for everybody else. */
function filledIn(text: string): string {
  let chosen = text.replace(MAILCHIMP_CHOICE, '$1')
  for (let depth = 0; depth < MAX_NESTED; depth++) chosen = chosen.replace(CHOICE, branchForAll)
  chosen = chosen
    .replace(MAILCHIMP, GAP)
    .replace(DEFAULT, (_, first?: string, other?: string, third?: string) => first ?? other ?? third ?? GAP)
  // Who sells the filling in shows the fields.
  if (LEXICON.pages().speaks_of_fields.test(text)) return chosen
  return chosen.replace(KEYWORD, '$1').replace(BRACKETED_BUTTON, '$1').replace(COMPUTED, GAP).replace(OF_A_READER, GAP)
}

const branchForAll = (_: string, first: string, others: string): string => others.split(BRANCH).at(-1) || first

const GAP = '…'
