import { newViewsMessage } from '../bot/blocks/desk.js'
import { digestMessage } from '../bot/blocks/digest.js'
import type { Message } from '../bot/blocks/message.js'
import { assignedMessage, viewsOf } from '../bot/blocks/minority.js'
import { noticeMessage } from '../bot/blocks/notice.js'
import { threadParts, VERSIONS } from '../bot/blocks/results.js'
import { rootMessage, sharedMessage } from '../bot/blocks/root-message.js'
import { welcomeMessage } from '../bot/blocks/welcome.js'
import { readDigest } from '../bot/read-home.js'
import { marksOf, readCard, reviewOf } from '../bot/read-run-message.js'
import { EXAMPLE_RUN } from '../data/example-run.js'
import { hasEnded } from '../domain/run/run.js'
import { hasResult, isPanelRun } from '../domain/run/run-document.js'
import { isAppError } from '../errors.js'
import { evaluationMarkdown } from '../presentation/evaluation/markdown.js'
import { renderReport } from '../report/report.js'
import { readMarks } from '../service/evaluation/mark-conversations.js'
import { readNewViews } from '../service/panel/desk.js'
import { versionsUpTo } from '../service/panel/versions.js'
import { exportRun } from '../service/run/export-run.js'
import { getRun } from '../service/run/get-run.js'
import { readReport } from '../service/run/read-report.js'
import { visibleInChannel } from '../service/slack/slack-origins.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { ExportFormat, MessagePayload, NewMessage, OutboxMessage } from './message-payload.js'

/** A rendered message. `ended`: its content no longer changes by itself. */
type Rendered = Message & { readonly ended: boolean }

/** Renders a message from the current data; `null` where its subject no longer exists, or never did. */
export async function renderMessage(
  ctx: SurfaceContext,
  message: OutboxMessage,
  payload: MessagePayload,
): Promise<Rendered | null> {
  try {
    if (payload.show === 'run') {
      const card = await readCard(ctx, message.run_id ?? '', visibilityOf(ctx, message))
      return { ...rootMessage(card), ended: hasEnded(card.run) }
    }
    const content = await renderOnce(ctx, message, payload)
    return content && { ...content, ended: true }
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
}

async function renderOnce(
  ctx: SurfaceContext,
  message: OutboxMessage,
  payload: Exclude<MessagePayload, { show: 'run' }>,
): Promise<Message | null> {
  const run_id = message.run_id ?? ''
  switch (payload.show) {
    case 'thread':
      return threadMessage(ctx, message, payload.key)
    case 'notice':
      return noticeMessage(payload.sentence)
    case 'share': {
      const { by, note } = payload
      return sharedMessage(
        await readCard(ctx, run_id, visibilityOf(ctx, message)),
        by === null ? undefined : { by, note },
      )
    }
    case 'assigned': {
      const { run, marks } = await readCard(ctx, run_id, visibilityOf(ctx, message))
      const all = isPanelRun(run) ? viewsOf(run.result, marks) : []
      const views = all.filter(({ key }) => payload.views.includes(key))
      if (views.length === 0) return null
      return assignedMessage({ run_id, views, by: payload.by, note: payload.note, url: run.report_url })
    }
    case 'welcome':
      return welcomeMessage(EXAMPLE_RUN())
    case 'digest':
      return digestMessage(await readDigest(ctx, message.target, payload.to))
    case 'desk': {
      const { views, counts } = await readNewViews(ctx, message.target, payload.since)
      return views.length === 0 ? null : newViewsMessage(views, counts)
    }
    case 'file':
      return noticeMessage('Here is the document.')
  }
}

/** One message of a finished run's thread, from the current data. */
async function threadMessage(
  ctx: SurfaceContext,
  { run_id: id, target }: OutboxMessage,
  key: string,
): Promise<Message | null> {
  const run_id = id ?? ''
  const { run } = await readReport(ctx, await getRun(ctx, { run_id }), visibleInChannel(ctx, { run_id, target }))
  const part = threadParts(run).find((candidate) => candidate.key === key)
  if (!part) return null
  const isEvaluation = run.kind === 'evaluation'
  const [marks, objections, review, conversationMarks] = await Promise.all([
    marksOf(ctx, run_id),
    key === VERSIONS ? objectionsUpTo(ctx, run_id, target) : null,
    isEvaluation ? reviewOf(ctx, run_id) : null,
    isEvaluation ? readMarks(ctx, run_id) : [],
  ])
  return part.render({ marks, objections, review, conversationMarks })
}

async function objectionsUpTo(ctx: SurfaceContext, run_id: string, channel_id: string | null) {
  const versions = await versionsUpTo(ctx, { run_id, channel_id })
  return versions.length < 2 ? null : ctx.versions.objections(versions)
}

/** Parts that are also posted for a run in the thread of another run: its new findings, and what nobody heard. */
const IN_ANOTHER_THREAD = new Set(['minority', VERSIONS, 'findings', 'edits', 'ranking', 'verdict'])

/** Messages that are due under a run's message once the run has ended. */
export async function threadOf(
  ctx: SurfaceContext,
  message: OutboxMessage,
  { thread_ts }: { readonly thread_ts: string | null },
  target: string,
): Promise<NewMessage[]> {
  const run_id = message.run_id ?? ''
  const document = await getRun(ctx, { run_id })
  if (document.status !== 'completed') return []
  const { run } = await readReport(ctx, document, visibleInChannel(ctx, { run_id, target }))
  const keys = threadParts(run).map(({ key }) => key)
  const isFirst = keys.includes(VERSIONS) && (await versionsUpTo(ctx, { run_id, channel_id: target })).length < 2
  const due = keys.filter((key) => (thread_ts === null || IN_ANOTHER_THREAD.has(key)) && !(isFirst && key === VERSIONS))
  return due.map((key, position) => ({
    dedupe_key: `thread:${run_id}:${key}`,
    run_id,
    payload: { show: 'thread', key, thread_ts },
    tenant: message.tenant,
    target,
    parent_id: message.id,
    position,
  }))
}

export type ExportFile = { readonly name: string; readonly content: string }

/** Which other runs the readers of a message may see. */
const visibilityOf = (ctx: SurfaceContext, { run_id, target }: Pick<OutboxMessage, 'run_id' | 'target'>) =>
  visibleInChannel(ctx, { run_id: run_id ?? '', target })

/** A run as a document to upload. Errors: `conflict` for one that has no result. */
export async function exportFile(
  ctx: SurfaceContext,
  message: Pick<OutboxMessage, 'run_id' | 'target'>,
  format: ExportFormat,
): Promise<ExportFile> {
  const run_id = message.run_id ?? ''
  const name = `pressure-test-${run_id.slice(0, 8)}`
  const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`
  if (format === 'evidence') return { name: `${name}-evidence.json`, content: json(await exportRun(ctx, { run_id })) }
  const { run, ...reading } = await readReport(ctx, await getRun(ctx, { run_id }), visibilityOf(ctx, message))
  // A signed link opens the report for everybody who has it, so an export holds none.
  if (format === 'json') return { name: `${name}.json`, content: json({ ...run, report_url: null }) }
  if (format === 'markdown' && hasResult(run) && run.kind === 'evaluation')
    return { name: `${name}.md`, content: evaluationMarkdown(run) }
  return { name: `${name}.html`, content: renderReport(run, reading) }
}
