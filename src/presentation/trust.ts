import type { HiddenCharacters, Trust, TrustLight } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'
import { number, plural } from '../domain/text/words.js'
import { type AssayView, assayOf, beyondTheWhole, PANEL_TEST, withoutAssay } from './assay.js'
import { clean, displayText, truncate } from './clean.js'
import { phrase, shareWords } from './words.js'

type Status = 'pass' | 'warn' | 'fail' | 'not_run'
/** One part of the trust strip. `plain`: a fact that is neither good nor bad. */
export type Cell = {
  readonly name: string
  readonly status: Status | 'plain'
  readonly word: string
  /** The figure behind the word, in a few words; may be empty. */
  readonly figure: string
  /** The whole sentence. */
  readonly text: string
}
export type TrustView = ReturnType<typeof trustOf>

export const STATUS_WORDS = { pass: 'Passed', warn: 'With doubts', fail: 'Failed', not_run: 'Not measured' } as const
const LIGHTS: Record<TrustLight, string> = {
  green: 'Trust: green.',
  amber: 'Trust: amber.',
  red: 'Trust: red.',
  rehearsal: 'Rehearsal, no judgement.',
}
/** The light, with its word and its sentence. */
export const lightView = (light: TrustLight, sentence: string) => ({ light, word: LIGHTS[light], sentence })

/** Respondents, model and checks of a run; every surface shows them beside the figures. */
export function trustOf(run: RunDocument, answered: number) {
  const { trust, model } = run
  const assay = assayOf(run)
  // A refinement without edits has no new answers: its respondents are those of the earlier test.
  const invited = Math.max(trust?.respondents.asked ?? 0, answered)
  const people = answered === invited ? number(answered) : `${number(answered)} of ${number(invited)}`
  const cells = checksIn(trust, CHECKS).map(([key, name]) =>
    run.kind === 'ask' && key === 'quotes' ? sentencesCell(trust) : cellOf(name, key, trust),
  )
  if (assay) cells.push(assayCell(assay))
  cells.push(...hiddenCells(trust?.hidden), modelCell(run))
  return {
    who: `${people} synthetic ${plural(invited, 'person', 'people')}`,
    answeredBy: answeredBy(model),
    light: trust && lightView(trust.light, clean(withoutAssay(trust.sentence, run))),
    assay,
    cells,
  }
}

/** Leaves out optional checks that the run did not make. */
export const checksIn = <C extends readonly [keyof Trust, string]>(trust: Trust | null, checks: readonly C[]): C[] =>
  checks.filter(([key]) => !NOT_OF_EVERY_RUN.has(key) || trust?.[key] !== undefined)
const NOT_OF_EVERY_RUN: ReadonlySet<keyof Trust> = new Set(['readable', 'intent'])

const CHECKS = [
  ['readable', 'Offer'],
  ['intent', 'Intent'],
  ['controls', 'Controls'],
  ['stability', 'Stability'],
  ['fidelity', 'In character'],
  ['quotes', 'Quotes'],
] as const
type Key = (typeof CHECKS)[number][0]

/** Word for a panel test's status. A rehearsal tried no panel, so its word means neither success nor failure. */
export const assayWord = (status: AssayView['status']): string =>
  status === 'plain' ? 'Rehearsed' : STATUS_WORDS[status]

const assayCell = ({ status, figure, how }: AssayView): Cell => ({
  name: PANEL_TEST,
  status,
  word: assayWord(status),
  figure,
  text: how,
})

const HIDDEN = 'Hidden characters'
/** Shown only where invisible characters were removed. */
export function hiddenCells(hidden: HiddenCharacters | undefined): Cell[] {
  if (!hidden) return []
  const { removed, sentence } = hidden
  const figure = `${number(removed)} removed`
  return [{ name: HIDDEN, status: 'warn', word: STATUS_WORDS.warn, figure, text: clean(sentence) }]
}

function cellOf(name: string, key: Key, trust: Trust | null): Cell {
  const check = trust?.[key]
  const isMeasured = check !== undefined && check.status !== 'not_run'
  return checkCell(name, check, trust && isMeasured ? FIGURES[key](trust) : '')
}

/** The cell of a check; one that was not made says so. */
export function checkCell(
  name: string,
  check: Pick<Trust['quotes'], 'status' | 'sentence'> | undefined,
  figure: string,
): Cell {
  const status = check?.status ?? 'not_run'
  const text = check ? phrase(check.sentence) : 'This was not measured.'
  return { name, status, word: STATUS_WORDS[status], figure, text }
}

/** For an answer that was compared with a record: it has sentences instead of quotes. */
function sentencesCell(trust: Trust | null): Cell {
  const cell = cellOf('Words', 'quotes', trust)
  if (trust === null || cell.figure === '') return cell
  const { checked, verified } = trust.quotes
  return { ...cell, figure: `${number(verified)} of ${number(checked)} sentences kept` }
}

const FIGURES: Record<Key, (trust: Trust) => string> = {
  readable: ({ readable }) => (readable?.language ? `in ${displayText(readable.language)}` : ''),
  intent: ({ intent }) => (intent ? `${number(intent.rated)} of ${number(intent.of)} answers` : ''),
  controls: ({ controls: { absurd_score: absurd, known_good_score: good } }) =>
    absurd === null || good === null ? '' : `absurd ${Math.round(absurd)}, good ${Math.round(good)}`,
  stability: ({ stability: { panels, top_fix_agreement: agreement, intervals } }) => {
    if (panels !== null && agreement !== null) return `${Math.round(agreement * panels)} of ${panels}: same first fix`
    if (intervals === null) return ''
    const { low, high } = intervals.pressure_score
    return `score ${Math.round(low)} to ${Math.round(high)}`
  },
  fidelity: ({ fidelity: { rate } }) => (rate === null ? '' : `${shareWords(rate)} of those checked`),
  quotes: ({ quotes: { checked, verified } }) => `${number(verified)} of ${number(checked)} word for word`,
}

/** Who answered for the people. */
function answeredBy({ mode, persona }: RunDocument['model']): string {
  if (mode === 'offline')
    return 'Answered by the offline behaviour model, not by a language model; calibrated on nobody.'
  return `Played by a language model, ${displayText(persona)}; no real person was asked.`
}

function modelCell({ model }: RunDocument): Cell {
  const text = answeredBy(model)
  if (model.mode === 'offline')
    return { name: 'Model', status: 'plain', word: 'Offline', figure: 'no language model', text }
  return {
    name: 'Model',
    status: 'plain',
    word: 'Language model',
    figure: truncate(displayText(model.persona), 40),
    text: `${text} Analysed by ${displayText(model.analysis)}.`,
  }
}

/** Light, respondents, model and checks in one text. */
export function trustSummary({ who, answeredBy, light, assay, cells }: TrustView) {
  const sentence = light?.sentence ?? ''
  const hidden = cells.find(({ name }) => name === HIDDEN)?.text
  const tested = assay ? `${PANEL_TEST}: ${assay.sentence}` : ''
  // Left out where the light's sentence names the answerer already.
  const by = /offline behaviour model|no real person was asked/.test(sentence) ? '' : answeredBy
  return {
    light: light?.light ?? null,
    sentence: [`${who}.`, by, sentence, tested, hidden].filter(Boolean).join(' '),
    panel_test: assay
      ? {
          noise_floor: assay.floor,
          parts: beyondTheWhole(assay).map(({ name, text }) => `${name}: ${text}`),
        }
      : undefined,
  }
}
