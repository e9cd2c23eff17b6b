import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { refuse } from '../../errors.js'
import { excerpt } from '../detect-requests.js'
import { mayBeNotice } from './short-page.js'
import { hasFigure } from './text.js'
import type { WebPage } from './web-page.js'

/** Fewest words of a page with scripts; below, its content is likely made by the scripts. */
const MIN_SCRIPTED_WORDS = { loaded: 15, inline: 5, none: 0 }
/** Most words of a page that asks for a login, of one whose login stands beside its content, and of an error page. */
const MAX_GATE_WORDS = 120
const MAX_WORDS_BESIDE_GATE = 25
const MAX_ERROR_WORDS = 80
/** Most words of a headline that stands over nothing but a question of consent. */
const MAX_HEADLINE_WORDS = 10
/** Most words of an excuse beside what is said to readers without scripts. */
const MAX_EXCUSE_WORDS = 40

/** Most words of the beginning of an article, and most lines between it and the wall's own words. */
const MAX_TEASER_WORDS = 500
const MAX_LINES_OF_WALL = 3
/** Fewest countries to choose one of. */
const MIN_PLACES = 4
/** Most words of a list of countries. */
const MAX_CHOOSER_WORDS = 600

/** Refuses a page that is not what readers see in a browser. Errors: `invalid_input`, with what to do instead. */
export function refuseWalls(page: WebPage, name: string): void {
  const { words, scripts } = page
  const instead = 'paste its text, or save it as PDF and give the file'
  if (isConsentWall(page)) refuse(`${name} shows a consent page first; open it in your browser and ${instead}.`)
  if (isPaywall(page))
    refuse(
      `${name} shows only the beginning to readers without a subscription; open it in your browser and ${instead}.`,
    )
  if (isAgeGate(page) || isCountryChooser(page))
    refuse(`${name} asks for an age or a country first; open it in your browser, go on to the page and ${instead}.`)
  if (isLogin(page)) refuse(`${name} asks for a login; open it in your browser and ${instead}.`)
  if (isHumanCheck(page)) refuse(`${name} only shows itself to a browser; open it there and ${instead}.`)
  if (isMissing(page)) refuse(`${name} says that there is no such page; check the address.`)
  if (isNotice(page))
    refuse(`${name} shows a notice in place of its content; open it in your browser, and if it is there, ${instead}.`)
  if (words < MIN_SCRIPTED_WORDS[scripts] || isLoading(page) || asksForScripts(page))
    refuse(`${name} has next to no text without its scripts; open it in your browser and ${instead}.`)
  if (mayBeNotice(page))
    refuse(
      `${name} says only “${excerpt(page.text)}”, which may be a notice in place of its content; open it in your browser and ${instead}. If people are to see just that, paste those words.`,
    )
}

/** Whether a page says enough, with a price or a share, to be what it sells. */
const offers = ({ text, words }: Pick<WebPage, 'text' | 'words'>): boolean =>
  words >= MAX_WORDS_BESIDE_GATE && hasFigure(text)

/** Whether a page is a login wall: by its fields, by what it is called, or by what it asks for. */
function isLogin({ text, words, title, heading, said, asksPassword }: WebPage): boolean {
  if (words >= MAX_GATE_WORDS) return false
  if (asksPassword === 'content') return true
  if (offers({ text, words })) return false
  if (isLoginTitle(title) || isLoginTitle(heading)) return true
  if (words < MAX_ERROR_WORDS && (asksForLogin(text) || opensAccount(text))) return true
  if (words >= MAX_WORDS_BESIDE_GATE) return false
  return asksPassword === 'surroundings' || asksForLogin(said) || hasLine(text, LEXICON.walls().login_lines)
}

/** “Sign in to Havn”, “Log in to your account”, and not “Log in to better banking”. */
const LOGIN_TO =
  /^(?:[Pp]lease )?(?:[Ss]ign|[Ll]og)[ -]?[Ii]n ?[Tt]o (?:(?:your|the|my) .{1,40}|[\p{Lu}\p{N}].{0,60})$/u

function isLoginTitle(title: string): boolean {
  const { login_titles, registers_for } = LEXICON.walls()
  if (registers_for.test(title)) return false
  return partsOf(title).some((part) => login_titles.test(part) || LOGIN_TO.test(part))
}

/** Whether a short page welcomes its readers to their account, and lists ways into it. */
function opensAccount(text: string): boolean {
  const { sign_in_ways, welcomes } = LEXICON.walls()
  return hasLine(text, welcomes) && hasLine(text, sign_in_ways)
}

function asksForLogin(text: string): boolean {
  const { login, login_or_registration, registers_for } = LEXICON.walls()
  const said = withoutQuotes(text)
  return login.test(said) || (login_or_registration.test(said) && !registers_for.test(said))
}

function isHumanCheck({ text, words, title, heading }: WebPage): boolean {
  if (words >= MAX_ERROR_WORDS || offers({ text, words })) return false
  const { human_check, human_check_titles } = LEXICON.walls()
  if ([title, heading].some((called) => human_check_titles.test(bare(called)))) return true
  return human_check.test(withoutQuotes(`${title}\n${text}`))
}

function isMissing({ text, words, title, heading }: WebPage): boolean {
  if (words >= MAX_ERROR_WORDS || offers({ text, words })) return false
  const { missing, missing_titles } = LEXICON.walls()
  const says = (parts: readonly string[]) => parts.some((part) => missing_titles.test(part))
  // “Error 404: customers not found” is a headline where more is said below it, also as the title of its page.
  const isHeadline = words >= MAX_WORDS_BESIDE_GATE && says(partsOf(heading)) && !says([bare(heading)])
  if (!isHeadline && [title, heading].some((called) => says(partsOf(called)))) return true
  if (words < MAX_WORDS_BESIDE_GATE && hasLine(text, missing_titles)) return true
  return missing.test(withoutQuotes(isHeadline ? text : `${title}\n${text}`))
}

/** Whether a short page says that it is worked on, closed, moved or broken, and offers nothing beside it. */
function isNotice({ text, words, title, heading }: WebPage): boolean {
  if (words >= MAX_ERROR_WORDS || offers({ text, words })) return false
  const isNearlyNothing = words < MAX_WORDS_BESIDE_GATE
  const { notices, notice_titles, notice_lines } = LEXICON.walls()
  if ([title, heading].some((called) => notice_titles.test(bare(called)))) return true
  if (isNearlyNothing && hasLine(text, notice_titles)) return true
  if (isNearlyNothing && !hasFigure(text) && hasLine(text, notice_lines)) return true
  return words < MAX_EXCUSE_WORDS && notices.test(withoutQuotes(`${title}\n${text}`))
}

/** Whether a page has its readers choose between being followed and paying, or what is stored of them. */
function isConsentWall(page: WebPage): boolean {
  const { text, words } = page
  const { pays_with_consent, speaks_of_consent } = LEXICON.walls()
  const isShort = words < MAX_GATE_WORDS
  return (isShort && pays_with_consent.test(text) && speaks_of_consent.test(text)) || isOnlyConsent(page)
}

/** Whether next to nothing stands before and behind what a page says of consent, down to its last button. */
function isOnlyConsent({ text, words, title, heading, said, choices }: WebPage): boolean {
  const { consent_titles, states_consent } = LEXICON.walls()
  const { consent_buttons } = LEXICON.pages()
  const isTitle = (line: string): boolean => consent_titles.test(bare(line))
  const isTitled = [title, heading, text].some(isTitle)
  // The rest of a wall may have been removed as a notice.
  const all = words === 0 || (isTitled && words < MAX_WORDS_BESIDE_GATE) ? said : text
  const lines = all.split('\n').filter((line) => line !== '')
  const isButton = (line: string): boolean => consent_buttons.test(bare(line))
  const first = lines.findIndex((line) => isTitle(line) || states_consent.test(line))
  const last = lines.findLastIndex((line) => isButton(line) || states_consent.test(line))
  const outside = [...lines.slice(0, first), ...lines.slice(last + 1)]
  // Other buttons lead to more choices, or say what it costs to refuse.
  const others = outside.filter((line) => !choices.includes(line)).join('\n')
  const isStated = lines.some((line) => states_consent.test(line)) && choices.some(isButton)
  const most = isTitled || heading === '' ? MAX_WORDS_BESIDE_GATE : MAX_HEADLINE_WORDS
  return isStated && wordCount(others) < most && !hasFigure(others)
}

/** Whether an article breaks off where it asks to subscribe; what sells an article to read ends its sentences. */
function isPaywall({ text, words, isMarkedPaywall }: WebPage): boolean {
  if (words >= MAX_TEASER_WORDS) return false
  const { reading_walls, subscriber_logins } = LEXICON.walls()
  const said = withoutQuotes(text)
  const hasWall = reading_walls.test(said)
  const hasLogin = subscriber_logins.test(said)
  if (!hasWall && !hasLogin) return false
  if (isMarkedPaywall || (hasWall && hasLogin)) return true
  const lines = text.split('\n').filter((line) => line !== '')
  const wall = lines.findIndex((line) => reading_walls.test(line) || subscriber_logins.test(line))
  return lines.slice(Math.max(0, wall - MAX_LINES_OF_WALL), wall).some((line) => BREAKS_OFF.test(line))
}

/** A sentence that ends, and one behind it that does not; or an ellipsis behind some words. */
const BREAKS_OFF = /[\p{L}\p{N}][.!?] \p{Lu}[^.!?]*[\p{L}\p{N},]$|(?:\S+ ){7}\S+ ?(?:…|\.\.\.)$/u

function isAgeGate({ text, words }: WebPage): boolean {
  if (words >= MAX_ERROR_WORDS || offers({ text, words })) return false
  const { age_gates, gate_lines } = LEXICON.walls()
  const isNearlyNothing = words < MAX_WORDS_BESIDE_GATE && !hasFigure(text)
  return age_gates.test(withoutQuotes(text)) || (isNearlyNothing && hasLine(text, gate_lines))
}

/** Whether a page is nearly nothing but countries or languages to choose one of. */
function isCountryChooser({ text, words, choices }: WebPage): boolean {
  const lines = text.split('\n').map(bare)
  const named = hasLine(text, LEXICON.walls().gate_lines) ? lines : choices.filter((choice) => text.includes(choice))
  const isList = (places: readonly string[]): boolean => {
    const others = words - wordCount(places.join(' '))
    return places.length >= MIN_PLACES && others < MAX_WORDS_BESIDE_GATE && others < words / 2
  }
  // The names of all countries are only made for what may be some.
  const listed = [...new Set(named)]
  return words < MAX_CHOOSER_WORDS && !hasFigure(text) && isList(listed) && isList(placesAmong(listed))
}

/** Most characters of a line that is looked up. */
const MAX_NAME = 60
const SPOKEN = 'en de fr es da nl it sv nb fi pt pl cs hu ro el tr ja ko zh ru uk ar'.split(' ')
const OTHER_NAMES = ['uk', 'usa', 'eu', 'global', 'international']

/**
 * The lines that are nothing but countries or languages: “Österreich”, “Schweiz | Français”, “Canada (English)”.
 * Source: the names in the CLDR that Node has, in the languages that `SPOKEN` lists.
 */
function placesAmong(lines: readonly string[]): string[] {
  const names = placeNames()
  const isPlace = (line: string): boolean => {
    const parts = line.split(/\s*[|/(),·–-]\s*/).filter((part) => part !== '')
    return line.length < MAX_NAME && parts.length > 0 && parts.every((part) => names.has(part.toLowerCase()))
  }
  return lines.filter(isPlace)
}

function placeNames(): ReadonlySet<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const countries = letters.flatMap((first) => letters.map((second) => first + second))
  const named = (type: 'region' | 'language', codes: readonly string[]) =>
    SPOKEN.flatMap((locale) => {
      const names = new Intl.DisplayNames(locale, { type, fallback: 'none' })
      return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? [])
    })
  return new Set([...named('region', countries), ...named('language', SPOKEN), ...OTHER_NAMES])
}

/** Whether all that a page says is that it is still being made. */
const isLoading = ({ text, words }: WebPage): boolean =>
  words < MIN_SCRIPTED_WORDS.loaded &&
  hasLine(text, LEXICON.walls().loading_lines) &&
  text.split('\n').filter((line) => line !== '').length === 1

/** Whether a short page asks for scripts; one that has none says so in nearly nothing else, for its server chose it. */
function asksForScripts({ words, said, unscripted, scripts: has }: WebPage): boolean {
  const { scripts } = LEXICON.walls()
  if (has === 'none') return wordCount(said) < MAX_WORDS_BESIDE_GATE && scripts.test(said)
  return (words < MAX_ERROR_WORDS && scripts.test(said)) || (words < MAX_EXCUSE_WORDS && scripts.test(unscripted))
}

/** A title, and what stands between its separators: “Sign in – Intranet”. */
const partsOf = (title: string): string[] => [title, ...title.split(/\s+[-|–—·•»/]\s+|:\s+|\s*\|\s*/u)].map(bare)

const hasLine = (text: string, lines: RegExp): boolean => text.split('\n').some((line) => lines.test(bare(line)))

/** Without punctuation around it. */
const bare = (line: string): string => line.replace(/^[\s\p{P}]+/u, '').replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '')

/** What is quoted somebody else says: “Never see ‘page not found’ again.” */
const withoutQuotes = (text: string): string =>
  text.replace(/["“„«][^"”“»\n]{1,80}["”“»]|(?<![\p{L}\p{N}])['‘‚][^'’‘\n]{1,80}['’‘](?![\p{L}\p{N}])/gu, ' ')
