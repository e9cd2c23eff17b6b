import type { RunKind } from '../../domain/run/kinds.js'
import type { TrustLight } from '../../domain/run/run.js'
import type { RunDocument, RunWithResult } from '../../domain/run/run-document.js'
import { upperFirst } from '../../domain/text/words.js'
import { PANEL_TEST } from '../../presentation/assay.js'
import type { TrustView } from '../../presentation/trust.js'
import { STATUS_WORDS } from '../../presentation/trust.js'
import { firstSentences } from '../../presentation/words.js'
import { bold, list, type MessageScale, paragraph, rich, words } from './blocks.js'
import { kindWords } from './kinds.js'
import { line } from './text.js'

const LIGHTS: Record<TrustLight, string> = { green: '🟢', amber: '🟡', red: '🔴', rehearsal: '⚪' }

/** Provenance of the answers, and how far to believe them. */
export const trustIn = <K extends RunKind>(run: RunWithResult<K>): TrustView => kindWords(run.kind).trust(run)

/** The sentence that names the speaker, which the small print holds already. */
const WHO_SPOKE = /^(Synthetic answers written by|Played by|Rehearsed by|The offline model spoke)[^.]*\.\s*/
/**
 * The trust light with the first sentence of its reasons; with all of them where `whole`, as in a message that has no
 * details to open.
 */
export function trustParagraph(run: RunWithResult, max: number, whole = false) {
  const { light } = trustIn(run)
  if (!light) return paragraph(words('⚪ '), bold('Trust: not measured.'))
  const why = spoken(light.sentence).replace(WHO_SPOKE, '')
  return paragraph(
    words(`${LIGHTS[light.light]} `),
    bold(light.word),
    words(` ${line(whole ? why : firstSentences(why, 1)[0], max)}`),
  )
}

/** The workspace's track record; nothing before its first outcome. */
export const recordParagraph = (record: string | null) =>
  record !== null && paragraph(bold('Predictions here: '), words(line(record, 200)))

/** A sentence without command-line options, which do not apply in Slack. */
const spoken = (sentence: string): string => sentence.replace(/ ?\(--[^)]*\)/g, '')

/** The trust sentence in full, and every check with its figures. */
export function trustDetails(run: RunWithResult, scale: MessageScale) {
  const { light, assay, cells } = trustIn(run)
  return rich(
    light && paragraph(words(line(spoken(light.sentence), 700 * scale.words))),
    list(
      cells.map(({ name, word, figure, text }) => [
        bold(`${name}: ${word.toLowerCase()}`),
        words(`${figure === '' ? '' : ` (${line(figure, 60)})`}. ${line(spoken(text), 250 * scale.words)}`),
      ]),
    ),
    assay && paragraph(bold(`${PANEL_TEST}. `), words(line(spoken(assay.sentence), 400 * scale.words))),
    assay &&
      list(
        assay.parts.map(({ name, status, text }) => [
          bold(`${upperFirst(name)}${status === 'plain' ? '' : `: ${STATUS_WORDS[status].toLowerCase()}`}`),
          words(`. ${line(text, 400 * scale.words)}`),
        ]),
      ),
  )
}

/** "6 synthetic people. Answered by the offline behaviour model …": stands in every message that shows a figure. */
export function provenanceLine(run: RunWithResult): string {
  const { who, answeredBy } = trustIn(run)
  return line(`${who}. ${answeredBy}`, 280)
}

/** Provenance in a few words, for notifications and lists. */
export const provenanceShort = ({ model, kind }: Pick<RunDocument, 'model' | 'kind'>): string =>
  `${kind === 'evaluation' ? 'synthetic prospects' : 'synthetic people'}, ${model.mode === 'offline' ? 'offline behaviour model' : 'language model'}`
