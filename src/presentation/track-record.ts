import type { JudgedOutcome, TrackRecord } from '../domain/panel/outcome.js'
import { percent, plural } from '../domain/text/words.js'
import { displayText, truncate } from './clean.js'
import { day } from './words.js'

/** Most outcomes listed; the others are counted. */
const MAX_ROWS = 20

const WORDS = { right: 'right', wrong: 'wrong', none_named: 'named no direction', inside: 'inside', outside: 'outside' }

/** How the prediction of an outcome came out, in one or two words. */
export function verdictOf({ direction, interval, not_counted, red }: JudgedOutcome): string {
  if (not_counted !== null) return `not counted: ${displayText(not_counted)}`
  const verdict = direction ?? interval
  const word = verdict === null ? 'neither' : WORDS[verdict]
  return red ? `${word}, of a run with a red light` : word
}

/** A track record in words for every surface. Every text in it has been through `clean`. */
export function trackRecordView(record: TrackRecord) {
  const { sentence, caution, skill, groups, not_counted, rows } = record
  return {
    sentence,
    caution,
    skill: skill === null ? '' : skillSentence(skill),
    aside: asideOf(not_counted),
    groups: groups.map(({ category, model, right, wrong, none_named, inside, outside }) => ({
      name: `${displayText(category)}, ${truncate(displayText(model), 40)}`,
      directions: right + wrong === 0 ? '' : `${right} of ${right + wrong} right`,
      unnamed: none_named === 0 ? '' : `${none_named} without a direction`,
      intervals: inside + outside === 0 ? '' : `${inside} of ${inside + outside} inside`,
    })),
    rows: rows.slice(0, MAX_ROWS).map((row) => ({
      run_id: row.run_id,
      day: day(row.at),
      what: WHAT[row.what],
      predicted: displayText(row.predicted),
      happened: displayText(row.happened),
      verdict: verdictOf(row),
    })),
    more: Math.max(0, rows.length - MAX_ROWS),
  }
}

const WHAT = { ab_test: 'A/B test', survey: 'survey', sales: 'sales', launch: 'launch' } as const

function skillSentence(skill: number): string {
  if (skill > 0)
    return `Against always saying “no difference”, ${percent(skill)} of what that gets wrong comes out right, on balance.`
  if (skill === 0) return 'Always saying “no difference” would have been right as often.'
  return 'Always saying “no difference” would have been right oftener.'
}

function asideOf({ no_prediction, corrected, deleted }: TrackRecord['not_counted']): string {
  const parts: string[] = []
  if (no_prediction > 0) parts.push(`${no_prediction} not counted (each says why)`)
  if (corrected > 0) parts.push(`${corrected} corrected by a later one`)
  if (deleted > 0) parts.push(`${deleted} ${plural(deleted, 'run')} deleted with their outcomes`)
  return parts.length === 0 ? '' : `Beside these: ${parts.join(', ')}.`
}
