import { z } from 'zod'
import { startDraft } from '../../db/run/run-drafts.js'
import type { Delivery, NewRun } from '../../db/run/runs.js'
import { endDraft, writeOrigin } from '../../db/slack/slack-runs.js'
import {
  MAX_STIMULUS,
  REQUEST_NOT_SHOWN,
  type StimulusSource,
  sourcesOf,
  whyTooLittle,
} from '../../domain/panel/stimulus.js'
import { type InputOf, KINDS, type RunKind } from '../../domain/run/kinds.js'
import { type Quote, runPriceOf, whyNoRoom } from '../../domain/run/quote.js'
import { RunId } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import { ARITHMETIC, type SimulationInput } from '../../domain/simulation/simulation.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { dollars } from '../../domain/text/dollars.js'
import { type Project, withProjectDefaults } from '../../domain/workspace/project.js'
import type { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError, refuse } from '../../errors.js'
import { whyAround } from '../../ingest/around-the-text.js'
import { SAY_MORE, whyAskAboutSubject, whyAskFirst } from '../../ingest/ask-first.js'
import { whyNothingAttached } from '../../ingest/detect-requests.js'
import { linksOf } from '../../ingest/links-in-text.js'
import { COMPARE_THEM, whyCompared, whyFileCompared, whyFilesCompared } from '../../ingest/versions-in-text.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { type QuestionRequest, resolveQuestion } from '../requests/ask.js'
import { type ComparisonRequest, resolveComparison } from '../requests/comparison.js'
import { type EvaluationRequest, registerAgents, resolveEvaluation } from '../requests/evaluation.js'
import { withPanelPeople } from '../requests/panel-people.js'
import { type GenerationRequest, researchPreview, resolveGeneration } from '../requests/persona-generation.js'
import type { ReadingContext } from '../requests/read-pieces.js'
import { readingSentence, whyLookAtRequests } from '../requests/reading-sentences.js'
import { type RefinementRequest, resolveRefinement } from '../requests/refinement.js'
import { registerProduct, resolveSimulation, type SimulationRequest } from '../requests/simulation.js'
import { isOfTest, type RawStimulus, wasRead, whyLinkedIn, withStimulusRead } from '../requests/stimulus.js'
import { withUploads } from '../requests/uploads.js'
import { findProject } from '../workspace/projects.js'
import { panelAboveCeiling, refuseLargePanel } from './panel-ceiling.js'
import { pricedByPilot } from './pilot-price.js'

type Requests = {
  readonly pressure_test: object
  readonly focus_group: object
  readonly evaluation: EvaluationRequest
  readonly persona_generation: GenerationRequest
  readonly comparison: ComparisonRequest
  readonly refinement: RefinementRequest
  readonly ask: QuestionRequest
  readonly simulation: SimulationRequest
}
/**
 * What surfaces submit for each kind of run: ids of earlier runs, names of saved sets, files; and `project`, the name
 * of the run's project. A run that refers to an earlier one belongs to that one's project by default.
 */
export type RequestOf = { readonly [K in RunKind]: Requests[K] }

/** A run that can be submitted: its whole input, cleaned and parsed, with its price quote. */
export type PreparedRun<K extends RunKind = RunKind> = {
  readonly kind: K
  readonly input: InputOf<K>
  /** The notes of the quote begin with what was read. */
  readonly quote: Quote
  readonly project: Project | null
  /** A sentence about what was read, where it was more than a typed text: a file, a link, research. */
  readonly read: string | null
  /** Why the user should be asked whether the text is meant to be tested. */
  readonly doubt: string | null
  /** What of it is above a ceiling of the installation, for a lead to approve. */
  readonly above_ceiling: string | null
}

export type PrepareOptions = {
  /** The surface asks the user about a `doubt`; otherwise a doubt is an error. */
  readonly asks?: boolean
  /** Leads of the surface approve what is above a ceiling of the installation; otherwise that is an error. */
  readonly hasLeads?: boolean
  /** The input was prepared before, and a user may have confirmed its texts, so nothing is read again. */
  readonly isPrepared?: boolean
}

/** The part of a context that preparing and pricing a run needs; it needs no database. */
export type PricingContext = ReadingContext & Pick<Context, 'quote' | 'notOffered' | 'second_model' | 'ceilings'>

export type SubmitOptions = {
  /** Cap of this run in dollars; default: the configured cap. */
  readonly budget_usd?: number | undefined
  /** An inbound delivery, such as an idempotency key: its second arrival returns the first run. */
  readonly delivery?: Delivery | undefined
  /** The run's origin in Slack; its message is stored with the run. */
  readonly origin?: SlackOrigin | undefined
  /** The draft that this run starts; a draft starts one run only. */
  readonly draft_id?: string | undefined
  /** The draft in Slack that this run starts; it is deleted with the start. */
  readonly pending?: string | undefined
  /** A lead other than the requester has approved it, so that the ceilings of the installation do not apply. */
  readonly is_approved?: boolean
}

/**
 * Resolves a request, with the defaults of its project, and prices it; nothing is stored. Errors: `not_found`,
 * `conflict` (a named run is not completed), `invalid_input`, `forbidden` (it has links or files, and the actor may not
 * start runs).
 */
export async function prepareRun<K extends RunKind>(
  ctx: Context,
  kind: K,
  request: RequestOf[K],
  options?: PrepareOptions,
): Promise<PreparedRun<K>> {
  const project = await projectOf(ctx, request)
  const withFiles = await withUploads(ctx, request)
  const withDefaults = project && DEFAULTS_OF_PROJECT.has(kind) ? withProjectDefaults(withFiles, project) : withFiles
  const prepared = await prepareInput(ctx, kind, await SUBMISSIONS[kind].resolve(ctx, withDefaults), options)
  const { quote } = prepared
  if (kind !== 'simulation') return { ...prepared, project }
  return { ...prepared, project, quote: await pricedByPilot(ctx, prepared.input as SimulationInput, quote) }
}

/** Kinds whose panel options a project supplies. */
const DEFAULTS_OF_PROJECT: ReadonlySet<RunKind> = new Set(['pressure_test', 'focus_group', 'comparison'])

async function projectOf(ctx: Context, request: object): Promise<Project | null> {
  if ('project' in request && request.project !== undefined) return findProject(ctx, String(request.project))
  const before = RunId.safeParse('run_id' in request ? request.run_id : null)
  return before.success ? ctx.store.projects.ofRun(ctx.actor, before.data) : null
}

/** As `prepareRun`, for an input that refers to nothing stored; it needs no database. Errors: `invalid_input`. */
export async function prepareInput<K extends RunKind>(
  ctx: PricingContext,
  kind: K,
  request: unknown,
  { asks = false, hasLeads = false, isPrepared = false }: PrepareOptions = {},
): Promise<PreparedRun<K>> {
  const { quote, notOffered, second_model } = ctx
  const skipReading = isPrepared || wasRead(request)
  const comparisonAsSent = skipReading ? null : (SUBMISSIONS[kind].comparisonDoubt?.(Object(request)) ?? null)
  if (comparisonAsSent !== null && !asks) refuse(comparisonAsSent)
  const missingAttachment = skipReading ? null : (SUBMISSIONS[kind].missingAttachment?.(Object(request)) ?? null)
  if (missingAttachment !== null) refuse(missingAttachment)
  const withText = skipReading ? request : await withStimulusRead(ctx, kind, request)
  const ofToday = { pressure_test: { second_model }, simulation: { arithmetic: ARITHMETIC } }
  const completed = kind in ofToday ? Object.assign({}, ofToday[kind as keyof typeof ofToday], withText) : withText
  const input = parseInput(KINDS[kind].input, cleanDeep(completed)) as InputOf<K>
  const comparisonDoubt =
    comparisonAsSent ?? (skipReading ? null : (SUBMISSIONS[kind].comparisonDoubtOfRead?.(input) ?? null))
  if (comparisonDoubt !== null && !asks) refuse(comparisonDoubt)
  // The size of a simulation has a limit of its own.
  const above_ceiling = kind === 'simulation' ? null : panelAboveCeiling(ctx, input)
  if (above_ceiling !== null && !hasLeads) refuseLargePanel(ctx, input)
  for (const { name, text, isSubject } of SUBMISSIONS[kind].texts(input)) {
    const refuseText = (sentence: string): never => refuse(name === '' ? sentence : `${name}: ${sentence}`)
    const tooLittle = isSubject ? null : whyTooLittle(text)
    if (tooLittle !== null) refuseText(tooLittle)
    const problem = await notOffered(text)
    if (problem && !(isSubject && problem.understood)) refuseText(problem.sentence)
  }
  const price = await quote(kind, input)
  const linkDoubt =
    kind === 'pressure_test' && !skipReading ? await whyLinkedIn(ctx, Object(request), sourcesOf(input)) : null
  const textDoubt = comparisonDoubt ?? SUBMISSIONS[kind].doubt?.(input, Object(completed)) ?? linkDoubt
  if (textDoubt !== null && !asks) refuse(`${textDoubt} ${SAY_MORE}`)
  const surroundingsDoubt = skipReading ? null : (SUBMISSIONS[kind].surroundingsDoubt?.(input) ?? null)
  const requestsDoubt = 'sources' in input ? whyLookAtRequests(input.sources ?? []) : null
  const doubt = textDoubt ?? (asks ? (requestsDoubt ?? surroundingsDoubt) : null)
  const preview = skipReading ? [] : (SUBMISSIONS[kind].preview?.(Object(completed)) ?? [])
  const sources = 'sources' in input && !skipReading ? readingSentence(input.sources ?? []) : null
  const read = preview.length > 0 ? 'Files of research were read.' : whatWasRead(sourcesOf(input), sources)
  const surroundings = doubt === surroundingsDoubt ? null : surroundingsDoubt
  const notes = [sources, ...preview, surroundings, ...price.notes].filter((note) => note !== null)
  return { kind, input, read, doubt, above_ceiling, quote: { ...price, notes }, project: null }
}

/** The sentence about what was read; `null` where a typed text is tested as it stands, which the notes alone tell. */
const whatWasRead = (sources: readonly StimulusSource[], sentence: string | null): string | null =>
  sources.every(({ kind, name }) => kind === 'text' && name !== REQUEST_NOT_SHOWN) ? null : sentence

/** Why a request names an attachment that it does not have; `null` for any other. */
function whyUnattached({ stimulus, attachments = [], of_test }: RawStimulus): string | null {
  const isAlone = attachments.length === 0 && !of_test && typeof stimulus === 'string'
  return isAlone && stimulus.length <= MAX_STIMULUS && linksOf(stimulus).length === 0
    ? whyNothingAttached(stimulus)
    : null
}

/** Why a pressure test as it was sent may be meant as a comparison; `null` where it is told what is offered. */
function whyComparedIn({ stimulus, attachments = [], about }: RawStimulus): string | null {
  if (typeof about === 'string' && about.trim() !== '') return null
  const texts = [stimulus, ...attachments.map((piece) => ('text' in piece ? piece.text : null))]
  const typed = texts.filter((text) => typeof text === 'string' && text.length <= MAX_STIMULUS) as string[]
  const files = attachments.flatMap((piece) => ('name' in piece ? piece.name : []))
  const why = typed.map(whyCompared).find((found) => found !== null) ?? whyFilesCompared(files)
  return why && `${why} ${COMPARE_THEM}`
}

/**
 * Parses a requested budget in dollars, which must not exceed the ceiling of the installation. Errors: `invalid_input`,
 * `budget_exceeded`.
 */
export function parseBudget(ctx: Pick<Context, 'ceilings'>, budget_usd: number | undefined) {
  const budget = parseInput(Budget, budget_usd)
  const above = budgetAboveCeiling(ctx, budget)
  if (above === null) return budget
  throw new AppError('budget_exceeded', {
    problem: `${above}; ask for less. Whoever runs this server sets it with MAX_RUN_BUDGET_USD.`,
  })
}

/** How far a requested budget in dollars is above the ceiling of the installation; `null` where it is not. */
export const budgetAboveCeiling = ({ ceilings }: Pick<Context, 'ceilings'>, budget_usd = 0): string | null =>
  budget_usd <= ceilings.run_usd
    ? null
    : `A run may cost ${dollars(ceilings.run_usd)} at most here, and ${dollars(budget_usd)} was asked for`

/**
 * The cap of a run in dollars. Errors: `invalid_input`, `budget_exceeded` where the expected price is above the cap.
 */
export function requireWithinBudget(
  ctx: Context,
  { kind, quote }: Pick<PreparedRun, 'kind' | 'quote'>,
  budget_usd: number | undefined,
  isApproved = false,
): number {
  const budget = isApproved ? parseInput(Budget, budget_usd) : parseBudget(ctx, budget_usd)
  const cap = budget ?? ctx.run_budget_usd
  refuseAboveCap(quote, kind, cap)
  return cap
}

const Budget = z.number().min(0, 'The budget is a number of US dollars, 0 or more.').optional()

/**
 * The run that this delivery created before; what its request named may be gone by now. Errors: `forbidden`, `conflict`
 * (the key belongs to another request).
 */
export async function submittedBefore(ctx: Context, delivery: Delivery): Promise<Run | null> {
  requireScope(ctx.grant, 'spend')
  return ctx.store.runs.received(ctx.actor, delivery)
}

/**
 * Accepts a run: once this returns it is stored and will be worked on, whatever happens to the queue. `created` is
 * false where an earlier arrival of the delivery had created the run. Errors: `invalid_input`, `forbidden`,
 * `budget_exceeded` (expected price above the cap; nothing was stored or spent), `conflict` (the draft was started, or
 * the key belongs to another request).
 */
export async function submitRun<K extends RunKind>(
  ctx: Context,
  { kind, input, quote, project }: PreparedRun<K>,
  { budget_usd, delivery, is_approved, ...startedBy }: SubmitOptions = {},
): Promise<{ run: Run; created: boolean }> {
  requireScope(ctx.grant, 'spend')
  const cap = requireWithinBudget(ctx, { kind, quote }, budget_usd, is_approved)
  const registered = (await SUBMISSIONS[kind].register?.(ctx, input)) ?? input
  const { run, created } = await ctx.store.runs.submit(ctx.actor, {
    kind,
    input: registered,
    seed: input.seed,
    model: ctx.model,
    budget_usd: cap,
    price: ctx.model.mode === 'offline' ? undefined : runPriceOf(quote),
    project_id: project?.project_id,
    delivery,
    extraWrites: extraWritesOf(ctx, startedBy),
  })
  if (created) await ctx.runQueue.enqueue(run)
  return { run, created }
}

/** Writes in the run's transaction; `undefined` where there are none. */
function extraWritesOf({ actor }: Context, { origin, draft_id, pending }: SubmitOptions): NewRun['extraWrites'] {
  if (!origin && draft_id === undefined) return undefined
  return async (tx, run_id) => {
    if (origin) await writeOrigin(tx, actor.workspace_id, run_id, origin)
    if (draft_id !== undefined) await startDraft(tx, draft_id, run_id)
    if (pending !== undefined) await endDraft(tx, pending)
  }
}

function refuseAboveCap(quote: Quote, kind: RunKind, cap: number): void {
  if (quote.cost_usd === null) return
  const { middle } = quote.cost_usd
  if (middle > cap)
    throw new AppError('budget_exceeded', {
      problem: `This would cost about ${dollars(middle)}; the cap is ${dollars(cap)}. ${SUBMISSIONS[kind].cheaper}, or allow it a higher budget.`,
    })
  const why = cap > 0 ? whyNoRoom(runPriceOf(quote), cap) : null
  if (why !== null) throw new AppError('budget_exceeded', { problem: `This would ${why}. Allow it that much.` })
}

/** A headline of one or two words is judged together with its description. */
const withAboutIfShort = (stimulus: string, about: string): string =>
  whyAskFirst(stimulus, '') === null ? stimulus : `${stimulus}\n${about}`.trim()

type Submission<K extends RunKind> = {
  /** Builds the whole input, with everything that the request refers to resolved. */
  readonly resolve: (ctx: Context, request: RequestOf[K]) => Promise<unknown>
  /**
   * The texts to be judged, each with its name where there are several. A subject of discussion need not be an offer.
   */
  readonly texts: (input: InputOf<K>) => { name: string; text: string; isSubject?: true }[]
  /** Why a request as it was sent may be meant as a comparison. */
  readonly comparisonDoubt?: (request: object) => string | null
  /** The same of a request whose files were read. */
  readonly comparisonDoubtOfRead?: (input: InputOf<K>) => string | null
  /** Why a request as it was sent lacks what it speaks of. */
  readonly missingAttachment?: (request: object) => string | null
  /** Why the user should be asked first whether the text is meant to be tested; `request`: as it was resolved. */
  readonly doubt?: (input: InputOf<K>, request: object) => string | null
  /** Why a text may have more in it than its readers will see: asked about where somebody can be, else noted. */
  readonly surroundingsDoubt?: (input: InputOf<K>) => string | null
  /** What was read of the resolved request's files, in sentences, for whoever decides on it. */
  readonly preview?: (request: object) => string[]
  /** A suggestion that lowers the price. */
  readonly cheaper: string
  /** Stores what later runs can refer to, and returns the input with the version under which it was stored. */
  readonly register?: (ctx: Context, input: InputOf<K>) => Promise<InputOf<K>>
}

const FEWER_PEOPLE = 'Ask fewer people'
const SUBMISSIONS: { readonly [K in RunKind]: Submission<K> } = {
  pressure_test: {
    resolve: withPanelPeople,
    // The words in a picture are not known yet.
    texts: ({ stimulus, about, pictures }) => (pictures ? [] : [{ name: '', text: withAboutIfShort(stimulus, about) }]),
    comparisonDoubt: whyComparedIn,
    comparisonDoubtOfRead: ({ stimulus, about, sources = [] }) => {
      const files = sources.filter(({ kind }) => kind !== 'text')
      const isFile = files.length === 1 && files[0]?.kind === 'file' && about.trim() === ''
      const why = isFile ? whyFileCompared(stimulus) : null
      return why && `${why} ${COMPARE_THEM}`
    },
    missingAttachment: whyUnattached,
    doubt: ({ stimulus, about, pictures }) => (pictures ? null : whyAskFirst(stimulus, about)),
    surroundingsDoubt: ({ stimulus, about, pictures, sources = [] }) => {
      const isPage = sources.some(({ kind }) => kind === 'link')
      return pictures || isPage || about.trim() !== '' ? null : whyAround(stimulus)
    },
    cheaper: FEWER_PEOPLE,
  },
  focus_group: {
    resolve: withPanelPeople,
    texts: ({ stimulus, topics, pictures }) =>
      pictures ? [] : [{ name: '', text: [stimulus, ...topics].join('\n'), isSubject: true }],
    doubt: ({ stimulus, topics, about, pictures }) => (pictures ? null : whyAskAboutSubject(stimulus, topics, about)),
    cheaper: FEWER_PEOPLE,
  },
  evaluation: {
    resolve: resolveEvaluation,
    texts: () => [],
    cheaper: 'Give fewer cases or trials',
    register: registerAgents,
  },
  persona_generation: {
    resolve: resolveGeneration,
    texts: () => [],
    preview: researchPreview,
    cheaper: FEWER_PEOPLE,
  },
  comparison: {
    resolve: resolveComparison,
    texts: ({ propositions, about }) =>
      propositions.flatMap(({ name, stimulus, pictures }) =>
        pictures ? [] : [{ name, text: withAboutIfShort(stimulus, about) }],
      ),
    surroundingsDoubt: ({ propositions, about, sources = [] }) => {
      if (about.trim() !== '' || sources.some(({ kind }) => kind === 'link')) return null
      return propositions.map(({ stimulus }) => whyAround(stimulus)).find((why) => why !== null) ?? null
    },
    doubt: ({ propositions, about }, request) => {
      const typed = propositions.filter(({ pictures }, at) => !pictures && !isOfTest(request, at))
      return typed.map(({ stimulus }) => whyAskFirst(stimulus, about)).find((doubt) => doubt !== null) ?? null
    },
    cheaper: FEWER_PEOPLE,
  },
  refinement: { resolve: resolveRefinement, texts: () => [], cheaper: FEWER_PEOPLE },
  simulation: {
    resolve: resolveSimulation,
    texts: () => [],
    cheaper: 'Take fewer people or days, or a pilot of ten of them',
    register: registerProduct,
  },
  ask: { resolve: resolveQuestion, texts: () => [], cheaper: 'Ask something shorter' },
}
