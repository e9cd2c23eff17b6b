import type { Edit, Lift } from '../../domain/refinement.js'
import { formatInterval, formatPoints, formatSignedPoints } from '../paired/lift.js'

/** What the figures of a refinement allow one to say; those of a rehearsal are the text check's and no lift. */
export function liftSentence(lift: Lift, people: number, edits: readonly Edit[], isRehearsal: boolean): string {
  const parts = [
    isRehearsal
      ? `By the text check the pressure score changed by ${formatSignedPoints(lift.mean)} points. A rehearsal does not say whether people would like it better.`
      : measuredLiftSentence(lift, `the same ${people} synthetic people`),
    backfiredSentence(edits.filter(({ backfired }) => backfired)),
    droppedSentence(edits.filter(({ status }) => status === 'dropped').length, edits.length),
  ]
  return parts.filter(Boolean).join(' ')
}

function measuredLiftSentence({ mean, interval }: Lift, same: string): string {
  const range = formatInterval(interval)
  if (interval !== null && interval.low > 0)
    return `The refined text scores ${formatPoints(mean)} points higher with ${same} ${range}.`
  if (interval !== null && interval.high < 0)
    return `The refined text scores ${formatPoints(-mean)} points lower with ${same} ${range}: keep the original.`
  return `No lift seen: the pressure score changed by ${formatSignedPoints(mean)} points with ${same} ${range}, which may as well be nothing.`
}

/** Where no edit could be kept, nothing was tested again and no lift can be claimed. */
export function unchangedSentence(edits: readonly Edit[]): string {
  if (edits.length === 0)
    return 'The text was left as it is: no wording answers what the test found. Nothing was tested again.'
  return `The text was left as it is: ${edits.length === 1 ? 'the only proposed edit' : `all ${edits.length} proposed edits`} had to be dropped, and each says why. Nothing was tested again.`
}

function backfiredSentence(edits: readonly Edit[]): string {
  if (edits.length === 0) return ''
  const names = edits.map(({ edit_id, effect }) => `${edit_id} (${formatSignedPoints(effect?.mean ?? 0)})`).join(', ')
  return `${edits.length === 1 ? 'One edit' : `${edits.length} edits`} made things worse alone: ${names}; take ${edits.length === 1 ? 'it' : 'them'} back.`
}

function droppedSentence(dropped: number, all: number): string {
  if (dropped === 0) return ''
  return `${dropped} of ${all} proposed edits ${dropped === 1 ? 'was' : 'were'} dropped because the text does not bear ${dropped === 1 ? 'it' : 'them'} out.`
}
