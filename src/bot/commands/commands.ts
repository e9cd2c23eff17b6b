import type { App } from '@slack/bolt'
import { hasEnded } from '../../domain/run/run.js'
import { isAmount, readDollars } from '../../domain/text/dollars.js'
import { ProjectName } from '../../domain/workspace/project.js'
import type { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import { AppError } from '../../errors.js'
import { audienceOf, listVisibleRuns } from '../../service/slack/slack-origins.js'
import { readSettings, setBudgets, setDigestSubscription } from '../../service/slack/slack-settings.js'
import { budgetMessage, helpMessage, historyMessage, RUNS_PER_PAGE, statusMessage } from '../blocks/answers.js'
import { noticeMessage } from '../blocks/notice.js'
import { panelOf, productChoices, readForm, testOf } from '../forms/form-values.js'
import { comparisonModal, evaluationModal, pressureTestModal, simulationModal } from '../forms/new-run-modals.js'
import { readAttachments } from '../forms/uploads.js'
import { requireLead } from '../inbound/caller.js'
import { type ListenerDeps, openView, requireRun, type SlackInvocation, withInvocation } from '../inbound/invocation.js'
import { readMessage } from '../inbound/read-message.js'
import { readBudgetView } from '../read-home.js'
import { readListed } from '../read-run-message.js'
import { openDesk } from './desk.js'
import { originFromRequest, startRunAndNotify } from './start-run.js'

/** Runs that are looked through for a list, and unfinished ones that are named. */
const LOOKED_THROUGH = 200
const NAMED = 20

/** `/pressure-test …` and `/evaluate-agent …`. */
export function addCommands(app: App, deps: ListenerDeps): void {
  app.command(PRESSURE_TEST, async (args) => {
    const order = readOrder(args.command.text)
    await withInvocation(deps, 'command', (invocation) => order.follow(invocation))(args)
  })
  app.command('/evaluate-agent', async (args) => {
    await withInvocation(deps, 'command', (invocation) => evaluate(invocation, args.command.text.trim()))(args)
  })
}

const PRESSURE_TEST = '/pressure-test'

/** Parses the text after the command: nothing, an order, or a proposition. */
function readOrder(typed: string): { follow: (invocation: SlackInvocation) => Promise<void>; startsTest: boolean } {
  const text = typed.trim()
  if (text === '') return { follow: openTestForm, startsTest: false }
  const [, word = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  const name = word.toLowerCase()
  const order = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
  const takesRest = Object.hasOwn(TAKES, name) && TAKES[name]?.(rest.trim())
  if (order && (rest === '' || takesRest))
    return { follow: (invocation) => order(invocation, rest.trim()), startsTest: false }
  const ask_first = Object.hasOwn(USES, name) ? `“${name}” is a word to the program: ${USES[name]}.` : undefined
  return { follow: (invocation) => test(invocation, text, { ask_first }), startsTest: true }
}

/** Whether a request only starts a test; such a request may be handled a minute later. */
export const canWait = ({ command, text }: Record<string, unknown>): boolean =>
  command === PRESSURE_TEST && typeof text === 'string' && readOrder(text).startsTest

/** First words that make the text an order instead of a proposition. */
const WORDS: Record<string, (invocation: SlackInvocation, rest: string) => Promise<void>> = {
  help: ({ answer }) => answer.say(helpMessage()),
  status: async ({ caller, request, answer }) => {
    const viewer = { user_id: caller.user, channel_id: request.channel }
    const rows = (await listVisibleRuns(caller.ctx, { ...viewer, limit: LOOKED_THROUGH })).filter(
      (run) => !hasEnded(run),
    )
    const runs = await Promise.all(rows.slice(0, NAMED).map((row) => readListed(caller.ctx, row)))
    await answer.say(statusMessage(runs, rows.length - runs.length))
  },
  history: (invocation, rest) => showHistory(invocation, 0, rest || undefined),
  compare,
  simulate: openSimulationForm,
  desk: (invocation) => openDesk(invocation),
  budget,
  digest,
}
/** What may follow an order; with anything else behind it, the word begins a proposition. */
const TAKES: Record<string, (rest: string) => boolean> = {
  history: (rest) => ProjectName.safeParse(rest).success,
  compare: (rest) => BETWEEN_TEXTS.test(rest),
  budget: (rest) => rest.toLowerCase() === 'default' || isAmount(rest),
  digest: (rest) => /^(?:on|off)$/i.test(rest),
}

/** How orders are given that a proposition may begin with; one that is given otherwise is asked about before it is tested. */
const USES: Record<string, string> = {
  compare: '`/pressure-test compare A | B` compares texts, with a bar between them',
  budget: '`/pressure-test budget 50` sets the budget of a month in US dollars',
  digest: '`/pressure-test digest on` or `off` switches the digest of this channel',
}

/** `--project oat-drink` before a text. */
const IN_PROJECT = /^(?:--|—)project[ =](\S+)\s+([\s\S]+)$/

type Sent = { readonly files?: readonly string[]; readonly ask_first?: string }

/** Starts a test at once with the person's settings, or asks first. With a project, its panel replaces theirs. */
export async function test(
  invocation: SlackInvocation,
  typed: string,
  { files = [], ask_first }: Sent = {},
): Promise<void> {
  const { caller, deps } = invocation
  const settings = await readSettings(caller.ctx, caller.user)
  const [, project, stimulus = typed] = IN_PROJECT.exec(typed) ?? []
  const attachments = await readAttachments(caller, files, deps.apiUrl)
  const request = { ...testOf(settings, await readMessage(invocation, stimulus)), attachments }
  await startRunAndNotify(invocation, {
    kind: 'pressure_test',
    ask_first,
    request: project === undefined ? request : { ...request, ...LEFT_TO_PROJECT, project },
    budget_usd: settings.budgetUsd ?? undefined,
    confirm_above_usd: settings.confirmAboveUsd,
    origin: originFromRequest(invocation, { visibility: settings.visibility, thread_ts: invocation.request.thread_ts }),
  })
}

const LEFT_TO_PROJECT = { category: undefined, panel: undefined, personas: undefined }

const openTestForm = async (invocation: SlackInvocation): Promise<void> =>
  openView(invocation, pressureTestModal(await readForm(invocation)))

/** A page of finished runs, newest first; `project`: only runs of that project. */
export async function showHistory(
  { caller, answer, request }: SlackInvocation,
  page: number,
  project?: string,
): Promise<void> {
  const viewer = { user_id: caller.user, channel_id: request.channel }
  const rows = (await listVisibleRuns(caller.ctx, { ...viewer, limit: LOOKED_THROUGH, project })).filter(hasEnded)
  const end = (page + 1) * RUNS_PER_PAGE
  const shown = rows.slice(page * RUNS_PER_PAGE, end)
  const runs = await Promise.all(shown.map((row) => readListed(caller.ctx, row)))
  const message = historyMessage({ runs, page, project, more: rows.length > end })
  await (request.action ? answer.replace(message) : answer.say(message))
}

/** A bar that is no part of Slack's markup, `<address|label>`. */
const BETWEEN_TEXTS = /\|(?![^<>\n]{0,2000}>)/

/** `compare a | b`: texts or run ids. Without them it opens a form. */
async function compare(invocation: SlackInvocation, rest: string): Promise<void> {
  const { caller } = invocation
  if (rest === '') return openView(invocation, comparisonModal(await readForm(invocation)))
  const parts = rest
    .split(BETWEEN_TEXTS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const settings = await readSettings(caller.ctx, caller.user)
  const texts = await Promise.all(parts.map((part) => readMessage(invocation, part)))
  const propositions = await propositionsOf(invocation, texts)
  // A run given by its id brings its own panel.
  const namesRun = propositions.some((proposition) => 'run_id' in proposition)
  await startRunAndNotify(invocation, {
    kind: 'comparison',
    request: namesRun ? { propositions } : { ...panelOf(settings), propositions },
    origin: originFromRequest(invocation, { visibility: await shownWith(invocation, propositions) }),
  })
}

const RUN_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i
/**
 * Propositions from texts, or from ids of runs that hold the text; `opened_in`: the conversation of the form with them.
 * Errors: `not_found`.
 */
export async function propositionsOf(
  invocation: SlackInvocation,
  texts: readonly string[],
  opened_in?: string,
): Promise<ReturnType<typeof propositionOf>[]> {
  for (const text of texts) if (RUN_ID.test(text)) await requireRun(invocation, text, opened_in)
  return texts.map((text) => propositionOf(text))
}

/** Who is shown a comparison: nobody who may not see the runs that it names. `payload`: of the form, where there is one. */
export async function shownWith(
  { caller, request, payload }: SlackInvocation & { readonly payload?: { readonly channel?: string | undefined } },
  propositions: readonly object[],
  chosen: 'channel' | 'only_me' = 'channel',
): Promise<SlackOrigin['visibility']> {
  const named = propositions.flatMap((proposition) => ('run_id' in proposition ? [String(proposition.run_id)] : []))
  return chosen === 'only_me' ? chosen : audienceOf(caller.ctx, named, request.channel ?? payload?.channel ?? null)
}

/** A proposition from a text as its readers see it, or from the id of the run that holds the text. */
const propositionOf = (text: string) =>
  RUN_ID.test(text) ? { run_id: text } : { name: text.slice(0, 60), stimulus: text }

/** Opens the simulation form. */
export async function openSimulationForm(invocation: SlackInvocation): Promise<void> {
  const [form, products] = await Promise.all([readForm(invocation), productChoices(invocation.caller)])
  await openView(invocation, simulationModal(form, products))
}

/** `budget` shows the budget, `budget 50` sets the month's cap in dollars, `budget default` the configured one. */
async function budget(invocation: SlackInvocation, rest: string): Promise<void> {
  const { caller, answer } = invocation
  if (rest !== '') {
    const isDefault = rest.toLowerCase() === 'default'
    const usd = readDollars(rest)
    if (usd === null && !isDefault)
      throw new AppError('invalid_input', {
        problem: `“${rest}” may be meant in two ways: give the budget of a month in US dollars without marks between thousands, \`/pressure-test budget 1000\`.`,
      })
    await requireLead(caller, 'set budgets')
    await setBudgets(caller.ctx, { monthly_usd: usd })
  }
  await answer.say(budgetMessage(await readBudgetView(caller.ctx)))
}

/** `digest on|off`: a digest of this channel's week, every Monday. */
async function digest({ caller, request, answer }: SlackInvocation, rest: string): Promise<void> {
  const on = rest.toLowerCase() !== 'off'
  await setDigestSubscription(caller.ctx, {
    channel_id: request.channel ?? caller.user,
    team_id: caller.tenant,
    by: caller.user,
    on,
  })
  await answer.say(
    noticeMessage(
      on
        ? 'This channel gets a digest every Monday. `/pressure-test digest off` ends it.'
        : 'This channel gets no digest any more.',
    ),
  )
}

async function evaluate(invocation: SlackInvocation, agent_version_id: string): Promise<void> {
  if (agent_version_id === '') return openView(invocation, evaluationModal(await readForm(invocation)))
  await startRunAndNotify(invocation, {
    kind: 'evaluation',
    request: { of: { agent_version_id } },
    origin: originFromRequest(invocation),
  })
}
