import type { Edit, Lift } from '../../domain/refinement.js'
import { between, points, signed } from '../paired/lift.js'

/** What the figures of a refinement allow one to say. */
export function sayLift({ mean, interval }: Lift, people: number, edits: readonly Edit[]): string {
  const same = `the same ${people} synthetic people`
  const range = between(interval)
  let lift = `No lift seen: the pressure score changed by ${signed(mean)} points with ${same} ${range}, which may as well be nothing.`
  if (interval !== null && interval.low > 0)
    lift = `The refined text scores ${points(mean)} points higher with ${same} ${range}.`
  else if (interval !== null && interval.high < 0)
    lift = `The refined text scores ${points(-mean)} points lower with ${same} ${range}: keep the original.`
  const parts = [
    lift,
    sayBackfired(edits.filter(({ backfired }) => backfired)),
    sayDropped(edits.filter(({ status }) => status === 'dropped').length, edits.length),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Where no edit could be kept, nothing was tested again and no lift can be claimed. */
export function sayUnchanged(edits: readonly Edit[]): string {
  if (edits.length === 0)
    return 'The text was left as it is: no wording answers what the test found. Nothing was tested again.'
  return `The text was left as it is: ${edits.length === 1 ? 'the only proposed edit' : `all ${edits.length} proposed edits`} had to be dropped, and each says why. Nothing was tested again.`
}

function sayBackfired(edits: readonly Edit[]): string {
  if (edits.length === 0) return ''
  const names = edits.map(({ edit_id, effect }) => `${edit_id} (${signed(effect?.mean ?? 0)})`).join(', ')
  return `${edits.length === 1 ? 'One edit' : `${edits.length} edits`} made things worse alone: ${names}; take ${edits.length === 1 ? 'it' : 'them'} back.`
}

const sayDropped = (dropped: number, all: number): string =>
  dropped === 0
    ? ''
    : `${dropped} of ${all} proposed edits ${dropped === 1 ? 'was' : 'were'} dropped because the text does not bear ${dropped === 1 ? 'it' : 'them'} out.`
