import { bandOf } from '../domain/analysis.js'
import type { Edit } from '../domain/refinement.js'
import type { RunWithResult } from '../domain/run-document.js'
import { clean, displayText, headline, truncate } from './clean.js'
import type { ReportOptions } from './panel.js'
import { provenanceOf } from './provenance.js'
import { INTENT_NOT_MEASURED } from './scores.js'
import { trustOf } from './trust.js'
import { capital, day, phrase, range, signed } from './words.js'

export type RefinementView = ReturnType<typeof refinementView>
export type EditView = RefinementView['applied'][number]

const MAX_CHANGES = 16

/** Everything in the report of a refinement. Every text in it has been through `clean`. */
export function refinementView(run: RunWithResult<'refinement'>, { title }: ReportOptions) {
  const result = run.result
  const findings = new Map(result.findings.map((finding) => [finding.finding_id, phrase(finding.finding)]))
  const edits = result.edits.map((edit, i) => ({
    ...editOf(edit, findings),
    backfired: edit.backfired && run.model.mode !== 'offline',
    number: i + 1,
  }))
  const applied = edits.filter(({ dropped }) => !dropped)
  const { before, after } = result.scores
  const { pressure_score, gut_attraction_index, credibility_score, intent } = result.lift
  const lifts = [
    { label: 'Pressure', ...pressure_score },
    { label: 'Gut attraction', ...gut_attraction_index },
    { label: 'Credibility', ...credibility_score },
  ]
  if (intent) lifts.push({ label: 'Purchase intent', ...intent })
  return {
    title: headline(title ?? '', 120) || headline(result.refined, 90) || 'A text without words',
    date: day(run.completed_at),
    offline: run.model.mode === 'offline',
    trust: trustOf(run, result.responses.length),
    sentence: phrase(result.sentence),
    before: Math.round(before.pressure_score),
    after: Math.round(after.pressure_score),
    band: bandOf(run, after.pressure_score),
    // Without an accepted edit nobody was asked again: there is no lift, rather than a lift of zero.
    tested: result.per_persona.length > 0,
    /**
     * Noise floor in points, which rewording alone brings, with the unrounded scores; `null` where it was not measured.
     */
    noise: noiseOf(run),
    lift: signed(pressure_score.mean),
    liftRange: pressure_score.interval && range(pressure_score.interval, signed),
    about: clean(result.about ?? ''),
    original: clean(result.original),
    refined: clean(result.refined),
    text: editedText(clean(result.original), clean(result.refined), applied),
    applied,
    dropped: edits.filter(({ dropped }) => dropped),
    lifts,
    /** Why the lift of intent is missing; '' where it was measured. */
    unrated: intent === null ? `${capital(INTENT_NOT_MEASURED)}: too few answers about buying could be rated.` : '',
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
    better: result.per_persona.filter(({ lift }) => lift > 0).length,
    worse: result.per_persona.filter(({ lift }) => lift < 0).length,
    made: provenanceOf(run, {
      category: result.category,
      skepticism: result.skepticism,
      answered: result.responses.length,
    }),
  }
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
