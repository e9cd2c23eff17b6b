import { DIARY, type MOODS } from '../../../data/diary.js'
import type { Session } from '../../../domain/simulation/simulated-session.js'
import type { Journey } from '../journey.js'
import { MAX_EVIDENCE } from '../memory/memory.js'
import { boughtPlan } from '../person/paying.js'
import type { ProductState } from '../product-state.js'
import { drawsOf } from '../random.js'
import { failsAt, isOfToday, isPriced, type Scene, scenesOf, tellsAllTries } from './scenes.js'
import { beginStory, type Evidence, type Story } from './story.js'
import { listed, minutesOf, peopleIn, priceText, spoken, type Voice } from './values.js'

/** A person's entry for one day. `quote`: its sentence about how the day felt; '' where there is none. */
export type DiaryEntry = {
  readonly day: number
  readonly text: string
  readonly quote: string
  readonly evidence: readonly Evidence[]
}
const MAX_SCENES = 3
/** Days away from which an absence is mentioned, and from which it is worded as long. */
const AWAY_DAYS = 3
const LONG_AWAY_DAYS = 8
/** Number of reminders after which a person is used to them. */
const USED_TO = 3
/** Probabilities: of an opening, of a sentence on how the day felt, and of a mere "as last time" for a repeated day. */
const OPENED = 0.4
const FELT = 0.2
const FELT_NOTABLE = 0.6
const SAME = 0.4
/** Frustration below which a person leaves without anger. */
const CALM = 0.5
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
  const decided = [paid_on, reason === null ? null : days - 1].filter((day) => day !== null)
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
  const sentences = leaves === null ? sayPaid(story, day, story.before?.day) : farewell(story, leaves, calm)
  return { day, text: sentences.join(' '), quote: '', evidence: [] }
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
    upset || (felt && leaves === null && !LONG_AWAY.has(opening) && !session.events.some(isPriced))
      ? say(DIARY().feelings[spokenMood(mood, session, story.visits)], always)
      : ''
  if (quote !== '' && leaves !== 'uninstalled') sentences.push(quote)
  if (session.told.length > 0) {
    const lines = DIARY().told[toldHow(session, mood, leaves)]
    sentences.push(say(lines, { ...always, people: peopleIn(session.told.length) }))
  }
  if (leaves === null) sentences.push(...sayPaid(story, day))
  else sentences.push(...farewell(story, leaves, after.frustration < CALM))
  const text = sentences.join(' ')
  if (quote !== '' && spokenMood(mood, session, story.visits) === 'worn') story.evidence.push(...wornBy(scenes, text))
  return { day, text, quote: leaves === 'uninstalled' ? '' : quote, evidence: story.evidence }
}

/** How others were told on such a day; praise would be puzzling beside a failure, anger or a farewell. */
function toldHow(
  { events, trigger }: Session,
  mood: Mood,
  leaves: Journey['reason'],
): 'glad' | 'plain' | 'in_spite' | 'upset' {
  if (UPSET.has(mood)) return 'upset'
  if (leaves !== null) return 'plain'
  if (events.some(({ outcome }) => outcome !== 'ok')) return 'in_spite'
  return trigger !== 'share' || mood === 'delighted' || mood === 'pleased' ? 'glad' : 'plain'
}

/** Evidence for a day worded as `worn` without a failure: the scenes whose task the entry mentions. */
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
const LONG_AWAY: ReadonlySet<Opening | null> = new Set(['long_away', 'away_paying'])
/** Openings that praise the product, left out on a day of anger or farewell. */
const GLAD: ReadonlySet<Opening> = new Set(['daily', 'daily_again', 'after_delight'])
type Chance = (slot: number) => number

function openingOf(
  story: Story,
  { day, hour, message }: Session,
  { chance, voice }: { readonly chance: Chance; readonly voice: Voice },
): Opening | null {
  const { before, product, met_paywall, reminded } = story
  if (before === null) return 'first'
  const away = day - before.day
  const trigger = product.notifications.find(({ id }) => id === message)?.trigger
  if (away >= AWAY_DAYS && trigger?.idle_days !== undefined && chance(3) < OPENED) return 'idle'
  if (away >= LONG_AWAY_DAYS) return story.said_paid && tellsAllTries(story) ? 'away_paying' : 'long_away'
  if (away >= AWAY_DAYS) return 'away'
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

/** Whoever buys a plan says so on that day. */
function sayPaid(story: Story, day: number, last_session = day): string[] {
  if (story.journey.paid_on !== day) return []
  story.said_paid = true
  const days = day - last_session
  const lines = DIARY().paywall[paidHow(story, day, days)]
  return [story.say(lines, { ...story.always, ...priceOf(story), days: String(days) })]
}

/** How paying is told: a card is charged when a trial ends, and whoever has been away has no praise for it. */
function paidHow(story: Story, day: number, days_away: number) {
  const { price } = story.product
  if (!tellsAllTries(story)) return 'paid'
  const isCharged = price.trial?.card_up_front === true && price.trial.days === day + 1
  if (days_away >= AWAY_DAYS) return isCharged ? 'charged_away' : 'paid_away'
  return isCharged ? 'charged' : 'paid'
}

/** The price of the plan that was bought, which the product's other prices need not be. */
function priceOf({ journey, product: { price } }: Story): { price?: string } {
  const bought = boughtPlan(journey, price)
  return bought === null ? {} : { price: priceText(price, bought.per_month) }
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
    const isUsual = !isOfToday(story) || story.visits > USED_TO
    const same = isUsual && before === story.last_tasks && draw < SAME
    if (same) return [say(DIARY().same, values)]
    return [say(done.length > tasks.length ? DIARY().routine_cut : DIARY().routine, values)]
  }
  const kept = new Set(notable.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_SCENES))
  const told = scenes.filter((scene) => kept.has(scene))
  // A day consists of more than a question to the guide or support.
  const usual = scenes.filter(({ weight, beside, did }) => weight === 0 && did !== '' && !beside).map(({ did }) => did)
  const also = told.every(({ beside }) => beside) && usual.length > 0
  const values = { ...always, ...spoken(listed([...new Set(usual)].slice(0, MAX_SCENES)), voice) }
  // Only a question after everything else is one that was left.
  const isLast =
    events.findIndex(({ target }) => BESIDE.has(target)) > events.findLastIndex(({ target }) => !BESIDE.has(target))
  const lines = isLast || !tellsAllTries(story) ? DIARY().beside : DIARY().beside_question
  const sentences = also ? [say(lines, values)] : []
  sentences.push(...told.map(({ text }) => text()))
  return sentences
}

/** Targets outside the product itself. */
const BESIDE: ReadonlySet<string> = new Set(['docs', 'support'])

type Mood = (typeof MOODS)[number]
const UPSET: ReadonlySet<Mood> = new Set(['furious', 'annoyed'])

/** Number of visits after which a person speaks of the product as something familiar. */
const ACQUAINTED = 4

/**
 * The mood as a diary words it: anger without a failure is `worn`, indifference after one `shrug`, liking after many
 * visits `fond`.
 */
function spokenMood(mood: Mood, { events }: Session, visits: number): Mood {
  if (visits > ACQUAINTED && mood === 'delighted') return 'fond'
  if (visits > ACQUAINTED && mood === 'pleased') return 'content'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (UPSET.has(mood) && !failed) return 'worn'
  return mood === 'flat' && failed ? 'shrug' : mood
}

function moodOf({ after, events }: Session): Mood {
  if (events.length === 0) return 'flat'
  if (after.frustration > 0.8) return 'furious'
  if (after.frustration > 0.55) return 'annoyed'
  if (after.confusion > 0.4) return 'confused'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (after.delight > 0.5 && failed) return 'in_spite'
  if (after.delight > 0.7) return 'delighted'
  return after.delight > 0.5 ? 'pleased' : 'flat'
}
