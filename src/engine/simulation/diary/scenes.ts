import { DIARY } from '../../../data/diary.js'
import type { Session, SessionEvent } from '../../../domain/simulation/simulated-session.js'
import { lowerFirst, upperFirst } from '../../../domain/text/words.js'
import { frictionKey } from '../analysis/rows.js'
import { stepWords } from '../product-state.js'
import { answeredOn } from '../session/support.js'
import type { Story, Trouble } from './story.js'
import { inWords, messageOf, minutesOf, spoken, type Values } from './values.js'

/** Number of successes up to which a person may still ask how something is done. */
const A_FEW = 3
/** Minimum value of a screen for praise. */
const WORTH_PRAISE = 0.05
/** Days for which trouble counts as the same as before. */
const REMEMBERED_DAYS = 7

export const failsAt = (events: readonly SessionEvent[], place: string | null): boolean =>
  events.some((event) => event.target === place && event.outcome !== 'ok')

export const isPriced = ({ cause }: SessionEvent): boolean => cause === 'price'

/** One thing of a day, however often it was tried. `text` is evaluated lazily, so that unused scenes use up no lines. */
export type Scene = {
  /** The key of a friction, where it is one. */
  readonly about: string
  readonly weight: number
  readonly did: string
  readonly text: () => string
  /** Set for the guide and support, which are outside the product itself. */
  readonly beside?: true
}

/** The day's events, merged by kind and place; a failure after a success stands by itself. */
export function scenesOf(story: Story, session: Session): Scene[] {
  story.overcome.clear()
  story.begun.clear()
  const groups = new Map<string, { event: SessionEvent; times: number; at: number }>()
  const worked = new Set<string>()
  session.events.forEach((event, at) => {
    const { target, outcome } = event
    // Readings of the guide are told as one.
    const isLater = outcome !== 'ok' && worked.has(target) && !(target === 'docs' && tellsAllTries(story))
    const key = `${sceneKey(event)}${isLater ? ' later' : ''}`
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

type SceneBody = Omit<Scene, 'about'>

/** Whether a diary is told by today's rules: that of a run that began earlier stays as it was. */
export const isOfToday = ({ product }: Story): boolean => product.arithmetic >= 2

/** Whether counts, firsts and outcomes are told from all tries of the day, not from those of one trouble. */
export const tellsAllTries = ({ product }: Story): boolean => product.arithmetic >= 3

const isOk = ({ outcome }: SessionEvent): boolean => outcome === 'ok'

/** A line about a trouble, kept as evidence of it once it is said. */
function sayTrouble(story: Story, event: SessionEvent, lines: readonly string[], values: Values): string {
  const text = story.say(lines, values)
  story.evidence.push({ about: frictionKey(event), text })
  return text
}

function sceneOf(story: Story, event: SessionEvent, tried: Tried): SceneBody | null {
  const { action, target, outcome } = event
  if (target === 'docs') return docsScene(story, event, tried)
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
  readonly about: 'about' | 'known' | 'slow' | 'loss' | 'priced' | 'general'
  readonly values: Values
} {
  const { always, last_place, stuck_at, stuck_by } = story
  if (story.met_paywall && !story.said_paid) return { about: 'priced', values: always }
  const isKnown = (place: string | null): boolean => (story.done.get(place ?? '') ?? 0) > A_FEW
  const stuck = valuesOf(story, stuck_at)
  if (stuck !== null && isOfToday(story) && (stuck_by === 'slow' || stuck_by === 'loss'))
    return { about: stuck_by, values: stuck }
  if (stuck !== null) return { about: isKnown(stuck_at) ? 'known' : 'about', values: stuck }
  return { about: 'general', values: (isKnown(last_place) ? null : valuesOf(story, last_place)) ?? always }
}

function docsScene(story: Story, event: SessionEvent, { before }: Tried): SceneBody {
  const found = isOk(event)
  const { docs } = DIARY()
  const missed = [...before, event].filter((reading) => !isOk(reading)).at(-1)
  if (tellsAllTries(story) && missed !== undefined && (found || before.some(isOk))) {
    const text = (): string => sayTrouble(story, missed, docs.partly, story.always)
    return { weight: 2.5, did: 'read in the guide', beside: true, text }
  }
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

function supportScene(story: Story, { day, rest }: Tried): SceneBody {
  const { stuck_at, last_place, wondered } = story
  const { about, values: named } = subjectOf(story)
  const isAskedAgain = isOfToday(story) && about === 'general' && wondered.has(last_place ?? '')
  const values = isAskedAgain ? story.always : named
  if (about === 'general') wondered.add(last_place ?? '')
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
  return { weight: 2, did: lowerFirst(story.always.Contacted ?? ''), text, beside: true }
}

const waitScene = (story: Story, event: SessionEvent): SceneBody => ({
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

function paywallScene(story: Story, event: SessionEvent): SceneBody {
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

/** Failed tries at a place before it first worked, on all days. */
function failuresBeforeSuccess({ journey }: Story, target: string): number {
  const tries = journey.sessions.flatMap(({ events }) => events.filter((event) => event.target === target))
  const worked = tries.findIndex(isOk)
  return worked < 0 ? tries.length : worked
}

function successScene(story: Story, event: SessionEvent, tried: Tried): SceneBody {
  const { action, target } = event
  const { before, after } = tried
  const { done } = DIARY()
  const isExact = tellsAllTries(story)
  const minutes = isExact && { minutes: undefined, Minutes: undefined, ...minutesOf(event.minutes) }
  const values: Values = { ...(valuesOf(story, target) ?? story.always), ...minutes }
  const troubles = [...(story.troubles.get(target)?.values() ?? [])]
  const first = !story.done.has(target)
  const known = troubles.reduce((sum, { times }) => sum + times, 0)
  const failed = isExact && first ? failuresBeforeSuccess(story, target) : known
  story.done.set(target, (story.done.get(target) ?? 0) + 1 + after.filter(isOk).length)
  story.troubles.delete(target)
  if (story.stuck_at === target) story.stuck_at = null
  const did = values.did ?? ''
  const bodyWith = (weight: number, lines: readonly string[], more: Values = {}): SceneBody => ({
    ...{ weight, did },
    text: () => story.say(lines, { ...values, ...more }),
  })
  const many = first && failed >= MANY_FAILURES && (!isExact || after.every(isOk))
  const at_last = isExact
    ? bodyWith(3, done.after_failures, { times: inWords(failed) })
    : bodyWith(3, done.at_last, { times: inWords(failed + 1) })
  // A failure earlier on the same day is told together with the success that follows, not as an earlier day's trouble.
  const overcome = story.overcome.get(target)
  if (overcome !== undefined) {
    const { text } = many ? at_last : bodyWith(3, isExact ? done.further_go : done.second_go)
    return { weight: 4, did, text: () => [overcome(), text()].filter((words) => words !== '').join(' ') }
  }
  if (many) return at_last
  const isSmooth = after.every(isOk) && (!isExact || before.every(isOk))
  if (failed > 0 && troubles.some((trouble) => trouble.told) && isSmooth) return bodyWith(first ? 3 : 2, done.recovered)
  if (first && failed > 0) return { weight: 2, did, text: () => `${upperFirst(values.Did ?? did)}.` }
  // A person who gives up on that day praises nothing.
  if (first && story.leaving) return { weight: 2, did, text: () => `${upperFirst(values.Did ?? did)}.` }
  if (first && action in done)
    return bodyWith(2, done[praised(story, action, target) ? (action as keyof typeof done) : 'plain'])
  return { weight: 0, did, text: () => '' }
}

const PRAISING: ReadonlySet<string> = new Set(['use_feature', 'customize'])

/** Whether a first success is told with praise: the place has some value, and the day did not end in anger. */
const praised = ({ product, upset }: Story, action: string, target: string): boolean =>
  !PRAISING.has(action) || (!upset && (product.screens.find(({ id }) => id === target)?.value ?? 0) >= WORTH_PRAISE)

function failureScene(story: Story, event: SessionEvent, tried: Tried): SceneBody | null {
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
  story.stuck_by = outcome
  const form = message === '' ? 'silent' : 'said'
  const kind = kindOf(story, event, known, tried)
  const lines = DIARY().failed[kind][form]
  const values = {
    ...(valuesOf(story, target) ?? { ...story.always, ...stepWords(target) }),
    message,
    times: inWords(times),
    tries: inWords(tried.before.length + 1 + tried.after.length),
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
    story.begun.add(target)
    return { weight: 3, did: '', text }
  }
  const others = story.overcome.get(target)
  if (others !== undefined && tellsAllTries(story)) {
    if (message !== '' || kind === 'loss')
      story.overcome.set(target, () => [others(), text()].filter((words) => words !== '').join(' '))
    return null
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

function kindOf(
  story: Story,
  event: SessionEvent,
  known: boolean,
  tried: Tried,
): keyof ReturnType<typeof DIARY>['failed'] {
  if (tellsAllTries(story)) return kindOfAllTries(event, known, tried)
  return isOfToday(story) ? kindToday(story, event, known, tried) : failureKind(event.outcome, known, tried)
}

/** The wording of a failure by all tries at the place on that day, whatever stopped them. */
function kindOfAllTries(
  { outcome }: SessionEvent,
  known: boolean,
  { times, before, after }: Tried,
): ReturnType<typeof failureKind> {
  if (outcome === 'loss') return 'loss'
  const worksLater = after.some(isOk)
  if (before.some(isOk)) return worksLater ? 'in_between' : 'no_longer'
  if (worksLater) return before.length === 0 ? 'first_today' : 'on_the_way'
  if (times > 1) return before.length + 1 + after.length === times ? 'repeatedly' : 'among'
  if (known && outcome !== 'slow') return 'again_today'
  return outcome === 'ok' || outcome === 'limit' ? 'wrong' : outcome
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

/** The same, with one “at first” a day, and nothing that merely took long again “still cannot” be done. */
function kindToday(
  { begun }: Story,
  { target, outcome }: SessionEvent,
  known: boolean,
  tried: Tried,
): ReturnType<typeof failureKind> {
  const kind = failureKind(outcome, known, tried)
  if (kind === 'at_first' && begun.has(target)) return 'next'
  return kind === 'again' && outcome === 'slow' ? 'slow' : kind
}

/** Variables of a line about a place; `null` for an unknown place. */
function valuesOf({ product, always, voice }: Story, target: string | null): Values | null {
  const screen = product.screens.find(({ id }) => id === target)
  if (screen === undefined) return null
  return { ...always, ...spoken(screen.words.did, voice), ...minutesOf(screen.minutes), to: screen.words.to }
}
