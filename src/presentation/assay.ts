import { type Assay, type AssayPart, noiseWords, PROBE_WORDS } from '../domain/panel/assay.js'
import { isRehearsal } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'
import { lowerFirst, upperFirst } from '../domain/text/words.js'
import { clean } from './clean.js'
import { phrase } from './words.js'

type Run = Pick<RunDocument, 'model' | 'trust'>
/** A part of the panel test. In a rehearsal it is plain, because no panel passed or failed. */
type AssayPartView = {
  readonly name: string
  readonly status: Assay['status'] | 'plain'
  readonly text: string
  /** Whether the part missed its threshold, in a rehearsal too. */
  readonly doubtful: boolean
}
export type AssayView = NonNullable<ReturnType<typeof assayOf>>

/** Name of the panel test on every surface. */
export const PANEL_TEST = 'Panel test'

const PART_NAMES: Record<AssayPart['part'], string> = {
  blanks: 'rewording',
  doses: 'known changes',
  planted: 'planted silences',
  similarity: 'different people',
  other_names: 'other names',
  second_model: 'a second model',
}

/** A run's panel test; `null` where there was none, as in runs of earlier versions. */
export function assayOf(run: Run) {
  const assay = run.trust?.assay
  if (!assay) return null
  const rehearsed = isRehearsal(run)
  const status = rehearsed && assay.status !== 'not_run' ? ('plain' as const) : assay.status
  return {
    status,
    figure: figureOf(assay),
    /** The whole test in one sentence, to stand near the trust light. */
    sentence: phrase(rehearsed ? rehearsedSentence(assay) : clean(assay.sentence)),
    how: howOf(assay),
    parts: assay.parts.map((part): AssayPartView => {
      const text = phrase(rehearsed ? rehearsedPart(part, assay) : clean(part.sentence))
      const doubtful = part.status === 'warn' || part.status === 'fail'
      return { name: PART_NAMES[part.part], status: rehearsed ? 'plain' : part.status, text, doubtful }
    }),
    /** Noise floor in whole points, as every sentence gives it. */
    floor: assay.noise_floor === null ? null : Math.ceil(assay.noise_floor),
  }
}

function figureOf({ directions, noise_floor }: Assay): string {
  if (directions) return `${directions.seen} of ${directions.of} changes noticed`
  return noise_floor === null ? '' : `noise ${Math.ceil(noise_floor)} points`
}

/** What the panel test did, as an explanation of its name. */
function howOf({ mode, parts, readings }: Assay): string {
  if (mode === 'off') return 'This was switched off.'
  if (parts.length > 1)
    return 'Changes whose effect is known were put to the same people, and a scripted discussion with known silences was read as theirs was.'
  return readings.length > 0
    ? 'The same text, reworded, was put to the same people.'
    : 'What rewording alone does was measured by the test before.'
}

/** A rehearsal has no panel to fail: the sentence is about the text check. */
function rehearsedSentence({ mode, directions, noise_floor, planted, sentence }: Assay): string {
  if (mode === 'off') return 'The text check itself was not tested (assay: off).'
  const noise = noise_floor === null ? '' : noiseWords(noise_floor)
  const noticed =
    directions && `the text check noticed ${directions.seen} of ${directions.of} changes that a reader would notice`
  const found = planted && `${planted.found} of ${planted.unheard} planted silences were found`
  const said = [noticed, noise, found].filter(Boolean).join('; ')
  return said === '' ? clean(sentence) : `${upperFirst(said)}.`
}

function rehearsedPart({ part, sentence }: AssayPart, { readings, answers, planted }: Assay): string {
  const words = clean(sentence)
  if (part === 'doses' && answers) {
    const missed = readings.filter(({ required, seen }) => required !== 'same' && seen === false)
    const list = missed.map(({ probe }) => PROBE_WORDS[probe]).join(', ')
    return `The text check ${missed.length === 0 ? 'missed no change' : `missed ${list}`}; ${answers.right} of ${answers.of} single answers came out as a reader’s would.`
  }
  if (part === 'planted' && planted && planted.unheard > 0) {
    const wrong = planted.named - planted.found
    const others = wrong === 0 ? '' : `, and ${wrong} of ${planted.named} named were none`
    return `${planted.found} of ${planted.unheard} planted silences were found${others}.`
  }
  return words.replace(/^The people /, 'The rehearsed people ')
}

/** The light's sentence without the sentence of the panel test, which is shown separately. */
export function withoutAssay(sentence: string, { trust }: Pick<RunDocument, 'trust'>): string {
  const told = trust?.assay?.sentence
  if (!told) return sentence
  const lower = `: ${lowerFirst(told)}`
  return sentence.replace(lower, () => '.').replace(` ${told}`, '')
}

/** What the parts add to the sentence of the whole test; repeated sentences are left out. */
export function beyondTheWhole({ sentence, parts }: Pick<AssayView, 'sentence' | 'parts'>): AssayPartView[] {
  const whole = sentence.toLowerCase()
  return parts.flatMap((part) => {
    const text = part.text
      .split(/(?<=[.!?]) /)
      .filter((said) => !whole.includes(said.toLowerCase().replace(/\.$/, '')))
      .map((said) => {
        const [first = '', ...rest] = said.split(', and ')
        return rest.length > 0 && whole.includes(first.toLowerCase()) ? rest.join(', and ') : said
      })
      .join(' ')
    return text === '' ? [] : [{ ...part, text }]
  })
}
