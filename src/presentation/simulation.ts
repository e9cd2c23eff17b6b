import { isRehearsal } from '../domain/run/run.js'
import type { RunWithResult } from '../domain/run/run-document.js'
import { LEAVING_REASONS, type LeavingReason, SESSION_OUTCOMES } from '../domain/simulation/simulated-session.js'
import {
  DAY_SIGNS,
  type FrictionPoint,
  type NetworkShape,
  REFERRAL_DAYS,
  REHEARSED_BY_ARITHMETIC,
  type SimulatedEffect,
  type SimulationResult,
} from '../domain/simulation/simulation.js'
import { counted, lowerFirst, number, percent, upperFirst } from '../domain/text/words.js'
import { clean, displayText, headline, truncate } from './clean.js'
import type { ReportOptions } from './panel.js'
import { provenanceOf } from './provenance.js'
import { type Cell, checkCell, hiddenCells, lightView, type TrustView } from './trust.js'
import { day, ended, phrase, range, readable, shareWords, signed } from './words.js'

export type SimulationView = ReturnType<typeof simulationView>
type Run = RunWithResult<'simulation'>
type CurvePoint = SimulationResult['retention_curve'][number]

const MAX_FRICTIONS = 12
const MAX_ACTIONS = 5
const MAX_PEOPLE = 24

/** Everything about a simulation, in words. Every text in it has been through `clean`. */
export function simulationView(run: Run, { title }: ReportOptions) {
  const { result } = run
  const frictions = result.friction_points.slice(0, MAX_FRICTIONS).map((friction) => frictionOf(friction, result))
  const product = displayText(result.product.name)
  return {
    title: headline(title ?? '', 120) || `${truncate(product, 60)}, lived with for ${counted(result.days, 'day')}`,
    date: day(run.completed_at),
    offline: isRehearsal(run),
    product,
    version: clean(`${result.product.state}: ${result.product.version}`),
    trust: simulationTrust(run),
    notes: result.notes.map(phrase),
    days: result.days,
    people: result.total_users,
    who: counted(result.total_users, 'synthetic person', 'synthetic people'),
    stayed: stayedAt(result, result.days),
    sentence: isRehearsal(run) ? sentenceOf(result) : `Uncalibrated: ${sentenceOf(result)}`,
    curve: result.retention_curve,
    leaving: leavingOf(result),
    dates: result.product.dates.map((date) => ({ ...date, what: clean(date.what) })),
    actions: result.recommended_actions.slice(0, MAX_ACTIONS).map(actionOf),
    life: lifeOf(result),
    facts: factsOf(result),
    frictions,
    calm: calmSentence(result),
    otherFrictions: Math.max(0, result.friction_points.length - frictions.length),
    reasons: result.reasons.map(({ reason, people }) => ({ reason, name: reasonWords(reason), people })),
    leavingWords: (result.leaving_words ?? []).map(({ person, day, reason, text }) => ({
      who: displayText(person),
      quote: displayText(text),
      where: `${MODEL_WORDS}, day ${day + 1}, ${reasonWords(reason)}`,
    })),
    outcomes: Object.entries(result.outcome_distribution).map(([outcome, people]) => ({
      name: readable(outcome),
      people,
    })),
    feelings: result.emotional_trajectory,
    kinds: kindsOf(result),
    lives: livesOf(result),
    trees: result.referrals?.largest ?? [],
    network: result.referrals?.network?.drawn ?? null,
    spread: spreadOf(result),
    funnel: result.screens
      .filter(({ eligible }) => eligible > 0)
      .map(({ target, success, ...counts }) => ({
        ...counts,
        target: displayText(readable(target)),
        worked: success === null ? 'none' : shareWords(success),
      })),
    neverReached: result.never_reached.map((target) => displayText(readable(target))),
    hypothesis: result.hypothesis && {
      text: phrase(result.hypothesis.text),
      verdict: VERDICTS[result.hypothesis.verdict],
      sentence: phrase(result.hypothesis.sentence),
    },
    persons: result.people.slice(0, MAX_PEOPLE).map((person) => ({
      id: displayText(person.id),
      name: displayText(person.name),
      kind: displayText(person.kind),
      days: person.days,
      end: person.reason === null ? 'still there' : reasonWords(person.reason),
      sessions: person.sessions,
    })),
    diaries: result.diaries.map((diary) => diaryOf(diary, result)),
    shownDiary: shownDiaryOf(result),
    made: { ...provenanceOf(run, null), checks: isRehearsal(run) ? [] : simulationTrust(run).cells },
  }
}

const reasonWords = (reason: LeavingReason): string => (reason === 'drifted' ? 'no reason seen' : readable(reason))

const VERDICTS = {
  supported: 'Supported in this simulation',
  not: 'Not supported in this simulation',
  unclear: 'Unclear',
  not_run: 'Not tested',
} as const

/** The share still there after this many days, as a figure with its interval. */
export function stayedAt({ retention_curve }: SimulationResult, days: number) {
  const point = retention_curve.findLast((reached) => reached.day <= days)
  const { rate = 1, low = 1, high = 1 } = point ?? ({} as Partial<CurvePoint>)
  return {
    day: days,
    share: rate,
    figure: shareWords(rate),
    interval: { low, high },
    between: range({ low, high }, percent),
  }
}

function sentenceOf(result: SimulationResult): string {
  const { share, interval } = stayedAt(result, result.days)
  const stayed = `Of ${counted(result.total_users, 'synthetic person', 'synthetic people')} ${shareWords(share)} (${range(interval, percent)}) are still there after ${counted(result.days, 'day')}${shutOut(result)}${neverIn(result)}.`
  if (result.friction_points.length === 0) return [stayed, calmSentence(result), ...leftForPrice(result)].join(' ')
  return [stayed, ...firstToMend(result), ...leftForPrice(result)].join(' ')
}

/** A trouble of fewer people than both, or of a smaller share than the last, heads no report. */
const FEW_PEOPLE = 3
const FEW_SHARE = 0.1
const MIN_SHARE = 0.02

const isFew = (people: number, { total_users }: SimulationResult): boolean =>
  people < total_users * MIN_SHARE || (people < FEW_PEOPLE && people < total_users * FEW_SHARE)

const headsReport = ({ people, score }: FrictionPoint, result: SimulationResult): boolean =>
  !isFew(people, result) && score >= MIN_SCORE

/**
 * Place of the diary shown alone, which are sorted by length of stay: of those whom the headline's trouble frustrated the
 * one of middling length, of all where nobody is known to be.
 */
function shownDiaryOf(result: SimulationResult): number {
  const headed = result.friction_points.findIndex((friction) => headsReport(friction, result))
  const places = result.diaries.map((_, place) => place)
  const met = places.filter((place) => result.diaries[place]?.frustrations?.includes(headed))
  const among = met.length > 0 ? met : places
  return among[Math.floor(among.length / 2)] ?? 0
}

/** The first trouble that is worth a headline. Where most leave for the price, one of the lowest priority is not. */
function firstToMend(result: SimulationResult): string[] {
  const first = result.friction_points.find((friction) => headsReport(friction, result))
  if (first === undefined) return ['Nothing frustrated more than a few of them.']
  if (first.priority === 'P3' && leftForPrice(result).length > 0) return []
  const settled = (first.rank?.last ?? 1) === 1
  const what = settled ? 'The first thing to mend' : 'Among the first things to mend'
  return [
    `${what}: ${ended(lowerFirst(nameOf(first)))} That frustrated ${number(first.people)}.`,
    ...leadsByEffort(first, result),
  ]
}

/** Says so where another trouble would stand first without the efforts, and one of these is assumed. */
function leadsByEffort(first: FrictionPoint, result: SimulationResult): string[] {
  const weightOf = ({ score, effort }: FrictionPoint): number => score * effort
  const [other] = result.friction_points
    .filter((friction) => headsReport(friction, result) && (friction.effort_assumed || first.effort_assumed))
    .filter((friction) => weightOf(friction) > weightOf(first))
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  if (other === undefined || isFirstByRule(first, other)) return []
  const assumed = [first, other].find(({ effort_assumed }) => effort_assumed)?.effort
  return [
    `An assumed effort (${assumed}) decides that: without it the first would be: ${ended(lowerFirst(nameOf(other)))}`,
  ]
}

/** Whether a trouble stands first for what it does, whatever effort is assumed. */
const isFirstByRule = (first: FrictionPoint, other: FrictionPoint): boolean =>
  first.priority === 'P0' && first.rule !== 'score' && other.priority !== 'P0'

/** Lowest score that is not printed as 0.0. */
const MIN_SCORE = 0.05

/** Says so where more people left for the price than for any other reason that was seen. */
function leftForPrice(result: SimulationResult): string[] {
  const left = result.reasons.reduce((sum, { people }) => sum + people, 0)
  const [largest] = result.reasons.filter(({ reason }) => reason !== 'drifted').toSorted((a, b) => b.people - a.people)
  if (largest?.reason !== 'price' || isFew(largest.people, result)) return []
  return [
    `The largest reason seen for leaving is the price: ${number(largest.people)} of the ${number(left)} who left.`,
  ]
}

/** People who have not left but cannot use the product. */
const shutOut = ({ shut_out = 0 }: SimulationResult): string =>
  shut_out === 0 ? '' : `; ${number(shut_out)} of them can use nothing without paying`

/** People who have not left, and for whom nothing of it ever worked: what was slow or wrong is no closed door. */
function neverIn({ never_in = 0, never_in_at: at }: SimulationResult): string {
  if (never_in === 0) return ''
  if (at === undefined) return `; ${number(never_in)} of them never got in: no screen ever worked for them`
  const most = at.people < never_in ? `${number(at.people)} of these` : 'they'
  return `; ${number(never_in)} of them never got anything done: when ${most} wanted to ${phrase(at.task)}, ${WENT[at.outcome] ?? WENT.wrong}, and a try like that counts as failed`
}

const WENT: Partial<Record<FrictionPoint['outcome'], string>> & { wrong: string } = {
  slow: 'it was slow',
  wrong: 'something else came of it',
  loss: 'something was lost',
}

/** Sentence for a run without frictions. People who were never activated had little to be frustrated by. */
const calmSentence = ({ activated }: SimulationResult): string =>
  activated === 0
    ? 'Nobody got going with it, so it says little that nothing frustrated anybody for long.'
    : 'Nothing frustrated anybody for long.'

/** The trouble in plain words, without a full stop; in an older result "connect (oauth loop)". */
function nameOf({ trouble, target, defect, cause, outcome }: FrictionPoint): string {
  if (trouble !== undefined) return phrase(trouble)
  const why = defect ?? (cause === null ? outcome : (CAUSES[cause] ?? cause))
  return `${readable(target)} (${readable(why)})`
}

const CAUSES: Record<NonNullable<FrictionPoint['cause']>, string> = {
  defect: 'a defect',
  unclear: 'it is not clear',
  effort: 'the effort',
  limit: 'a limit',
  price: 'the price',
  wait: 'the wait',
  not_in_docs: 'they do not hold the answer',
}

function frictionOf(friction: FrictionPoint, { total_users }: SimulationResult) {
  const { people, severity, confidence, effort, effort_assumed, score, rank } = friction
  return {
    name: nameOf(friction),
    priority: friction.priority,
    severity,
    score,
    people,
    sentence: `It frustrated ${number(people)} of ${number(total_users)} (frustration ${severity.toFixed(2)} of 1 on average); ${leftSoon(friction)}.${placesOf(rank)}`,
    arithmetic: `100 × severity ${severity.toFixed(2)} × people ${friction.affected_share.toFixed(2)} × confidence ${confidence.toFixed(2)} ÷ effort ${effort}${effort_assumed ? ' (assumed)' : ''} = ${score.toFixed(1)}${RULES[friction.rule ?? 'score']}`,
    inFile: placeOf(friction),
    quote: friction.quote && {
      who: displayText(friction.quote.person),
      quote: displayText(friction.quote.text),
      where: `day ${friction.quote.day + 1}`,
    },
  }
}

/** Who had left soon after: from the first time, beside others at the same time; in older results from the last time. */
function leftSoon({ left_within_3_days, others_left_within_3_days: others }: FrictionPoint): string {
  const left = `${shareWords(left_within_3_days)} of them had left three days after`
  if (others === undefined) return `${left} the last time, with nobody to compare them with`
  if (others === null)
    return `${left} their first time; too few whom it had not frustrated were there then to compare them with`
  return `${left} their first time, against ${shareWords(others)} of those there then whom it had not frustrated`
}

/** Range of the friction's rank with other such people; '' where the rank is certain or the range is unknown. */
function placesOf(rank: FrictionPoint['rank']): string {
  if (!rank || rank.first === rank.last) return ''
  return ` With other such people its place could be ${rank.first} to ${rank.last}.`
}

/** Place of the friction in the product file, for the person who fixes it. */
function placeOf({ target, defect, cause, outcome }: FrictionPoint): string {
  const what = defect === null ? (cause ?? outcome) : `defect ${defect}`
  return clean(`${target}, ${what}`)
}

/** Reason of a priority that the score alone does not explain. */
const RULES: Record<NonNullable<FrictionPoint['rule']>, string> = {
  score: '',
  activation: '; P0 because a quarter or more of all people had it and never got going',
  effect: '; P0 because its fix keeps 5 points or more of the people, at the low end of the interval',
  few: '; no P0, because it is about fewer than 5 people',
}

/** A recommendation with its expected effect; `expected` says so where the effect is unknown. */
function actionOf({ action, priority, people, rationale, effect }: SimulationResult['recommended_actions'][number]) {
  return {
    priority,
    people,
    action: phrase(action),
    rationale: phrase(rationale),
    effect,
    expected: effect === null ? 'not simulated' : effectWords(effect),
  }
}

/**
 * "+4.2 points still there (+1.0 to +7.4; +3.1 to +6.0 where feelings act half or twice as strongly), tried on 150".
 */
function effectWords({ metric, estimate, low, high, range_low, range_high, people }: SimulatedEffect): string {
  const scale = metric === 'days' ? 1 : 100
  const unit = metric === 'days' ? 'days a person' : 'points still there'
  const between = (from: number, to: number) => `${signed(from * scale)} to ${signed(to * scale)}`
  const range = `${between(range_low, range_high)} where feelings act half or twice as strongly`
  const tried = people === undefined ? '' : `, tried on ${people}`
  return `${signed(estimate * scale)} ${unit} (${between(low, high)}; ${range})${tried}`
}

/** For each day from 1: the share that left of those still there the evening before, by reason. */
function leavingOf({ retention_curve, left_by_day, days }: SimulationResult) {
  return Array.from({ length: days }, (_, index) => {
    const day = index + 1
    const at_risk = retention_curve.find((point) => point.day === day)?.at_risk ?? 0
    const parts = LEAVING_REASONS.flatMap((reason) => {
      const left = left_by_day.find((entry) => entry.day === day && entry.reason === reason)
      return left === undefined
        ? []
        : [{ fill: reason, people: left.people, share: left.people / Math.max(1, at_risk) }]
    })
    const people = parts.reduce((sum, part) => sum + part.people, 0)
    return { day, people, share: people / Math.max(1, at_risk), parts }
  })
}

/** Kinds of people, the kind with the most leavers first. */
function kindsOf({ by_kind }: SimulationResult) {
  return by_kind
    .map(({ kind, people, outcomes }) => ({
      name: truncate(upperFirst(readable(kind)), 24),
      people,
      left: (outcomes.churned ?? 0) / Math.max(1, people),
      parts: SESSION_OUTCOMES.flatMap((outcome) => {
        const count = outcomes[outcome] ?? 0
        return count === 0 ? [] : [{ fill: outcome, name: readable(outcome), people: count }]
      }),
    }))
    .sort((a, b) => b.left - a.left || b.people - a.people)
}

const DAY_FILLS: Readonly<Record<string, string>> = {
  [DAY_SIGNS.frustrated]: 'frustrated',
  [DAY_SIGNS.delighted]: 'delighted',
  [DAY_SIGNS.used]: 'used',
  [DAY_SIGNS.opened]: 'opened',
  [DAY_SIGNS.price]: 'priced',
  [DAY_SIGNS.away]: 'away',
}

/** The first people, those who stayed longest on top; consecutive days of one sort form a stretch, from day 0. */
function livesOf({ people, days }: SimulationResult) {
  return people
    .map(({ calendar, reason, days: lived }) => ({
      lived,
      stayed: reason === null,
      stretches: [...calendar.matchAll(/(.)\1*/g)].map(({ 0: run, index }) => ({
        from: index,
        length: run.length,
        fill: DAY_FILLS[run[0] ?? ''] ?? 'away',
      })),
    }))
    .sort((a, b) => Number(b.stayed) - Number(a.stayed) || b.lived - a.lived)
    .map((life) => ({ ...life, lived: Math.min(life.lived, days) }))
}

/** Results of the invitations; '' without a network. */
function spreadOf({ viral_coefficient: viral, referrals, joined_later, days }: SimulationResult): string {
  if (viral === null || referrals === null) return ''
  const { k, low, high, early } = viral
  const size = referrals.sizes.at(-1)?.size ?? 1
  const trees =
    joined_later === 0
      ? 'Nobody joined for an invitation.'
      : `${counted(joined_later, 'person', 'people')} joined for one; the largest tree has ${counted(size, 'user')}, the longest chain ${counted(referrals.depth, 'invitation')}, and the top hundredth of users brought ${percent(referrals.top_senders_share)} of them.`
  return `K = ${k.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}) accepted invitations a user within ${Math.min(REFERRAL_DAYS, days)} days${early ? ', while the market is not filling up yet' : ''}. ${trees}${referrals.network ? ` ${networkWords(referrals.network)}` : ''}`
}

const networkWords = ({ nodes, clustering, mean_degree, largest_degree, components }: NetworkShape): string =>
  `Who knows whom: ${counted(nodes, 'person', 'people')}, each with ${mean_degree.toFixed(1)} contacts on average and ${largest_degree} at most; two contacts of one person know each other in ${percent(clustering)} of the cases${components === 1 ? '' : `, in ${counted(components, 'group')} apart from each other`}.`

function lifeOf({ median_ltv_days, median_interval, mean_days, days }: SimulationResult): string {
  const { low = null, high = null } = median_interval ?? {}
  const by = low === null ? '' : ` (95 %: ${low} to ${high ?? `after ${days}`})`
  const half =
    median_ltv_days === null
      ? `more than half are still there after ${counted(days, 'day')}`
      : `half had left by day ${median_ltv_days}${by}`
  return `They stay ${mean_days.mean.toFixed(1)} of ${counted(days, 'day')} on average (95 %: ${mean_days.low.toFixed(1)} to ${mean_days.high.toFixed(1)}); ${half}.`
}

/** Days of the last week, in which a product that is needed weekly is used. */
const WEEK = 7

/** The three retentions by name, on the last day that all of them are known for. */
function threeRetentions({ retention_curve }: SimulationResult) {
  const point = retention_curve.findLast(({ active, rolling }) => active !== null && rolling !== null)
  if (point === undefined) return []
  const { day: days, rate, active } = point
  // On the last day rolling equals active, as nothing later is seen.
  const week = Math.min(WEEK, days + 1)
  const rolling = retention_curve.find(({ day }) => day === days + 1 - week)?.rolling ?? 0
  return [
    {
      name: `Three retentions after ${counted(days, 'day')}`,
      text: `survival ${shareWords(rate)} (still there), active ${shareWords(active ?? 0)} (did something with it on the day that follows, whether or not that is a day of need), rolling ${shareWords(rolling)} (did something in the last ${counted(week, 'day')}; on the last day alone it equals active, as nothing later is seen)`,
    },
  ]
}

function factsOf(result: SimulationResult) {
  const { intervals } = result
  const share = (people: number, within: { low: number; high: number } | undefined): string =>
    `${number(people)}, ${shareWords(people / Math.max(1, result.total_users))}${within ? ` (${range(within, percent)})` : ''}`
  const neverOffered = intervals !== undefined && intervals.paid === undefined
  const told = intervals ? ` (${range(intervals.referral_rate, percent)})` : ''
  return [
    ...threeRetentions(result),
    { name: 'Sessions', text: `${number(result.total_sessions)}, ${result.avg_sessions_per_user.toFixed(1)} a person` },
    { name: 'Got going', text: share(result.activated, intervals?.activated) },
    { name: 'Paid', text: neverOffered ? 'nobody can: a plan is never offered' : share(result.paid, intervals?.paid) },
    // Without a network an invitation reaches nobody.
    {
      name: result.referrals === null ? 'Would tell somebody' : 'Told somebody',
      text: `${shareWords(result.referral_rate)}${told}; counted, as in K, is who names it to a contact, which is drawn by their inclination to share after much delight or a sharing screen that worked: such a screen by itself tells nobody`,
    },
  ]
}

const MODEL_WORDS = 'a model’s words'

function diaryOf({ id, entries, closing }: SimulationResult['diaries'][number], { people }: SimulationResult) {
  const person = people.find((candidate) => candidate.id === id)
  return {
    who: displayText(person?.name ?? id),
    kind: displayText(person?.kind ?? ''),
    entries: entries.map(({ day, outcome, text, feelings }) => ({
      day: day + 1,
      outcome: readable(outcome),
      text: displayText(text),
      feelings,
    })),
    /** What they said at the end; '' where nobody asked. */
    closing: closing === undefined ? '' : `Asked at the end (${MODEL_WORDS}): “${displayText(closing)}”`,
  }
}

const UNCALIBRATED =
  'The daily chance of leaving is not fitted to real users of this product: compare states, do not forecast.'

/** The people who lived with the product, and how far to believe the result. */
export function simulationTrust(run: Run): TrustView {
  const { result, trust } = run
  const calibration: Cell = {
    name: 'Calibration',
    status: 'not_run',
    word: 'Not calibrated',
    figure: '',
    text: UNCALIBRATED,
  }
  const who = counted(result.total_users, 'synthetic person', 'synthetic people')
  if (isRehearsal(run))
    return {
      who,
      answeredBy: 'Played offline by arithmetic; no real user was observed.',
      light: lightView('rehearsal', REHEARSED_BY_ARITHMETIC),
      assay: null,
      cells: [calibration, ...hiddenCells(trust?.hidden)],
    }
  const played = trust?.played
  const planned = played
    ? `${number(played.sessions - played.fallback)} of ${number(played.sessions)} by the model`
    : ''
  const quotes = trust?.quotes
  const kept = quotes ? `${number(quotes.verified)} of ${number(quotes.checked)} sentences kept` : ''
  return {
    who,
    answeredBy: `Planned and spoken by a language model, ${displayText(run.model.persona)}, lived by arithmetic; no real person was asked.`,
    light: trust && lightView(trust.light, clean(trust.sentence)),
    assay: null,
    cells: [
      calibration,
      checkCell('Plans', played, planned),
      checkCell('Words', quotes, kept),
      ...hiddenCells(trust?.hidden),
    ],
  }
}
