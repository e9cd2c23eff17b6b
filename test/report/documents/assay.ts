import type { Assay, AssayMode, Probe, ProbeReading } from '../../../src/domain/panel/assay.js'
import type { PanelRun, RunDocument } from '../../../src/domain/run/run-document.js'
import { judgeAssay, judgeBlanks } from '../../../src/engine/panel/assay/judge-assay.js'
import { noiseFloor, readingOf } from '../../../src/engine/panel/assay/readings.js'
import type { Sameness } from '../../../src/engine/panel/assay/sameness.js'
import { judgeTrust } from '../../../src/engine/panel/trust.js'

const PEOPLE = 12
/** What each person gave the text as it is, and what they move by when nothing changed. */
const BEFORE = Array.from({ length: PEOPLE }, (_, i) => 40 + ((i * 7) % 24))
const WOBBLE = [9, -7, 5, -11, 8, -4, 6, -9, 11, -5, 3, -8]

type Shifts = Partial<Record<Probe, number>>
type Setting = {
  readonly mode?: AssayMode
  /** By what each changed text moves everybody. */
  readonly shifts: Shifts
  readonly sameness?: Sameness
  readonly planted?: { unheard: number; found: number; named: number } | null
  readonly controls?: { readonly good: number; readonly weak?: number; readonly absurd: number }
}

const UNLIKE: Sameness = { judgements: 0.41, words: 0.06, to_text: 0.09, straight_line: null }

/** An assay as the engine makes it of such answers, so that its sentences are the program's. */
export function assayOf({ mode = 'full', shifts, sameness = UNLIKE, planted = null, controls }: Setting): Assay {
  const after = Object.entries(shifts).map(([probe, shift], at) => ({
    probe: probe as Probe,
    pairs: BEFORE.map((before, i) => ({
      score: Math.max(0, Math.min(100, before + shift + (WOBBLE[(i + at) % PEOPLE] ?? 0))),
      compared_with: before,
    })),
  }))
  const blanks = after.filter(({ probe }) => probe.startsWith('blank'))
  const noise_floor = noiseFloor(
    blanks.map(({ pairs }) => pairs.map(({ score, compared_with }) => score - compared_with)),
  )
  const readings = after.flatMap(({ probe, pairs }) => readingOf(probe, pairs, noise_floor) ?? [])
  const record = { mode: mode === 'quick' ? mode : ('full' as const), noise_floor, readings, planted, ...WHOLE }
  return judgeAssay(record, controls ? controlReadings(controls) : [], sameness, PEOPLE)
}

const WHOLE = { unanswered: [], fewest_answers: PEOPLE, planted_missing: null, failure: null }

function controlReadings({ good, weak, absurd }: NonNullable<Setting['controls']>): ProbeReading[] {
  const pairs = (lower: number) => BEFORE.map((_, i) => ({ score: good + (i % 3), compared_with: lower + (i % 3) }))
  return [
    readingOf('good_above_absurd', pairs(absurd), null),
    weak === undefined ? null : readingOf('good_above_weak', pairs(weak), null),
  ].filter((reading) => reading !== null)
}

const AWAKE: Shifts = {
  ...{ blank_order: 1, blank_typography: 0, blank_name: -1 },
  ...{ price_half: 13, price_double: -15, price_times_8: -37 },
  ...{ claim_negated: -22, test_reversed: -26, harm: -39, harm_other: -34, other_names: 2 },
}
const ASLEEP: Shifts = {
  ...AWAKE,
  price_half: -3,
  price_times_8: 2,
  claim_negated: 14,
  test_reversed: 1,
  harm: -4,
  harm_other: 3,
}

export const ASSAYS = {
  green: assayOf({
    ...{ mode: 'quick', shifts: { blank: 1, price_times_8: -37, harm: -39 } },
    ...{ planted: { unheard: 5, found: 4, named: 4 }, controls: { good: 78, absurd: 9 } },
  }),
  amber: assayOf({
    shifts: AWAKE,
    sameness: { ...UNLIKE, to_text: 0.31 },
    ...{ planted: { unheard: 10, found: 7, named: 9 }, controls: { good: 78, weak: 44, absurd: 9 } },
  }),
  red: assayOf({
    shifts: ASLEEP,
    ...{ planted: { unheard: 10, found: 9, named: 9 }, controls: { good: 70, weak: 64, absurd: 52 } },
  }),
}

/** The run with this assay, and the light that follows from it; everything else passed. */
export function tested<R extends RunDocument>(run: R, assay: Assay): R {
  const { trust } = run
  if (!trust) throw new Error('not a run with trust')
  const passed = { status: 'pass', sentence: 'The respondents stayed in character.' } as const
  return {
    ...run,
    trust: judgeTrust({
      model: run.model,
      outcomes: Array.from({ length: trust.respondents.answered }, () => ({ item: {}, value: null }) as never),
      quotes: { checked: 31, verified: 31, dropped: 0 },
      readable: {
        ...passed,
        sentence: 'An offer in English.',
        language: 'English',
        understood_share: 1,
        is_offer: true,
      },
      fidelity: { ...passed, rate: 1, regenerated: 0, skeptics_rate: 1 },
      controls: { ...trust.controls, status: 'pass' },
      stability: { ...trust.stability, status: 'pass' },
      assay,
    }),
  }
}

/** The same as a rehearsal: the offline model was tested. */
export function rehearsedTest<R extends PanelRun>(run: R): R {
  const offline = { ...run, model: { mode: 'offline' as const, persona: 'offline-4', analysis: 'offline-4' } }
  return tested(offline, ASSAYS.red)
}

/** What a run that takes differences knows: how much rewording alone does. */
export const blanksOnly = (noise_floor: number | null): Assay =>
  judgeBlanks({ noise_floor, readings: [] }, noise_floor === null ? 'off' : 'quick')
