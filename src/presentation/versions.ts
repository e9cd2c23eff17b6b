import type { ObjectionRecord, ObjectionRow } from '../domain/panel/versions.js'
import { plural } from '../domain/text/words.js'
import { displayText } from './clean.js'

const STATES = { new: 'new', stayed: 'stayed', came_back: 'came back', gone: 'gone' } as const
/** From this p on, chance may explain the change. */
const CHANCE = 0.05

/** The objections to several versions, in words for every surface. Every text in it has been through `clean`. */
export function objectionsView({ rows, versions, left_out, rehearsal, sentence, caution }: ObjectionRecord) {
  const left = `${left_out} ${plural(left_out, 'test was', 'tests were')}`
  return {
    sentence: rehearsal ? `A rehearsal: ${sentence}` : sentence,
    caution,
    left_out: left_out === 0 ? '' : `${left} asked in another form and not compared.`,
    versions: versions.map(({ run_id, title }, index) => ({
      run_id,
      name: `version ${index + 1}`,
      title: displayText(title),
    })),
    rows: rows.map((row) => ({
      state: STATES[row.state],
      objection: displayText(row.objection),
      counts: row.runs.map(({ holders, of, unheard }) => `${holders} of ${of}${unheard ? ', unheard' : ''}`),
      doubt: doubtOf(row),
    })),
  }
}

/** Reasons to doubt a row; '' where there are none. */
function doubtOf({ perhaps, p, state }: ObjectionRow): string {
  const doubts: string[] = []
  if (perhaps !== null) doubts.push(`perhaps the same as: ${displayText(perhaps)}`)
  if (state !== 'stayed' && p !== null && p >= CHANCE && p < 1) doubts.push('so few people that chance can do it')
  return doubts.join('; ')
}
