import { createHash } from 'node:crypto'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { MAX_ABOUT, MAX_PERSONAS, MIN_PERSONAS } from '../domain/panel/pressure-test.js'
import { sourcesOf } from '../domain/panel/stimulus.js'
import { CATEGORIES, SkepticismLevel } from '../domain/personas/persona.js'
import type { RunKind } from '../domain/run/kinds.js'
import type { Quote } from '../domain/run/quote.js'
import { dollars } from '../domain/text/dollars.js'
import { mayRead, requireScope } from '../domain/workspace/token-scopes.js'
import { AppError, isAppError } from '../errors.js'
import { clean, truncate } from '../presentation/clean.js'
import { quoteSentence } from '../presentation/money.js'
import {
  type PreparedRun,
  prepareRun,
  type RequestOf,
  requireWithinBudget,
  submitRun,
  submittedBefore,
} from '../service/run/submit-run.js'
import { type Call, defineTool, type ToolDefinition, waitSeconds } from './define-tool.js'
import { readRun, stateOf } from './read-run.js'
import { type Price, type Read, type Reply, replyOf } from './reply.js'
import { viewSources } from './view/rows.js'

/** Arguments of every tool that starts a run; the server's instructions explain them. */
const submitOptions = {
  dry_run: z.boolean().describe('Only the price').optional(),
  confirm: z.string().max(40).describe('Price a person agreed to').optional(),
  budget_usd: z.number().min(0).describe('Most it may cost').optional(),
  wait_seconds: waitSeconds.describe('Default 45').optional(),
  idempotency_key: z.string().min(1).max(200).describe('Same key, same run').optional(),
}
type SubmitOptions = z.infer<z.ZodObject<typeof submitOptions>>

export const panelSize = z.int().min(MIN_PERSONAS).max(MAX_PERSONAS)

/** Arguments that choose the panel. */
export const panelOptions = {
  category: z.enum(CATEGORIES).describe('Default fmcg').optional(),
  panel: z.array(z.string().max(60)).max(24).describe('Persona sets, archetypes').optional(),
  personas: panelSize.describe('Default 6').optional(),
  skepticism: SkepticismLevel.describe('Default medium').optional(),
  project: z.string().min(1).max(60).describe('Gives category, panel, budget').optional(),
  about: z.string().max(MAX_ABOUT).describe('Product, price, audience: told to the panel, not scored').optional(),
}

type ToolWords = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'app'> & {
  /** Whether the run is made of what another run found, which takes the scope `read` as well. */
  readonly readsRuns?: boolean
}

type RunTool<K extends RunKind, I extends z.ZodRawShape> = ToolWords & {
  readonly kind: K
  /** The tool's own arguments; `submitOptions` are appended. */
  readonly input: I
  /** Makes the request of a run from the tool's own arguments. */
  request(input: z.infer<z.ZodObject<I>>, call: Call): RequestOf[K] | Promise<RequestOf[K]>
}

type RequestedRun<K extends RunKind = RunKind> = { [P in K]: { kind: P; request: RequestOf[P] } }[K]

type SubmittingTool<I extends z.ZodRawShape> = ToolWords & {
  readonly input: I
  /** The kind of run that the arguments select, and its request. */
  submits(input: z.infer<z.ZodObject<I>>, call: Call): RequestedRun | Promise<RequestedRun>
}

const STARTS_RUN = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const

/** A tool that starts a run of one kind. */
export function defineRunTool<K extends RunKind, I extends z.ZodRawShape>(tool: RunTool<K, I>): ToolDefinition {
  const { kind, request, ...rest } = tool
  const submits = async (input: z.infer<z.ZodObject<I>>, call: Call) =>
    ({ kind, request: await request(input, call) }) as RequestedRun
  return defineSubmittingTool({ ...rest, submits })
}

/** A tool whose arguments decide the kind of run to start. */
export function defineSubmittingTool<I extends z.ZodRawShape>(tool: SubmittingTool<I>): ToolDefinition {
  const { input, submits, readsRuns = false, ...definition } = tool
  return defineTool({
    ...definition,
    scope: 'spend',
    annotations: STARTS_RUN,
    input: z.strictObject({ ...input, ...submitOptions }) as z.ZodObject,
    async run(call, args) {
      const { dry_run, confirm, budget_usd, wait_seconds, idempotency_key, ...own } = args as SubmitOptions
      if (readsRuns || dry_run) requireScope(call.ctx.grant, 'read')
      return submitAndWait(call, {
        ...(await submits(own as z.infer<z.ZodObject<I>>, call)),
        options: { dry_run, confirm, budget_usd, wait_seconds, idempotency_key },
        tool: tool.name,
        args,
        delivery: idempotency_key === undefined ? undefined : deliveryOf(tool.name, idempotency_key, own),
      })
    },
  })
}

type Submission<K extends RunKind> = {
  readonly kind: K
  readonly request: RequestOf[K]
  readonly options: SubmitOptions
  /** Tool and arguments of this call, which `next` repeats. */
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly delivery: Delivery | undefined
}

type Delivery = NonNullable<Parameters<typeof submitRun>[2]>['delivery'] & object

/**
 * The delivery of a call with an idempotency key, which belongs to one tool. `own`: the arguments that say what is tested
 * and with whom, in the order of the tool's schema; how long to wait, what it may cost and who agreed are not among them.
 */
const deliveryOf = (tool: string, key: string, own: object): Delivery => ({
  source: 'mcp',
  key,
  request_hash: createHash('sha256')
    .update(JSON.stringify([tool, own]))
    .digest('hex'),
})

/**
 * Quotes a run, and stops there for a dry run or where a person has to agree. Otherwise it submits the run, waits as
 * long as the host allows, and returns the result or the call that fetches it.
 */
async function submitAndWait<K extends RunKind>(
  call: Call,
  submission: Submission<K>,
): Promise<Reply | InputRequiredResult> {
  const { options, delivery } = submission
  const seconds = options.wait_seconds ?? call.pace.waitSeconds
  const wait = (run_id: string) => {
    if (!mayRead(call.ctx.grant)) return stateOf(call, run_id)
    return readRun(call, { run_id, wait_seconds: call.asTask ? 0 : seconds })
  }
  const before = delivery && !options.dry_run ? await submittedBefore(call.ctx, delivery) : null
  if (before) return wait(before.run_id)
  const prepared = await preparedOrNothing(call, submission)
  if ('headline' in prepared) return prepared
  const offer = { price: priceOf(prepared.quote), read: viewSources(sourcesOf(prepared.input)) }
  if (options.dry_run) return dryRun(call, submission, offer, whyAboveBudget(call, prepared, options.budget_usd))
  // Checked before the question, so that nobody agrees to a price that is then refused.
  requireWithinBudget(call.ctx, prepared, options.budget_usd)
  const consent = consentNeeded(call, submission, offer)
  if (consent) return consent
  if (offer.read && mayRead(call.ctx.grant))
    call.onProgress({ sentence: offer.read.sentence, percent: 0, stage: 'read' })
  // A client that gave up before the submission gets no run.
  if (call.signal.aborted) throw new AppError('cancelled')
  const { run } = await submitRun(call.ctx, prepared, { budget_usd: options.budget_usd, delivery })
  return wait(run.run_id)
}

/** The run to start, or the answer that the tested text needs none: no argument is wrong there. */
async function preparedOrNothing<K extends RunKind>(
  call: Call,
  { kind, request }: Submission<K>,
): Promise<PreparedRun<K> | Reply> {
  try {
    return await prepareRun(call.ctx, kind, request)
  } catch (error) {
    if (!isAppError(error, 'nothing_to_mend')) throw error
    return replyOf({ kind, status: 'not_started', headline: error.message })
  }
}

/** What a person is told before a run is started: its price, and what was read for it. */
type Offer = { readonly price: Price; readonly read: Read | null }

const priceOf = ({ played_by, calls, cost_usd, seconds, notes }: Quote): Price => ({
  played_by,
  calls,
  cost_usd: cost_usd && { low: cost_usd.low, middle: cost_usd.middle, high: cost_usd.high },
  seconds: { low: seconds.low, high: seconds.high },
  notes: notes.map(clean),
})

/** Why the run would be refused for its price; `null` where it may start. */
function whyAboveBudget(call: Call, prepared: PreparedRun, budget_usd: number | undefined): string | null {
  try {
    requireWithinBudget(call.ctx, prepared, budget_usd)
    return null
  } catch (error) {
    if (isAppError(error, 'budget_exceeded')) return error.message
    throw error
  }
}

/** `above`: why it could not start at this price; then there is no next call. */
function dryRun(call: Call, { kind, tool, args }: Submission<RunKind>, offer: Offer, above: string | null): Reply {
  const { price } = offer
  const { dry_run: _, ...rest } = args
  const notStarted = { kind, status: 'not_started', ...offer } as const
  if (above !== null)
    return replyOf({ ...notStarted, headline: `A dry run: nothing was started and nothing spent. ${above}` })
  const headline = 'A dry run: nothing was started and nothing spent.'
  if (needsConsent(call, price) || (offer.read && call.person)) {
    const consent = call.person
      ? "It takes a person's yes: without dry_run it asks them. Call it so only where they want it started, and never after their no."
      : askForConsent(agreedPrice(price))
    return replyOf({ ...notStarted, headline: `${headline} ${consent}` })
  }
  return replyOf({ ...notStarted, headline, next: { tool, arguments: rest, why: 'Without dry_run it starts.' } })
}

/** A sentence and no `next` call: a client that only follows `next` must not spend what nobody agreed to. */
const askForConsent = (price: string): string =>
  `It takes a person's yes: ask them, and once they agreed call it again with confirm: "${price}".`

const needsConsent = ({ confirmAboveUsd }: Call, { calls, cost_usd }: Price): boolean =>
  calls > 0 && (cost_usd === null || cost_usd.middle > confirmAboveUsd)

/** The price that a person agrees to, such as "$0.43"; the number of calls where their price is not known. */
const agreedPrice = ({ calls, cost_usd }: Price): string =>
  cost_usd === null ? `${calls} calls` : dollars(cost_usd.middle)

/** Most characters of what was read in the question for consent. */
const MAX_READING_SENTENCE = 1_200

/** Whether two prices are equal: "0.43" is "$0.43". */
const samePrice = (agreed: string, price: string): boolean =>
  agreed.trim() === price || (price.startsWith('$') && Number(agreed.replace('$', '')) === Number(price.slice(1)))

/**
 * The answer where a person has not agreed to this price; null where the run may start. If the client can ask a person,
 * only their answer counts, not the model's; their no is final. Such a person is also asked where files or links were
 * read, as they then see what is tested.
 */
function consentNeeded(
  call: Call,
  { kind, options: { confirm } }: Submission<RunKind>,
  { price, read }: Offer,
): Reply | InputRequiredResult | null {
  const isCostly = needsConsent(call, price)
  if (!isCostly && !(read && call.person)) return null
  if (isCostly) requireScope(call.ctx.grant, 'read', 'Agreeing to a price needs')
  if (!mayRead(call.ctx.grant)) return null
  const wanted = agreedPrice(price)
  const notStarted = { kind, status: 'not_started', price, read } as const
  if (call.person) {
    const answer = call.person.answer(wanted)
    if (answer === 'yes') return null
    if (answer === null) {
      const parts = [read && truncate(read.sentence, MAX_READING_SENTENCE), quoteSentence(price), 'Shall it start?']
      return call.person.ask(wanted, parts.filter(Boolean).join(' '))
    }
    return replyOf({
      ...notStarted,
      headline: 'The person said no: nothing was started. That is final: call it again only if they ask for it.',
    })
  }
  if (confirm !== undefined && samePrice(confirm, wanted)) return null
  const why =
    confirm === undefined
      ? `This costs more than ${dollars(call.confirmAboveUsd)}.`
      : `The price is ${wanted}, and confirm says ${truncate(clean(confirm), 40)}.`
  return replyOf({ ...notStarted, headline: `${why} Nothing was started. ${askForConsent(wanted)}` })
}
