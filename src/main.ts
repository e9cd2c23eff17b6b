import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Config } from './config.js'
import { openDatabase } from './db/client.js'
import { ensureEmbedded } from './db/embedded/embedded.js'
import { migrate } from './db/migrate.js'
import { openPool } from './db/pool.js'
import { createStore, type Store } from './db/store.js'
import type { EvaluationInput } from './domain/evaluation.js'
import { isRunKind, KINDS } from './domain/kinds.js'
import type { PersonaGenerationInput } from './domain/persona-set.js'
import { compareStored } from './engine/evaluation/compare-versions.js'
import { trustOfStoredJudge } from './engine/evaluation/verdict/judge-trust.js'
import { whyNotJudged } from './engine/panel/claims/readable.js'
import { refuseUnread } from './engine/persona-generation/reading-report.js'
import { pipelineOf } from './engine/pipelines.js'
import { replay } from './engine/replay.js'
import { AppError, isAppError } from './errors.js'
import { type QueueConnection, queueConnection } from './jobs/connection.js'
import { createRunQueue, type RunQueue } from './jobs/queue.js'
import { quoteOf } from './jobs/quote.js'
import { hashOf } from './jobs/run-deps.js'
import { type RunningWorker, startWorker, type WorkerOptions } from './jobs/worker.js'
import { createAgentClient } from './llm/agent-endpoint/agent-client.js'
import { refuseByName } from './llm/agent-endpoint/refuse-by-name.js'
import { createAnthropicLlm, DEFAULT_MODELS } from './llm/anthropic.js'
import type { Llm } from './llm/client.js'
import { createBundledEmbedder } from './llm/embeddings/bundled.js'
import type { Embedder } from './llm/embeddings/embedder.js'
import { createEndpointEmbedder } from './llm/embeddings/endpoint.js'
import { createOfflineLlm } from './llm/offline/offline.js'
import { createOfferReader, readAtSight } from './llm/offline/reading/offer.js'
import { priceCalls } from './llm/pricing.js'
import type { Log } from './log.js'
import type { Context } from './service/context.js'
import { createReportLinks, type ReportLinks } from './service/report-links.js'
import { forSurface, type SurfaceContext } from './service/surface-context.js'

/** Everything a process of this program has open, whichever surface it serves. */
export type App = {
  readonly config: Config
  readonly log: Log
  readonly store: Store
  readonly llm: Llm
  readonly queue: QueueConnection
  readonly runQueue: RunQueue
  readonly database: { readonly embedded: boolean; readonly connectionString: string }
  /** The context of the person at this machine. */
  readonly local: SurfaceContext
  /** Report links of a server that is reached at `base`. */
  reportLinks(base: () => string): ReportLinks
  startWorker(options?: WorkerOptions): RunningWorker
  close(): Promise<void>
}

const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Connections of all queue objects of a process: a few to listen, the rest for short queries. */
const QUEUE_POOL = 10

/** Opens the database (migrated), the queue and the LLM client as configured. Errors: `storage_unavailable`. */
export async function openApp(config: Config, log: Log): Promise<App> {
  const llm = createLlm(config, log)
  const embedder = createEmbedder(config)
  const llmProviders =
    llm.mode === 'offline' ? { offline: llm, anthropic: null } : { offline: createOfflineLlm(), anthropic: llm }
  const database = await reachDatabase(config)
  const { connectionString } = database
  const opened = await openDatabase({ connectionString, log, ...(database.embedded ? { revive: revive(config) } : {}) })
  const store = createStore(opened)
  const queue = await queueConnection({
    redisUrl: config.redisUrl,
    openPool: (schema) => openPool({ connectionString, max: QUEUE_POOL, log, schema }),
    prefix: `pressure-test-${await opened.installationId()}`,
  })
  const runQueue = createRunQueue(queue, log)
  const secret = config.signingSecret ?? (await store.installation.secret('report links'))
  const reportLinks = (base: () => string) => createReportLinks({ base, secret })
  const { publicUrl } = config.http
  const links = publicUrl === null ? null : reportLinks(() => publicUrl)
  return {
    config,
    log,
    store,
    llm,
    queue,
    runQueue,
    database,
    local: forSurface({ ...(await localContext(config, store, runQueue, llm)), links }),
    reportLinks,
    startWorker: (options = {}) =>
      startWorker({
        store,
        llmProviders,
        embedder,
        agentClient: createAgentClient({ ...config.agents, concurrency: config.model.concurrency, version: VERSION }),
        log,
        queue,
        runQueue,
        ...options,
      }),
    close: async () => {
      await runQueue.close()
      await queue.close()
      await llm.close()
      await embedder.close()
      await opened.close()
    },
  }
}

/** The LLM client as configured, without opening anything else. */
export function createLlm(config: Config, log: Log): Llm {
  const { model } = config
  if (model.mode === 'offline') return createOfflineLlm()
  return createAnthropicLlm({
    apiKey: model.apiKey,
    baseUrl: model.baseUrl,
    models: {
      persona: model.persona ?? DEFAULT_MODELS.persona,
      analysis: model.analysis ?? DEFAULT_MODELS.analysis,
      judge: model.judge ?? DEFAULT_MODELS.judge,
    },
    concurrency: model.concurrency,
    timeoutMs: model.timeoutMs,
    log,
  })
}

/** What an embeddings server is asked for when no model is named. */
const EMBEDDINGS_MODEL = 'text-embedding-3-small'

/** The configured embeddings server, or the sentence encoder that comes with the program. */
export function createEmbedder({ embeddings, model }: Config): Embedder {
  if (embeddings.url === null) return createBundledEmbedder()
  return createEndpointEmbedder({
    url: embeddings.url,
    apiKey: embeddings.apiKey,
    model: embeddings.model ?? EMBEDDINGS_MODEL,
    timeoutMs: model.timeoutMs,
  })
}

/** What preparing a run takes; needs no database. */
export function createPricing(config: Config, llm: Llm): Pick<Context, 'quote' | 'notOffered' | 'second_model'> {
  return {
    // The model itself would say nothing about the model.
    second_model: llm.mode === 'offline' || config.model.second === llm.models.persona ? null : config.model.second,
    async quote(kind, input) {
      if (kind === 'evaluation') refuseEndpoints(input as EvaluationInput, config)
      if (kind === 'persona_generation' && llm.mode === 'offline') refuseUnread(input as PersonaGenerationInput)
      const pipeline = pipelineOf(kind)
      const notes = pipeline.notes?.({ mode: llm.mode, ...llm.models }, input)
      return quoteOf(pipeline.plan(input), llm, config.model.concurrency, {
        notes,
        computing_s: pipeline.computing_s?.(input),
      })
    },
    notOffered: notOfferedBy(llm.mode),
  }
}

/** What code can tell of a proposition before anything is spent; with a model the rest is left to its reader. */
function notOfferedBy(mode: Llm['mode']): Context['notOffered'] {
  const readOffer = createOfferReader(createBundledEmbedder())
  return async (text) => {
    const offer = mode === 'offline' ? await readOffer(text) : readAtSight(text)
    const why = offer && whyNotJudged(offer, mode)
    return why && { understood: offer.kind !== 'not_understood', sentence: `${why.reason} ${why.what_to_send}` }
  }
}

/** By the plan of the run and the model it was submitted with. */
const analysisPrice: Context['analysisPrice'] = ({ kind, input, model }) => {
  if (!isRunKind(kind)) return null
  const asked = KINDS[kind].input.safeParse(input)
  if (!asked.success) return null
  const planned = pipelineOf(kind)
    .plan(asked.data)
    .find(({ task }) => task === 'analyse')
  return planned ? priceCalls(model.analysis, planned) : null
}

/** An address that nobody may call is said before anything is accepted. */
function refuseEndpoints({ agent, against }: EvaluationInput, { agents }: Config): void {
  for (const endpoint of [agent.endpoint, against?.agent.endpoint ?? null]) {
    const problem = endpoint && refuseByName(endpoint.url, agents.hostsAllowed)
    if (problem) throw new AppError('invalid_input', { problem })
  }
}

async function reachDatabase(config: Config): Promise<App['database']> {
  const embedded = config.databaseUrl === null
  const connectionString = config.databaseUrl ?? (await ensureEmbedded({ home: config.home })).connectionString
  try {
    await migrate(connectionString)
  } catch (error) {
    if (isAppError(error)) throw error
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)
    throw new AppError(
      'storage_unavailable',
      {
        problem: `The database${embedded ? ` in ${config.home}` : ' of DATABASE_URL'} cannot be used: ${String(reason).split('\n')[0]}.`,
      },
      { cause: error },
    )
  }
  return { embedded, connectionString }
}

/** The embedded server keeps its port, so starting it again is all that open pools need. */
const revive =
  (config: Config) =>
  async (signal: AbortSignal): Promise<void> => {
    await ensureEmbedded({ home: config.home, signal })
  }

async function localContext(
  config: Config,
  store: Store,
  runQueue: RunQueue,
  llm: Llm,
): Promise<Omit<Context, 'links'>> {
  const name = userName()
  const actor = await store.workspaces.actor({
    workspace: 'local',
    workspace_name: 'This machine',
    kind: 'local',
    external_id: name,
    display_name: name,
  })
  await store.workspaces.setMonthlyBudget(actor.workspace_id, config.monthlyBudgetUsd)
  return {
    actor,
    store,
    runQueue,
    model: { mode: llm.mode, ...llm.models },
    run_budget_usd: config.runBudgetUsd,
    ...createPricing(config, llm),
    analysisPrice,
    replay: (run) => replay(run, hashOf),
    evaluations: { judgeTrust: trustOfStoredJudge, compare: compareStored },
    version: VERSION,
  }
}

/** Containers may run as a user id without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'local'
  }
}
