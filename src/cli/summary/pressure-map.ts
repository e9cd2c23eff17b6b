import { type JudgedResult, measuredOf } from '../../domain/panel/pressure-test.js'
import type { Belief } from '../../domain/panel/response.js'
import { stripTerminalControls } from '../io.js'
import { column, type Mood, shorten, wrap } from '../screen.js'
import type { Layout } from './layout.js'

const SIGNS: Record<Belief['stance'], readonly [sign: string, mood: Mood]> = {
  believes: ['+', 'good'],
  doubts: ['?', 'middling'],
  rejects: ['x', 'bad'],
}
const STANCES = ['believes', 'doubts', 'rejects'] as const
/** Fewest columns for a claim beside the signs; with less room it gets a line of its own. */
const MIN_CLAIM = 20
/** Most people shown by signs; a larger panel is only counted. */
const MAX_SIGNS = 24

/**
 * Claims as rows with a sign for each person: in columns under their names where there is room, else in a row below.
 */
export function pressureMap(result: JudgedResult, layout: Layout): string[] {
  const { responses } = result
  const { screen, width } = layout
  const { pressure_map: rows } = measuredOf(result)
  if (rows.length === 0) return []
  const names = responses.map(({ persona_name }) => stripTerminalControls(persona_name))
  const step = names.length > 8 ? 4 : 5
  const room = width - 3 - names.length * step
  const columns = room >= MIN_CLAIM
  const sign = (stance: Belief['stance']) => screen.tinted(...SIGNS[stance])
  const signsOf = (row: (typeof rows)[number]) =>
    responses.map(({ persona_id: id }) => {
      const stance = STANCES.find((name) => row[name].includes(id))
      return stance ? sign(stance) : '-'
    })
  const widest = Math.min(room, 44)
  const lines = [
    wrap(`${screen.strong('Pressure map')}  ${STANCES.map((stance) => `${sign(stance)} ${stance}`).join(', ')}`, width),
  ]
  if (columns)
    lines.push(screen.faint(`  ${' '.repeat(widest)} ${names.map((name) => cut(name, step)).join('')}`.trimEnd()))
  for (const row of rows) {
    const claim = stripTerminalControls(row.claim)
    const signs = signsOf(row)
    if (columns) {
      lines.push(`  ${column(claim, widest)} ${signs.map((mark) => mark + ' '.repeat(step - 1)).join('')}`.trimEnd())
      continue
    }
    const counts = STANCES.map((stance) => `${row[stance].length} ${SIGNS[stance][0]}`).join(', ')
    const each = signs.length <= Math.min(MAX_SIGNS, width - 20) ? `${signs.join('')}  ` : ''
    lines.push(`  ${shorten(claim, width - 2)}\n    ${each}${counts}`)
  }
  return [...lines, '']
}

/** The first letters of a name and a blank, `step` columns wide; wide characters count as two columns. */
const cut = (name: string, step: number): string => {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  let kept = ''
  for (const letter of letters)
    if (column(kept + letter, step - 1).startsWith(kept + letter)) kept += letter
    else break
  return column(kept, step)
}
