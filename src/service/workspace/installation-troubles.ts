import type { TxOptions } from '../../db/connection/client.js'
import type { InstallationStateReader } from '../../db/workspace/installation-state.js'
import { counted } from '../../domain/text/words.js'

/** Limit of the query over runs, in milliseconds. */
const WITHIN_MS = 1_000
/** Clocks that differ by more are reported, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * Why the model provider is of no use, from what runs have stored, so that every process can say it; `null` where
 * nothing is known against it. `withReasons`: with what it said last. Rejects with `storage_unavailable`.
 */
export async function providerProblem(
  state: Pick<InstallationStateReader, 'providerTrouble'>,
  { withReasons = false, ...options }: TxOptions & { readonly withReasons?: boolean } = {},
): Promise<string | null> {
  const trouble = await state.providerTrouble({ within_ms: WITHIN_MS }, options)
  const saying = (reason: string | null) => (withReasons && reason !== null ? ` The last reason: ${reason}` : '')
  if (trouble.rejected > 0)
    return `The model provider rejected ${counted(trouble.rejected, 'run')} of the last 15 minutes, and none has been completed since; look at ANTHROPIC_API_KEY, the models and the credit of its account.${saying(trouble.rejected_reason)}`
  if (trouble.down > 0)
    return `The model provider gave no answer when ${counted(trouble.down, 'run')} last asked it. Nothing is lost: they try again by themselves.${saying(trouble.down_reason)}`
  return null
}

/** That runs wait for the budget of the month; `null` where none does. Rejects with `storage_unavailable`. */
export async function budgetProblem(
  state: Pick<InstallationStateReader, 'budgetWait'>,
  options?: TxOptions,
): Promise<string | null> {
  const { runs, goes_on_at } = await state.budgetWait(options)
  if (goes_on_at === null) return null
  const wait = runs === 1 ? 'run waits' : 'runs wait'
  return `${runs} ${wait} for the budget of the month, until ${goes_on_at.toISOString().slice(0, 10)} (UTC), or until it is higher: MONTHLY_BUDGET_USD, or for a workspace of Slack /pressure-test budget.`
}

/** That the clocks of this process and of the database differ; `null` where they do not, by more than a minute. */
export async function clockProblem(
  state: Pick<InstallationStateReader, 'clockAheadMs'>,
  options?: TxOptions,
): Promise<string | null> {
  const aheadMs = await state.clockAheadMs(options)
  if (Math.abs(aheadMs) <= CLOCKS_DIFFER_MS) return null
  return `The clock of this process is ${roughly(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s; set whichever is wrong. Runs go by the database’s, links, signatures and dates that are shown by this one.`
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function roughly(ms: number): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= 2 * length) ?? UNITS[2]
  return counted(Math.round(ms / length), unit)
}
