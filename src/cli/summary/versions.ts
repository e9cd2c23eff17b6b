import type { ObjectionRecord, VersionChange } from '../../domain/panel/versions.js'
import { objectionsView } from '../../presentation/versions.js'
import { stripTerminalControls } from '../io.js'

/** What changed from one version to the next. */
export const changeText = ({ before, sentence, objections }: VersionChange): string =>
  `Beside ${before}: ${stripTerminalControls(sentence)}\n${objectionsText(objections)}`

/** Objections, a line each, with who holds them in each version. */
export function objectionsText(record: ObjectionRecord): string {
  const { sentence, caution, left_out, rows } = objectionsView(record)
  const widest = Math.max(0, ...rows.flatMap(({ counts }) => counts.map((count) => count.length)))
  const lines = rows.map(({ state, objection, counts, doubt }) => {
    const cells = [state.padEnd(9), ...counts.map((count) => count.padEnd(widest)), stripTerminalControls(objection)]
    return `  ${cells.join('  ')}${doubt === '' ? '' : ` (${stripTerminalControls(doubt)})`}`
  })
  const notes = [left_out, rows.length > 0 ? caution : ''].filter((note) => note !== '')
  return `${[stripTerminalControls(sentence), ...lines, ...notes].join('\n')}\n`
}
