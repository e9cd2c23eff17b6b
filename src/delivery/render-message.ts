import { digestMessage } from '../bot/blocks/digest.js'
import type { Message, ThreadMessage } from '../bot/blocks/message.js'
import { assignedMessage, viewsOf } from '../bot/blocks/minority.js'
import { noticeMessage } from '../bot/blocks/notice.js'
import { threadMessages } from '../bot/blocks/results.js'
import { parentMessage, sharedMessage } from '../bot/blocks/root-message.js'
import { marksOf, readCard, reviewOf } from '../bot/read-card.js'
import { readDigest } from '../bot/read-digest.js'
import { hasEnded } from '../domain/run.js'
import { hasResult, isPanelRun } from '../domain/run-document.js'
import { isAppError } from '../errors.js'
import { evaluationMarkdown } from '../report/evaluation-markdown.js'
import { renderReport } from '../report/report.js'
import type { Context } from '../service/context.js'
import { exportRun } from '../service/export-run.js'
import { getRun } from '../service/get-run.js'
import { readMarks } from '../service/mark-conversations.js'
import { readReport } from '../service/read-report.js'
import type { EXPORTS, Said } from './payload.js'

type Due = Awaited<ReturnType<Context['store']['outbox']['claim']>>[number]
type NewMessage = Parameters<Context['store']['outbox']['add']>[1][number]

/** What a message shows. `ended`: nothing changes by itself any more. */
export type Rendered = Message & { readonly ended: boolean }
/** What was to be shown is gone, or was never there. */
export const NOT_THERE = null

/** Makes a message from what is stored now. */
export async function rendered(ctx: Context, due: Due, said: Said): Promise<Rendered | null> {
  try {
    if (said.show === 'run') {
      const card = await readCard(ctx, due.run_id ?? '')
      return { ...parentMessage(card), ended: hasEnded(card.run) }
    }
    const message = await still(ctx, due, said)
    return message && { ...message, ended: true }
  } catch (error) {
    if (isAppError(error, 'not_found')) return NOT_THERE
    throw error
  }
}

async function still(ctx: Context, due: Due, said: Exclude<Said, { show: 'run' }>): Promise<Message | null> {
  const run_id = due.run_id ?? ''
  switch (said.show) {
    case 'thread':
      return (await thread(ctx, run_id)).find(({ key }) => key === said.key) ?? null
    case 'notice':
      return noticeMessage(said.sentence)
    case 'share':
      return sharedMessage(await readCard(ctx, run_id), said.by === null ? undefined : { by: said.by, note: said.note })
    case 'assigned': {
      const card = await readCard(ctx, run_id)
      const views = isPanelRun(card.run) ? viewsOf(card.run.result, []) : []
      const meant = views.filter(({ key }) => said.views.includes(key))
      const view = meant.map((one) => one.view).join(' · ')
      if (!view) return null
      return assignedMessage({
        run_id,
        subject: card.subject,
        view,
        by: said.by,
        note: said.note,
        url: card.run.report_url,
      })
    }
    case 'digest':
      return digestMessage(await readDigest(ctx, due.target, said.to))
    case 'file':
      return noticeMessage('Here is the document.')
  }
}

/** The messages of a finished run's thread, in order, as they are now. */
async function thread(ctx: Context, run_id: string): Promise<ThreadMessage[]> {
  const { run } = await readReport(ctx, await getRun(ctx, { run_id }))
  const evaluated = run.kind === 'evaluation'
  const [marks, review, conversationMarks] = await Promise.all([
    marksOf(ctx, run_id),
    evaluated ? reviewOf(ctx, run_id) : null,
    evaluated ? readMarks(ctx, run_id) : [],
  ])
  return threadMessages(run, { marks, review, conversationMarks })
}

/** What of a run that is told in another's thread stands there too: what is new, and what nobody heard. */
const IN_A_THREAD = new Set(['minority', 'findings', 'edits', 'ranking', 'verdict'])

/** What is due under a run's message once it has ended; in the thread of another run only the heart of it. */
export async function threadOf(ctx: Context, due: Due, said: Said, target: string): Promise<NewMessage[]> {
  const run_id = due.run_id ?? ''
  if (said.show !== 'run') return []
  const { status } = await getRun(ctx, { run_id })
  if (status !== 'completed') return []
  const { thread_ts } = said
  const messages = (await thread(ctx, run_id)).filter(({ key }) => thread_ts === null || IN_A_THREAD.has(key))
  return messages.map(({ key }, position) => ({
    dedupe_key: `thread:${run_id}:${key}`,
    run_id,
    payload: { show: 'thread', key, thread_ts },
    tenant: due.tenant,
    target,
    parent_id: due.id,
    position,
  }))
}

/** A run as a document to upload. Errors: `conflict` for one that has no result. */
export async function uploadable(
  ctx: Context,
  run_id: string,
  format: (typeof EXPORTS)[number],
): Promise<{ name: string; content: string }> {
  const name = `pressure-test-${run_id.slice(0, 8)}`
  const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`
  if (format === 'evidence') return { name: `${name}-evidence.json`, content: json(await exportRun(ctx, { run_id })) }
  const reading = await readReport(ctx, await getRun(ctx, { run_id }))
  // A link that lets its holder in is nothing to pass on.
  if (format === 'json') return { name: `${name}.json`, content: json({ ...reading.run, report_url: null }) }
  if (format === 'markdown' && hasResult(reading.run) && reading.run.kind === 'evaluation')
    return { name: `${name}.md`, content: evaluationMarkdown(reading.run) }
  return { name: `${name}.html`, content: renderReport(reading.run, { history: reading.history }) }
}
