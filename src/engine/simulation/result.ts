import { createHash } from 'node:crypto'
import { AUDIENCE_SOURCE } from '../../domain/audience.js'
import { FEELINGS, type Feelings, type SessionEvent } from '../../domain/simulated-session.js'
import type { FrictionPoint, SimulationInput, SimulationResult } from '../../domain/simulation.js'
import { outcomeDistribution, reasonsForLeaving } from './analysis/endings.js'
import { type DayFeelings, feelingsByDay } from './analysis/feelings-by-day.js'
import { type FrictionPoint as Friction, frictionPoints, valueMoments } from './analysis/friction.js'
import { groupBy } from './analysis/group-by.js'
import { retention } from './analysis/retention.js'
import { FRUSTRATED, type Rows, type SessionRow } from './analysis/rows.js'
import { type ScreenUse, screenFunnel, useByScreen } from './analysis/screens.js'
import type { Cohort } from './cohort.js'
import { type DiaryEntry, diary } from './diary.js'
import type { Journey } from './journey.js'
import type { Member } from './network/spread.js'
import type { ViralCoefficient } from './network/viral-coefficient.js'
import type { ProductState } from './product-state.js'
import type { World } from './world.js'

/** People of the result's list, from whom its quotes and diaries come. */
export const SHOWN_PEOPLE = 100
const SHOWN_DIARIES = 5
const MAX_ACTIONS = 5
const MAX_FRICTIONS = 40
const MAX_FEATURES = 5
/** Quantile of the standard normal for 95 %. */
const Z = 1.959964

type Lived = Pick<SimulationResult, 'hypothesis'> & {
  readonly members: readonly Member[]
  readonly rows: Rows
  readonly viral: ViralCoefficient | null
  readonly seed: number
}

/** What is said of all journeys; figures by `analysis/`, each with its source there. */
export function resultOf(input: SimulationInput, { product, cohort }: World, lived: Lived): SimulationResult {
  const { members, rows, viral, hypothesis, seed } = lived
  const { people, sessions } = rows
  const kept = retention(people, sessions, input.days)
  const options = { fixes: input.product.fixes, footing: 'uncalibrated' } as const
  const frictions = frictionPoints(rows, options)
  const funnel = screenFunnel(rows, Object.keys(input.product.screens))
  const { most, least, never_reached } = useByScreen(funnel)
  const trajectory = feelingsByDay(sessions)
  const joined_later = members.filter(({ joined }) => joined > 0).length
  const triggers = groupBy(
    members.flatMap(({ journey: { sessions } }) => sessions.find(({ told }) => told.length > 0)?.trigger ?? []),
    (trigger) => trigger,
  )
  const shown = members.slice(0, SHOWN_PEOPLE)
  const diaryOf = diariesOf(product, seed)
  const quoteOf = quotesOf(shown, cohort, diaryOf)
  const points = frictions.slice(0, MAX_FRICTIONS).map((friction) => pointOf(friction, input, quoteOf(friction)))
  return {
    product: {
      id: input.product.id,
      name: input.product.name,
      state: product.state,
      version: product.version,
      hash: createHash('sha256').update(JSON.stringify(input.product)).digest('hex').slice(0, 16),
    },
    days: input.days,
    notes: notesOf(input, joined_later, viral),
    total_users: people.length,
    total_sessions: sessions.length,
    avg_sessions_per_user: sessions.length / Math.max(1, people.length),
    retention_curve: [...kept.curve],
    median_ltv_days: kept.median,
    mean_days: {
      mean: kept.mean_days,
      low: Math.max(0, kept.mean_days - Z * kept.mean_days_se),
      high: Math.min(input.days, kept.mean_days + Z * kept.mean_days_se),
    },
    outcome_distribution: outcomeDistribution(people),
    reasons: Object.entries(reasonsForLeaving(people))
      .map(([reason, left]) => ({ reason: reason as SimulationResult['reasons'][number]['reason'], people: left }))
      .filter((one) => one.people > 0)
      .sort((a, b) => b.people - a.people),
    avg_emotional_state: meanFeelings(sessions),
    emotional_trajectory: trajectory.map((day) => ({ day: day.day, feelings: meansOf(day), n: day.sessions })),
    most_used_features: most.slice(0, MAX_FEATURES).map(useOf),
    least_used_features: least
      .filter(({ target }) => !most.slice(0, MAX_FEATURES).some((used) => used.target === target))
      .slice(0, MAX_FEATURES)
      .map(useOf),
    never_reached: [...never_reached],
    activated: people.filter(({ activated_on }) => activated_on !== null).length,
    paid: people.filter(({ paid }) => paid).length,
    friction_points: points,
    value_moments: valueMoments(rows, options)
      .slice(0, MAX_FRICTIONS)
      .map(({ target, affected, mean_delight, first_day }) => ({ target, people: affected, mean_delight, first_day })),
    joined_later,
    viral_coefficient: viral && { k: viral.k, low: viral.low, high: viral.high, early: viral.early },
    referral_rate: people.filter(({ invitations }) => invitations > 0).length / Math.max(1, people.length),
    referral_triggers: [...triggers].map(([trigger, people]) => ({ trigger, people: people.length })),
    hypothesis,
    recommended_actions: actionsFor(points),
    calibration: null,
    people: shown.map(({ member, journey }) => {
      const { id, name, kind } = cohort.at(member)
      const { days, reason, sessions, activated_on, paid } = journey
      return { id, name, kind, days, reason, sessions: sessions.length, activated: activated_on !== null, paid }
    }),
    diaries: chosenForDiaries(shown).map(({ journey }) => ({
      id: journey.person,
      entries: entriesOf(journey, diaryOf(journey)),
    })),
  }
}

function notesOf(
  { panel, people, personas, network }: SimulationInput,
  joined: number,
  viral: Lived['viral'],
): string[] {
  const sets = people?.sets ?? []
  const members = sets.reduce((sum, set) => sum + set.members.length, 0)
  const notes: string[] = []
  if (sets.length === 0)
    notes.push(
      `The people come from ${panel.length === 0 ? 'every built-in archetype' : panel.join(', ')}; patience, experience, time and ways to learn are drawn, from nobody's research.`,
    )
  for (const { name, version, size, members: used } of sets)
    notes.push(`The people come from ${used.length} of the ${size} profiles of the set ${name}, version ${version}.`)
  if (sets.some((set) => set.members.some(({ source }) => source === AUDIENCE_SOURCE)))
    notes.push('Some of them were made up from one sentence about an audience, nobody was asked.')
  if (members > 0 && personas > members)
    notes.push(
      'Where there are more people than profiles, copies share their traits and differ in luck alone; the intervals count them as different people.',
    )
  if (viral !== null)
    notes.push(
      `Invitations reach a ${network.replace('_', ' ')} network: ${joined} joined later and are counted from their own first day; K is ${viral.k.toFixed(2)} (${viral.low.toFixed(2)} to ${viral.high.toFixed(2)}) accepted invitations a user in 14 days.`,
    )
  return [...notes, 'Every number of the product is an assumption of its file; nothing is fitted to real users.']
}

function pointOf(friction: Friction, { product }: SimulationInput, quote: FrictionPoint['quote']): FrictionPoint {
  const { target, defect, cause, outcome, parts } = friction
  const message = product.screens[target]?.defects.find(({ id }) => id === defect)?.message ?? ''
  return {
    ...{ target, cause, defect, outcome, message },
    people: friction.affected,
    affected_share: parts.affected_share,
    events: friction.events,
    severity: friction.mean_frustration,
    rise: friction.mean_rise,
    blocked_share: friction.failed,
    left_within_3_days: friction.left_soon,
    confidence: parts.confidence,
    effort: parts.effort,
    effort_assumed: friction.effort_assumed,
    fix: friction.fix,
    score: parts.score,
    priority: friction.priority,
    quote,
  }
}

/** What is stopped by the price is one thing to look at, wherever it stops people. */
function actionsFor(points: readonly FrictionPoint[]): SimulationResult['recommended_actions'] {
  const weighty = points.filter(({ priority }) => priority !== 'P3')
  const priced = weighty.filter(({ cause }) => cause === 'price')
  const [first] = priced
  return weighty
    .filter((point) => point.cause !== 'price' || point === first)
    .slice(0, MAX_ACTIONS)
    .map(({ target, defect, fix, people, priority, cause }) => {
      const mend = defect === null ? `Make ${target} easier` : `Mend ${defect} at ${target}`
      const what =
        cause === 'price'
          ? `Look at the price: the paywall stops people at ${priced.map((point) => point.target).join(', ')}`
          : mend
      const rationale = `It frustrated ${people} people; what a change does is not simulated here: run the product with it and compare.`
      return { action: fix === null ? what : `${what} (${fix})`, priority, rationale }
    })
}

/** Five lives that differ: the first to leave, the first who stays, and those between by how long they stayed. */
function chosenForDiaries(members: readonly Member[]): Member[] {
  const byLife = members.toSorted((a, b) => a.journey.days - b.journey.days || a.member - b.member)
  const places = Array.from({ length: SHOWN_DIARIES }, (_, n) =>
    Math.round((n * (byLife.length - 1)) / (SHOWN_DIARIES - 1)),
  )
  return [...new Set(places)].flatMap((place) => byLife[place] ?? [])
}

type DiaryOf = (lived: Journey) => readonly DiaryEntry[]

/** Each diary is written once, when somebody first asks for it. */
function diariesOf(product: ProductState, seed: number): DiaryOf {
  const written = new Map<Journey, readonly DiaryEntry[]>()
  return (lived) => {
    const entries = written.get(lived) ?? diary(seed, lived, product)
    written.set(lived, entries)
    return entries
  }
}

const entriesOf = (lived: Journey, entries: readonly DiaryEntry[]) =>
  entries.map(({ day, text }, session) => ({
    day,
    text,
    outcome: lived.sessions[session]?.outcome ?? 'continued',
    feelings: lived.sessions[session]?.after ?? { frustration: 0, confidence: 0, delight: 0, confusion: 0 },
  }))

/** For a friction the words of the first person who wrote any on such a day. */
function quotesOf(members: readonly Member[], cohort: Cohort, diaryOf: DiaryOf) {
  return ({ target, defect, outcome }: Friction): FrictionPoint['quote'] => {
    for (const { member, journey } of members) {
      const isSuch = (event: SessionEvent): boolean =>
        event.target === target &&
        event.defect === defect &&
        event.outcome === outcome &&
        event.frustration > FRUSTRATED
      const session = journey.sessions.findIndex(({ events }) => events.some(isSuch))
      if (session < 0) continue
      const entry = diaryOf(journey)[session]
      if (entry && entry.quote !== '') return { person: cohort.at(member).name, day: entry.day, text: entry.text }
    }
    return null
  }
}

const useOf = ({ target, tries, tried, eligible, success }: ScreenUse) => ({
  target,
  uses: tries,
  users: tried,
  share: tried / Math.max(1, eligible),
  success: success ?? 0,
})

const meansOf = (day: DayFeelings): Feelings =>
  Object.fromEntries(FEELINGS.map((feeling) => [feeling, day[feeling].mean])) as Feelings

function meanFeelings(sessions: readonly SessionRow[]): Feelings | null {
  if (sessions.length === 0) return null
  const mean = (feeling: keyof Feelings): number =>
    sessions.reduce((sum, session) => sum + session[feeling], 0) / sessions.length
  return Object.fromEntries(FEELINGS.map((feeling) => [feeling, mean(feeling)])) as Feelings
}
