import { z } from 'zod'
import { readCsv } from '../evaluation-files/read-csv.js'
import { refuseFile, refuseLines } from '../evaluation-files/refuse.js'
import type { FunnelStep } from './draft-funnel.js'

const COLUMNS = { step: z.string(), users: z.string() }
const MAX_STEPS = 30
/** Other names of the two columns, in English and German. */
const HEADERS: readonly (readonly [RegExp, string])[] = [
  [/^"?(?:schritt|stufe|phase|stage|event)"?$/i, 'step'],
  [/^"?(?:nutzer|nutzerinnen|benutzer|besucher|personen|anzahl|people|visitors|count)"?$/i, 'users'],
]

/** Reads steps and their user counts from CSV (`step,users`). Errors: `invalid_input` with the line. */
export function readFunnel(text: string, name: string): FunnelStep[] {
  const known = withKnownHeader(text)
  const [delimiter = ','] = /[,;\t]/.exec(known.split('\n')[0] ?? '') ?? []
  const rows = readCsv(known, name, { columns: COLUMNS, required: Object.keys(COLUMNS) })
  const steps: FunnelStep[] = []
  for (const row of rows) {
    if (row.problems.length > 0) refuseLines(name, row.problems)
    const { step, users } = row.value as { step?: unknown; users?: unknown }
    const count = countIn(String(users ?? ''), delimiter)
    const sentence = typeof count === 'number' ? problemOf(String(step ?? ''), count, steps.at(-1)) : count.sentence
    if (sentence !== null) refuseLines(name, [{ line: row.line, sentence }])
    steps.push({ step: String(step), users: Number(count) })
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

/**
 * A count with or without separators of thousands. One group behind a point or a comma may also be decimals: it is read
 * as thousands where the file's delimiter tells its language (a point beside semicolons, a comma elsewhere).
 */
function countIn(text: string, delimiter: string): number | { readonly sentence: string } {
  const written = text.trim()
  const digits = written.replaceAll(/[\s_'’]/g, '')
  const [, separator, decimals = ''] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/.exec(digits) ?? []
  if (separator === undefined || (decimals !== '' && Number(decimals) !== 0)) return Number(digits || Number.NaN)
  const thousands = Number(
    digits.slice(0, decimals === '' ? undefined : -decimals.length - 1).replaceAll(separator, ''),
  )
  const isPlain = decimals !== '' || digits.split(separator).length > 2
  if (isPlain || separator === (delimiter === ';' ? '.' : ',')) return thousands
  const few = digits.split(separator)[0]
  return {
    sentence: `"${written}" may be ${thousands} or ${few} users; write it without a ${separator === '.' ? 'point' : 'comma'}.`,
  }
}

function problemOf(step: string, count: number, before: FunnelStep | undefined): string | null {
  if (step.trim() === '') return 'The step has no name.'
  if (!Number.isInteger(count) || count < 0) return `The users of "${step}" are no whole number.`
  if (before === undefined) return count === 0 ? 'Nobody came: the first step needs at least one user.' : null
  return count > before.users
    ? `${count} users follow ${before.users} of "${before.step}"; a funnel's counts never rise. Put the steps in their order.`
    : null
}
