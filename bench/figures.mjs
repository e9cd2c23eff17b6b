// Rows of a table of faults or attacks: what was tried, the figure, its bar, and whether it holds.
import { writeFileSync } from 'node:fs'

/** A bar is `= 0`, `>= 3`, `<= 3`. */
export function holds({ value, bar }) {
  const [sign, limit] = bar.split(' ')
  if (sign === '=') return value === Number(limit)
  return sign === '>=' ? value >= Number(limit) : value <= Number(limit)
}

/** Whether a bar is missed that is not known to be. What hangs on the machine (`timed`) counts in the long form only. */
export const fails = (rows, long) => rows.some(({ passed, known, timed }) => !passed && !known && (long || !timed))

/** Prints rows of `{ tried, what, before?, value, bar, passed, known? }`, and writes them to `jsonFile` where one is named. */
export function printFigures(rows, { jsonFile, ...facts }) {
  const cells = ({ tried, what, before, value, bar, passed, known, timed }) => [
    tried,
    what,
    before ?? '',
    value === null ? '–' : round(value),
    bar,
    verdictOf(passed, known, timed),
  ]
  printLines([['tried', 'what', 'before', 'figure', 'bar', ''], ...rows.map(cells)])
  if (jsonFile) writeJson(jsonFile, rows, facts)
}

/** Lines of cells in columns. */
export function printLines(lines) {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)))
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => String(cell).padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
}

export const writeJson = (file, rows, facts) =>
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...facts, rows }, null, 2)}\n`)

function verdictOf(passed, known, timed) {
  if (passed) return 'pass'
  if (known) return `FAIL (known: ${known})`
  return timed ? 'FAIL (or a busy machine)' : 'FAIL'
}

const round = (value) => (Number.isInteger(value) ? value : value.toFixed(2))

/** The file after `--json`, if any. */
export const jsonFileIn = (args) => (args.includes('--json') ? args[args.indexOf('--json') + 1] : null)
