import {
  type Assay,
  isBlank,
  MIN_CHANGE,
  PROBE_WORDS,
  PROBES,
  type Probe,
  type ProbeReading,
} from '../domain/panel/assay.js'
import { isRehearsal } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'

/** A row of the picture: the panel's scores of one text. */
export type AssayMark = {
  readonly words: string
  /** 0–100; several where several texts of one sort were tried. */
  readonly scores: readonly number[]
  /** Points of difference from the text as it is; `null` where the row is not compared with it. */
  readonly change: number | null
  /**
   * `noticed`: the score moved in the required direction by more than noise. `noise`: it moved by no more than noise.
   * `wrong`: it moved by more than noise where it must not. `plain`: not compared.
   */
  readonly outcome: 'noticed' | 'noise' | 'wrong' | 'plain'
}
export type PricePoint = { readonly words: string; readonly factor: number; readonly score: number }
export type AssayPicture = NonNullable<ReturnType<typeof assayPictureOf>>

const PRICES: Partial<Record<Probe, number>> = { price_half: 0.5, price_double: 2, price_times_8: 8 }
const PRICE_WORDS: Record<number, string> = { 0.5: 'half', 1: 'as it is', 2: 'double', 8: '× 8' }
const MIN_PRICES = 3

/** The picture of a panel test: the run's score beside concepts of known quality, the changed texts, the prices. */
export function assayPictureOf(run: Pick<RunDocument, 'model' | 'trust'>, score: number) {
  const assay = run.trust?.assay
  const changed = (assay?.readings ?? [])
    .filter(({ probe }) => !isControl(probe))
    .sort((a, b) => PROBES.indexOf(a.probe) - PROBES.indexOf(b.probe))
  if (!assay || assay.readings.length === 0) return null
  const base = median(changed.map(({ compared_with }) => compared_with))
  return {
    rehearsed: isRehearsal(run),
    floor: assay.noise_floor,
    /** Least change that counts, where the noise band is narrower than it. */
    leastChange: assay.noise_floor !== null && assay.noise_floor < MIN_CHANGE ? MIN_CHANGE : null,
    score,
    /** Control concepts, asked about at length like the text itself, or in short like its changes. */
    atLength: conceptsOf(assay.readings, 'good_above_weak', 'a weak concept'),
    inShort: conceptsOf(assay.readings, 'good_above_absurd', 'an absurd concept'),
    /** Score of the text as it is, asked about in short like its changes; `null` where no change was tested. */
    base,
    should: changed.filter(({ required }) => required !== 'same').map((reading) => markOf(reading, assay)),
    shouldNot: [...blanksOf(assay), ...changed.filter(isOtherPanel).map((reading) => markOf(reading, assay))],
    prices: pricesOf(changed, base),
  }
}

const isControl = (probe: Probe): boolean => probe.startsWith('good_above')
const isOtherPanel = (reading: ProbeReading): boolean => reading.required === 'same' && !isBlank(reading.probe)

function markOf(reading: ProbeReading, { noise_floor }: Assay): AssayMark {
  const { probe, score, change } = reading
  return { words: PROBE_WORDS[probe], scores: [score], change, outcome: outcomeOf(reading, noise_floor ?? 0) }
}

function outcomeOf({ change, required, seen }: ProbeReading, floor: number): AssayMark['outcome'] {
  if (required === 'same') return seen === false ? 'wrong' : 'noise'
  if (seen) return 'noticed'
  const against = required === 'lower' ? change : -change
  return against > Math.max(floor, MIN_CHANGE) ? 'wrong' : 'noise'
}

/** All mere rewordings in one row: together they show the noise. */
function blanksOf({ readings }: Assay): AssayMark[] {
  const blanks = readings.filter(({ probe }) => isBlank(probe))
  const [first] = blanks
  if (!first) return []
  const most = Math.max(...blanks.map(({ change }) => Math.abs(change)))
  const signed = blanks.find(({ change }) => Math.abs(change) === most)?.change ?? 0
  const words = blanks.length === 1 ? PROBE_WORDS[first.probe] : `${PROBE_WORDS.blank}, ${blanks.length} ways`
  return [{ words, scores: blanks.map(({ score }) => score), change: signed, outcome: 'noise' }]
}

/** The two control concepts of a probe, the better one first. */
function conceptsOf(readings: readonly ProbeReading[], probe: Probe, worse: string): AssayMark[] {
  const reading = readings.find((candidate) => candidate.probe === probe)
  if (!reading) return []
  const row = (words: string, score: number): AssayMark => ({ words, scores: [score], change: null, outcome: 'plain' })
  return [row('a good concept', reading.score), row(worse, reading.compared_with)]
}

/** The scores by price, with the text as it is; empty with fewer than three prices. */
function pricesOf(readings: readonly ProbeReading[], base: number | null): PricePoint[] {
  const asked = readings.flatMap(({ probe, score }) => {
    const factor = PRICES[probe]
    return factor === undefined ? [] : [{ factor, score }]
  })
  const points = base === null ? asked : [...asked, { factor: 1, score: base }]
  if (points.length < MIN_PRICES) return []
  return points
    .sort((a, b) => a.factor - b.factor)
    .map(({ factor, score }) => ({ words: PRICE_WORDS[factor] ?? '', factor, score }))
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
