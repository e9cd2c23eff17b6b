import type { App } from '@slack/bolt'
import { ERRORS, isAppError } from '../../errors.js'
import { linksOf } from '../../ingest/links-in-text.js'
import { findRun } from '../../service/run/get-run.js'
import { audienceOf, runAt } from '../../service/slack/slack-origins.js'
import { welcomeFirst } from '../../service/slack/slack-workspaces.js'
import { SHORTCUTS } from '../blocks/action-ids.js'
import { helpMessage } from '../blocks/answers.js'
import { noticeMessage } from '../blocks/notice.js'
import { MAX_FILES, readForm, storeIfTooLong } from '../forms/form-values.js'
import { pressureTestModal } from '../forms/new-run-modals.js'
import { type ListenerDeps, openView, type SlackInvocation, withInvocation } from '../inbound/invocation.js'
import { readMessage } from '../inbound/read-message.js'
import { readRemoval } from '../inbound/slack-request.js'
import { readableText } from '../inbound/slack-text.js'
import { showHome } from '../read-home.js'
import { test } from './commands.js'
import { originFromRequest, startRunAndNotify } from './start-run.js'

/** Mentions, direct messages, the Home tab, the message shortcut, and the app's removal. */
export function addEvents(app: App, deps: ListenerDeps): void {
  app.event('app_mention', withInvocation(deps, 'event', mentioned))
  app.event('message', async (args) => {
    const { channel_type, subtype, bot_id } = args.event as { channel_type?: string; subtype?: string; bot_id?: string }
    const isWritten = subtype === undefined || subtype === 'file_share'
    if (channel_type === 'im' && isWritten && bot_id === undefined) await withInvocation(deps, 'event', written)(args)
  })
  app.event('app_home_opened', async (args) => {
    const { tab } = args.event
    await withInvocation(deps, 'event', (invocation) => opened(invocation, tab))(args)
  })
  app.shortcut(SHORTCUTS.pressureTestThis, withInvocation(deps, 'shortcut', testThis))
  app.shortcut(SHORTCUTS.newPressureTest, withInvocation(deps, 'shortcut', testThis))
}

/** The removal needs no installation, which may be gone already. */
export function addRemoval(app: App, deps: ListenerDeps): void {
  const removed = async ({ body }: { body: object }): Promise<void> => {
    const { teams, enterprise, at } = readRemoval(body)
    for (const id of teams.length > 0 ? teams : [enterprise]) if (id) await deps.purge(id, at)
  }
  app.event('app_uninstalled', removed)
  app.event('tokens_revoked', removed)
  app.event('team_access_revoked', removed)
}

async function opened(invocation: SlackInvocation, tab: string | undefined): Promise<void> {
  const { ctx, installation, tenant, user } = invocation.caller
  if (installation.installed_at === null) await welcomeFirst(ctx, tenant, user)
  if (tab !== 'messages') await showHome(invocation)
}

/** `@pressure-test …`: in a run's thread a question to a respondent, elsewhere a proposition. */
async function mentioned(invocation: SlackInvocation): Promise<void> {
  const text = withoutMention(invocation)
  const run_id = await runOfThread(invocation)
  if (run_id) return ask(invocation, run_id, await readMessage(invocation, text))
  const { message_files } = invocation.request
  if ((text === '' && message_files.length === 0) || text.toLowerCase() === 'help')
    return invocation.answer.say(helpMessage())
  return test(invocation, text, { files: message_files.map(({ id }) => id) })
}

/** The message without the mentions of the app, wherever they stand; mentions of people stay. */
const withoutMention = ({ request, caller }: SlackInvocation): string =>
  request.message_text
    .replace(new RegExp(`[ \\t]*<@${caller.installation.bot_user_id}(?:\\|[^<>]*)?>[ \\t]*`, 'g'), ' ')
    .trim()

/** Fewest words of a direct message that is offered as a test; a shorter message is talk, unless it has a link. */
const MIN_WORDS = 4
const OFFER = 'You sent it to me in a direct message, which starts nothing by itself. What comes of it is told here.'

/** A direct message: a question in a run's thread, a proposition with a mention, otherwise offered as a test. */
async function written(invocation: SlackInvocation): Promise<void> {
  const { message_text, message_files } = invocation.request
  const text = withoutMention(invocation)
  const run_id = await runOfThread(invocation)
  if (run_id) return ask(invocation, run_id, await readMessage(invocation, text))
  if (text !== message_text.trim()) return mentioned(invocation)
  const isText = readableText(text).split(/\s+/).length >= MIN_WORDS || linksOf(text).length > 0
  const files = message_files.map(({ id }) => id)
  if (isText || files.length > 0) return test(invocation, text, { files, ask_first: OFFER })
  await invocation.answer.say(helpMessage())
}

const runOfThread = async ({ caller, request }: SlackInvocation): Promise<string | null> =>
  request.thread_ts && request.channel ? runAt(caller.ctx, request.channel, request.thread_ts) : null

/** `Name: question` or `Name, question`. */
async function ask(invocation: SlackInvocation, run_id: string, text: string): Promise<void> {
  const { caller, request } = invocation
  const [, name = '', question = ''] = /^([^:,?\n]{1,60})[:,]\s*([\s\S]+)$/.exec(text) ?? []
  const { kind } = await findRun(caller.ctx, run_id)
  if (question === '' || !['pressure_test', 'focus_group', 'simulation'].includes(kind)) {
    return invocation.answer.say(noticeMessage('Begin with a respondent’s name: “Anna: what would change your mind?”'))
  }
  try {
    await startRunAndNotify(invocation, {
      kind: 'ask',
      request: { run_id, persona: name.replace(/^ask\s+/i, ''), question },
      origin: originFromRequest(invocation, {
        thread_ts: request.thread_ts,
        source_run_id: run_id,
        visibility: await audienceOf(caller.ctx, [run_id], request.channel),
      }),
    })
  } catch (error) {
    if (!isAppError(error) || ERRORS[error.code].retry) throw error
    await invocation.answer.say(noticeMessage(error.message))
  }
}

/** Opens a form with the message's text, to be checked. */
async function testThis(invocation: SlackInvocation): Promise<void> {
  const { request } = invocation
  const proposition = await readMessage(invocation, request.message_text)
  const pending = await storeIfTooLong(invocation, proposition)
  const view = pressureTestModal(
    await readForm(invocation, {
      proposition,
      files: request.message_files.slice(0, MAX_FILES),
      ...pending,
      ts: request.thread_ts ?? undefined,
    }),
  )
  await openView(invocation, view)
}
