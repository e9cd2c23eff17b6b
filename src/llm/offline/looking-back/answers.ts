import type { QuestionKind } from '../../../data/lexicon.js'
import type { Life } from '../../../domain/panel/ask.js'
import {
  groupLifeEvents,
  isScreen,
  type LifeEvent,
  type LifeEventGroup,
  priceLockout,
  type SupportAnswer,
} from '../../../domain/simulation/life-history.js'
import { FEELINGS } from '../../../domain/simulation/simulated-session.js'
import { listOf, plural, upperFirst } from '../../../domain/text/words.js'
import type { ParsedQuestion } from './question.js'
import { eventSentence, failed, onDays, quoted, timesInWords, wordsFor } from './wording.js'

type Answer = (life: Life, asked: ParsedQuestion) => string[]

/**
 * Frustration above which somebody counts as upset, and delight above which as pleased; the diary uses the same values.
 */
const UPSET = 0.55
const PLEASED = 0.5
/** Frustration below which somebody leaves without anger. */
const CALM = 0.5
/** Days without a visit after which somebody no longer counts as a user. */
const RECENT_DAYS = 7
/** Most days between a trouble and a departure that it caused. */
const FRESH_DAYS = 3

const isTrouble = ({ outcome }: Pick<LifeEvent, 'outcome'>): boolean => outcome !== 'ok'
const byUpset = (a: LifeEventGroup, b: LifeEventGroup): number => b.upset - a.upset
const byPleased = (a: LifeEventGroup, b: LifeEventGroup): number => b.pleased - a.pleased

const troubles = ({ lived }: Life, of: (event: LifeEvent) => boolean = () => true): LifeEventGroup[] =>
  groupLifeEvents(lived.happened.filter((event) => isTrouble(event) && of(event))).toSorted(byUpset)
const successes = ({ lived }: Life): LifeEventGroup[] =>
  groupLifeEvents(
    lived.happened.filter((event) => !isTrouble(event) && isScreen(event) && event.action !== 'uninstall'),
  )
const sentences = ({ lived }: Life, things: readonly LifeEventGroup[]): string[] =>
  things.map((thing) => eventSentence(lived, thing))

export const ANSWERS: Readonly<Record<QuestionKind, Answer>> = {
  // No product file says anything of money that is given back.
  refund: () => [],
  trial: ({ lived: { price }, days }) => {
    const { trial_days } = price
    if (trial_days === null) return ['A trial is not in my record.']
    const said = [`The trial was ${trial_days} ${plural(trial_days, 'day')} long.`]
    if (days < trial_days) said.push(`My record ends before it was over, on day ${days}.`)
    return said
  },
  wish: (life) => {
    const locked = priceLockout(life.lived)
    const [worst] = troubles(life)
    if (locked !== null || life.reason === 'price') {
      const said = [`What stands in the way is the price${priceIn(life)}.`]
      if (locked === null || life.reason !== null) said.push(...paywallSentences(life))
      return [...said, ...usageStatus(life)]
    }
    if (worst === undefined) return ['Nothing went wrong that I could name.', ...usageStatus(life)]
    return [`What stood most in the way: ${lower(eventSentence(life.lived, worst))}`, ...usageStatus(life)]
  },
  left: (life) => (life.reason === null ? usageStatus(life) : [...departure(life), ...departureCauses(life)]),
  using: (life) => [...usageStatus(life), opened(life)],
  support,
  docs: (life) => {
    const read = groupLifeEvents(life.lived.happened.filter(({ place }) => place === 'docs'))
    return read.length === 0 ? ['I never looked into the guide.'] : sentences(life, read)
  },
  heard: ({ memories = [], from_rows, invited_by }) => {
    const by = typeof invited_by === 'string' ? [`${invited_by} told me about it, and I joined.`] : []
    if (from_rows) return [...by, 'What others told me of it was not kept.']
    const heard = [...by, ...memories.filter(({ kind }) => kind === 'social').map(({ text }) => text)]
    return heard.length === 0 ? ['Nobody told me anything about it before I began.'] : heard
  },
  told: (life, asked) => {
    const { screens, visits } = life.lived
    const spoke = visits.some(({ told }) => told > 0)
    // The days on which they told somebody need not be those on which they used such a screen.
    const named = asked.places.filter((place) => screens.some(({ id, action }) => id === place && action === 'share'))
    const there = (spoke ? [] : named).flatMap((place) => aboutPlace(life, place, asked))
    const status = asked.supposed ? usageStatus(life).slice(0, 1) : []
    return [...status, ...there, ...referralAnswer(life, there.length > 0)]
  },
  pay: paymentAnswer,
  lost: (life, asked) => named(life, asked, ({ outcome }) => outcome === 'loss', 'I never lost anything there.'),
  slow: (life, asked) => named(life, asked, ({ outcome }) => outcome === 'slow', 'Nothing there ever took too long.'),
  broke: (life, asked) => named(life, asked, ({ cause }) => cause === 'defect', 'Nothing there ever broke for me.'),
  unclear: (life) => {
    const hard = troubles(life, (event) => isScreen(event) && (event.cause === 'unclear' || event.cause === 'effort'))
    return hard.length > 0 ? sentences(life, hard.slice(0, 3)) : ['Nothing there was unclear or too fiddly for me.']
  },
  annoyed: (life) => {
    const [worst, next] = troubles(life)
    if (worst === undefined) return ['Nothing went wrong for me.']
    const second = next === undefined ? [] : [`After that: ${lower(eventSentence(life.lived, next))}`]
    return [`What annoyed me most: ${lower(eventSentence(life.lived, worst))}`, ...second]
  },
  liked: (life) => {
    const [best, next] = successes(life).toSorted(byPleased)
    if (best === undefined) return ['Nothing there ever worked for me.']
    const second = next === undefined ? [] : [`After that: ${lower(eventSentence(life.lived, next))}`]
    return [`What did me most good: ${lower(eventSentence(life.lived, best))}`, ...second]
  },
  first: (life) => {
    const hard = life.activated ? [] : troubles(life, (event) => isScreen(event) && event.cause !== 'price').slice(0, 2)
    const visit = hard.length > 0 ? firstVisit(life).slice(0, 1) : firstVisit(life)
    return [...visit, ...sentences(life, hard), activationSentence(life)]
  },
  feel: (life) => {
    const { visits } = life.lived
    const last = visits.at(-1)
    if (last === undefined) return ['I never opened it, so I felt nothing about it.']
    const worst = visits.toSorted((a, b) => b.frustration - a.frustration)[0] ?? last
    const best = visits.toSorted((a, b) => b.delight - a.delight)[0] ?? last
    const said = [`When I last closed it, on day ${last.day}, I was ${moodOf(last)}.`]
    if (worst.frustration > UPSET && worst !== last) said.push(`I was most upset on day ${worst.day}.`)
    if (best.delight > PLEASED && best !== last) said.push(`I was most pleased on day ${best.day}.`)
    return said
  },
  called: ({ lived, from_rows }) => {
    if (from_rows) return ['Whether a message called me was not kept.']
    const called = lived.visits.filter((visit) => visit.called).map(({ day }) => day)
    if (called.length === 0) return ['I never came because a message called me.']
    return [`A message from it called me ${onDays(called)}; whether it annoyed me is not in my record.`]
  },
  time: ({ lived }) => {
    const minutes = lived.visits.reduce((sum, visit) => sum + visit.minutes, 0)
    if (lived.visits.length === 0) return ['I never opened it.']
    const each = Math.round(minutes / lived.visits.length)
    return [`It took me ${minutes} minutes in all, on ${lived.visits.length} visits: about ${each} each time.`]
  },
  overall: (life) => [
    opened(life),
    ...ANSWERS.liked(life, NOTHING_NAMED).slice(0, 1),
    ...ANSWERS.annoyed(life, NOTHING_NAMED).slice(0, 1),
    ...usageStatus(life).slice(0, 1),
  ],
  remember: memoryAnswer,
}

/**
 * Whom somebody told, from the record of referrals: a screen for sharing may have worked without anybody being told.
 * `said`: what they did at such a screen was said already.
 */
function referralAnswer(life: Life, said: boolean): string[] {
  const { lived, brought } = life
  const visits = lived.visits.filter(({ told }) => told > 0)
  const shared = groupLifeEvents(lived.happened.filter(({ action, outcome }) => action === 'share' && outcome === 'ok'))
  if (visits.length === 0) {
    if (shared.length === 0) return said ? [] : ['I never told anybody about it and never invited anybody.']
    const how = said ? [] : sentences(life, shared)
    return [...how, 'That anybody was told by it is not in my record.']
  }
  const people = visits.reduce((sum, visit) => sum + visit.told, 0)
  const spoke = `I told ${peopleIn(people)} about it, ${onDays(visits.map(({ day }) => day))}`
  const each = visits.length > 1 && visits.length < people && visits.length <= MAX_LISTED
  const counts = each ? `: ${listOf(visits.map(({ day, told }) => `${told} on day ${day}`))}` : ''
  return [`${spoke}${counts}.`, joinedBy(brought, people)]
}

/** Most days, and most people, that are told one by one. */
const MAX_LISTED = 6

function joinedBy(brought: Life['brought'], told: number): string {
  if (brought === undefined) return 'Who they were, and whether they joined, is not in my record.'
  if (brought.length === 0) return told === 1 ? 'They did not join.' : 'None of them joined because of me.'
  const named = brought.slice(0, MAX_LISTED).map(({ name, day }) => `${name} on day ${day}`)
  const rest = brought.length - named.length
  if (rest > 0) named.push(`${rest} more`)
  return `Of these joined because of me: ${listOf(named)}.`
}

/** What was concluded and what was felt, else the latest of what happened. */
function memoryAnswer({ memories = [], from_rows }: Life): string[] {
  if (from_rows) return ['What I remember of it was not kept.']
  const kinds = ['emotional', 'semantic', 'social', 'episodic'] as const
  const texts = kinds.flatMap((kind) =>
    memories
      .filter((memory) => memory.kind === kind)
      .map(({ text }) => text)
      .reverse(),
  )
  return texts.length === 0 ? ['I remember nothing of it.'] : texts.slice(0, 3)
}

const NOTHING_NAMED: ParsedQuestion = {
  kinds: [],
  places: [],
  defect: null,
  manner: null,
  day: null,
  figures: [],
  strange: false,
  supposed: false,
  why: false,
  mood: false,
}

const priceIn = ({ lived: { price } }: Life): string =>
  price.a_month.length === 1 ? `, ${price.a_month[0]} a month` : ''

const lower = (text: string): string => (/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const COUNTS = ['nobody', 'one person', 'two people', 'three people']
const peopleIn = (count: number): string => COUNTS[count] ?? `${count} people`

function named(life: Life, { manner }: ParsedQuestion, of: (event: LifeEvent) => boolean, none: string): string[] {
  const found = troubles(life, of)
  const yes = manner === 'ever' ? ['Yes.'] : []
  return found.length === 0 ? [none] : [...yes, ...sentences(life, found.slice(0, 3))]
}

const opened = ({ lived, days }: Life): string => {
  const last = lived.visits.at(-1)
  if (last === undefined) return 'I never opened it.'
  if (lived.visits.length === 1) return `I opened it on one day, day ${last.day}.`
  return `I opened it on ${lived.visits.length} of ${days} days, the last time on day ${last.day}.`
}

/** Sentences on whether the person still uses the product, and how. */
function usageStatus(life: Life): string[] {
  const { lived, reason, days, product, activated } = life
  if (reason !== null) return departure(life)
  const locked = priceLockout(lived)
  const last = lived.visits.at(-1)
  if (locked !== null) {
    const since = `I have not left, but since day ${locked.days[0]} I have met only the price page, ${onDays(locked.days)}.`
    return [
      since,
      locked.worked_on === null
        ? 'Nothing there ever worked for me.'
        : `The last time anything worked for me was day ${locked.worked_on}.`,
    ]
  }
  if (last === undefined) return ['I have not left, but I never opened it.']
  if (days - last.day > RECENT_DAYS) return [`I have not left, but I have not opened it since day ${last.day}.`]
  if (!activated) return ['I have not left, but I never got going with it.']
  return [`I still use ${product.name} after ${days} days.`]
}

function departure({ reason, days, lived, product }: Life): string[] {
  const last = lived.visits.at(-1)?.day
  switch (reason) {
    case null:
      return []
    case 'uninstalled':
      return [`I took it off on day ${days}.`]
    case 'deal_breaker':
      return [`I left on day ${days}, over something I do not put up with.`]
    case 'price':
      return [`I left over the price on day ${days}.`]
    case 'limit':
      return [`I left on day ${days}, because a limit stopped me.`]
    case 'lapsed':
      return [
        `I stopped opening it${last === undefined ? '' : ` after day ${last}`}, and on day ${days} I was done with it.`,
      ]
    case 'dissatisfied':
      return [`I left on day ${days}: ${product.name} did not give me enough.`]
    case 'drifted':
      return [`I stopped using it on day ${days}, for no one reason.`]
  }
}

/** The causes of a departure, as far as the record holds them. */
function departureCauses(life: Life): string[] {
  const { reason, lived, days } = life
  if (reason === 'price') return [...paywallSentences(life), ...trialEndSentence(life)]
  if (reason === 'drifted' || reason === 'lapsed') return reason === 'drifted' ? [opened(life)] : []
  if (priceLockout(lived) !== null) return paywallSentences(life)
  const last = lived.visits.at(-1)
  if (reason === 'uninstalled' && (last === undefined || last.frustration < CALM)) return ['I was not angry that day.']
  return sentences(life, troubles(life, ({ day }) => days - day <= FRESH_DAYS).slice(0, 2))
}

const paywallSentences = (life: Life): string[] =>
  sentences(
    life,
    troubles(life, ({ cause }) => cause === 'price'),
  )
const trialEndSentence = ({ lived: { price, happened }, days }: Life): string[] => {
  const { trial_days } = price
  if (trial_days === null || days < trial_days || happened.some(({ cause }) => cause === 'price')) return []
  return days === trial_days
    ? [`The trial of ${trial_days} days ended that day.`]
    : [`The trial had ended on day ${trial_days}.`]
}

function paymentAnswer(life: Life, { figures }: ParsedQuestion): string[] {
  const { lived, paid, days } = life
  const { price } = lived
  const [cheapest] = price.a_month
  const limits = sentences(
    life,
    troubles(life, ({ cause }) => cause === 'limit'),
  )
  const other =
    figures.length > 0 && !figures.some((figure) => price.a_month.some((a_month) => a_month.includes(String(figure))))
  const unknown = other ? ['What I would do at another price is not in my record.'] : []
  if (paid) return [purchaseSentence(life), ...paywallSentences(life), ...limits, ...unknown]
  const met = paywallSentences(life)
  const is = cheapest === undefined ? [] : [`It is ${cheapest} a month.`]
  const left = life.reason === 'price' ? departure(life) : []
  if (met.length > 0) return ['I did not pay for it.', ...met, ...is, ...unknown, ...left]
  if (limits.length > 0) return ['I did not pay for it.', ...limits, ...is, ...unknown]
  if (price.free)
    return ['I did not pay for it: the plan for nothing was enough, and no limit ever stopped me.', ...unknown]
  if (price.trial_days !== null && days < price.trial_days) {
    const over = life.reason === null ? 'is not over yet' : `was not over when I left, on day ${days}`
    return [`I did not pay for it. The trial of ${price.trial_days} days ${over}.`, ...unknown]
  }
  const end = life.reason === null ? [] : [...departure(life), ...trialEndSentence(life)]
  return ['I did not pay for it, and I never met the price page.', ...end, ...unknown]
}

const purchaseSentence = ({ lived: { price }, paid_on, plan }: Life): string => {
  const on = typeof paid_on === 'number' ? ` on day ${paid_on}` : ''
  if (plan !== undefined) return `I bought the plan “${plan.id}”${on}, and I paid ${plan.a_month} a month for it.`
  if (price.a_month.length === 1) return `I paid for it${on}, ${price.a_month[0]} a month.`
  return `I paid for it${on}; which of the plans is not in my record.`
}

const SUPPORT_DID: Readonly<Record<SupportAnswer, string>> = {
  helped: 'helped',
  to_try: 'gave me something to try, which failed again that day',
  no_help: 'did not help',
  price: 'did not change the price',
}

function support({ lived }: Life): string[] {
  if (lived.support.length === 0) return ['I never wrote to support.']
  const days = [...new Set(lived.support.map(({ asked_on }) => asked_on))]
  const did = (['helped', 'to_try', 'no_help', 'price'] as const).flatMap((answer) => {
    const on = [
      ...new Set(lived.support.filter((request) => request.answer === answer).map(({ read_on }) => read_on ?? 0)),
    ]
    return on.length === 0 ? [] : [`the ${plural(on.length, 'answer')} ${onDays(on)} ${SUPPORT_DID[answer]}`]
  })
  const wrote = `I wrote to support ${timesInWords(lived.support.length)}, ${onDays(days)}.`
  if (did.length === 0) return [wrote, 'I never read an answer.']
  const unread = lived.support.at(-1)?.answer === null ? ['The last answer I never read.'] : []
  return [wrote, `${upperFirst(did.join('; '))}.`, ...unread, 'What it said word for word is not in my record.']
}

const moodOf = ({ frustration, delight }: { readonly frustration: number; readonly delight: number }): string => {
  if (frustration > UPSET) return 'upset'
  return delight > PLEASED ? 'pleased' : 'neither pleased nor upset'
}

/** A visit: what worked, what went wrong most, and the mood at its end. */
function visitAnswer(life: Life, visit: Visit | undefined, which: string): string[] {
  const { lived } = life
  if (visit === undefined) return ['I never opened it.']
  const that_day = lived.happened.filter(({ day, action }) => day === visit.day && action !== 'uninstall')
  const worked = that_day.filter((event) => !isTrouble(event) && isScreen(event))
  const did = [...new Set(worked.map(({ place }) => wordsFor(lived, place).did))]
  const wrong = groupLifeEvents(that_day.filter((event) => isTrouble(event) && isScreen(event))).toSorted(byUpset)
  const when = `On day ${visit.day}, the ${which},`
  const nothing = that_day.length === 0 ? `${when} I opened it and did nothing.` : `${when} nothing worked for me.`
  return [
    did.length > 0 ? `${when} I ${listOf(did)}.` : nothing,
    ...sentences(life, wrong.slice(0, 1)),
    `When I closed it I was ${moodOf(visit)}.`,
  ]
}

const firstVisit = (life: Life): string[] => visitAnswer(life, life.lived.visits[0], 'first')
export const lastVisit = (life: Life): string[] => visitAnswer(life, life.lived.visits.at(-1), 'last')

const activationSentence = ({ lived, activated }: Life): string => {
  if (!activated || lived.activated_on === null) return 'I never got going with it.'
  return `I had got going with it on day ${lived.activated_on}.`
}

/** What happened at a place that the question names. */
export function aboutPlace(life: Life, place: string, { manner, kinds, why }: ParsedQuestion): string[] {
  const { lived } = life
  const { to, did } = wordsFor(lived, place)
  const here = lived.happened.filter((event) => event.place === place)
  const [first] = here
  if (first === undefined) {
    const never = `${manner === 'ever' ? 'No, ' : ''}I never tried to ${to}.`
    return why ? [never, 'Why not is not in my record.', ...departure(life)] : [never, ...departure(life)]
  }
  const worked = here.filter((event) => !isTrouble(event))
  const wrong = groupLifeEvents(here.filter(isTrouble)).toSorted(byUpset)
  if (manner === 'first_time') return [onDay(life, place, first.day, 'first tried'), ...workedLater(worked, first.day)]
  if (manner === 'last_time') return lastTime(life, place, here)
  const done = sentences(life, groupLifeEvents(worked))
  const failures = sentences(life, wrong.slice(0, 2))
  if (manner === 'in_a_row') return [inARow(worked.map(({ day }) => day)), ...done]
  if (kinds.includes('annoyed') || kinds.includes('unclear') || kinds.includes('broke'))
    return failures.length > 0 ? [...failures, ...done] : [`Nothing went wrong for me there: ${done.join(' ')}`]
  if (worked.length === 0) return [`I tried to ${to}, but it never worked.`, ...failures]
  if (manner === 'when' && groupLifeEvents(worked)[0]?.days.length !== 1)
    return [`I first ${did} on day ${worked[0]?.day}.`, ...done, ...failures]
  if (manner === 'ever') return [`Yes, ${done[0]}`, ...done.slice(1), ...failures]
  return [...done, ...failures]
}

function lastTime(life: Life, place: string, here: readonly LifeEvent[]): string[] {
  const day = here.at(-1)?.day ?? 0
  const worked = here.findLast((event) => !isTrouble(event))?.day
  const before = worked === undefined || worked === day ? [] : [`The last time it worked was day ${worked}.`]
  return [onDay(life, place, day, 'last tried'), ...before]
}

function onDay({ lived }: Life, place: string, day: number, tried: string): string {
  const that_day = lived.happened.filter((event) => event.place === place && event.day === day)
  const parts = that_day.map((event) => {
    const how_often = event.outcome === 'ok' && event.times === 1 ? '' : ` ${timesInWords(event.times)}`
    return `${failed(event)}${how_often}${quoted(event.message)}`
  })
  return `On day ${day} I ${tried} to ${wordsFor(lived, place).to}: ${parts.join(', then ')}.`
}

const workedLater = (worked: readonly LifeEvent[], day: number): string[] => {
  const [first] = worked
  if (first === undefined) return ['It never worked for me.']
  return first.day === day ? [] : [`It worked for the first time on day ${first.day}.`]
}

function inARow(days: readonly number[]): string {
  let [best, run, end] = [0, 0, 0]
  let before = Number.NaN
  for (const day of [...new Set(days)]) {
    run = day === before + 1 ? run + 1 : 1
    if (run > best) [best, end] = [run, day]
    before = day
  }
  if (best <= 1) return 'Never on two days in a row.'
  return `At most ${best} days in a row, from day ${end - best + 1} to day ${end}.`
}

/** What happened with a trouble that the question names. */
export const aboutTrouble = (life: Life, asked: ParsedQuestion): string[] =>
  named(life, asked, ({ defect }) => defect === asked.defect, 'No, that never happened to me.')

/** What happened on a day at the places that the question names; and its diary entry, unless only a count is asked for. */
export function aboutDay(life: Life, day: number, { places, manner, mood, why }: ParsedQuestion): string[] {
  const visit = life.lived.visits.find((other) => other.day === day)
  const opened = visit !== undefined
  if (mood && opened) {
    const worst = why ? worstOn(life, day) : []
    return [feltOn(visit), ...worst, ...entryOf(life, day)]
  }
  const here = opened ? places.flatMap((place) => onDayAt(life, place, day)) : []
  return here.length > 0 && manner === 'how_often' ? here : [...here, ...entryOf(life, day)]
}

/** How much of a feeling there was, from the least; each up to its bound. */
const DEGREES = [
  [0.2, 'hardly'],
  [0.4, 'a little'],
  [0.6, 'somewhat'],
  [0.8, 'quite'],
  [Number.POSITIVE_INFINITY, 'very'],
] as const
const FELT = {
  frustration: 'frustrated',
  confidence: 'confident',
  delight: 'delighted',
  confusion: 'confused',
} as const

/** The feelings at the end of a visit; questions of earlier versions hold two of the four. */
function feltOn(visit: Visit): string {
  const felt = FEELINGS.flatMap((feeling) => {
    const value = visit[feeling]
    if (value === undefined) return []
    const degree = DEGREES.find(([bound]) => value < bound)?.[1] ?? 'very'
    return [`${degree} ${FELT[feeling]} (${value.toFixed(2)})`]
  })
  return `When I closed it on day ${visit.day} I was ${listOf(felt)}, each from 0 to 1.`
}

type Visit = Life['lived']['visits'][number]

/** What went most wrong on a day. */
function worstOn(life: Life, day: number): string[] {
  const [worst] = troubles(life, (event) => event.day === day)
  return worst === undefined ? ['Nothing went wrong for me that day.'] : sentences(life, [worst])
}

function onDayAt(life: Life, place: string, day: number): string[] {
  const { lived } = life
  const that_day = lived.happened.filter((event) => event.place === place && event.day === day)
  if (that_day.length === 0) return [`I did not try to ${wordsFor(lived, place).to} on day ${day}.`]
  return sentences(life, groupLifeEvents(that_day))
}

/** The diary entry of a day, and that they paid on it. */
function entryOf(life: Life, day: number): string[] {
  const { diary, days, lived, from_rows } = life
  const entry = diary.find((page) => page.day === day)
  const paid = life.paid_on === day ? [purchaseSentence(life)] : []
  if (entry !== undefined) return [...paid, `On day ${day} I wrote: ${entry.text}`]
  if (from_rows && lived.visits.some((visit) => visit.day === day))
    return [...paid, `I opened it on day ${day}; what I wrote of it was not kept.`]
  return [...paid, day > days ? `My record ends on day ${days}.` : `I did not open it on day ${day}.`]
}
