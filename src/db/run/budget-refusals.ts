import type { Run } from '../../domain/run/run-state.js'
import { dollars } from '../../domain/text/dollars.js'
import { AppError } from '../../errors.js'
import type { CeilingOver } from '../workspace/token-spending.js'

// Why a call is not admitted. `until` says what a run waits for; without it a person decides.

/** `ceiling`: one over the run's own. */
export function runCapError(run: Run, own: number, ceiling: CeilingOver | null): AppError {
  const next = `its next call may cost up to ${dollars(own)}, which is reserved before it is sent`
  const resume = `pressure-test runs resume ${run.run_id}`
  const problem =
    ceiling === null
      ? `The run's budget of ${dollars(run.budget_usd)} is spent or reserved: ${next}. A person can raise it and go on: ${resume} --budget USD`
      : `${ceiling.leaves}, and that is spent or reserved: ${next}. ${ceiling.remedy}: ${resume} --budget USD`
  return new AppError('budget_exceeded', { problem })
}

export const runReservedError = (run: Run) =>
  new AppError('budget_exceeded', {
    problem: `What is left of the run's budget of ${dollars(run.budget_usd)} is reserved by its calls under way. It goes on as they end.`,
    until: 'own_calls',
  })

export const runHeldError = (run: Run, { forgotten_at }: { readonly forgotten_at: Date | null }) =>
  new AppError('budget_exceeded', {
    problem: `What is left of the run's budget of ${dollars(run.budget_usd)} is held for calls whose worker died, as they may have been billed. The run goes on when they count no longer, an hour after they were sent, or with a higher budget: pressure-test runs resume ${run.run_id} --budget USD`,
    until: 'forgotten',
    ...(forgotten_at && { not_before: forgotten_at.toISOString() }),
  })

export const monthReservedError = (cap: number) =>
  new AppError('budget_exceeded', {
    problem: `What is left of this workspace's budget of ${dollars(cap)} for the month is reserved by calls under way. The run goes on when they have ended.`,
    until: 'released',
  })

export const monthTurnError = (cap: number) =>
  new AppError('budget_exceeded', {
    problem: `A run that was accepted earlier waits for what is left of this workspace's budget of ${dollars(cap)} for the month. This one goes on after it.`,
    until: 'released',
  })

export const monthHeldError = (cap: number, { forgotten_at }: { readonly forgotten_at: Date | null }) =>
  new AppError('budget_exceeded', {
    problem: `What is left of this workspace's budget of ${dollars(cap)} for the month is held for calls whose worker died, as they may have been billed. The run goes on when they count no longer, an hour after they were sent, or with a higher budget.`,
    until: 'forgotten',
    ...(forgotten_at && { not_before: forgotten_at.toISOString() }),
  })

const HALF_A_CENT = 0.005
/** `own`: the most that the call may cost; `month`: what the month leaves, both in dollars. */
export const monthSpentError = (
  own: number,
  {
    month,
    monthCap,
    hasOwnBudget,
    next_month,
  }: {
    readonly month: number
    readonly monthCap: number
    readonly hasOwnBudget: boolean
    readonly next_month: Date | null
  },
) =>
  new AppError('budget_exceeded', {
    problem: `This workspace's budget of ${dollars(monthCap)} for the month is spent${month > HALF_A_CENT ? ` but for ${dollars(month)}, and the next call may cost up to ${dollars(own)}, which is reserved before it is sent` : ''}. The run goes on when the next month begins, or with a higher ${hasOwnBudget ? 'one, which a lead sets in Slack with /pressure-test budget' : 'MONTHLY_BUDGET_USD'}.`,
    until: 'next_month',
    ...(next_month && { not_before: next_month.toISOString() }),
  })
