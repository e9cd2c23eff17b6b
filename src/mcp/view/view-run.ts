import { isRehearsal } from '../../domain/run/run.js'
import {
  type ByKind,
  forKind,
  hasResult,
  isNotJudged,
  type NotJudgedRun,
  type RunDocument,
} from '../../domain/run/run-document.js'
import { AppError } from '../../errors.js'
import { clean, truncate } from '../../presentation/clean.js'
import { notJudgedView } from '../../presentation/not-judged.js'
import { type TrustView, trustSummary } from '../../presentation/trust.js'
import type { ReportReading } from '../../service/run/read-report.js'
import { problemOfRun } from '../problem.js'
import { type Next, type Reply, replyOf, SECTIONS, type SectionName } from '../reply.js'
import { lightWord } from '../reply-text.js'
import { evaluationKind } from './evaluation.js'
import { askKind, comparisonKind, personaSetKind, refinementKind } from './other-kinds.js'
import { panelView } from './panel.js'
import { type KindView, type NextOfKind, pageOf } from './rows.js'
import { simulationKind } from './simulation.js'

/** View of a finished run, by kind. */
const VIEWS = {
  pressure_test: panelView,
  focus_group: panelView,
  evaluation: evaluationKind,
  persona_generation: personaSetKind,
  comparison: comparisonKind,
  refinement: refinementKind,
  simulation: simulationKind,
  ask: askKind,
} as const satisfies ByKind<[history: ReportReading['history']], KindView>

/** "A pressure test", "An evaluation". */
export const aKind = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind.replaceAll('_', ' ')}`

/** A finished run as a reply: its summary, or one page of a section. Errors: `invalid_input` for a section it lacks. */
export function viewRun(reading: ReportReading, request?: { section: SectionName; page: number }): Reply {
  const { run, history } = reading
  const base = { run_id: run.run_id, kind: run.kind, status: run.status }
  if (isNotJudged(run)) return viewNotJudged(run)
  if (!hasResult(run)) return replyOf({ ...base, headline: 'The run is completed.' })
  const view = forKind(VIEWS, run, history)
  const rehearsal = run.kind !== 'evaluation' && isRehearsal(run)
  const headline = `${rehearsal ? 'Rehearsal, no judgement. ' : ''}${view.headline}`
  const sections = SECTIONS.filter((name) => view.sections[name])
  if (request) {
    const section = view.sections[request.section]
    if (!section) {
      throw new AppError('invalid_input', {
        problem: `${aKind(run.kind)} has no section ${request.section}; it has ${sections.join(', ')}.`,
      })
    }
    const about = `${trustLine(view.trust)} ${section.about}`
    const page = pageOf({ ...section, name: request.section, about }, request.page)
    return replyOf({ ...base, headline, section: page })
  }
  return replyOf({
    ...base,
    headline,
    summary: {
      title: view.title,
      missing: view.missing || undefined,
      about: view.about,
      scores: view.scores ?? [],
      trust: trustSummary(view.trust),
      findings: view.findings,
      minority: view.minority ?? null,
      fixes: view.fixes ?? [],
      evaluation: view.evaluation,
      simulation: view.simulation,
      sections,
      cost_usd: run.usage.cost_usd,
      seconds: secondsOf(run.duration_ms),
      report_url: run.report_url,
    },
    next: view.next ? nextOf(run.run_id, view.next) : null,
  })
}

/** Light, people and model: a page of a section is read without the summary. */
const trustLine = ({ light, who, answeredBy }: TrustView): string =>
  `${lightWord(light?.light ?? null)}: ${who}. ${answeredBy}`

const nextOf = (run_id: string, { tool, why, ...section }: NextOfKind): Next => ({
  tool,
  arguments: { run_id, ...section },
  why,
})

/** A run in which there was nothing to judge. Every request returns the reason and what to send instead. */
function viewNotJudged(run: NotJudgedRun): Reply {
  const { word, title, reason, whatToSend: what_to_send, nobody, about } = notJudgedView(run)
  const { run_id, kind, status, usage, duration_ms, report_url } = run
  return replyOf({
    run_id,
    kind,
    status,
    headline: `${word}: there was nothing to judge. ${nobody}`,
    summary: {
      title,
      not_judged: { reason, what_to_send },
      about: about || undefined,
      scores: [],
      findings: [],
      minority: null,
      fixes: [],
      sections: [],
      trust: { light: null, sentence: nobody },
      cost_usd: usage.cost_usd,
      seconds: secondsOf(duration_ms),
      report_url,
    },
  })
}

const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1_000)

/** A run that has no result, or none yet. */
export function viewUnfinished(run: Pick<RunDocument, 'run_id' | 'kind' | 'status' | 'error'>): Reply {
  const { run_id, kind, status, error: reason } = run
  const name = `The ${kind.replaceAll('_', ' ')}`
  const base = { run_id, kind, status }
  if (status === 'cancelled') return replyOf({ ...base, headline: `${name} was cancelled.` })
  if (status === 'failed')
    return replyOf({ ...base, headline: `${name} failed.`, error: reason && problemOfRun(run_id, reason) })
  const why = reason ? ` ${truncate(clean(reason.message), 600)}` : ''
  return replyOf({ ...base, headline: `${name} is ${status}.${why}` })
}
