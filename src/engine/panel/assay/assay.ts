import { assayLanguage } from '../../../data/assay.js'
import { type AssayMode, isBlank, type Probe, type ProbeReading } from '../../../domain/panel/assay.js'
import type { Persona } from '../../../domain/personas/persona.js'
import type { EngineDeps } from '../../deps.js'
import { type PlantedRoom, plantRoom, type RoomReading, readPlantedRoom } from '../../focus-group/live/planted-room.js'
import { parallelSteps, withAtMost } from '../../parallel-steps.js'
import { nameList } from '../../personas/name-list.js'
import type { IntentRater } from '../intent/rate-intent.js'
import type { Concept } from '../respond/respond.js'
import type { Rules } from '../rules.js'
import { type ShortFormText, scoreShortForm } from '../short-form/score-short-form.js'
import { isStrong } from './answers.js'
import { noiseFloor, pairsOf, readingOf, type ScorePair } from './readings.js'
import { type Variant, variantsOf } from './variants.js'

/** Maximum number of people in the assay: more would cost more and show nothing new. */
export const MAX_ASSAY_PEOPLE = 30
/** Number of scripted discussions that the coder reads, by mode. */
export const PLANTED_ROOMS = { quick: 1, full: 2 } as const

type AssaySetting = {
  readonly mode: Exclude<AssayMode, 'off'>
  /** Language of the proposition, by its English name. */
  readonly language: string
  /** Whether the proposition can be changed; the subject of a discussion cannot. */
  readonly probes: boolean
  /** Whether the run codes a live discussion, so that its coding can be tested. */
  readonly planted: boolean
  readonly second_model: string | null
  /** The first people of the panel under other names, for the full assay. */
  readonly renamed: readonly Persona[]
}

/** What the assay will show: changed texts, and scripted discussions; `null` for a language without a script. */
export type AssayTexts = { readonly variants: readonly Variant[]; readonly rooms: readonly PlantedRoom[] | null }

/**
 * Draws what the assay will show, before anybody is asked, so that a deploy in the middle does not change it.
 */
export async function drawAssay(
  deps: EngineDeps,
  { stimulus, about, category, claims }: Concept,
  { mode, language, probes, planted }: Pick<AssaySetting, 'mode' | 'language' | 'probes' | 'planted'>,
): Promise<AssayTexts> {
  const texts = claims.map(({ text }) => text.replace(/[.!?]+$/u, ''))
  const keys = Array.from({ length: planted ? PLANTED_ROOMS[mode] : 0 }, (_, index) => `planted:${index + 1}`)
  const material = assayLanguage(language)
  const [variants, rooms] = await parallelSteps(deps, [
    async () => {
      if (!probes) return []
      const reading = { stimulus, about, category, claims, language }
      return deps.step('assay', { ...reading, mode }, () => variantsOf(reading, mode))
    },
    async () => {
      if (!material) return null
      const draw = (key: string) => () =>
        deps.step(`${key}:room`, { texts, language }, () => plantRoom(material, texts, `${deps.seed}/${key}`))
      return parallelSteps<PlantedRoom[]>(deps, keys.map(draw))
    },
  ])
  return { variants, rooms }
}

export type AssayRecord = {
  readonly mode: AssaySetting['mode']
  readonly noise_floor: number | null
  readonly readings: readonly ProbeReading[]
  /** Probes that fewer than three people answered. */
  readonly unanswered: readonly Probe[]
  /** Smallest number of respondents over the probes with a grave effect; `null` where none of these was tried. */
  readonly fewest_answers: number | null
  readonly planted: RoomReading | null
  /** Why no scripted discussion was read; `null` where one was. */
  readonly planted_missing: 'language' | 'discussion' | 'coder' | null
  /** Why the test broke off, a sentence; `null` where it did not. */
  readonly failure: string | null
}

/** The record of an assay whose calls the provider rejected. */
export const failedAssay = (mode: AssaySetting['mode'], failure: string): AssayRecord => ({
  mode,
  noise_floor: null,
  readings: [],
  unanswered: [],
  fewest_answers: null,
  planted: null,
  planted_missing: 'discussion',
  failure,
})

/** Maximum number of assay calls in flight, so that a discussion in parallel always finds a free slot. */
const AT_ONCE = 20

/** Shows the panel changed texts with known effects, and gives the coder a scripted discussion with known silences. */
export async function runAssay(
  everything: EngineDeps,
  rules: Pick<Rules, 'react' | 'code_views'>,
  rater: IntentRater,
  panel: readonly Persona[],
  concept: Concept,
  { variants, rooms }: AssayTexts,
  setting: AssaySetting,
): Promise<AssayRecord> {
  const deps = setting.planted ? withAtMost(everything, AT_ONCE) : everything
  const [shortForm, planted] = await parallelSteps(deps, [
    async () => (setting.probes ? readProbes(deps, rules.react, rater, panel, concept, variants, setting) : []),
    async () => (setting.planted ? readPlantedRooms(deps, rules.code_views, concept, rooms) : NO_DISCUSSION),
  ])
  const blanks = shortForm.filter(({ probe }) => isBlank(probe))
  const noise_floor = noiseFloor(blanks.map(({ pairs }) => changesOf(pairs)))
  const counts = shortForm.filter(({ probe }) => !isBlank(probe) && isStrong(probe)).map(({ pairs }) => pairs.length)
  const read = shortForm.map(({ probe, pairs }) => ({ probe, reading: readingOf(probe, pairs, noise_floor) }))
  return {
    mode: setting.mode,
    noise_floor,
    readings: read.flatMap(({ reading }) => reading ?? []),
    unanswered: read.flatMap(({ probe, reading }) => (reading === null ? probe : [])),
    fewest_answers: counts.length === 0 ? null : Math.min(...counts),
    ...planted,
    failure: null,
  }
}

export type BlankReadings = Pick<AssayRecord, 'noise_floor' | 'readings'>

/**
 * Measures how much rewording alone moves the scores of these concepts before the same people, for runs that report
 * differences. `quick` rewords the first concept only.
 */
export async function readBlanks(
  deps: EngineDeps,
  rules: string,
  rater: IntentRater,
  panel: readonly Persona[],
  concepts: readonly (Concept & Pick<AssaySetting, 'language'>)[],
  mode: AssaySetting['mode'],
): Promise<BlankReadings> {
  const people = panel.slice(0, MAX_ASSAY_PEOPLE)
  const asked = mode === 'full' ? concepts : concepts.slice(0, 1)
  const blanks = await parallelSteps(
    deps,
    asked.map((concept, index) => async () => {
      const key = `blank:${index + 1}`
      const texts = await deps.step(key, { ...shownOf(concept), language: concept.language }, () => [
        shownOf(concept),
        ...variantsOf(concept, 'quick').filter(({ probe }) => isBlank(probe)),
      ])
      const [before = [], after = []] = await scoreShortForm(deps, rules, rater, key, texts, people, concept)
      return pairsOf(after, before)
    }),
  )
  const noise_floor = noiseFloor(blanks.map(changesOf))
  return { noise_floor, readings: blanks.flatMap((pairs) => readingOf('blank', pairs, noise_floor) ?? []) }
}

const shownOf = ({ stimulus, about }: ShortFormText): ShortFormText => ({ stimulus, about })
const changesOf = (pairs: readonly ScorePair[]): number[] =>
  pairs.map(({ score, compared_with }) => score - compared_with)

type ProbedPairs = { readonly probe: Probe; readonly pairs: readonly ScorePair[] }

async function readProbes(
  deps: EngineDeps,
  rules: string,
  rater: IntentRater,
  panel: readonly Persona[],
  concept: Concept,
  variants: readonly Variant[],
  { mode, second_model, renamed }: AssaySetting,
): Promise<ProbedPairs[]> {
  const { stimulus, about } = concept
  const people = panel.slice(0, MAX_ASSAY_PEOPLE)
  const original = { stimulus, about }
  const others = mode === 'full' ? otherPeople(original, renamed, second_model) : []
  const asked = [...variants, ...others]
  const [before = [], ...after] = await scoreShortForm(
    deps,
    rules,
    rater,
    'assay',
    [original, ...asked],
    people,
    concept,
  )
  return asked.map(({ probe }, index) => ({ probe, pairs: pairsOf(after[index] ?? [], before) }))
}

/** The unchanged text for the same people under other names and ages, and with a second model where one is configured. */
function otherPeople(
  original: ShortFormText,
  people: readonly Persona[],
  second_model: string | null,
): (ShortFormText & Pick<Variant, 'probe'>)[] {
  const renamed = { probe: 'other_names' as const, ...original, people }
  if (second_model === null) return [renamed]
  return [renamed, { probe: 'second_model', ...original, model: second_model }]
}

/** Years added or subtracted: another age in the same stage of life. */
const OTHER_AGE = 4

export function underOtherNames(people: readonly Persona[], seed: number): Persona[] {
  const known = new Set(people.map(({ name }) => name))
  const names = nameList(3 * people.length, `${seed}/other names`).filter((name) => !known.has(name))
  return people.map((persona, seat) => {
    const { age } = persona.demographics
    return {
      ...persona,
      name: names[seat] ?? persona.name,
      demographics: { ...persona.demographics, age: age + (seat % 2 === 0 && age > 25 ? -OTHER_AGE : OTHER_AGE) },
    }
  })
}

type PlantedRooms = Pick<AssayRecord, 'planted' | 'planted_missing'>
const NO_DISCUSSION: PlantedRooms = { planted: null, planted_missing: 'discussion' }

/** The scripted discussions together, without those about which the coder gave no usable answer. */
async function readPlantedRooms(
  deps: EngineDeps,
  rules: string,
  { stimulus }: Concept,
  rooms: AssayTexts['rooms'],
): Promise<PlantedRooms> {
  if (!rooms) return { planted: null, planted_missing: 'language' }
  const read = await parallelSteps<(RoomReading | null)[]>(
    deps,
    rooms.map((room, index) => () => readPlantedRoom(deps, rules, `planted:${index + 1}`, room, stimulus)),
  )
  const readings = read.filter((reading) => reading !== null)
  if (readings.length === 0) return { planted: null, planted_missing: 'coder' }
  const total = (of: keyof RoomReading) => readings.reduce((sum, reading) => sum + reading[of], 0)
  return {
    planted: { unheard: total('unheard'), found: total('found'), named: total('named') },
    planted_missing: null,
  }
}
