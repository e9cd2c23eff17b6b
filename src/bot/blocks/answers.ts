import { hasEnded } from '../../domain/run/run.js'
import { dollars } from '../../domain/text/dollars.js'
import { counted } from '../../domain/text/words.js'
import { ACTIONS } from './action-ids.js'
import { actions, bold, button, context, header, list, message, paragraph, rich, table, words } from './blocks.js'
import type { Message } from './message.js'
import { runBlocks } from './run-lines.js'
import { line, titled } from './text.js'
import type { Budget, ListedRun } from './view-models.js'

/** Runs per page of a list: a phone shows about six. */
export const RUNS_PER_PAGE = 6

const COMMANDS = [
  ['/pressure-test <proposition>', 'puts a text before a panel of synthetic people'],
  ['/pressure-test', 'the same, with a form: files, what is told beside it, how thoroughly'],
  ['/pressure-test compare', 'two or three propositions before the same people'],
  ['/pressure-test simulate', 'synthetic users live with a product for some weeks'],
  ['/pressure-test desk', 'every view nobody heard, over all runs: assign and close them'],
  ['/pressure-test status', 'what is running'],
  ['/pressure-test history', 'what was run; with a name, only the runs of that project'],
  ['/pressure-test --project oat-drink <text>', 'the same in a project, with its panel and budget'],
  ['/pressure-test budget', 'what was spent this month; leads set it: budget 50, or budget default'],
  ['/pressure-test digest on', 'the week of this channel every Monday; off ends it'],
  ['/pressure-test help', 'this list'],
  ['/evaluate-agent', 'test conversations with an AI agent, judged'],
] as const

const newRunButtons = () =>
  actions(
    button({ label: 'New pressure test', action: ACTIONS.newPressureTest, payload: {}, style: 'primary' }),
    button({ label: 'New focus group', action: ACTIONS.newFocusGroup, payload: {} }),
    button({ label: 'Evaluate an agent', action: ACTIONS.newEvaluation, payload: {} }),
  )

/** What the app can do and how to ask for it. */
export const helpMessage = (): Message =>
  message({
    text: 'What pressure-test can do: pressure tests, focus groups, comparisons, agent evaluations. Nothing is asked of real people.',
    blocks: () => [
      header('What this app can do'),
      rich(
        list(COMMANDS.map(([command, what]) => [bold(command), words(`: ${what}`)])),
        paragraph(
          words(
            '\nOn a message, “Pressure-test this” (in its menu) takes the message as the proposition. In the thread of a test, write ',
          ),
          bold('@pressure-test'),
          words(' with a name of the panel and a question to go on talking to that respondent.'),
        ),
      ),
      newRunButtons(),
      context('Answers come from synthetic people, never from real ones; every score says how far it can be trusted.'),
    ],
  })

const listOf = (runs: readonly ListedRun[], scale: Parameters<typeof runBlocks>[1]) =>
  runs.flatMap((listed) => runBlocks(listed, scale))

/** Runs that have not ended: the first ones with their state, the others by name; `unnamed`: how many more there are. */
export function statusMessage(runs: readonly ListedRun[], unnamed = 0): Message {
  const going = runs.filter(({ run }) => !hasEnded(run))
  const others = going.slice(RUNS_PER_PAGE)
  const title = going.length === 0 ? 'Nothing is running' : `${counted(going.length + unnamed, 'run')} not finished`
  return message({
    text: `${title}.`,
    blocks: (scale) => [
      header(title),
      ...listOf(going.slice(0, RUNS_PER_PAGE), scale),
      going.length === 0 && newRunButtons(),
      others.length > 0 &&
        rich(
          paragraph(words('And also:')),
          list(others.map(({ run, subject }) => [words(`${line(titled(subject), 60 * scale.words)}, ${run.status}`)])),
          unnamed > 0 && paragraph(words(`… and ${unnamed} more.`)),
        ),
    ],
  })
}

type History = {
  readonly runs: readonly ListedRun[]
  readonly page: number
  readonly project?: string | undefined
  readonly more: boolean
}

/** Past runs, newest first, one page of `RUNS_PER_PAGE`. */
export function historyMessage({ runs, page, project, more }: History): Message {
  const pageTitle = page === 0 ? 'What was run' : `What was run, page ${page + 1}`
  const title = runs.length === 0 ? 'Nothing was run yet' : pageTitle
  return message({
    text: `${title}.`,
    blocks: (scale) => [
      header(title),
      ...listOf(runs, scale),
      runs.length === 0 && newRunButtons(),
      more && actions(button({ label: 'Older', action: ACTIONS.morePage, payload: { page: page + 1, project } })),
    ],
  })
}

const column = (name: string, value: string): string => `${name.padEnd(20)} ${value}`

/** Spending, reservations and limits as a table. */
export const budgetLines = ({ monthSpentUsd, monthReservedUsd, monthCapUsd, runCapUsd, confirmAboveUsd }: Budget) =>
  table([
    column('Spent this month', dollars(monthSpentUsd)),
    column('Held for runs', dollars(monthReservedUsd)),
    column('Cap of the month', monthCapUsd === null ? 'none' : dollars(monthCapUsd)),
    column('Cap of a run', dollars(runCapUsd)),
    column('Asked first above', dollars(confirmAboveUsd)),
  ])

const whoRaises = ({ monthCapUsd, monthCeilingUsd }: Budget): string =>
  (monthCapUsd ?? 0) < monthCeilingUsd
    ? `a lead raises the cap, up to ${dollars(monthCeilingUsd)}: “/pressure-test budget ${monthCeilingUsd}”`
    : 'whoever runs this server raises the cap (MONTHLY_BUDGET_USD, MAX_MONTHLY_BUDGET_USD)'

/** The month's budget: what is left, and the table of spending and limits. */
export function budgetMessage(budget: Budget): Message {
  const left =
    budget.monthCapUsd === null
      ? null
      : Math.max(0, budget.monthCapUsd - budget.monthSpentUsd - budget.monthReservedUsd)
  const title = left === null ? `${dollars(budget.monthSpentUsd)} spent this month` : `${dollars(left)} left this month`
  return message({
    text: `${title}. Spent: ${dollars(budget.monthSpentUsd)}.`,
    blocks: () => [
      header(title),
      rich(
        budgetLines(budget),
        left === 0 && paragraph(words(`Nothing more is started this month unless ${whoRaises(budget)}.`)),
      ),
      budget.offline && context('Runs here use the offline behaviour model, which costs nothing.'),
    ],
  })
}
