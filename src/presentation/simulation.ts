import type { RunWithResult } from '../domain/run-document.js'
import type { FrictionPoint, SimulationResult } from '../domain/simulation.js'
import { clean, displayText, headline, truncate } from './clean.js'
import type { ReportOptions } from './panel.js'
import { provenanceOf } from './provenance.js'
import { type Cell, lightView, type TrustView } from './trust.js'
import { counted, day, number, percent, phrase, range, readable } from './words.js'

export type SimulationView = ReturnType<typeof simulationView>
type Run = RunWithResult<'simulation'>
type CurvePoint = SimulationResult['retention_curve'][number]

const MAX_FRICTIONS = 12
const MAX_PEOPLE = 24

/** Everything said of a simulation. Every text in it has been through `clean`. */
export function simulationView(run: Run, { title }: ReportOptions) {
  const { result } = run
  const frictions = result.friction_points.slice(0, MAX_FRICTIONS).map((friction) => frictionOf(friction, result))
  const product = displayText(result.product.name)
  return {
    title: headline(title ?? '', 120) || `${truncate(product, 60)}, lived with for ${counted(result.days, 'day')}`,
    date: day(run.completed_at),
    offline: true,
    product,
    version: clean(`${result.product.state}: ${result.product.version}`),
    trust: simulationTrust(run),
    notes: result.notes.map(phrase),
    days: result.days,
    people: result.total_users,
    stayed: stayedAt(result, result.days),
    sentence: sentenceOf(result),
    curve: result.retention_curve,
    life: lifeOf(result),
    facts: factsOf(result),
    frictions,
    otherFrictions: Math.max(0, result.friction_points.length - frictions.length),
    reasons: result.reasons.map(({ reason, people }) => ({ name: readable(reason), people })),
    outcomes: Object.entries(result.outcome_distribution).map(([outcome, people]) => ({
      name: readable(outcome),
      people,
    })),
    feelings: result.emotional_trajectory,
    screens: [...result.most_used_features, ...result.least_used_features].map(
      ({ target, uses, users, share, success }) => ({
        target: displayText(target),
        ...{ uses, users },
        reached: percent(share),
        worked: percent(success),
      }),
    ),
    neverReached: result.never_reached.map(displayText),
    hypothesis: result.hypothesis && {
      text: phrase(result.hypothesis.text),
      verdict: VERDICTS[result.hypothesis.verdict],
      sentence: phrase(result.hypothesis.sentence),
    },
    persons: result.people.slice(0, MAX_PEOPLE).map((person) => ({
      name: displayText(person.name),
      kind: displayText(person.kind),
      days: person.days,
      end: person.reason === null ? 'still there' : readable(person.reason),
      sessions: person.sessions,
    })),
    diaries: result.diaries.map(({ id, entries }) => diaryOf(id, entries, result)),
    made: provenanceOf(run, null),
  }
}

const VERDICTS = { supported: 'Supported', not: 'Not supported', unclear: 'Unclear' } as const

/** The share still there after so many days, as a figure with its interval. */
function stayedAt({ retention_curve }: SimulationResult, days: number) {
  const point = retention_curve.findLast((one) => one.day <= days)
  const { rate = 1, low = 1, high = 1 } = point ?? ({} as Partial<CurvePoint>)
  return {
    day: days,
    share: rate,
    figure: percent(rate),
    interval: { low, high },
    between: range({ low, high }, percent),
  }
}

function sentenceOf(result: SimulationResult): string {
  const { share, interval } = stayedAt(result, result.days)
  const stayed = `Of ${counted(result.total_users, 'synthetic person', 'synthetic people')} ${percent(share)} (${range(interval, percent)}) are still there after ${counted(result.days, 'day')}.`
  const [first] = result.friction_points
  if (first === undefined) return `${stayed} Nothing frustrated anybody for long.`
  return `${stayed} The first thing to mend: ${nameOf(first)}, which frustrated ${number(first.people)}.`
}

/** "connect (oauth_loop)". */
function nameOf({ target, defect, cause, outcome }: FrictionPoint): string {
  const why = defect ?? (cause === null ? outcome : (CAUSES[cause] ?? cause))
  return `${displayText(target)} (${clean(why)})`
}

const CAUSES: Record<NonNullable<FrictionPoint['cause']>, string> = {
  defect: 'a defect',
  unclear: 'it is not clear',
  effort: 'the effort',
  limit: 'a limit',
  price: 'the price',
  wait: 'the wait',
}

function frictionOf(friction: FrictionPoint, { total_users }: SimulationResult) {
  const { people, severity, blocked_share, left_within_3_days, confidence, effort, effort_assumed, score } = friction
  return {
    name: nameOf(friction),
    priority: friction.priority,
    message: clean(friction.message),
    people,
    sentence: `It frustrated ${number(people)} of ${number(total_users)} (frustration ${severity.toFixed(2)} of 1 on average); ${percent(blocked_share)} of those times nothing worked, and ${percent(left_within_3_days)} of them had left three days later.`,
    arithmetic: `100 × severity ${severity.toFixed(2)} × people ${friction.affected_share.toFixed(2)} × confidence ${confidence.toFixed(2)} ÷ effort ${effort}${effort_assumed ? ' (assumed)' : ''} = ${score.toFixed(1)}`,
    quote: friction.quote && {
      who: displayText(friction.quote.person),
      quote: displayText(friction.quote.text),
      where: `day ${friction.quote.day + 1}`,
    },
  }
}

function lifeOf({ median_ltv_days, mean_days, days }: SimulationResult): string {
  const half =
    median_ltv_days === null
      ? `more than half are still there after ${days} days`
      : `half had left by day ${median_ltv_days}`
  return `They stay ${mean_days.mean.toFixed(1)} of ${days} days on average (${mean_days.low.toFixed(1)} to ${mean_days.high.toFixed(1)}); ${half}.`
}

function factsOf(result: SimulationResult) {
  const share = (people: number): string => `${number(people)} (${percent(people / Math.max(1, result.total_users))})`
  return [
    { name: 'Sessions', text: `${number(result.total_sessions)}, ${result.avg_sessions_per_user.toFixed(1)} a person` },
    { name: 'Got going', text: share(result.activated) },
    { name: 'Paid', text: share(result.paid) },
    { name: 'Told somebody', text: percent(result.referral_rate) },
  ]
}

function diaryOf(id: string, entries: SimulationResult['diaries'][number]['entries'], { people }: SimulationResult) {
  const person = people.find((one) => one.id === id)
  return {
    who: displayText(person?.name ?? id),
    kind: displayText(person?.kind ?? ''),
    entries: entries.map(({ day, outcome, text, feelings }) => ({
      day: day + 1,
      outcome: readable(outcome),
      text: displayText(text),
      feelings,
    })),
  }
}

const REHEARSAL =
  'Arithmetic played every person by the product file’s own numbers: nothing is fitted to real users, so the curve shows how the parts act on each other and no forecast.'
const UNCALIBRATED =
  'The daily chance of leaving is not fitted to real users of this product: compare states, do not forecast.'

/** Who lived with it, and how far to believe it. */
export function simulationTrust(run: Run): TrustView {
  const { result } = run
  const calibration: Cell = {
    name: 'Calibration',
    status: 'not_run',
    word: 'Not calibrated',
    figure: '',
    text: UNCALIBRATED,
  }
  return {
    who: counted(result.total_users, 'synthetic person', 'synthetic people'),
    answeredBy: 'Played offline by arithmetic, whatever model is configured; no real user was observed.',
    light: lightView('rehearsal', REHEARSAL),
    assay: null,
    cells: [calibration],
  }
}
