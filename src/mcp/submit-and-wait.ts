import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { dollars } from '../domain/dollars.js'
import type { RunKind } from '../domain/kinds.js'
import { CATEGORIES, SkepticismLevel } from '../domain/persona.js'
import { MAX_ABOUT, MAX_PERSONAS } from '../domain/pressure-test.js'
import type { Quote } from '../domain/quote.js'
import { AppError } from '../errors.js'
import { quoteSentence } from '../presentation/money.js'
import { prepareRun, type RequestOf, submitRun } from '../service/submit-run.js'
import { type Call, defineTool, type ToolDefinition, waitSeconds } from './define-tool.js'
import { readRun } from './read-run.js'
import { type Price, type Reply, replyOf } from './reply.js'

/** Arguments of every tool that starts a run. Their meaning stands in the server's instructions. */
const submitOptions = {
  dry_run: z.boolean().optional(),
  confirm: z.boolean().optional(),
  budget_usd: z.number().min(0).max(10_000).optional(),
  wait_seconds: waitSeconds.optional(),
  idempotency_key: z.string().min(1).max(200).optional(),
}
type SubmitOptions = z.infer<z.ZodObject<typeof submitOptions>>

/** Arguments that choose the panel. */
export const panelOptions = {
  category: z.enum(CATEGORIES).optional(),
  panel: z.array(z.string().max(60)).max(24).optional(),
  personas: z.int().min(3).max(MAX_PERSONAS).optional(),
  skepticism: SkepticismLevel.optional(),
  about: z.string().max(MAX_ABOUT).describe('Product, price, audience: told to the panel, not scored').optional(),
}

type RunTool<K extends RunKind, I extends z.ZodRawShape> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly app?: boolean
  readonly kind: K
  /** The tool's own arguments; `submitOptions` follow them. */
  readonly input: I
  /** The request of a run, made of the tool's own arguments. */
  request(input: z.infer<z.ZodObject<I>>): RequestOf[K] | Promise<RequestOf[K]>
}

const STARTS_RUN = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const

/** A tool that starts a run of one kind. */
export function defineRunTool<K extends RunKind, I extends z.ZodRawShape>(tool: RunTool<K, I>): ToolDefinition {
  const { kind, input, request, ...definition } = tool
  return defineTool({
    ...definition,
    scope: 'spend',
    annotations: STARTS_RUN,
    input: z.strictObject({ ...input, ...submitOptions }) as z.ZodObject,
    async run(call, args) {
      const { dry_run, confirm, budget_usd, wait_seconds, idempotency_key, ...own } = args as SubmitOptions
      return submitAndWait(call, {
        kind,
        request: await request(own as z.infer<z.ZodObject<I>>),
        options: { dry_run, confirm, budget_usd, wait_seconds, idempotency_key },
        tool: tool.name,
        args,
      })
    },
  })
}

type Submission<K extends RunKind> = {
  readonly kind: K
  readonly request: RequestOf[K]
  readonly options: SubmitOptions
  /** The tool and the arguments of this call, which `next` repeats. */
  readonly tool: string
  readonly args: Record<string, unknown>
}

/**
 * Prices a run; stops there for a dry run or where a person has to agree; submits it; waits as long as the host allows;
 * answers with the result, or with the call that fetches it.
 */
async function submitAndWait<K extends RunKind>(
  call: Call,
  submission: Submission<K>,
): Promise<Reply | InputRequiredResult> {
  const { kind, request, options, tool } = submission
  const prepared = await prepareRun(call.ctx, kind, request)
  const price = priceOf(prepared.quote)
  if (options.dry_run) return dryRun(submission, price)
  const consent = consentNeeded(call, submission, price)
  if (consent) return consent
  // A client that gave up before the run was submitted gets no run.
  if (call.signal.aborted) throw new AppError('cancelled')
  const { budget_usd, idempotency_key: key } = options
  const delivery = key === undefined ? undefined : { source: `mcp:${tool}`, key }
  const { run } = await submitRun(call.ctx, prepared, { budget_usd, delivery })
  const seconds = options.wait_seconds ?? call.pace.waitSeconds
  return readRun(call, { run_id: run.run_id, wait_seconds: call.asTask ? 0 : seconds })
}

const priceOf = ({ played_by, calls, cost_usd, seconds, notes }: Quote): Price => ({
  played_by,
  calls,
  cost_usd: cost_usd && { low: cost_usd.low, middle: cost_usd.middle, high: cost_usd.high },
  seconds: { low: seconds.low, high: seconds.high },
  notes: [...notes],
})

function dryRun({ kind, tool, args }: Submission<RunKind>, price: Price): Reply {
  const { dry_run: _, ...rest } = args
  return replyOf({
    kind,
    status: 'not_started',
    headline: 'A dry run: nothing was started and nothing spent.',
    price,
    next: { tool, arguments: rest, why: 'Without dry_run it starts.' },
  })
}

/** The answer where a person has not agreed to the price yet; null where the run may start. */
function consentNeeded(
  call: Call,
  { kind, tool, args, options }: Submission<RunKind>,
  price: Price,
): Reply | InputRequiredResult | null {
  const { person, confirmAboveUsd } = call
  const cost = price.calls === 0 ? 0 : (price.cost_usd?.middle ?? Number.POSITIVE_INFINITY)
  if (options.confirm === true || cost <= confirmAboveUsd || person?.answer === 'yes') return null
  if (person?.answer === null) return person.ask(`${quoteSentence(price)} Shall it start?`)
  let headline = `More than ${dollars(confirmAboveUsd)} takes a person's yes. Nothing was started.`
  if (person) headline = 'The person said no: nothing was started.'
  return replyOf({
    kind,
    status: 'not_started',
    headline,
    price,
    next: {
      tool,
      arguments: { ...args, confirm: true },
      why: 'Only after the person has agreed to this price.',
    },
  })
}
