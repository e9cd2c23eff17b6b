import { z } from 'zod'
import { readCsv } from '../evaluation-files/read-csv.js'
import { refuseFile, refuseLines } from '../evaluation-files/refuse.js'
import type { FunnelStep } from './draft-product.js'

const COLUMNS = { step: z.string(), users: z.string() }
const MAX_STEPS = 30
/** Other names of the two columns, in English and German. */
const HEADERS: readonly (readonly [RegExp, string])[] = [
  [/^"?(?:schritt|stufe|phase|stage|event)"?$/i, 'step'],
  [/^"?(?:nutzer|nutzerinnen|benutzer|besucher|personen|anzahl|people|visitors|count)"?$/i, 'users'],
]

/** Reads steps and their user counts from CSV (`step,users`). Errors: `invalid_input` with the line. */
export function readFunnel(text: string, name: string): FunnelStep[] {
  const rows = readCsv(withKnownHeader(text), name, { columns: COLUMNS, required: Object.keys(COLUMNS) })
  const steps: FunnelStep[] = []
  for (const row of rows) {
    if (row.problems.length > 0) refuseLines(name, row.problems)
    const { step, users } = row.value as { step?: unknown; users?: unknown }
    const count = Number(String(users ?? '').replaceAll(/[\s,_]/g, ''))
    const before = steps.at(-1)
    const sentence = problemOf(String(step ?? ''), count, before)
    if (sentence !== null) refuseLines(name, [{ line: row.line, sentence }])
    steps.push({ step: String(step), users: count })
  }
  if (steps.length < 2) refuseFile(name, 'has fewer than two steps; a funnel needs at least two.')
  if (steps.length > MAX_STEPS) refuseFile(name, `has ${steps.length} steps; at most ${MAX_STEPS} can be drafted.`)
  return steps
}

function withKnownHeader(text: string): string {
  const [header = '', ...rest] = text.split('\n')
  const cells = header.split(/([,;\t\r])/).map((cell) => {
    const known = HEADERS.find(([pattern]) => pattern.test(cell.replace(/^\uFEFF/, '').trim()))
    return known?.[1] ?? cell
  })
  return [cells.join(''), ...rest].join('\n')
}

function problemOf(step: string, count: number, before: FunnelStep | undefined): string | null {
  if (step.trim() === '') return 'The step has no name.'
  if (!Number.isInteger(count) || count < 0) return `The users of "${step}" are no whole number.`
  if (before === undefined) return count === 0 ? 'Nobody came: the first step needs at least one user.' : null
  return count > before.users
    ? `${count} users follow ${before.users} of "${before.step}"; a funnel's counts never rise. Put the steps in their order.`
    : null
}
