import type { Claim } from '../../domain/panel/claim.js'
import { quotationsIn, quotedSpans } from '../../domain/panel/quoted-sentences.js'
import type { Edit, Finding, Lift, RefinementInput, RewriteAnswer } from '../../domain/panel/refinement.js'
import { plural } from '../../domain/text/words.js'
import { formatInterval, formatPoints, formatSignedPoints } from '../paired/lift.js'
import { findSpan } from '../panel/find-span.js'
import { credibilityNote } from '../panel/scores.js'
import { sum } from '../statistics/descriptive.js'

/** Added offline, where no model writes. */
const ONLY_EDITS = 'Offline it only edits, by fixed rules: with a model sentences are written anew.'

/** The conclusion from a refinement's figures; a rehearsal's figures are those of the text check and no lift. */
export function liftSentence(
  lift: Lift,
  people: number,
  edits: readonly Edit[],
  isRehearsal: boolean,
  noise_floor: number | null = null,
): string {
  const parts = [
    isRehearsal
      ? `By the text check the pressure score changed by ${formatSignedPoints(lift.mean)} points${withinChance(lift)}. A rehearsal does not say whether people would like it better. ${ONLY_EDITS}`
      : measuredLiftSentence(lift, `the same ${people} synthetic people`, noise_floor),
    leftOutSentence(
      edits.filter(({ status, effect }) => status === 'dropped' && effect !== null),
      isRehearsal,
    ),
    droppedSentence(edits.filter(({ status, effect }) => status === 'dropped' && effect === null).length, edits.length),
    unaddedSentence(lift, edits, isRehearsal ? ROUNDING : Math.max(MISSED, noise_floor ?? 0), isRehearsal),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Said of a lower score that is no reason to keep a boast; '' for any other. */
const withinChance = ({ mean, interval }: Lift): string =>
  mean < 0
    ? ` ${formatInterval(interval)}, which may as well be nothing: the edits stand, as they mend what the test names`
    : ''

function measuredLiftSentence({ mean, interval }: Lift, same: string, noise_floor: number | null): string {
  const range = formatInterval(interval)
  if (noise_floor !== null && Math.abs(mean) <= noise_floor)
    return `No lift seen: the pressure score changed by ${formatSignedPoints(mean)} points with ${same} ${range}, and rewording alone brings up to ${Math.ceil(noise_floor)}.`
  if (interval !== null && interval.low > 0)
    return `The refined text scores ${formatPoints(mean)} points higher with ${same} ${range}.`
  return `No lift seen: the pressure score changed by ${formatSignedPoints(mean)} points with ${same} ${range}, which may as well be nothing.`
}

export const ownPanelSentence = ({ category, skepticism }: Pick<RefinementInput, 'category' | 'skepticism'>): string =>
  `Panel, category (${category}) and skepticism (${skepticism}) are those of the test.`

/** Names which of the two texts lacks a claim that speaks for it; '' where both have one. */
export function unclaimedSentence(before: readonly Claim[], after: readonly Claim[]): string {
  const [was, is] = [before, after].map((claims) => credibilityNote(claims) !== null)
  if (!was && !is) return ''
  const where = was && is ? 'either text' : `the ${was ? 'original' : 'refined text'}`
  return `No claim to believe spoke for ${where}, so credibility there is a neutral ½ (50 of 100) at best.`
}

/** The sentence for a text without a kept edit: no lift is claimed. */
export function unchangedSentence(
  edits: readonly Edit[],
  isRehearsal: boolean,
  { stimulus, findings }: Pick<RefinementInput, 'stimulus' | 'findings'>,
  lift: Lift | null = null,
): string {
  const who = isRehearsal ? 'a person or a model' : 'a person'
  if (edits.some(({ effect }) => effect !== null)) {
    const unmended = findings.filter(({ finding_id }) => edits.some((edit) => edit.finding_id === finding_id))
    return `${noEditHelps(edits, isRehearsal, lift)} ${leftToRewrite(stimulus, unmended, who)}`
  }
  const none = isRehearsal ? 'the rules have no safe edit for it.' : 'no edit was proposed.'
  const dropped = `${edits.length === 1 ? 'the only proposed edit' : `all ${edits.length} proposed edits`} had to be dropped, and each says why.`
  const parts = [
    `The text was left as it is: ${edits.length === 0 ? none : dropped} Nothing was tested again.`,
    isRehearsal ? ONLY_EDITS : '',
    edits.length === 0 ? leftToRewrite(stimulus, findings, who) : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/**
 * The sentence for a text whose edits were measured and left out; `lift`: of all of them together, where it was
 * measured.
 */
function noEditHelps(edits: readonly Edit[], isRehearsal: boolean, lift: Lift | null): string {
  const by = isRehearsal ? 'by the text check ' : ''
  const how =
    lift === null
      ? `each alone makes the text worse, ${by}${effectsOf(edits)}`
      : `with what was edited the text scores ${by}${formatPoints(-lift.mean)} points lower ${formatInterval(lift.interval)}`
  return [`No edit helps, so the original stands: ${how}.`, isRehearsal ? ONLY_EDITS : ''].filter(Boolean).join(' ')
}

/** “e1: -3, e2: -4”, of the edits that were measured. */
const effectsOf = (edits: readonly Edit[]): string =>
  edits.flatMap(({ edit_id, effect }) => (effect ? [`${edit_id}: ${formatSignedPoints(effect.mean)}`] : [])).join(', ')

/** The boasts that no edit takes out, each with the reason; those that `refined` does not have are left out. */
export function leftSentence(refined: string, left: NonNullable<RewriteAnswer['left']>): string {
  const kept = left.filter(({ words }) => findSpan(refined, words) !== null)
  if (kept.length === 0) return ''
  const named = kept.map(({ words, why }) => `“${words.trim()}” (${why.trim().replace(/[.!]+$/u, '')})`).join('; ')
  return `Left for the author, as no edit takes ${plural(kept.length, 'it', 'them')} out without inventing: ${named}.`
}

const MAX_LEFT = 3

/** What the test wants changed, in its own words, which quote the text; and which of it somebody else has said. */
function leftToRewrite(stimulus: string, findings: readonly Finding[], who: string): string {
  const left = findings.slice(0, MAX_LEFT)
  const said = quotationsIn(stimulus)
  const isSaid = (finding: Finding) =>
    quotedSpans(finding, stimulus).some(({ start, end }) =>
      said.some((quotation) => start < quotation.end && end > quotation.start),
    )
  const fixes = left.map(({ fix }) => fix.trim().replace(/(?<![.!?])$/u, '.')).join(' ')
  const quotation = left.some(isSaid)
    ? ' What stands in quotation marks somebody has said, so it is never edited: choose another quotation, or leave it out.'
    : ''
  return `Left for ${who} to write: ${fixes}${quotation}`
}

function leftOutSentence(edits: readonly Edit[], isRehearsal: boolean): string {
  if (edits.length === 0) return ''
  const [who, are] = edits.length === 1 ? ['One edit', 'is'] : [`${edits.length} edits`, 'are']
  const worse = isRehearsal ? 'lowered the text check’s score alone' : 'made things worse alone'
  return `${who} ${worse} and ${are} left out: ${effectsOf(edits)}.`
}

/** Points by which a measured effect may be off where no noise floor is known. */
const MISSED = 5
/** Points by which an effect of a rehearsal may be off, which is arithmetic without chance. */
const ROUNDING = 0.5

/**
 * That the effects of single edits do not add up to that of all; '' where they do as far as noise allows, or where there
 * is only one. The difference has the noise of every effect in it, so that the bound grows with the root of their number.
 */
function unaddedSentence({ mean }: Lift, edits: readonly Edit[], off: number, isRehearsal: boolean): string {
  const alone = edits.flatMap(({ status, effect }) => (status === 'applied' && effect ? [effect.mean] : []))
  const added = sum(alone)
  const noise = off * Math.sqrt(alone.length + 1)
  if (alone.length < 2 || Math.abs(mean - added) <= noise) return ''
  const why = 'what each alone leaves unmended'
  const form = 'the short form in which each is read alone'
  const from = isRehearsal ? `${why}, or from ${form}` : `${why}, from ${form}, or from chance`
  return `Alone the edits come to ${formatSignedPoints(added)} points and together to ${formatSignedPoints(mean)}: the difference may come from ${from}.`
}

function droppedSentence(dropped: number, all: number): string {
  if (dropped === 0) return ''
  return `${dropped} of ${all} proposed edits ${plural(dropped, 'was dropped; it says why.', 'were dropped; each says why.')}`
}
