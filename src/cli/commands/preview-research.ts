import { columnNames } from '../../domain/personas/research.js'
import { DETECTION_LIMITS } from '../../domain/text/personal-data.js'
import type { Research } from '../../ingest/documents/read-research.js'
import { type CliDeps, EXIT } from '../commands.js'
import { printJson, stripTerminalControls } from '../io.js'
import { wrap } from '../screen.js'

/**
 * Prints the personal data recognised in research files, and what would be stored: groups with their sizes, and text.
 * Nothing is stored or sent.
 */
export function preview(
  { io }: CliDeps,
  { documents, records, found, left_out, names }: Research,
  { json }: { json?: boolean },
): number {
  if (json) {
    printJson(io, { stored: false, found, left_out, names, limits: DETECTION_LIMITS, documents, records })
    return EXIT.done
  }
  const width = Math.min(io.columns, 96)
  io.out('Nothing was stored or sent. This would be taken out of the files before anything is:\n\n')
  if (found.length === 0 && left_out.length === 0) io.out('  Nothing that is recognised as personal data.\n')
  for (const { file, kind, count, examples } of found)
    io.out(
      `${wrap(`${stripTerminalControls(file)}: ${kind}, ${count} times: ${stripTerminalControls(examples.join(', '))}`, width, '  ')}\n`,
    )
  for (const { given, stored } of names)
    if (given !== stored)
      io.out(
        `${wrap(`${stripTerminalControls(given)} would be called ${stripTerminalControls(stored)}.`, width, '  ')}\n`,
      )
  for (const what of new Set(left_out.map(whatOf))) {
    const columns = columnNames(left_out.filter((column) => whatOf(column) === what))
    io.out(`${wrap(stripTerminalControls(`${what}: ${columns}`), width, '  ')}\n`)
  }
  io.out(`\n${wrap(DETECTION_LIMITS, width)}\n\nWhat would be stored:\n`)
  for (const { name, rows, axes, keys } of records) {
    io.out(`\n${stripTerminalControls(`${name}, of each of ${rows} records`)}\n`)
    for (const { name: axis, levels } of axes)
      io.out(
        `${wrap(stripTerminalControls(`${axis}: ${levels.map((level) => `${level.name} (${level.count})`).join(', ')}`), width, '  ')}\n`,
      )
    if (keys.length > 0) io.out('  its number as a keyed hash\n')
  }
  for (const { name, text, speakers } of documents) {
    io.out(`\n${stripTerminalControls(name)}\n`)
    const headings = [...new Set(speakers?.map(({ heading }) => heading))].filter((heading) => heading !== '')
    if (headings.length > 0)
      io.out(`${wrap(stripTerminalControls(`What was written in: ${headings.join(', ')}`), width, '  ')}\n`)
    for (const line of text.split('\n').filter((each) => each.trim() !== ''))
      io.out(`${wrap(stripTerminalControls(line), width, '  ')}\n`)
  }
  return EXIT.done
}

const whatOf = ({ file, treatment, why }: Research['left_out'][number]): string =>
  `${file}: columns ${treatment} (${why})`
