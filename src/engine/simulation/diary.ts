import { DIARY, type MOODS } from '../../data/diary.js'
import type { Session, SessionEvent } from '../../domain/simulated-session.js'
import type { Journey } from './journey.js'
import type { ProductState } from './product-state.js'
import { type Draws, drawsOf } from './random.js'

/** What somebody wrote on one day. `quote`: the sentence of it that says how it felt; '' on a day without one. */
export type DiaryEntry = { readonly day: number; readonly text: string; readonly quote: string }

const MAX_EVENTS = 3
/** Away so many days, it is worth a word. */
const AWAY_DAYS = 3
/** How often an uneventful day gets an opening, and a word on how it felt. */
const OPENED = 0.35
const FELT = 0.2
const FELT_NOTABLE = 0.7
/** Below this frustration somebody uninstalls without anger. */
const CALM = 0.5

/**
 * One person's diary in the first person, from what happened: rehearsal words made of templates, the same at every call. The
 * product speaks with its own messages.
 */
export function diary(seed: number, journey: Journey, product: ProductState): DiaryEntry[] {
  const draws = drawsOf(seed, journey.person)
  const say = phrasesOf(draws)
  const failures = new Map<string, number>()
  const succeeded = new Set<string>()
  let before: Session | null = null
  return journey.sessions.map((session, index) => {
    const { day, events } = session
    const chance = (slot: number): number => draws.uniform('words', day, slot)
    const told = events.map((event) => tellEvent(event, { product, failures, succeeded, say }))
    const notable = told.filter(({ weight }) => weight > 0)
    const opening = openSession(session, before)
    const sentences: string[] = []
    const worth_saying = opening === 'message' ? chance(0) < OPENED : opening !== 'plain'
    if (worth_saying || (opening === 'plain' && notable.length > 0 && chance(0) < OPENED))
      sentences.push(say(DIARY().openings[opening], { product: product.name, days: String(day - (before?.day ?? 0)) }))
    sentences.push(...wordsOfEvents(told, say))
    const mood = moodOf(session)
    const leaves = index === journey.sessions.length - 1 ? journey.reason : null
    const felt = mood === 'furious' || mood === 'annoyed' || chance(1) < (notable.length > 0 ? FELT_NOTABLE : FELT)
    const quote = felt && leaves !== 'uninstalled' ? say(DIARY().feelings[mood], {}) : ''
    if (quote !== '') sentences.push(quote)
    if (session.told.length > 0) sentences.push(say(DIARY().told, {}))
    const calm = leaves === 'uninstalled' && session.after.frustration < CALM
    if (leaves !== null) sentences.push(say(DIARY().left[calm ? 'calm' : leaves], {}))
    before = session
    return { day, text: sentences.join(' '), quote }
  })
}

/** `text` is made when it is read, so that no line is used up by what nobody reads. */
type Told = { readonly text: () => string; readonly target: string; readonly weight: number }
type Say = (lines: readonly string[], values: Readonly<Record<string, string>>) => string

/** Up to three things that happened, in their order; a day on which nothing stood out in one line. */
function wordsOfEvents(told: readonly Told[], say: Say): string[] {
  if (told.length === 0) return [say(DIARY().nothing, {})]
  const notable = told.filter(({ weight }) => weight > 0)
  if (notable.length === 0) {
    const places = [...new Set(told.map(({ target }) => target))]
    if (places.length > 1) return [say(DIARY().routine, { list: listOf(places.slice(0, MAX_EVENTS)) })]
    return told.slice(0, 1).map(({ text }) => text())
  }
  const kept = new Set(notable.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_EVENTS))
  return told.filter((one) => kept.has(one)).map(({ text }) => text())
}

/** How much something stands out: a routine success not at all. */
function tellEvent(
  event: SessionEvent,
  story: { product: ProductState; failures: Map<string, number>; succeeded: Set<string>; say: Say },
): Told {
  const { product, failures, succeeded, say } = story
  const { action, target, outcome, defect } = event
  const screen = placeName(target)
  if (outcome === 'ok') {
    const first = !succeeded.has(target)
    succeeded.add(target)
    const weight = first ? 2 : Number(action === 'seek_help' || action === 'uninstall')
    const lines = DIARY().done[action][first ? 'first' : 'again']
    return { text: () => say(lines, { screen, product: product.name }), target: screen, weight }
  }
  const message = messageOf(product, target, defect)
  const key = `${target} ${defect ?? outcome}`
  const count = (failures.get(key) ?? 0) + 1
  failures.set(key, count)
  const repeated = count > 1 && action !== 'read_docs'
  const lines = DIARY().failed[repeated ? 'again' : outcome][message === '' ? 'silent' : 'said']
  return { text: () => say(lines, { screen, message, count: String(count) }), target: screen, weight: 3 }
}

const messageOf = ({ screens }: ProductState, target: string, defect: string | null): string =>
  screens.find(({ id }) => id === target)?.defects.find(({ id }) => id === defect)?.message ?? ''

const placeName = (target: string): string => (target === 'docs' ? 'the help pages' : target.replaceAll(/[_-]+/g, ' '))

const listOf = (places: readonly string[]): string =>
  places.length < 2 ? places.join('') : `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`

function openSession(
  { day, message }: Session,
  before: Session | null,
): 'first' | 'away' | 'message' | 'after_trouble' | 'after_delight' | 'plain' {
  if (before === null) return 'first'
  if (day - before.day >= AWAY_DAYS) return 'away'
  if (before.outcome === 'frustrated') return 'after_trouble'
  if (message !== null) return 'message'
  return before.outcome === 'referred' ? 'after_delight' : 'plain'
}

function moodOf({ after, events }: Session): (typeof MOODS)[number] {
  if (events.length === 0) return 'flat'
  if (after.frustration > 0.8) return 'furious'
  if (after.frustration > 0.55) return 'annoyed'
  if (after.confusion > 0.4) return 'confused'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (after.delight > 0.5 && failed) return 'in_spite'
  if (after.delight > 0.7) return 'delighted'
  return after.delight > 0.5 ? 'pleased' : 'flat'
}

/** Picks lines: of each list all in turn, beginning where this person's draw says. */
function phrasesOf(draws: Draws): Say {
  const used = new Map<readonly string[], number>()
  return (lines, values) => {
    const count = used.get(lines) ?? Math.floor(draws.uniform('words', 0, 100 + used.size) * lines.length)
    used.set(lines, count + 1)
    const line = lines[count % lines.length] ?? ''
    const text = line.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable] ?? '')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
