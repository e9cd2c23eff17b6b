import { DIARY } from '../../data/diary.js'
import type { Session, SessionEvent } from '../../domain/simulated-session.js'
import { frictionKey } from './analysis/rows.js'
import { phrasesOf, type Say } from './diary-lines.js'
import { moodOf, spokenMood, UPSET } from './diary-mood.js'
import {
  capital,
  contactedBy,
  inWords,
  listed,
  minutesOf,
  priceText,
  spoken,
  uncapital,
  type Values,
  VOICES,
  type Voice,
} from './diary-values.js'
import type { Journey } from './journey.js'
import { MAX_EVIDENCE } from './memory.js'
import { type ProductState, stepWords } from './product-state.js'
import { type Draws, drawsOf } from './random.js'
import { answeredOn } from './support.js'

/** A person's entry for one day. `quote`: its sentence about how the day felt; '' where there is none. */
export type DiaryEntry = {
  readonly day: number
  readonly text: string
  readonly quote: string
  readonly evidence: readonly Evidence[]
}
/** An entry's words about one trouble. `about`: the key of the friction. */
type Evidence = { readonly about: string; readonly text: string }

const MAX_SCENES = 3
/** Days away from which an absence is mentioned, and from which it is worded as long. */
const AWAY_DAYS = 3
const LONG_AWAY_DAYS = 8
/** Number of reminders after which a person is used to them. */
const USED_TO = 3
/** Number of successes up to which a person may still ask how something is done. */
const A_FEW = 3
/** Minimum value of a screen for praise. */
const WORTH_PRAISE = 0.05
/** Probabilities: of an opening, of a sentence on how the day felt, and of a mere "as last time" for a repeated day. */
const OPENED = 0.4
const FELT = 0.2
const FELT_NOTABLE = 0.6
const SAME = 0.4
/** Frustration below which a person leaves without anger. */
const CALM = 0.5
/** Days for which trouble counts as the same as before. */
const REMEMBERED_DAYS = 7
const DAYS_A_WEEK = 7
const NOON = 12
const EVENING = 18
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/**
 * One person's diary in the first person, from what happened: rehearsal text from templates, equal at every call. The
 * product is quoted with its own messages.
 */
export function diary(seed: number, journey: Journey, product: ProductState): DiaryEntry[] {
  const story = beginStory(drawsOf(seed, journey.person), journey, product)
  const { paid_on, reason, days } = journey
  const sessions = new Map(journey.sessions.map((session) => [session.day, session]))
  const decided = [...(paid_on === null ? [] : [paid_on]), ...(reason === null ? [] : [days - 1])]
  return [...new Set([...sessions.keys(), ...decided])]
    .sort((a, b) => a - b)
    .map((day) => {
      const session = sessions.get(day)
      const leaves = day === days - 1 ? reason : null
      if (session === undefined) return writeDecision(story, day, leaves)
      const entry = writeEntry(story, session, leaves)
      story.before = session
      return entry
    })
}

/** The entry of a day without a session on which somebody left or bought. */
function writeDecision(story: Story, day: number, leaves: Journey['reason']): DiaryEntry {
  const calm = (story.before?.after.frustration ?? 0) < CALM
  const sentences = leaves === null ? sayPaid(story, day) : farewell(story, leaves, calm)
  return { day, text: sentences.join(' '), quote: '', evidence: [] }
}

/** Trouble that has not been resolved since; `told`: the diary mentions it. */
type Trouble = { day: number; times: number; told: boolean }

/** The person's state of knowledge while writing. */
type Story = {
  readonly draws: Draws
  readonly journey: Journey
  readonly product: ProductState
  readonly say: Say
  readonly voice: Voice
  readonly always: Values
  /** Number of successes by place. */
  readonly done: Map<string, number>
  /** Troubles by place and kind. */
  readonly troubles: Map<string, Map<string, Trouble>>
  /** What was looked up in the guide, and whether the guide had it. */
  readonly looked_up: Map<string, boolean>
  /** Days on which support answered with a solution. */
  readonly helped_on: readonly number[]
  before: Session | null
  last_tasks: string
  /** Number of reminders so far. */
  reminded: number
  visits: number
  /** The place at which the person is stuck. */
  stuck_at: string | null
  /** By place: the sentence about what failed there on this day before it worked. */
  readonly overcome: Map<string, () => string>
  /** The person's last place. */
  last_place: string | null
  asked: { readonly day: number; readonly answered_on: number; readonly priced: boolean } | null
  met_paywall: boolean
  met_limit: boolean
  said_paid: boolean
  /** Whether this is the person's last day. */
  leaving: boolean
  /** Whether this day ended in anger. */
  upset: boolean
  /** What this day's entry says of its troubles. */
  evidence: Evidence[]
}

function beginStory(draws: Draws, journey: Journey, product: ProductState): Story {
  const place = Math.floor(draws.uniform('words', 0, 99) * VOICES.length)
  const [cheapest] = product.price.plans.toSorted((a, b) => a.per_month - b.per_month)
  return {
    ...{ draws, journey, product, say: phrasesOf(draws), voice: VOICES[place] ?? VOICES[1] },
    always: {
      product: product.name,
      Contacted: contactedBy(product.support.channel),
      ...(cheapest && { price: priceText(product.price, cheapest.per_month) }),
    },
    done: new Map(),
    troubles: new Map(),
    overcome: new Map(),
    looked_up: new Map(),
    helped_on: journey.memory
      .filter(({ insight }) => insight === 'support_helped')
      .flatMap(({ evidence }) => evidence.map((at) => Math.floor(at / 16))),
    ...{ before: null, last_tasks: '', reminded: 0, visits: 0, stuck_at: null, last_place: null, asked: null },
    ...{ met_paywall: false, met_limit: false, said_paid: false, leaving: false, upset: false, evidence: [] },
  }
}

function writeEntry(story: Story, session: Session, leaves: Journey['reason']): DiaryEntry {
  const { say, voice, always, draws } = story
  const { day, after } = session
  const chance = (slot: number): number => draws.uniform('words', day, slot)
  const weekday = WEEKDAYS[(story.journey.joined + day) % DAYS_A_WEEK] ?? ''
  const mood = moodOf(session)
  const upset = UPSET.has(mood)
  story.upset = upset
  story.evidence = []
  const sentences: string[] = []
  const opening = openingOf(story, session, { chance, voice })
  if (opening !== null && !((upset || leaves !== null) && GLAD.has(opening))) {
    const days = String(day - (story.before?.day ?? 0))
    sentences.push(say(DIARY().openings[opening], { ...always, days, weekday }))
  }
  story.visits++
  if (session.message !== null) story.reminded++
  story.leaving = leaves !== null
  sentences.push(...hearAnswer(story, session))
  const scenes = scenesOf(story, session)
  const notable = scenes.filter(({ weight }) => weight > 0)
  sentences.push(...wordsOf(story, session, scenes, chance(2)))
  const felt = chance(1) < (notable.length > 0 ? FELT_NOTABLE : FELT) * voice.talks
  // An entry with a farewell states the reason; a good mood beside it would be puzzling.
  const quote =
    upset || (felt && leaves === null && opening !== 'long_away' && !session.events.some(isPriced))
      ? say(DIARY().feelings[spokenMood(mood, session, story.visits)], always)
      : ''
  if (quote !== '' && leaves !== 'uninstalled') sentences.push(quote)
  // Telling others would be just as puzzling beside anger or a farewell.
  const told = session.told.length > 0 && session.trigger !== 'share'
  if (told && !upset && leaves === null) sentences.push(say(DIARY().told, always))
  if (leaves === null) sentences.push(...sayPaid(story, day))
  else sentences.push(...farewell(story, leaves, after.frustration < CALM))
  const text = sentences.join(' ')
  if (quote !== '' && spokenMood(mood, session, story.visits) === 'worn') story.evidence.push(...wornBy(scenes, text))
  return { day, text, quote: leaves === 'uninstalled' ? '' : quote, evidence: story.evidence }
}

/** On a day that wore somebody out without a failure its entry speaks of whatever it names. */
const wornBy = (scenes: readonly Scene[], text: string): Evidence[] =>
  scenes
    .filter(({ did }) => did !== '' && text.toLowerCase().includes(did.toLowerCase()))
    .map(({ about }) => ({ about, text }))

function farewell({ say, always }: Story, reason: NonNullable<Journey['reason']>, calm: boolean): string[] {
  const { left, removed } = DIARY()
  if (reason === 'uninstalled')
    return [say(removed[calm ? 'calm' : 'angry'], always), say(left[calm ? 'calm' : 'uninstalled'], always)]
  // A calm person leaves without a reproach.
  return [say(left[reason === 'dissatisfied' && calm ? 'unmoved' : reason], always)]
}

type Opening = keyof ReturnType<typeof DIARY>['openings']
/** Openings that praise the product, left out on a day of anger or farewell. */
const GLAD: ReadonlySet<Opening> = new Set(['daily', 'daily_again', 'after_delight'])
type Chance = (slot: number) => number

function openingOf(
  { before, product, met_paywall, reminded }: Story,
  { day, hour, message }: Session,
  { chance, voice }: { readonly chance: Chance; readonly voice: Voice },
): Opening | null {
  if (before === null) return 'first'
  const away = day - before.day
  const trigger = product.notifications.find(({ id }) => id === message)?.trigger
  if (away >= AWAY_DAYS && trigger?.idle_days !== undefined && chance(3) < OPENED) return 'idle'
  if (away >= AWAY_DAYS) return away >= LONG_AWAY_DAYS ? 'long_away' : 'away'
  if (product.price.trial?.days === day + 2) return 'trial_ends'
  if (before.outcome === 'frustrated') return met_paywall ? null : 'after_trouble'
  if (chance(0) >= OPENED * voice.talks) return null
  if (trigger?.idle_days !== undefined) return 'idle'
  if (trigger?.after !== undefined) return 'news'
  if (trigger !== undefined) return reminded < USED_TO ? 'daily' : 'daily_again'
  if (before.outcome === 'delighted' || before.outcome === 'referred')
    return chance(4) < OPENED ? 'after_delight' : 'any'
  // A product without an hour is used at any time.
  if (product.need.hour === undefined || chance(4) < OPENED) return 'any'
  if (hour >= EVENING) return 'evening'
  return hour <= NOON ? 'day' : 'any'
}

/** Support's answer since the last entry. */
function hearAnswer(story: Story, { day, events }: Session): string[] {
  const { asked, helped_on, say, always } = story
  if (asked === null || asked.answered_on > day) return []
  story.asked = null
  if (asked.priced) return [say(DIARY().support.priced_reply, always)]
  const [oldest = 0] = helped_on
  if (helped_on.includes(asked.answered_on)) {
    const fails = failsAt(events, story.stuck_at)
    story.stuck_at = null
    // A problem that recurs on the same day is not solved yet.
    return [say(DIARY().support[fails ? 'tried' : 'helped'], always)]
  }
  // Only the latest solutions are remembered: an answer older than these may have been one.
  return helped_on.length === MAX_EVIDENCE && asked.answered_on < oldest ? [] : [say(DIARY().support.no_help, always)]
}

const failsAt = (events: readonly SessionEvent[], place: string | null): boolean =>
  events.some((event) => event.target === place && event.outcome !== 'ok')

/** Whoever buys a plan says so on that day. */
function sayPaid(story: Story, day: number): string[] {
  if (story.journey.paid_on !== day) return []
  story.said_paid = true
  return [story.say(DIARY().paywall.paid, story.always)]
}

const isPriced = ({ cause }: SessionEvent): boolean => cause === 'price'

/** One thing of a day, however often it was tried. `text` is evaluated lazily, so that unused scenes use up no lines. */
type Scene = {
  /** The key of a friction, where it is one. */
  readonly about: string
  readonly weight: number
  readonly did: string
  readonly text: () => string
  /** Set for the guide and support, which are outside the product itself. */
  readonly beside?: true
}

/** The day's events, merged by kind and place; a failure after a success stands by itself. */
function scenesOf(story: Story, session: Session): Scene[] {
  story.overcome.clear()
  const groups = new Map<string, { event: SessionEvent; times: number; at: number }>()
  const worked = new Set<string>()
  session.events.forEach((event, at) => {
    const { target, outcome } = event
    const key = `${sceneKey(event)}${outcome !== 'ok' && worked.has(target) ? ' later' : ''}`
    if (outcome === 'ok') worked.add(target)
    const group = groups.get(key)
    // Of several readings of the guide the last one is told.
    if (group === undefined || key === 'docs') groups.set(key, { event, times: 1, at })
    else group.times += 1
  })
  return [...groups.values()].flatMap(({ event, times, at }) => {
    const same = (other: SessionEvent): boolean => other.target === event.target
    const before = session.events.slice(0, at).filter(same)
    const rest = session.events.slice(at + 1)
    const scene = sceneOf(story, event, { times, day: session.day, before, after: rest.filter(same), rest })
    return scene === null ? [] : { about: frictionKey(event), ...scene }
  })
}

const sceneKey = (event: SessionEvent): string => {
  if (isPriced(event)) return 'price'
  return event.target === 'docs' ? 'docs' : `${event.target} ${event.defect ?? event.outcome}`
}

type Tried = {
  readonly times: number
  readonly day: number
  /** Other tries at this place on that day. */
  readonly before: readonly SessionEvent[]
  readonly after: readonly SessionEvent[]
  /** All later events of the day, at any place. */
  readonly rest: readonly SessionEvent[]
}

type Told = Omit<Scene, 'about'>

const isOk = ({ outcome }: SessionEvent): boolean => outcome === 'ok'

/** A line about a trouble, kept as evidence of it once it is said. */
function sayTrouble(story: Story, event: SessionEvent, lines: readonly string[], values: Values): string {
  const text = story.say(lines, values)
  story.evidence.push({ about: frictionKey(event), text })
  return text
}

function sceneOf(story: Story, event: SessionEvent, tried: Tried): Told | null {
  const { action, target, outcome } = event
  if (target === 'docs') return docsScene(story, event)
  if (event.cause === 'wait') return waitScene(story, event)
  if (target === 'support') return supportScene(story, tried)
  // The farewell mentions it.
  if (action === 'uninstall') return null
  story.last_place = target
  if (event.cause === 'price' || event.cause === 'limit') return paywallScene(story, event)
  return outcome === 'ok' ? successScene(story, event, tried) : failureScene(story, event, tried)
}

/**
 * What a person reads up on or asks about: the price that stops them, where they are stuck, or what they did last. A
 * task done more than a few times raises no question.
 */
function subjectOf(story: Story): {
  readonly about: 'about' | 'known' | 'priced' | 'general'
  readonly values: Values
} {
  const { always, last_place, stuck_at } = story
  if (story.met_paywall && !story.said_paid) return { about: 'priced', values: always }
  const isKnown = (place: string | null): boolean => (story.done.get(place ?? '') ?? 0) > A_FEW
  const stuck = valuesOf(story, stuck_at)
  if (stuck !== null) return { about: isKnown(stuck_at) ? 'known' : 'about', values: stuck }
  return { about: 'general', values: (isKnown(last_place) ? null : valuesOf(story, last_place)) ?? always }
}

function docsScene(story: Story, event: SessionEvent): Told {
  const found = isOk(event)
  const { docs } = DIARY()
  const subject = subjectOf(story)
  const what = subject.values.to ?? subject.about
  // The guide stays consistent: where a second lookup ends differently, it was about something else.
  const contradicts = (story.looked_up.get(what) ?? found) !== found
  const { about, values } = contradicts ? ({ about: 'general', values: story.always } as const) : subject
  if (!contradicts) story.looked_up.set(what, found)
  const missing = about === 'general' ? ('nothing' as const) : (`nothing_${about}` as const)
  const usual = docs[found ? about : missing]
  const text = (): string => (found ? story.say(usual, values) : sayTrouble(story, event, usual, values))
  // A failed lookup weighs more than a successful one, as the mood of the day may depend on it.
  return { weight: found ? 1 : 2.5, did: 'read in the guide', beside: true, text }
}

function supportScene(story: Story, { day, rest }: Tried): Told {
  const { about, values } = subjectOf(story)
  const { stuck_at } = story
  const lines = DIARY().support[about]
  // The answer is awaited only if the question makes it into the entry.
  const text = (): string => {
    const answered_on = answeredOn(story.product, day)
    const question = story.say(lines, values)
    if (answered_on > day) {
      story.asked = { day, answered_on, priced: about === 'priced' }
      return question
    }
    return `${question} ${answerAtOnce(story, { day, priced: about === 'priced', fails: failsAt(rest, stuck_at) })}`
  }
  return { weight: 2, did: uncapital(story.always.Contacted ?? ''), text, beside: true }
}

const waitScene = (story: Story, event: SessionEvent): Told => ({
  ...{ weight: 2, did: '', beside: true },
  text: () => sayTrouble(story, event, DIARY().support.waiting, story.always),
})

type Answer = { readonly day: number; readonly priced: boolean; readonly fails: boolean }

function answerAtOnce({ helped_on, say, always }: Story, { day, priced, fails }: Answer): string {
  const { support } = DIARY()
  if (priced) return say(support.priced_at_once, always)
  if (!helped_on.includes(day)) return say(support.no_help_at_once, always)
  return say(support[fails ? 'tried_at_once' : 'helped_at_once'], always)
}

function paywallScene(story: Story, event: SessionEvent): Told {
  const { target, cause } = event
  const { paywall } = DIARY()
  const priced = cause === 'price'
  const first = story.product.price.trial === null ? 'first_use' : 'first'
  const lines = priced
    ? paywall[story.met_paywall ? 'again' : first]
    : paywall[story.met_limit ? 'limit_again' : 'limit_first']
  if (priced) story.met_paywall = true
  else story.met_limit = true
  const values = valuesOf(story, target) ?? story.always
  return { weight: 4, did: '', text: () => sayTrouble(story, event, lines, values) }
}

/** Failures after which success is a relief. */
const MANY_FAILURES = 3

function successScene(story: Story, { action, target }: SessionEvent, { after }: Tried): Told {
  const { done } = DIARY()
  const values = valuesOf(story, target) ?? story.always
  const troubles = [...(story.troubles.get(target)?.values() ?? [])]
  const failed = troubles.reduce((sum, { times }) => sum + times, 0)
  const first = !story.done.has(target)
  story.done.set(target, (story.done.get(target) ?? 0) + 1 + after.filter(isOk).length)
  story.troubles.delete(target)
  if (story.stuck_at === target) story.stuck_at = null
  const did = values.did ?? ''
  const told = (weight: number, lines: readonly string[], more: Values = {}): Told => ({
    ...{ weight, did },
    text: () => story.say(lines, { ...values, ...more }),
  })
  const many = first && failed >= MANY_FAILURES
  const at_last = told(3, done.at_last, { times: inWords(failed + 1) })
  // A failure earlier on the same day is told together with the success that follows, not as an earlier day's trouble.
  const overcome = story.overcome.get(target)
  if (overcome !== undefined) {
    const { text } = many ? at_last : told(3, done.second_go)
    return { weight: 4, did, text: () => [overcome(), text()].filter((words) => words !== '').join(' ') }
  }
  if (many) return at_last
  if (failed > 0 && troubles.some((trouble) => trouble.told) && after.every(isOk))
    return told(first ? 3 : 2, done.recovered)
  if (first && failed > 0) return { weight: 2, did, text: () => `${capital(values.Did ?? did)}.` }
  // A person who gives up on that day praises nothing.
  if (first && story.leaving) return { weight: 2, did, text: () => `${capital(values.Did ?? did)}.` }
  if (first && action in done)
    return told(2, done[praised(story, action, target) ? (action as keyof typeof done) : 'plain'])
  return { weight: 0, did, text: () => '' }
}

const PRAISING: ReadonlySet<string> = new Set(['use_feature', 'customize'])

/** Whether a first success is told with praise: the place has some value, and the day did not end in anger. */
const praised = ({ product, upset }: Story, action: string, target: string): boolean =>
  !PRAISING.has(action) || (!upset && (product.screens.find(({ id }) => id === target)?.value ?? 0) >= WORTH_PRAISE)

function failureScene(story: Story, event: SessionEvent, tried: Tried): Told | null {
  const { target, outcome, defect } = event
  const { times, day } = tried
  const message = messageOf(story.product, target, defect)
  const here = story.troubles.get(target) ?? new Map<string, Trouble>()
  story.troubles.set(target, here)
  const key = defect ?? outcome
  const earlier = here.get(key)
  const known = earlier?.told === true && day - earlier.day <= REMEMBERED_DAYS
  const trouble = { day, times: (earlier?.times ?? 0) + times, told: earlier?.told === true }
  here.set(key, trouble)
  story.stuck_at = target
  const form = message === '' ? 'silent' : 'said'
  const kind = failureKind(outcome, known, tried)
  const lines = DIARY().failed[kind][form]
  const values = {
    ...(valuesOf(story, target) ?? { ...story.always, ...stepWords(target) }),
    message,
    times: inWords(times),
  }
  const text = (): string => {
    trouble.told = true
    return sayTrouble(story, event, lines, values)
  }
  const mended = tried.after.some(isOk) && !tried.before.some(isOk)
  if (!mended) return { weight: message === '' ? 3 : 4, did: '', text }
  // A person who asked or read up before it worked tells the failure in that order.
  if (askedBefore(tried.rest, target)) {
    // One “at first” is enough.
    if (story.overcome.has(target) && message === '') return null
    story.overcome.set(target, () => '')
    return { weight: 3, did: '', text }
  }
  // Only the product's message is told here; the success scene mentions the further try.
  if (message !== '' || kind === 'loss') story.overcome.set(target, text)
  else if (!story.overcome.has(target)) story.overcome.set(target, () => '')
  return null
}

function askedBefore(rest: readonly SessionEvent[], target: string): boolean {
  const worked = rest.findIndex((event) => event.target === target && isOk(event))
  return rest.slice(0, worked).some((event) => event.target === 'support' || event.target === 'docs')
}

/** The wording of a failure: with a success on the same day it is neither "every time" nor "still". */
function failureKind(
  outcome: SessionEvent['outcome'],
  known: boolean,
  { times, before, after }: Tried,
): keyof ReturnType<typeof DIARY>['failed'] {
  // A loss stays a loss, whatever else worked.
  if (outcome === 'loss') return 'loss'
  if (before.some(isOk)) return 'later'
  if (after.some(isOk)) return 'at_first'
  if (times > 1) return 'repeatedly'
  if (known) return 'again'
  return outcome === 'ok' || outcome === 'limit' ? 'wrong' : outcome
}

const messageOf = ({ screens }: ProductState, target: string, defect: string | null): string =>
  screens.find(({ id }) => id === target)?.defects.find(({ id }) => id === defect)?.message ?? ''

/** Variables of a line about a place; `null` for an unknown place. */
function valuesOf({ product, always, voice }: Story, target: string | null): Values | null {
  const screen = product.screens.find(({ id }) => id === target)
  if (screen === undefined) return null
  return { ...always, ...spoken(screen.words.did, voice), ...minutesOf(screen.minutes), to: screen.words.to }
}

/** Up to three notable scenes, in their order; a single line for a day without any. */
function wordsOf(story: Story, { minutes, events }: Session, scenes: readonly Scene[], draw: number): string[] {
  const { say, always, voice } = story
  const notable = scenes.filter(({ weight }) => weight > 0)
  const done = [...new Set(scenes.map(({ did }) => did).filter((did) => did !== ''))]
  const tasks = done.slice(0, MAX_SCENES)
  const before = story.last_tasks
  story.last_tasks = tasks.toSorted().join()
  if (events.length === 0) return [say(DIARY().nothing, always)]
  if (notable.length === 0 && tasks.length > 0) {
    const values = { ...always, ...minutesOf(minutes), ...spoken(listed(tasks), voice) }
    const same = before === story.last_tasks && draw < SAME
    if (same) return [say(DIARY().same, values)]
    return [say(done.length > tasks.length ? DIARY().routine_cut : DIARY().routine, values)]
  }
  const kept = new Set(notable.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_SCENES))
  const told = scenes.filter((scene) => kept.has(scene))
  // A day consists of more than a question to the guide or support.
  const usual = scenes.filter(({ weight, beside, did }) => weight === 0 && did !== '' && !beside).map(({ did }) => did)
  const also = told.every(({ beside }) => beside) && usual.length > 0
  const values = { ...always, ...spoken(listed([...new Set(usual)].slice(0, MAX_SCENES)), voice) }
  return [...(also ? [say(DIARY().beside, values)] : []), ...told.map(({ text }) => text())]
}
