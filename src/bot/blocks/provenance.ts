import type { RunKind } from '../../domain/kinds.js'
import type { TrustLight } from '../../domain/run.js'
import type { RunDocument, RunWithResult } from '../../domain/run-document.js'
import { PANEL_TEST } from '../../presentation/assay.js'
import type { TrustView } from '../../presentation/trust.js'
import { STATUS_WORDS } from '../../presentation/trust.js'
import { capital } from '../../presentation/words.js'
import { bold, list, paragraph, type Room, rich, words } from './blocks.js'
import { kindWords } from './kinds.js'
import { line } from './text.js'

const LIGHTS: Record<TrustLight, string> = { green: '🟢', amber: '🟡', red: '🔴', rehearsal: '⚪' }

/** Whose answers these are and how far to believe them. */
export const trustIn = <K extends RunKind>(run: RunWithResult<K>): TrustView => kindWords(run.kind).trust(run)

/** The trust light with its sentence. */
export function trustParagraph(run: RunWithResult, max: number) {
  const { light } = trustIn(run)
  if (!light) return paragraph(words('⚪ '), bold('Trust: not measured.'))
  return paragraph(
    words(`${LIGHTS[light.light]} `),
    bold(light.word),
    words(` ${line(wholeSentences(spoken(light.sentence), max), max)}`),
  )
}

/** What the panel could tell apart, in one sentence; nothing for a run that did not look. */
export function panelTestParagraph(run: RunWithResult, max: number) {
  const { assay } = trustIn(run)
  if (!assay) return null
  return paragraph(bold(`${PANEL_TEST}. `), words(line(wholeSentences(spoken(assay.sentence), max), max)))
}

/** As many whole sentences as there is room for; where not even one fits it is cut. */
function wholeSentences(text: string, max: number): string {
  if (text.length <= max) return text
  const end = text.slice(0, max - 2).lastIndexOf('. ')
  return end < 0 ? text : `${text.slice(0, end + 1)} …`
}

/** A sentence without command-line options, which do not apply in Slack. */
const spoken = (sentence: string): string => sentence.replace(/ ?\(--[^)]*\)/g, '')

/** The trust sentence in full, and every check with its figures. */
export function trustDetails(run: RunWithResult, room: Room) {
  const { light, assay, cells } = trustIn(run)
  return rich(
    light && paragraph(words(line(spoken(light.sentence), 700 * room.words))),
    list(
      cells.map(({ name, word, figure, text }) => [
        bold(`${name}: ${word.toLowerCase()}`),
        words(`${figure === '' ? '' : ` (${line(figure, 60)})`}. ${line(spoken(text), 250 * room.words)}`),
      ]),
    ),
    assay && assay.parts.length > 0 && paragraph(bold(`${PANEL_TEST}, part by part`)),
    assay &&
      list(
        assay.parts.map(({ name, status, text }) => [
          bold(`${capital(name)}${status === 'plain' ? '' : `: ${STATUS_WORDS[status].toLowerCase()}`}`),
          words(`. ${line(text, 400 * room.words)}`),
        ]),
      ),
  )
}

/** "6 synthetic people. Answered by the offline behaviour model …": stands in every message that shows a figure. */
export function provenanceLine(run: RunWithResult): string {
  const { who, answeredBy } = trustIn(run)
  return line(`${who}. ${answeredBy}`, 280)
}

/** The same in a few words, for notifications and lists. */
export const provenanceShort = ({ model, kind }: Pick<RunDocument, 'model' | 'kind'>): string =>
  `${kind === 'evaluation' ? 'synthetic prospects' : 'synthetic people'}, ${model.mode === 'offline' ? 'offline behaviour model' : 'language model'}`
