import { bandOf } from '../domain/panel/analysis.js'
import type { Edit } from '../domain/panel/refinement.js'
import type { RunWithResult } from '../domain/run/run-document.js'
import { upperFirst } from '../domain/text/words.js'
import { clean, displayText, headline, truncate } from './clean.js'
import type { ReportOptions } from './panel.js'
import { provenanceOf } from './provenance.js'
import { INTENT_NOT_MEASURED } from './scores.js'
import { trustOf } from './trust.js'
import { day, phrase, range, signed } from './words.js'

export type RefinementView = ReturnType<typeof refinementView>
export type EditView = RefinementView['applied'][number]

const MAX_CHANGES = 16

/** Everything in the report of a refinement. Every text in it has been through `clean`. */
export function refinementView(run: RunWithResult<'refinement'>, { title }: ReportOptions) {
  const result = run.result
  const offline = run.model.mode === 'offline'
  const findings = new Map(result.findings.map((finding) => [finding.finding_id, phrase(finding.finding)]))
  const edits = result.edits.map((edit, i) => ({
    ...editOf(edit, findings),
    backfired: edit.backfired && !offline,
    number: i + 1,
  }))
  const applied = edits.filter(({ dropped }) => !dropped)
  const { before, after } = result.scores
  const lift = measuredLift(run)
  return {
    title: headline(title ?? '', 120) || headline(result.refined, 90) || 'A text without words',
    date: day(run.completed_at),
    offline,
    trust: trustOf(run, result.responses.length),
    sentence: phrase(result.sentence),
    before: Math.round(before.pressure_score),
    after: Math.round(after.pressure_score),
    band: bandOf(run, after.pressure_score),
    // Without an accepted edit nobody was asked again: there is no lift, rather than a lift of zero.
    tested: lift !== null,
    /**
     * Noise floor in points, which rewording alone brings, with the unrounded scores; `null` where it was not measured.
     */
    noise: noiseOf(run),
    lift: lift && signed(lift.pressure_score.mean),
    liftRange: lift?.pressure_score.interval ? range(lift.pressure_score.interval, signed) : '',
    /** When a figure shows a lift. */
    legend: liftLegend(run),
    about: clean(result.about ?? ''),
    original: clean(result.original),
    refined: clean(result.refined),
    text: editedText(clean(result.original), clean(result.refined), applied),
    applied,
    dropped: edits.filter(({ dropped }) => dropped),
    lifts: lift
      ? [
          { label: 'Pressure', ...lift.pressure_score },
          { label: 'Gut attraction', ...lift.gut_attraction_index },
          { label: 'Credibility', ...lift.credibility_score },
          ...(lift.intent ? [{ label: 'Purchase intent', ...lift.intent }] : []),
        ]
      : [],
    /** Why the lift of intent is missing; '' where it was measured. */
    unrated:
      lift && lift.intent === null
        ? `${upperFirst(INTENT_NOT_MEASURED)}: too few answers about buying could be rated.`
        : '',
    /** The largest changes, limited so that the picture stays readable. */
    changes: [...result.per_persona]
      .sort((a, b) => Math.abs(b.lift) - Math.abs(a.lift))
      .slice(0, MAX_CHANGES)
      .map(({ persona_name, before, after }) => ({
        who: truncate(displayText(persona_name), 12),
        from: before,
        to: after,
      })),
    people: result.per_persona.length,
    /** How many people's scores moved; '' in a rehearsal. */
    moved: offline ? '' : movedWords(result.per_persona.map((person) => person.lift)),
    made: provenanceOf(run, {
      category: result.category,
      skepticism: result.skepticism,
      answered: result.responses.length,
    }),
  }
}

/** The lifts; `null` where nobody was asked again, of which older results hold lifts of 0. */
export const measuredLift = ({ result }: RunWithResult<'refinement'>) =>
  result.per_persona.length > 0 ? result.lift : null

/** A lift is named where its interval excludes 0 and it exceeds the noise floor of rewording; never in a rehearsal. */
export function liftWords(run: RunWithResult<'refinement'>): string {
  const lift = measuredLift(run)
  if (lift === null) return 'Nothing could be mended'
  if (run.model.mode === 'offline') return 'the text was edited'
  const { mean, interval } = lift.pressure_score
  const floor = run.trust?.assay?.noise_floor ?? 0
  if (Math.abs(mean) <= floor) return 'No lift seen'
  if (interval !== null && interval.low > 0) return 'The fixes helped'
  if (interval !== null && interval.high < 0) return 'The fixes made it worse'
  return 'No lift seen'
}

/** When a figure of a refinement shows a lift, in the words of its sentence: beyond chance and beyond rewording. */
export function liftLegend({ model, trust }: Pick<RunWithResult<'refinement'>, 'model' | 'trust'>): string {
  if (model.mode === 'offline') return 'figures of the text check; a rehearsal shows no lift'
  const floor = trust?.assay?.noise_floor ?? null
  const reworded =
    floor === null
      ? ''
      : `, nor does a change of pressure within the ${Math.ceil(floor)} points that rewording alone brings`
  return `one that holds 0 shows no lift${reworded}`
}

/** The noise floor is that of the panel's mean; it says nothing of one person. */
function movedWords(lifts: readonly number[]): string {
  const [higher, lower] = [1, -1].map((sign) => lifts.filter((lift) => sign * lift > 0).length)
  return `${higher} scored it higher and ${lower} lower; what rewording alone brings to one person was not measured`
}

function noiseOf({ trust, result: { scores, per_persona } }: RunWithResult<'refinement'>) {
  const floor = trust?.assay?.noise_floor ?? null
  if (floor === null || per_persona.length === 0) return null
  return { floor, before: scores.before.pressure_score, after: scores.after.pressure_score }
}

function editOf(edit: Edit, findings: ReadonlyMap<string, string>) {
  const { effect } = edit
  return {
    id: clean(edit.edit_id),
    dropped: edit.status === 'dropped',
    start: edit.start ?? null,
    original: clean(edit.original),
    replacement: clean(edit.replacement),
    finding: findings.get(edit.finding_id) ?? '',
    why: clean(edit.why),
    problem: clean(edit.problem),
    effect: effect && `${signed(effect.mean)} points${effect.interval ? ` (${range(effect.interval, signed)})` : ''}`,
  }
}

/** A stretch of a text: kept, or replaced by an edit (`added` is empty for a deletion). */
export type Stretch =
  | { readonly kind: 'kept'; readonly text: string }
  | {
      readonly kind: 'edit'
      readonly number: number
      readonly id: string
      readonly removed: string
      readonly added: string
    }

type Applied = Pick<Edit, 'original' | 'replacement'> & {
  readonly number: number
  readonly id: string
  readonly start?: number | null
}

/** Position of an edit in the text; older results do not have it, and cleaning may have shifted it. */
function placeOf({ original: removed, start = null }: Applied, text: string): number {
  if (removed === '') return -1
  return start !== null && text.startsWith(removed, start) ? start : text.indexOf(removed)
}

/**
 * The original split at its edits, in the order of the text. `null` where applying the edits does not give the refined
 * text, so that nothing is marked wrongly.
 */
export function editedText(original: string, refined: string, edits: readonly Applied[]): readonly Stretch[] | null {
  const places = edits.map((edit) => ({ ...edit, at: placeOf(edit, original) })).sort((a, b) => a.at - b.at)
  const stretches: Stretch[] = []
  let done = 0
  for (const { at, number, id, original: removed, replacement: added } of places) {
    if (at < done) return null
    if (at > done) stretches.push({ kind: 'kept', text: original.slice(done, at) })
    stretches.push({ kind: 'edit', number, id, removed, added })
    done = at + removed.length
  }
  if (done < original.length) stretches.push({ kind: 'kept', text: original.slice(done) })
  const put = stretches.map((stretch) => (stretch.kind === 'kept' ? stretch.text : stretch.added)).join('')
  return sameWords(put, refined) ? stretches : null
}

/** Compares texts without blanks, because a rewrite may change the blanks around a deletion. */
const sameWords = (a: string, b: string): boolean => squeezed(a) === squeezed(b)
const squeezed = (text: string): string => text.replace(/\s+/g, '')
