import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { RunKind } from '../domain/kinds.js'
import type { Quote } from '../domain/quote.js'
import { AppError } from '../errors.js'
import { dollars, quoteSentence } from '../presentation/money.js'
import { prepareRun, type RequestOf, submitRun } from '../service/submit-run.js'
import type { Call } from './define-tool.js'
import { readRun } from './read-run.js'
import { type Price, type Reply, replyOf } from './reply.js'
import type { SubmitOptions } from './run-options.js'

type Submission<K extends RunKind> = {
  readonly kind: K
  readonly request: RequestOf[K]
  readonly options: SubmitOptions
  /** The tool and what it was called with, for what to call next. */
  readonly tool: string
  readonly given: Record<string, unknown>
}

/**
 * The one way a tool makes a run: price it; stop there for a dry run or where a person has to agree; submit it; wait as
 * long as hosts are patient; answer with the result or with what to call for it.
 */
export async function submitAndWait<K extends RunKind>(
  call: Call,
  submission: Submission<K>,
): Promise<Reply | InputRequiredResult> {
  const { kind, request, options, tool } = submission
  const prepared = await prepareRun(call.ctx, kind, request)
  const price = priceOf(prepared.quote)
  if (options.dry_run) return drySum(submission, price)
  const refusal = agreement(call, submission, price)
  if (refusal) return refusal
  // Whoever gave up before anything was started wants nothing started.
  if (call.signal.aborted) throw new AppError('cancelled')
  const { budget_usd, idempotency_key: key } = options
  const delivery = key === undefined ? undefined : { source: `mcp:${tool}`, key }
  const { run } = await submitRun(call.ctx, prepared, { budget_usd, delivery })
  const { run_id } = run
  return readRun(call, { run_id, wait_seconds: call.asTask ? 0 : (options.wait_seconds ?? call.pace.waitSeconds) })
}

const priceOf = ({ played_by, calls, cost_usd, seconds, notes }: Quote): Price => ({
  played_by,
  calls,
  cost_usd: cost_usd && { low: cost_usd.low, middle: cost_usd.middle, high: cost_usd.high },
  seconds: { low: seconds.low, high: seconds.high },
  notes: [...notes],
})

function drySum({ kind, tool, given }: Submission<RunKind>, price: Price): Reply {
  const { dry_run: _, ...again } = given
  return replyOf({
    kind,
    status: 'not_started',
    headline: 'A dry run: nothing was started and nothing spent.',
    price,
    next: { tool, arguments: again, why: 'Without dry_run it starts.' },
  })
}

/** What to answer where a person has not agreed to the price yet; null to go on. */
function agreement(
  call: Call,
  { kind, tool, given, options }: Submission<RunKind>,
  price: Price,
): Reply | InputRequiredResult | null {
  const cost = price.calls === 0 ? 0 : (price.cost_usd?.middle ?? Number.POSITIVE_INFINITY)
  if (options.confirm === true || cost <= call.confirmAboveUsd || call.person?.asked === 'yes') return null
  if (call.person && call.person.asked === null) {
    return call.person.ask(`${quoteSentence(price)} Shall it start?`)
  }
  const limit = `More than ${dollars(call.confirmAboveUsd)} takes a person's yes.`
  return replyOf({
    kind,
    status: 'not_started',
    headline:
      call.person?.asked === 'no' ? 'The person said no: nothing was started.' : `${limit} Nothing was started.`,
    price,
    next: {
      tool,
      arguments: { ...given, confirm: true },
      why: 'Only after the person has agreed to this price.',
    },
  })
}
