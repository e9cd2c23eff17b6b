import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AUDIENCE_SOURCE } from '../../../domain/panel/audience.js'
import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'
import type { Session, SessionEvent } from '../../../domain/simulation/simulated-session.js'
import {
  type FrictionPoint,
  REFERRAL_DAYS,
  type SimulatedEffect,
  type SimulationInput,
  type SimulationResult,
} from '../../../domain/simulation/simulation.js'
import { wilsonInterval } from '../../../domain/statistics/wilson.js'
import type { EngineDeps } from '../../deps.js'
import { groupBy } from '../../group-by.js'
import type { DiaryEntry } from '../diary/diary.js'
import { wordsOf } from '../diary/entries.js'
import { namesTrouble } from '../diary/words-heard.js'
import type { Journey } from '../journey.js'
import type { Member } from '../network/spread.js'
import type { ViralCoefficient } from '../network/viral-coefficient.js'
import type { RecognisedConcerns } from '../person/cohort.js'
import { offersPlans } from '../person/paying.js'
import { notesOnProduct, wholePilotNote } from '../product-notes.js'
import { type ProductState, productState } from '../product-state.js'
import type { World } from '../world.js'
import { outcomeDistribution, reasonsForLeaving } from './endings.js'
import { expectedEffects } from './expected-effects.js'
import { type FrictionPoint as Friction, fixesOf, frictionPoints, messageFixesOf, valueMoments } from './friction.js'
import { calendarOf, datesOf, picturesOf } from './pictures.js'
import { priorityOf } from './priority.js'
import { rankIntervals } from './rank-intervals.js'
import { retention } from './retention.js'
import { FRUSTRATED, frictionKey, type Rows } from './rows.js'
import type { PairedRuns } from './same-people.js'
import { type ScreenUse, screenFunnel, useByScreen } from './screens.js'
import { sensitivityOf } from './sensitivity.js'
import { feelingsByDay, meanFeelings } from './session-feelings.js'
import { taskAt, troubleOf } from './trouble.js'

/** Number of people in the result's list; quotes and diaries come from these. */
export const SHOWN_PEOPLE = 100
const SHOWN_DIARIES = 5
const MAX_ACTIONS = 5
const MAX_FRICTIONS = 40

type CohortOutcome = Pick<SimulationResult, 'hypothesis'> & {
  /** At least the people who are shown. */
  readonly members: readonly Member[]
  readonly rows: Rows
  readonly viral: ViralCoefficient | null
  readonly seed: number
  readonly pairedRuns: PairedRuns
  /** Whether a language model played the people. */
  readonly played: boolean
  readonly yieldToEventLoop?: EngineDeps['yieldToEventLoop']
}

/** The result over all journeys; `analysis/` computes the figures and gives their sources. */
export async function resultOf(input: SimulationInput, world: World, lived: CohortOutcome): Promise<SimulationResult> {
  const { product, cohort } = world
  const { members, rows, viral, hypothesis, seed, pairedRuns, played, yieldToEventLoop } = lived
  const { people, sessions } = rows
  const kept = retention(rows, input.days)
  const productFixes = fixesOf(input.product)
  const found = frictionPoints(rows, productFixes)
  const messageFixes = messageFixesOf(input.product).slice(0, MAX_ACTIONS)
  const fixes = [...fixesFor(found), ...messageFixes]
  const effects = await expectedEffects(input.product, product, pairedRuns, { fixes, seed })
  const frictions = found
    .map((friction) => prioritised(friction, effects))
    .sort((a, b) => a.priority.localeCompare(b.priority))
  const sensitivity = await sensitivityOf(
    pairedRuns,
    { days: input.days, size: cohort.size },
    { fixes: productFixes, seed },
  )
  const funnel = screenFunnel(rows, Object.keys(input.product.screens))
  const { most, least, never_reached } = useByScreen(funnel)
  const joined_later = people.filter(({ joined }) => joined > 0).length
  const triggers = groupBy(
    people.flatMap(({ trigger: first }) => first ?? []),
    (trigger) => trigger,
  )
  const activated = people.filter(({ activated_on }) => activated_on !== null).length
  const paid = people.filter(({ paid: pays }) => pays).length
  const neverIn = people.filter(({ reason, got_in }) => reason === null && !got_in)
  const invited = people.filter(({ invitations }) => invitations > 0).length
  const shown = members.slice(0, SHOWN_PEOPLE)
  /** Results of earlier arithmetic keep the people whose diaries they have. */
  const choosesAsBefore = input.arithmetic < 3
  const diaryOf = diariesOf(product, seed)
  const quoteOf = quotesOf(shown, world, diaryOf)
  const ranks = rankIntervals(rows, frictions)
  const points = frictions
    .slice(0, MAX_FRICTIONS)
    .map((friction, place) => pointOf(friction, product, { quote: quoteOf(friction), rank: ranks[place] ?? null }))
  return {
    label: played ? 'uncalibrated' : 'rehearsal, uncalibrated',
    product: {
      id: input.product.id,
      name: input.product.name,
      ...livedState(input, product),
      hash: createHash('sha256').update(JSON.stringify(input.product)).digest('hex').slice(0, 16),
      dates: datesOf(input),
    },
    days: input.days,
    node: Number.parseInt(process.versions.node, 10),
    notes: [
      ...notesOf(input, joined_later, viral, {
        people,
        recognised: cohort.recognised,
        market: world.market?.length ?? 0,
      }),
      ...messageFixes.flatMap((fix) => messageFixNote(fix, effects)),
      ...sensitivityNote(sensitivity),
    ],
    total_users: people.length,
    distinct_people: distinct(people),
    total_sessions: sessions.count,
    avg_sessions_per_user: sessions.count / Math.max(1, people.length),
    retention_curve: [...kept.curve],
    median_ltv_days: kept.median,
    median_interval: { low: kept.median_low, high: kept.median_high },
    mean_days: {
      mean: kept.mean_days,
      low: kept.mean_low,
      high: kept.mean_high,
    },
    outcome_distribution: outcomeDistribution(people),
    reasons: Object.entries(reasonsForLeaving(people))
      .map(([reason, left]) => ({ reason: reason as SimulationResult['reasons'][number]['reason'], people: left }))
      .filter((group) => group.people > 0)
      .sort((a, b) => b.people - a.people),
    ...leavingWords(shown, world),
    avg_emotional_state: meanFeelings(sessions),
    emotional_trajectory: feelingsByDay(sessions),
    ...(await picturesOf(world, { members, rows, funnel, seed, yieldToEventLoop })),
    most_used_features: most.map(useOf),
    least_used_features: least.map(useOf),
    never_reached: [...never_reached],
    activated,
    paid,
    intervals: {
      activated: intervalOf(activated, people),
      ...((input.arithmetic < 2 || offersPlans(product)) && { paid: intervalOf(paid, people) }),
      referral_rate: intervalOf(invited, people),
    },
    shut_out: people.filter(({ shut_out }) => shut_out).length,
    ...(input.arithmetic >= 2 && neverIn.length > 0 && { never_in: neverIn.length, ...neverInAt(neverIn, product) }),
    friction_points: points.map(({ point }) => point),
    value_moments: valueMoments(rows, productFixes)
      .slice(0, MAX_FRICTIONS)
      .map(({ target, affected, mean_delight, first_day }) => ({ target, people: affected, mean_delight, first_day })),
    joined_later,
    viral_coefficient: viral && { k: viral.k, low: viral.low, high: viral.high, early: viral.early },
    referral_rate: invited / Math.max(1, people.length),
    referral_triggers: [...triggers].map(([trigger, people]) => ({ trigger, people: people.length })),
    hypothesis,
    recommended_actions: actionsFor(points, effects),
    sensitivity,
    calibration: null,
    people: shown.map(({ member, joined, journey }) => {
      const { id, name, kind } = cohort.at(member)
      const { days, reason, sessions, activated_on, paid } = journey
      return {
        ...{ id, name, kind, joined, days, reason, paid },
        calendar: calendarOf(journey),
        sessions: sessions.length,
        activated: activated_on !== null,
      }
    }),
    diaries: chosenForDiaries(shown, choosesAsBefore ? undefined : points[0]?.point).map(({ journey }) => ({
      id: journey.person,
      entries: entriesOf(journey, diaryOf(journey)),
      ...(!choosesAsBefore && {
        frustrations: points.flatMap(({ point }, place) => (isFrustratedBy(journey, point) ? [place] : [])),
      }),
      closing: journey.exit?.why || undefined,
    })),
  }
}

const LEAVING_WORDS = 3

/** What a model said for some who left: one of each reason first, in the order of people. */
function leavingWords(members: readonly Member[], { cohort }: World): Pick<SimulationResult, 'leaving_words'> {
  const said = members.flatMap(({ member, journey: { reason, days, exit } }) =>
    reason === null || !exit?.why ? [] : [{ person: cohort.at(member).name, day: days - 1, reason, text: exit.why }],
  )
  const isFirst = ({ reason }: (typeof said)[number], at: number): boolean =>
    said.findIndex((other) => other.reason === reason) === at
  const chosen = [...said.filter(isFirst), ...said.filter((words, at) => !isFirst(words, at))].slice(0, LEAVING_WORDS)
  return chosen.length === 0 ? {} : { leaving_words: chosen }
}

/** The state that people met: with flags switched for the run the one that it equals, else its own with the switches. */
function livedState({ product, features }: SimulationInput, { state, version, flags }: ProductState) {
  const flagsOf = (other: string) => productState(product, other).flags
  if (isDeepStrictEqual(flagsOf(state), flags)) return { state, version }
  const same = Object.entries(product.states).find(([other]) => isDeepStrictEqual(flagsOf(other), flags))
  if (same !== undefined) return { state: same[0], version: same[1].version }
  return { state: `${state} with ${switchWords(Object.entries(features))}`, version }
}

const switchWords = (switches: readonly (readonly [string, boolean])[]): string =>
  switches.map(([flag, isOn]) => `${flag} ${isOn ? 'on' : 'off'}`).join(', ')

/** Wilson's interval of the share of `counted` people, with the number of personas as sample size: copies are alike. */
const intervalOf = (counted: number, people: Rows['people']) => {
  const personas = distinct(people)
  return wilsonInterval((counted / Math.max(1, people.length)) * personas, personas) ?? { low: 0, high: 1 }
}

const distinct = (people: Rows['people']): number => new Set(people.map(({ source }) => source)).size

/** Where most of those who never got in met a try that was slow, wrong or a loss; nothing where nobody did. */
function neverInAt(people: Rows['people'], product: ProductState): Pick<SimulationResult, 'never_in_at'> {
  const places = groupBy(
    people.flatMap(({ defective_try }) => defective_try ?? []),
    ({ target, outcome }) => `${target} ${outcome}`,
  )
  const [most] = [...places.values()].sort((a, b) => b.length - a.length)
  const place = most?.[0]
  if (most === undefined || place === undefined) return {}
  return { never_in_at: { task: taskAt(product, place.target), outcome: place.outcome, people: most.length } }
}

type Lives = {
  readonly people: Rows['people']
  readonly recognised: RecognisedConcerns | null
  /** Number of people whom invitations could reach, users included. */
  readonly market: number
}

function notesOf(
  input: SimulationInput,
  joined: number,
  viral: CohortOutcome['viral'],
  { people: lived, recognised, market }: Lives,
): string[] {
  const { product, panel, people, personas, days, network, pilot, features, arithmetic } = input
  const sets = people?.sets ?? []
  const notes = notesOnProduct(product)
  if (pilot !== null && pilot < personas)
    notes.push(
      `A pilot: the first ${pilot} of ${personas.toLocaleString('en')} people, the same ones as in the whole run.`,
    )
  if (arithmetic >= 2) notes.push(...wholePilotNote(input))
  if (sets.length === 0)
    notes.push(
      `The people come from ${panel.length === 0 ? 'every built-in archetype' : panel.join(', ')}; patience, experience, time and ways to learn are drawn, from nobody's research.`,
    )
  for (const { name, version, size, members: used } of sets)
    notes.push(`The people come from ${used.length} of the ${size} profiles of the set ${name}, version ${version}.`)
  if (sets.some((set) => set.members.some(({ source }) => source === AUDIENCE_SOURCE)))
    notes.push('Some of them were made up from one sentence about an audience, nobody was asked.')
  if (recognised !== null) notes.push(concernsNote(recognised))
  if (arithmetic >= 2 && sets.length > 0)
    notes.push(
      `How often they need ${product.name} is taken from its file, for everybody alike: whoever said that they have no use for it uses it as the others do, so the figures do not tell whether these people need it.`,
    )
  if (distinct(lived) < lived.length)
    notes.push(
      `The ${lived.length} people are ${distinct(lived)} distinct personas: copies share their traits and differ in luck alone, so the intervals${viral === null ? '' : ', except that of K,'} count personas and not copies.`,
    )
  if (lived.length > SHOWN_PEOPLE)
    notes.push(
      `The result lists the first ${SHOWN_PEOPLE} of the ${lived.length.toLocaleString('en')} people; an export of its sessions has all of them.`,
    )
  const switched = Object.entries(features)
  if (switched.length > 0) notes.push(`Switched for this run: ${switchWords(switched)}.`)
  if (viral !== null)
    notes.push(
      `Invitations reach a ${network.replace('_', ' ')} network: ${joined} joined later and are counted from their own first day; K is ${viral.k.toFixed(2)} (${viral.low.toFixed(2)} to ${viral.high.toFixed(2)}) accepted invitations a user within ${Math.min(REFERRAL_DAYS, days)} days, in a market of ${market} people of whom ${personas} use it from the first day, so fewer are left to invite than in a wide one.`,
    )
  return [...notes, 'Every number of the product is an assumption of its file; nothing is fitted to real users.']
}

/** The note on how a set's statements affect people's weeks, and for how many profiles they do not. */
function concernsNote({ of, none, by }: RecognisedConcerns): string {
  const found = CONCERNS.filter((concern) => by[concern] > 0).sort((a, b) => by[b] - by[a])
  const silent = `${none} of ${of} ${of === 1 ? 'profile' : 'profiles'}`
  if (found.length === 0) return `In what the people said nothing is recognised that would trouble them: ${silent}.`
  const named = found.map((concern) => `${CONCERN_WORDS[concern]} ${by[concern]}`).join(', ')
  return `What they feel most follows from words in what they said, by judged weights (profiles): ${named}; nothing was recognised for ${silent}, who feel everything alike.`
}

const CONCERN_WORDS: Readonly<Record<Concern, string>> = {
  price: 'price',
  effort: 'effort',
  clarity: 'clarity',
  loss: 'reliability',
  waiting: 'waiting',
  messages: 'messages',
  privacy: 'privacy',
  setup: 'setting up',
  learning: 'learning and help',
}

function pointOf(friction: Friction, product: ProductState, more: Pick<FrictionPoint, 'quote' | 'rank'>): Point {
  const { target, defect, cause, outcome, parts } = friction
  const { trouble, remedy, message } = troubleOf(product, friction)
  const point: FrictionPoint = {
    ...{ target, cause, defect, outcome, trouble, message },
    people: friction.affected,
    affected_share: parts.affected_share,
    events: friction.events,
    severity: friction.mean_frustration,
    rise: friction.mean_rise,
    blocked_share: friction.blocked,
    left_within_3_days: friction.left_soon,
    others_left_within_3_days: friction.others_left_soon,
    confidence: parts.confidence,
    effort: parts.effort,
    effort_assumed: friction.effort_assumed,
    fix: friction.fix,
    score: parts.score,
    priority: friction.priority,
    rule: friction.rule,
    ...more,
  }
  return { point, remedy }
}

/** A friction and its remedy. */
type Point = { readonly point: FrictionPoint; readonly remedy: string }
type Effects = ReadonlyMap<string, SimulatedEffect>

/** The fixes of the first frictions that have one. */
const fixesFor = (frictions: readonly Friction[]): string[] =>
  [...new Set(frictions.flatMap(({ fix }) => fix ?? []))].slice(0, MAX_ACTIONS)

function prioritised(friction: Friction, effects: Effects): Friction {
  const { parts, affected, blocks_activation, fix } = friction
  const effect_low = effects.get(fix ?? '')?.low ?? null
  return { ...friction, ...priorityOf({ score: parts.score, affected, blocks_activation, effect_low }) }
}

/** One action per fix, for the first friction it fixes. */
function actionsFor(points: readonly Point[], effects: Effects): SimulationResult['recommended_actions'] {
  return points
    .filter(({ point }) => point.priority !== 'P3')
    .filter(
      ({ point: { fix } }, place, all) => fix === null || all.findIndex(({ point }) => point.fix === fix) === place,
    )
    .slice(0, MAX_ACTIONS)
    .map(({ point: { fix, people, priority }, remedy }) => {
      const effect = effects.get(fix ?? '') ?? null
      const tried =
        effect === null ? withoutEffect(fix) : `its fix ${fix} was tried on the same people with the same luck.`
      return {
        action: remedy,
        priority,
        rationale: `It frustrated ${people} ${people === 1 ? 'person' : 'people'}; ${tried}`,
        effect,
        people,
      }
    })
}

const withoutEffect = (fix: string | null): string =>
  fix === null
    ? 'the product names no fix for it, so what a change does is not simulated.'
    : `the fix ${fix} names no flag or defect that is still there, so what it does is not simulated.`

function messageFixNote(fix: string, effects: Effects): string[] {
  const effect = effects.get(fix)
  if (effect === undefined) return []
  const [points, low, high] = [effect.estimate, effect.low, effect.high].map((share) => inPoints(share))
  return [
    `The fix ${fix} switches messages, which annoy before anybody does anything and so are no friction of a screen; tried on the same people with the same luck it changes the share still there at the end by ${points} points (${low} to ${high}).`,
  ]
}

const inPoints = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`

function sensitivityNote(sensitivity: SimulationResult['sensitivity']): string[] {
  if (sensitivity === null)
    return ['Whether the order of the frictions hangs on judged weights was not run: that takes two frictions or more.']
  const { runs, people, top, kept, same_order } = sensitivity
  return [
    `With the judged weights of traits, staying, coming back and concerns moved by up to half (not those of feelings, choices and prices), ${(kept * top).toFixed(1)} of the first ${top} frictions stay among the first ${top}, and ${Math.round(same_order * runs)} of ${runs} weightings keep their order (${people} ${people === 1 ? 'person' : 'people'}, ${runs} weightings).`,
  ]
}

const isFrustratedBy = ({ sessions }: Journey, friction: Parameters<typeof frictionKey>[0]): boolean =>
  sessions.some(({ events }) =>
    events.some((event) => event.frustration > FRUSTRATED && frictionKey(event) === frictionKey(friction)),
  )

/**
 * Five different lives: the first to leave, the first who stays, and those between by length of stay. Where the first
 * friction frustrated none of these, somebody whom it did takes the middle place.
 */
function chosenForDiaries(members: readonly Member[], first: FrictionPoint | undefined): Member[] {
  const byLife = members.toSorted((a, b) => a.journey.days - b.journey.days || a.member - b.member)
  const places = Array.from({ length: SHOWN_DIARIES }, (_, n) =>
    Math.round((n * (byLife.length - 1)) / (SHOWN_DIARIES - 1)),
  )
  const chosen = [...new Set(places)].flatMap((place) => byLife[place] ?? [])
  const hasMet = ({ journey }: Member): boolean => first !== undefined && isFrustratedBy(journey, first)
  const other = chosen.some(hasMet) ? undefined : byLife.find(hasMet)
  if (other === undefined) return chosen
  const kept = chosen.toSpliced(Math.floor(chosen.length / 2), 1)
  return byLife.filter((member) => member === other || kept.includes(member))
}

type DiaryOf = (lived: Journey) => readonly DiaryEntry[]

/** Writes each diary once, on first use. */
function diariesOf(product: ProductState, seed: number): DiaryOf {
  const written = new Map<Journey, readonly DiaryEntry[]>()
  return (lived) => {
    const entries = written.get(lived) ?? wordsOf(seed, lived, product)
    written.set(lived, entries)
    return entries
  }
}

function entriesOf({ sessions, reason, days }: Journey, entries: readonly DiaryEntry[]) {
  return entries.map(({ day, text }) => {
    const last = sessions.findLast((session) => session.day <= day)
    const left = reason !== null && day === days - 1
    const lived = last?.day === day ? last.outcome : 'continued'
    return {
      ...{ day, text },
      outcome: left ? ('churned' as const) : lived,
      feelings: last?.after ?? { frustration: 0, confidence: 0, delight: 0, confusion: 0 },
    }
  })
}

/** The quote for a friction: the first words about it that any of the people shown wrote. */
function quotesOf(members: readonly Member[], { cohort, product }: World, diaryOf: DiaryOf) {
  // A person's day is quoted for one friction only, even where it had two.
  const quotedDays = new Set<string>()
  return (friction: Friction): FrictionPoint['quote'] => {
    const key = frictionKey(friction)
    const isSuch = (event: SessionEvent): boolean => event.frustration > FRUSTRATED && frictionKey(event) === key
    for (const { member, journey } of members) {
      for (const session of journey.sessions) {
        const place = `${member}/${session.day}`
        if (quotedDays.has(place) || !session.events.some(isSuch)) continue
        const entry = diaryOf(journey).find(({ day }) => day === session.day)
        const text = entry === undefined ? '' : wordsAbout(friction, entry, session, product)
        if (text === '') continue
        quotedDays.add(place)
        return { person: cohort.at(member).name, day: session.day, text }
      }
    }
    return null
  }
}

/**
 * What an entry says of a trouble; '' for nothing. A model looks back on a whole session: only words that name this
 * trouble, of a session that did not end well, are evidence of it.
 */
function wordsAbout(
  friction: Friction,
  { quote, evidence }: DiaryEntry,
  { said, after }: Session,
  product: ProductState,
): string {
  if (said === undefined) return evidence.find(({ about }) => about === frictionKey(friction))?.text ?? ''
  return after.frustration > after.delight && namesTrouble(quote, product, friction) ? quote : ''
}

const useOf = ({ target, tries, tried, eligible, success }: ScreenUse) => ({
  target,
  uses: tries,
  users: tried,
  share: tried / Math.max(1, eligible),
  success,
})
