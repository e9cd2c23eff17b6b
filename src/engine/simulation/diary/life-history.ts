import {
  isScreen,
  type LifeEvent,
  type LifeHistory,
  type SupportAnswer,
} from '../../../domain/simulation/life-history.js'
import type { Session, SessionEvent } from '../../../domain/simulation/simulated-session.js'
import type { Journey } from '../journey.js'
import type { ProductState } from '../product-state.js'
import { type Draws, drawsOf } from '../random.js'
import { answeredOn, isSolved } from '../session/support.js'
import { priceText } from './values.js'

/** The complete record of one person's weeks, for questions about them: every event, remembered or not. */
export function lifeHistoryOf(seed: number, journey: Journey, product: ProductState): LifeHistory {
  const { sessions, activated_on } = journey
  const { trial, plans, free } = product.price
  return {
    screens: product.screens.map(({ id, action, words, defects }) => ({
      ...{ id, action, ...words },
      troubles: defects.map(({ id: defect, message = '' }) => ({ id: defect, message })),
    })),
    price: {
      trial_days: trial?.days ?? null,
      a_month: plans.map(({ per_month }) => priceText(product.price, per_month)),
      free: free !== null,
    },
    activated_on: activated_on === null ? null : activated_on + 1,
    visits: sessions.map(({ day, message, minutes, after, trigger, told }) => ({
      day: day + 1,
      called: message !== null,
      minutes,
      frustration: after.frustration,
      delight: after.delight,
      confidence: after.confidence,
      confusion: after.confusion,
      told: told.length,
      trigger,
    })),
    happened: sessions.flatMap((session) => happenedIn(session, product)),
    support: supportOf(drawsOf(seed, journey.person), journey, product),
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function happenedIn({ day, before, events }: Session, { screens }: ProductState): LifeEvent[] {
  const all = new Map<string, Writable<LifeEvent>>()
  let felt: { readonly frustration: number; readonly delight: number } = before
  for (const event of events) {
    const { action, target, outcome, cause, defect } = event
    const key = `${action} ${target} ${outcome} ${defect} ${cause}`
    const message = screens.flatMap(({ defects }) => defects).find(({ id }) => id === defect)?.message ?? ''
    const place = all.get(key) ?? {
      ...{ day: day + 1, place: target, action, outcome, cause, defect, message },
      ...{ times: 0, upset: 0, pleased: 0 },
    }
    place.times++
    place.upset += Math.max(0, event.frustration - felt.frustration)
    place.pleased += Math.max(0, event.delight - felt.delight)
    all.set(key, place)
    felt = event
  }
  return [...all.values()]
}

/** The questions to support and their answers. A new question replaces an open one. */
function supportOf(draws: Draws, { sessions, paid_on }: Journey, product: ProductState): LifeHistory['support'] {
  const asked: { asked_on: number; read_on: number | null; answer: SupportAnswer | null }[] = []
  let open: { readonly about: Where; readonly on: number; readonly solved: boolean } | null = null
  let where: Where = { stuck_at: null, priced: false }
  for (const session of sessions) {
    const { day, events } = session
    const read = (): void => {
      const last = asked.at(-1)
      if (open === null || last === undefined || open.on > day) return
      last.read_on = day + 1
      last.answer = answerIn(session, open.solved, open.about)
      // A solved problem is no trouble any more.
      if (open.solved && last.answer !== 'price') where = { ...where, stuck_at: null }
      open = null
    }
    read()
    let visit = 0
    for (const event of events) {
      where = whereAfter(event, where, paid_on !== null && paid_on <= day)
      // Who looks for an answer in vain asks nothing new.
      if (event.target !== 'support' || event.cause === 'wait') continue
      open = { about: where, on: answeredOn(product, day), solved: isSolved(product, draws, day, visit++) }
      asked.push({ asked_on: day + 1, read_on: null, answer: null })
      read()
    }
  }
  return asked
}

/** `priced`: the person met the price and has not bought a plan since, so whatever they ask is about that. */
type Where = { readonly stuck_at: string | null; readonly priced: boolean }

function whereAfter(event: SessionEvent, { stuck_at, priced }: Where, bought: boolean): Where {
  if (!isScreen({ place: event.target })) return { stuck_at, priced }
  if (event.cause === 'price') return { stuck_at, priced: true }
  const stopped = priced && !bought
  if (event.outcome === 'ok') return { stuck_at: stuck_at === event.target ? null : stuck_at, priced: stopped }
  return { stuck_at: event.cause === 'limit' ? stuck_at : event.target, priced: stopped }
}

function answerIn(read: Session, solved: boolean, { stuck_at, priced }: Where): SupportAnswer {
  if (priced) return 'price'
  if (!solved) return 'no_help'
  return read.events.some(({ target, outcome }) => target === stuck_at && outcome !== 'ok') ? 'to_try' : 'helped'
}
