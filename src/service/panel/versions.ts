import type { PressureTestInput } from '../../domain/panel/pressure-test.js'
import type { ObjectionRecord, VersionChange } from '../../domain/panel/versions.js'
import { isPanelRun, type PanelRun } from '../../domain/run/run-document.js'
import type { Run } from '../../domain/run/run-state.js'
import { AppError, refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun, getRun } from '../run/get-run.js'
import { listVisibleRuns, type RunVisibility, visibleToViewer } from '../slack/slack-origins.js'
import { findProject, listProjects } from '../workspace/projects.js'

/** Most versions that are compared; the latest ones are taken. */
const MAX_VERSIONS = 20
const MAX_LOOKED_AT = 200

/** The objections to a project's versions, one row each, whichever of its tests raised them. Errors: `not_found`. */
export async function projectObjections(ctx: Context, { name }: { readonly name: string }): Promise<ObjectionRecord> {
  const { project_id } = await findProject(ctx, name)
  return ctx.versions.objections(await testsOf(ctx, project_id))
}

/**
 * As `projectObjections`, over those tests of a project that a Slack user may see; `null` with fewer than two of them,
 * or where the project is gone.
 */
export async function visibleObjections(
  ctx: Context,
  { project, user_id }: { readonly project: string; readonly user_id: string },
): Promise<ObjectionRecord | null> {
  const known = (await listProjects(ctx)).some(({ name }) => name === project)
  const runs = known ? await listVisibleRuns(ctx, { project, user_id, channel_id: null, limit: MAX_LOOKED_AT }) : []
  const tests = runs.filter(({ kind, status }) => kind === 'pressure_test' && status === 'completed')
  const versions = await documentsOf(ctx, tests)
  return versions.length < 2 ? null : ctx.versions.objections(versions)
}

/**
 * A test of a project and the earlier ones that everybody in a Slack conversation may see, oldest first; none for any
 * other run. Errors: `not_found`.
 */
export async function versionsUpTo(
  ctx: Context,
  { run_id, channel_id }: { readonly run_id: string; readonly channel_id: string | null },
): Promise<PanelRun[]> {
  const { project_id, kind, created_at } = await findRun(ctx, run_id)
  if (project_id === null || kind !== 'pressure_test') return []
  const tests = (await completedTests(ctx, project_id)).filter((test) => test.created_at <= created_at)
  const visible = await visibleToViewer(ctx, { user_id: '', channel_id })(tests.map((test) => test.run_id))
  return documentsOf(
    ctx,
    tests.filter((test) => test.run_id === run_id || visible.has(test.run_id)),
  )
}

/**
 * Changes from an earlier test to this one; without `before`, from the last test of its project that `visibility`
 * allows. Whether a rehearsal is worse is said only with `allow_rehearsal`. `null`: there is no earlier test. Errors:
 * `not_found`, `conflict` (not completed), `invalid_input` (no tests).
 */
export async function versionChange(
  ctx: Context,
  {
    run_id,
    before,
    visibility,
    allow_rehearsal = false,
  }: {
    readonly run_id: string
    readonly before?: string | undefined
    readonly visibility?: RunVisibility
    readonly allow_rehearsal?: boolean | undefined
  },
): Promise<VersionChange | null> {
  const run = await findRun(ctx, run_id)
  const earlier = before === undefined ? await lastBefore(ctx, run, visibility) : await testOf(ctx, before)
  return earlier && ctx.versions.compare(earlier, await testOf(ctx, run_id), { allow_rehearsal })
}

/** The last earlier test of the project that judged something; `null`: there is none. */
async function lastBefore(
  ctx: Context,
  { run_id, project_id, created_at }: Run,
  visibility: RunVisibility | undefined,
): Promise<PanelRun | null> {
  if (project_id === null) return null
  const completed = (await completedTests(ctx, project_id)).filter(
    (test) => test.created_at <= created_at && test.run_id !== run_id,
  )
  const visible = await visibility?.(completed.map((test) => test.run_id))
  for (const test of completed.filter((other) => visible?.has(other.run_id) ?? true).slice(0, MAX_VERSIONS)) {
    const document = await getRun(ctx, { run_id: test.run_id })
    if (isPanelRun(document)) return document
  }
  return null
}

/**
 * Refuses, before anything is spent, a run that could not be compared with an earlier one. Errors: `invalid_input`
 * names the settings that differ; as `versionChange`.
 */
export async function requireSameInstrument(
  ctx: Context,
  { input }: { readonly input: PressureTestInput },
  before: string,
): Promise<void> {
  await testOf(ctx, before)
  const earlier = (await findRun(ctx, before)).input as Partial<typeof input>
  const differs = MUST_BE_EQUAL.filter(
    (key) => JSON.stringify(earlier[key] ?? null) !== JSON.stringify(input[key] ?? null),
  )
  if (differs.length === 0) return
  refuse(
    `Run ${before} was asked with another ${differs.join(', ')}, so the two could not be held against each other; use the same.`,
  )
}

const MUST_BE_EQUAL = ['category', 'about', 'panel', 'personas', 'skepticism', 'intent', 'focus_group', 'seed'] as const

/** The latest tests of a project that judged something, oldest first. */
async function testsOf(ctx: Context, project_id: string): Promise<PanelRun[]> {
  return documentsOf(ctx, await completedTests(ctx, project_id))
}

/** Documents of the latest tests, oldest first; `tests` come newest first. */
async function documentsOf(ctx: Context, tests: readonly Run[]): Promise<PanelRun[]> {
  const latest = tests.slice(0, MAX_VERSIONS)
  const documents = await Promise.all(latest.map(({ run_id }) => getRun(ctx, { run_id })))
  return documents.filter(isPanelRun).reverse()
}

/** The completed tests of a project, newest first. */
async function completedTests(ctx: Context, project_id: string): Promise<Run[]> {
  const runs = await ctx.store.runs.list(ctx.actor, { limit: 200, kind: 'pressure_test', project_id })
  return runs.filter(({ status }) => status === 'completed')
}

async function testOf(ctx: Context, run_id: string): Promise<PanelRun> {
  const run = await getRun(ctx, { run_id })
  if (run.status !== 'completed')
    throw new AppError('conflict', {
      problem: `The run ${run_id} is ${run.status}; versions are compared once it is completed.`,
    })
  if (run.kind === 'pressure_test' && isPanelRun(run)) return run
  return refuse(`Run ${run_id} is no pressure test that judged something, so there is no version to compare.`)
}
