import { ACTIONS } from './product-screen.js'
import {
  CAUSES,
  ELSEWHERE,
  type Feelings,
  LEAVING_REASONS,
  type LeavingReason,
  OUTCOMES,
  SESSION_OUTCOMES,
  type Session,
  type SessionNames,
  TRIGGERS,
  WHYS,
} from './simulated-session.js'

const SESSION_COLUMNS = [
  'person',
  'day',
  'hour',
  'outcome',
  'actions',
  'minutes',
  'invited',
  'frustration',
  'confidence',
  'delight',
  'confusion',
  'trigger',
] as const
const EVENT_COLUMNS = [
  'person',
  'day',
  'seq',
  'action',
  'target',
  'outcome',
  'defect',
  'cause',
  'why',
  'frustration',
  'confidence',
  'delight',
  'confusion',
] as const

const PERSON_COLUMNS = [
  'person',
  'joined',
  'days',
  'reason',
  'sessions',
  'invited_by',
  'activated_on',
  'paid',
  'paid_on',
] as const

const FIRST_ROWS = 256

/** Rows of integers in a typed array, outside the heap: as objects they would outlive their person and grow with the cohort. */
export class NumberRows<Column extends string> {
  readonly #columns: readonly Column[]
  #numbers: Int32Array
  #used = 0

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    this.#numbers = new Int32Array(FIRST_ROWS * columns.length)
  }

  get count(): number {
    return this.#used / this.#columns.length
  }

  add(...row: number[]): void {
    if (this.#used + row.length > this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers.set(row, this.#used)
    this.#used += row.length
  }

  /** Values of one column, from row `from` up to row `to` (excluded). */
  *column(name: Column, from = 0, to = this.count): Generator<number> {
    const width = this.#columns.length
    for (let at = from * width + this.#columns.indexOf(name); at < to * width; at += width) yield this.#numbers[at] ?? 0
  }
}

/** Simulated weeks as stored numbers: indexes into the lists of the domain and of `names`, feelings in thousandths. */
export type SessionRows = {
  readonly names: SessionNames
  readonly people: NumberRows<(typeof PERSON_COLUMNS)[number]>
  readonly sessions: NumberRows<(typeof SESSION_COLUMNS)[number]>
  readonly events: NumberRows<(typeof EVENT_COLUMNS)[number]>
}

/** One person's weeks; days count from joining. */
export type LivedWeeks = {
  readonly joined: number
  readonly days: number
  readonly reason: LeavingReason | null
  readonly activated_on: number | null
  readonly paid: boolean
  readonly paid_on: number | null
  readonly sessions: readonly Session[]
}

/** Collects people and their sessions as rows, one person after the other. */
export function collectSessionRows(names: SessionNames): {
  readonly rows: SessionRows
  add(person: number, lived: LivedWeeks, invited_by: number | null): void
} {
  const rows = {
    names,
    people: new NumberRows(PERSON_COLUMNS),
    sessions: new NumberRows(SESSION_COLUMNS),
    events: new NumberRows(EVENT_COLUMNS),
  }
  const targetPlace = placesOf(names.targets, ELSEWHERE)
  const defectPlace = placesOf(names.defects)
  return {
    rows,
    add(person, { joined, days, reason, activated_on, paid, paid_on, sessions }, invited_by) {
      const left = reason === null ? -1 : LEAVING_REASONS.indexOf(reason)
      const came = [invited_by ?? -1, activated_on ?? -1, Number(paid), paid_on ?? -1]
      rows.people.add(person, joined, days, left, sessions.length, ...came)
      for (const { day, hour, outcome, minutes, told, trigger, after, events } of sessions) {
        const ended = SESSION_OUTCOMES.indexOf(outcome)
        const why_told = trigger === null ? -1 : TRIGGERS.indexOf(trigger)
        const visit = [person, day, hour, ended, events.length, Math.round(minutes), told.length]
        rows.sessions.add(...visit, ...inThousandths(after), why_told)
        for (const event of events) {
          const cause = event.cause === null ? -1 : CAUSES.indexOf(event.cause)
          const done = [ACTIONS.indexOf(event.action), targetPlace(event.target), OUTCOMES.indexOf(event.outcome)]
          const reasons = [defectPlace(event.defect), cause, WHYS.indexOf(event.why)]
          rows.events.add(person, day, event.seq, ...done, ...reasons, ...inThousandths(event))
        }
      }
    },
  }
}

/** Places of names in a list; an unknown name has the place of `other`, no name -1. */
const placesOf = (names: readonly string[], other?: string) => {
  const places = new Map(names.map((name, place) => [name, place]))
  const unknown = other === undefined ? -1 : names.indexOf(other)
  return (name: string | null): number => (name === null ? -1 : (places.get(name) ?? unknown))
}

const inThousandths = ({ frustration, confidence, delight, confusion }: Readonly<Feelings>): number[] =>
  [frustration, confidence, delight, confusion].map((feeling) => Math.round(feeling * 1_000))
