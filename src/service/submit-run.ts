import { z } from 'zod'
import { writeOrigin } from '../db/slack-runs.js'
import { cleanDeep } from '../domain/clean-text.js'
import { type InputOf, KINDS, type RunKind } from '../domain/kinds.js'
import type { Quote } from '../domain/quote.js'
import type { Run } from '../domain/run-state.js'
import type { SlackOrigin } from '../domain/slack-origin.js'
import { AppError, refuse } from '../errors.js'
import type { Context } from './context.js'
import { withPanelPeople } from './panel-people.js'
import { parseInput } from './parse-input.js'

export type SubmitRunInput = {
  readonly kind: RunKind
  readonly input: unknown
  /** Cap of this run in dollars; default: the configured one. */
  readonly budget_usd?: number | undefined
  /** A delivery from outside, such as an idempotency key: its second arrival returns the first run. */
  readonly delivery?: { readonly source: string; readonly key: string } | undefined
  /** Its price, where it was asked for already. */
  readonly quote?: Quote | undefined
  /** Where in Slack it was asked for: its messages are due with the run itself. */
  readonly origin?: SlackOrigin | undefined
}

const Budget = z.number().min(0, 'The budget is a number of US dollars, 0 or more.').optional()

/**
 * Accepts a run: once this returns it is stored and will be worked on, whatever happens to the queue. Errors:
 * `invalid_input`, `budget_exceeded` (expected price above the cap; nothing was spent).
 */
export async function submitRun(ctx: Context, submission: SubmitRunInput): Promise<Run> {
  return (await acceptRun(ctx, submission)).run
}

/** The same; `created` is false where an earlier arrival of the delivery had made the run. */
export async function acceptRun(ctx: Context, submission: SubmitRunInput): Promise<{ run: Run; created: boolean }> {
  const asked = await withPanelPeople(ctx, cleanDeep(submission.input))
  const input = parseInput(KINDS[submission.kind].input, asked)
  const budget_usd = parseInput(Budget, submission.budget_usd) ?? ctx.run_budget_usd
  await refuseUnreadable(ctx, submission.kind, input)
  refuseAboveBudget(submission.quote ?? ctx.quote(submission.kind, input), submission.kind, budget_usd)
  const { origin } = submission
  const { run, created } = await ctx.store.runs.submit(ctx.actor, {
    kind: submission.kind,
    input,
    seed: input.seed,
    model: ctx.model,
    budget_usd,
    delivery: submission.delivery,
    beside: origin && ((tx, run_id) => writeOrigin(tx, ctx.actor.workspace_id, run_id, origin)),
  })
  if (created) await ctx.runQueue.enqueue(run)
  return { run, created }
}

async function refuseUnreadable<K extends RunKind>(ctx: Context, kind: K, input: InputOf<K>): Promise<void> {
  for (const { name, text } of acceptanceOf(kind).texts(input)) {
    const problem = await ctx.unreadable(text)
    if (problem) refuse(name === '' ? problem : `${name}: ${problem}`)
  }
}

function refuseAboveBudget({ cost_usd }: Quote, kind: RunKind, budget: number): void {
  if (cost_usd === null || cost_usd.middle <= budget) return
  throw new AppError('budget_exceeded', {
    problem: `This would cost about $${cost_usd.middle.toFixed(2)}; the cap is $${budget.toFixed(2)}. ${ACCEPTANCE[kind].cheaper}, or allow it a higher budget.`,
  })
}

type Acceptance<K extends RunKind> = {
  /** What the model must be able to read, with its name where there are several. */
  texts(input: InputOf<K>): { name: string; text: string }[]
  /** What makes it cheaper. */
  readonly cheaper: string
}

const FEWER_PEOPLE = 'Ask fewer people'
const ACCEPTANCE: { readonly [K in RunKind]: Acceptance<K> } = {
  pressure_test: { texts: ({ stimulus }) => [{ name: '', text: stimulus }], cheaper: FEWER_PEOPLE },
  focus_group: {
    texts: ({ stimulus, topics }) => [{ name: '', text: [stimulus, ...topics].join('\n') }],
    cheaper: FEWER_PEOPLE,
  },
  evaluation: { texts: () => [], cheaper: 'Give fewer cases or trials' },
  persona_generation: { texts: () => [], cheaper: FEWER_PEOPLE },
  comparison: {
    texts: ({ propositions }) => propositions.map(({ name, stimulus }) => ({ name, text: stimulus })),
    cheaper: FEWER_PEOPLE,
  },
  refinement: { texts: () => [], cheaper: FEWER_PEOPLE },
  ask: { texts: () => [], cheaper: 'Ask something shorter' },
}

const acceptanceOf = <K extends RunKind>(kind: K): Acceptance<K> => ACCEPTANCE[kind]
