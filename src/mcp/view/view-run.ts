import { isRehearsal } from '../../domain/run.js'
import { type ByKind, forKind, hasResult, type RunDocument } from '../../domain/run-document.js'
import { AppError } from '../../errors.js'
import { clean, truncate } from '../../presentation/clean.js'
import { trustSummary } from '../../presentation/trust.js'
import type { ReportReading } from '../../service/read-report.js'
import { problemOfRun } from '../problem.js'
import { type Reply, replyOf, SECTIONS, type SectionName } from '../reply.js'
import { evaluationKind } from './evaluation.js'
import { askKind, comparisonKind, personaSetKind, refinementKind } from './other-kinds.js'
import { panelView } from './panel.js'
import { type KindView, pageOf } from './rows.js'

/** What a finished run says, by its kind. */
const VIEWS = {
  pressure_test: panelView,
  focus_group: panelView,
  evaluation: evaluationKind,
  persona_generation: personaSetKind,
  comparison: comparisonKind,
  refinement: refinementKind,
  ask: askKind,
} as const satisfies ByKind<[history: ReportReading['history']], KindView>

/** "A pressure test", "An evaluation". */
export const aKind = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind.replaceAll('_', ' ')}`

/** A finished run as a reply: its summary, or one page of a section. Errors: `invalid_input` for a section it lacks. */
export function viewRun(reading: ReportReading, wanted?: { section: SectionName; page: number }): Reply {
  const { run, history } = reading
  const base = { run_id: run.run_id, kind: run.kind, status: run.status }
  if (!hasResult(run)) return replyOf({ ...base, headline: 'The run is completed.' })
  const view = forKind(VIEWS, run, history)
  const headline =
    run.kind !== 'evaluation' && isRehearsal(run) ? `Rehearsal, no judgement. ${view.headline}` : view.headline
  const there = SECTIONS.filter((name) => view.sections[name])
  if (wanted) {
    const section = view.sections[wanted.section]
    if (!section) {
      throw new AppError('invalid_input', {
        problem: `${aKind(run.kind)} has no section ${wanted.section}; it has ${there.join(', ')}.`,
      })
    }
    const page = pageOf({ name: wanted.section, ...section }, wanted.page)
    return replyOf({
      ...base,
      headline,
      section: page,
      next:
        page.page < page.pages
          ? {
              tool: 'get_run',
              arguments: { run_id: run.run_id, section: wanted.section, page: page.page + 1 },
              why: 'It shows the next page.',
            }
          : null,
    })
  }
  return replyOf({
    ...base,
    headline,
    summary: {
      title: view.title,
      ...(view.missing ? { missing: view.missing } : {}),
      scores: view.scores ?? [],
      trust: trustSummary(view.trust),
      findings: view.findings,
      minority: view.minority ?? null,
      fixes: view.fixes ?? [],
      sections: there,
      cost_usd: run.usage.cost_usd,
      seconds: run.duration_ms === null ? null : run.duration_ms / 1_000,
      report_url: run.report_url,
    },
    next: view.next ? { ...view.next, arguments: { run_id: run.run_id } } : null,
  })
}

const STATES = { failed: 'failed', cancelled: 'was cancelled' } as const

/** A run that did not get to a result, or not yet. */
export function viewUnfinished(run: Pick<RunDocument, 'run_id' | 'kind' | 'status' | 'error'>): Reply {
  const { run_id, kind, status, error: reason } = run
  const state = status === 'failed' || status === 'cancelled' ? STATES[status] : `is ${status}`
  const why = reason && status !== 'cancelled' ? ` ${truncate(clean(reason.message), 600)}` : ''
  const error = status === 'failed' && reason ? problemOfRun(run_id, reason) : null
  return replyOf({
    run_id,
    kind,
    status,
    error,
    headline: `The ${kind.replaceAll('_', ' ')} ${state}.${error ? '' : why}`,
  })
}
