import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.js'
import { type Database, openDatabase, RENEWAL_POOL, STORE_POOL } from './db/connection/client.js'
import { QUEUE_JOBS } from './db/connection/notifications.js'
import { hasNoConnections } from './db/connection/passing-trouble.js'
import { openPool } from './db/connection/pool.js'
import { ensureEmbedded, missingData, requireData } from './db/embedded/embedded.js'
import { type ReachedDatabase, reachDatabase, saying } from './db/main.js'
import { createStore, type Store } from './db/store.js'
import type { EvaluationInput } from './domain/evaluation/evaluation.js'
import type { PersonaGenerationInput } from './domain/personas/persona-set.js'
import { isRunKind, KINDS } from './domain/run/kinds.js'
import type { PanelRun } from './domain/run/run-document.js'
import { FULL_GRANT } from './domain/workspace/token-scopes.js'
import { compareStored } from './engine/evaluation/compare-versions.js'
import { trustOfStoredJudge } from './engine/evaluation/verdict/judge-trust.js'
import { whyNotJudged } from './engine/panel/claims/readable.js'
import { refuseUnread } from './engine/persona-generation/reading-report.js'
import type { PlannedCalls } from './engine/pipeline.js'
import { pipelineOf } from './engine/pipelines.js'
import { replay } from './engine/replay.js'
import { placeOf, recomputeLife, recomputeLives } from './engine/simulation/recompute-life.js'
import { storedLivesOf } from './engine/simulation/stored-life.js'
import { judgeOutcome } from './engine/track-record/judge-outcome.js'
import { trackRecord } from './engine/track-record/track-record.js'
import { compareVersions, pairedP } from './engine/versions/compare-proposition-versions.js'
import { objectionsOver } from './engine/versions/objections.js'
import { AppError } from './errors.js'
import { INSTALLATION } from './installation.js'
import { type QueueConnection, queueConnection } from './jobs/connection.js'
import { quoteOf } from './jobs/price-quote.js'
import { createRunQueue, type RunQueue } from './jobs/queue.js'
import { hashOf } from './jobs/run-deps.js'
import { createRunFiles } from './jobs/run-files.js'
import { waitAtMost } from './jobs/wait-at-most.js'
import { type RunningWorker, startWorker, type WorkerOptions } from './jobs/worker.js'
import { type AnthropicOptions, createAnthropicLlm, DEFAULT_MODELS } from './llm/anthropic.js'
import type { Llm } from './llm/client.js'
import { createBundledEmbedder } from './llm/embeddings/bundled.js'
import type { Embedder } from './llm/embeddings/embedder.js'
import { createEndpointEmbedder } from './llm/embeddings/endpoint.js'
import { createAgentClient } from './llm/guarded-requests/agent-client.js'
import { createPageClient } from './llm/guarded-requests/page-client.js'
import { refuseByName } from './llm/guarded-requests/refuse-by-name.js'
import { createWebhookClient } from './llm/guarded-requests/webhook-client.js'
import { PRICED_MODELS } from './llm/models-and-prices.js'
import { createOfflineLlm } from './llm/offline/offline.js'
import { createOfferReader, judgeWithoutModel } from './llm/offline/reading/offer.js'
import { priceCalls } from './llm/pricing.js'
import type { Log } from './log.js'
import { headline } from './presentation/clean.js'
import type { Context } from './service/context.js'
import { createReportLinks, type ReportLinks } from './service/run/report-links.js'
import type { PricingContext } from './service/run/submit-run.js'
import { forSurface, type SurfaceContext } from './service/surface-context.js'
import { webhookSecrets } from './service/workspace/webhook-secrets.js'
import { silentTelemetry, type Telemetry } from './telemetry/telemetry.js'

/** Everything that a process of this program has open, for whichever surface it serves. */
export type App = {
  readonly config: Config
  readonly log: Log
  readonly telemetry: Telemetry
  readonly store: Store
  readonly llm: Llm
  readonly queue: QueueConnection
  readonly runQueue: RunQueue
  readonly database: ReachedDatabase
  /** Context of the person at this machine. */
  readonly local: SurfaceContext
  /** Report links of a server at the address `base`. */
  reportLinks(base: () => string): ReportLinks
  startWorker(options?: WorkerOptions): RunningWorker
  /** Stops the workers that are still running, then closes everything. */
  close(): Promise<void>
}

const { version: VERSION } = JSON.parse(readFileSync(new URL('package.json', INSTALLATION), 'utf8')) as {
  version: string
}

/** Milliseconds to close connections, so that a dead peer does not keep the process from ending. */
const CLOSE_MS = 3_000
/** Connections for the short queries of all queue objects of a process. */
const QUEUE_POOL = 3
/** Most PostgreSQL connections of a process: its pools, the queue's pool and the connection that listens. */
export const MAX_CONNECTIONS = STORE_POOL + RENEWAL_POOL + QUEUE_POOL + 1

/** Longest wait in milliseconds for a database without free connections; other processes may release theirs. */
const FULL_MS = 60_000

/** Parts that are otherwise made from the configuration; tests provide ones with short times. */
type Provided = { readonly llm?: Llm; readonly embedder?: Embedder }

/** Opens the database (migrated), the queue and the LLM client as configured. Errors: `storage_unavailable`. */
export async function openApp(
  config: Config,
  log: Log,
  telemetry: Telemetry = silentTelemetry,
  provided: Provided = {},
): Promise<App> {
  const giveUpAt = Date.now() + FULL_MS
  for (let pause = 250; ; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await openAll(config, { log, telemetry, ...provided })
    } catch (error) {
      if (!hasNoConnections(error) || Date.now() + pause > giveUpAt) throw error
      log.warn({}, 'the database has no more connections; trying again')
      await sleep(pause)
    }
  }
}

type Tools = Provided & { readonly log: Log; readonly telemetry: Telemetry }

async function openAll(config: Config, tools: Tools): Promise<App> {
  const database = await reachDatabase(config)
  const { connectionString } = database
  const embedded = database.embedded ? { revive: revive(config), requireData: () => requireData(config) } : {}
  const opened = await saying(config, () => openDatabase({ connectionString, log: tools.log, ...embedded }))
  const log = database.embedded ? quietWithoutData(config, tools.log) : tools.log
  try {
    return await openBeside(opened, database, config, { ...tools, log })
  } catch (error) {
    // Frees its connections, which the next attempt may need.
    await opened.close()
    throw error
  }
}

async function openBeside(
  opened: Database,
  database: ReachedDatabase,
  config: Config,
  { log, telemetry, llm = createLlm(config, log), embedder = createEmbedder(config) }: Tools,
): Promise<App> {
  const { connectionString } = database
  const llmProviders =
    llm.mode === 'offline' ? { offline: llm, anthropic: null } : { offline: createOfflineLlm(), anthropic: llm }
  const store = createStore(opened)
  const installation = await opened.installationId()
  const archiveFolder = join(config.home, 'archive', installation)
  const files = createRunFiles({ reports: config.reportsDir, archive: archiveFolder, temporary: config.home })
  const queue = await queueConnection({
    redisUrl: config.redisUrl,
    // A job may be lost, because the sweepers enqueue its run or part again.
    openPool: (schema) =>
      openPool({ connectionString, max: QUEUE_POOL, log, schema, role: opened.role, durable: false }),
    onJob: (listener) => opened.changes.listen(QUEUE_JOBS, listener),
    prefix: `pressure-test-${installation}`,
  })
  const runQueue = createRunQueue(queue, log, telemetry.tracing)
  const secret = config.signingSecret ?? (await store.installation.secret('report links'))
  const reportLinks = (base: () => string) => createReportLinks({ base, secret })
  const { publicUrl } = config.http
  const links = publicUrl === null ? null : reportLinks(() => publicUrl)
  const webhookClient = createWebhookClient(config.agents)
  const secretOf = webhookSecrets(await store.installation.secret('webhooks'))
  const webhooks = { refuse: webhookClient.refuse, secretOf }
  const running = new Set<RunningWorker>()
  return {
    config,
    log,
    telemetry,
    store,
    llm,
    queue,
    runQueue,
    database,
    local: forSurface({
      ...(await localContext(config, { store, runQueue, llm })),
      versions: versionsBy(embedder),
      links,
      webhooks,
      files,
      warn: (facts, message) => log.warn(facts, message),
    }),
    reportLinks,
    startWorker: (options = {}) => {
      const worker = telemetry.tracing.apart(() =>
        startWorker({
          store,
          llmProviders,
          embedder,
          agentClient: createAgentClient({ ...config.agents, concurrency: config.model.concurrency, version: VERSION }),
          version: VERSION,
          webhookSender: {
            client: webhookClient,
            version: VERSION,
            secretOf,
            urlsOf: (run) => ({
              report: links?.urlOf(run) ?? null,
              result: publicUrl && `${publicUrl.replace(/\/+$/, '')}/runs/${run.run_id}`,
            }),
          },
          archiveFolder,
          files,
          retentionDays: config.retentionDays,
          log,
          telemetry,
          queue,
          runQueue,
          ...options,
        }),
      )
      running.add(worker)
      const stop = () => {
        running.delete(worker)
        return worker.stop()
      }
      return { ...worker, stop }
    },
    close: async () => {
      // A queue worker that outlives its connections would retry forever.
      await Promise.all([...running].map((worker) => worker.stop()))
      const close = async () => {
        await runQueue.close()
        await queue.close()
        await llm.close()
        await embedder.close()
        await opened.close()
      }
      return waitAtMost(CLOSE_MS, close())
    },
  }
}

/** The LLM client as configured; opens nothing else. */
export function createLlm(config: Config, log: Log): Llm {
  return config.model.mode === 'offline' ? createOfflineLlm() : createAnthropicLlm(anthropicOptions(config, log))
}

/** Options of the client for the configured models. */
export function anthropicOptions({ model }: Config, log: Log): AnthropicOptions {
  return {
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
  }
}

/** Default model of an embeddings server. */
const EMBEDDINGS_MODEL = 'text-embedding-3-small'

/** The configured embeddings server, or the bundled sentence encoder. */
export function createEmbedder({ embeddings, model }: Config): Embedder {
  if (embeddings.url === null) return createBundledEmbedder()
  return createEndpointEmbedder({
    url: embeddings.url,
    apiKey: embeddings.apiKey,
    model: embeddings.model ?? EMBEDDINGS_MODEL,
    timeoutMs: model.timeoutMs,
  })
}

/** Context to prepare a run for the person at this machine; needs no database. */
export function createPricing(config: Config, llm: Llm): PricingContext {
  return {
    actor: { workspace_id: LOCAL },
    grant: FULL_GRANT,
    // A second model that is the persona model itself would show no difference between models.
    second_model: llm.mode === 'offline' || config.model.second === llm.models.persona ? null : config.model.second,
    async quote(kind, input) {
      if (kind === 'evaluation') refuseEndpoints(input as EvaluationInput, config)
      if (kind === 'persona_generation' && llm.mode === 'offline') refuseUnread(input as PersonaGenerationInput)
      const pipeline = pipelineOf(kind)
      const plan = pipeline.plan(input, llm.mode)
      refuseUnpriced(plan, llm, config)
      const notes = pipeline.notes?.({ mode: llm.mode, ...llm.models }, input)
      const at_once = pipeline.at_once?.(input) ?? config.model.concurrency
      return quoteOf(plan, llm, Math.min(at_once, config.model.concurrency), {
        notes,
        computing_s: pipeline.computing_s?.(input),
      })
    },
    notOffered: notOfferedBy(llm.mode),
    fetchPage: createPageClient({ ...config.agents, version: VERSION }).fetch,
    seesPictures: llm.mode !== 'offline',
    ceilings: config.ceilings,
  }
}

/**
 * Code-only check of whether a proposition can be judged, before anything is spent. With a language model, its reader
 * decides the rest.
 */
function notOfferedBy(mode: Llm['mode']): Context['notOffered'] {
  const readOffer = createOfferReader(createBundledEmbedder())
  return async (text, reader) => {
    const offer = reader || mode === 'offline' ? await readOffer(text, reader) : judgeWithoutModel(text)
    const why = offer && whyNotJudged(offer, mode)
    return why && { understood: offer.kind !== 'not_understood', sentence: `${why.reason} ${why.what_to_send}` }
  }
}

/** Called without a lane: the encoder serves these texts before the texts of runs, because a person waits. */
function versionsBy(embedder: Embedder): Context['versions'] {
  const embed = (texts: readonly string[]) => embedder.embed(texts)
  const named = (run: PanelRun) => ({ run, title: headline(run.result.stimulus, 90) })
  return {
    objections: (runs) => objectionsOver(runs.map(named), embed),
    compare: (before, after, options) => compareVersions(named(before), named(after), embed, options),
    pairedP: (before, after) => pairedP(named(before), named(after)),
  }
}

/** Price by the run's plan and the model that it was submitted with. */
const analysisPrice: Context['analysisPrice'] = ({ kind, input, model }) => {
  if (!isRunKind(kind)) return null
  const asked = KINDS[kind].input.safeParse(input)
  if (!asked.success) return null
  const planned = pipelineOf(kind)
    .plan(asked.data)
    .find(({ task }) => task === 'analyse')
  return planned ? priceCalls(model.analysis, planned) : null
}

/** An address that nobody may call is refused before the run is accepted. */
function refuseEndpoints({ agent, against }: EvaluationInput, { agents }: Config): void {
  for (const endpoint of [agent.endpoint, against?.agent.endpoint ?? null]) {
    const problem = endpoint && refuseByName(endpoint.url, agents.hostsAllowed)
    if (problem) throw new AppError('invalid_input', { problem })
  }
}

/** A model without a known price would escape the budgets, so it is refused unless the operator configured it. */
function refuseUnpriced(plan: readonly PlannedCalls[], llm: Llm, { model }: Config): void {
  const configured: string[] = Object.values(llm.models)
  if (model.second !== null) configured.push(model.second)
  const unpriced = plan.find(
    (calls) => calls.model !== undefined && !configured.includes(calls.model) && llm.price(calls.model, calls) === null,
  )?.model
  if (unpriced === undefined) return
  const known = [...new Set([...configured, ...PRICED_MODELS])]
  throw new AppError('invalid_input', {
    problem: `The price of ${unpriced} is not known, so no budget could stop this run; name one of ${known.join(', ')}, or none for the configured one.`,
  })
}

/** The embedded server keeps its port, so open pools work again once it is restarted. */
const revive =
  (config: Config) =>
  async (signal: AbortSignal): Promise<void> => {
    await ensureEmbedded({ home: config.home, signal, existing: true })
  }

/** Every loop meets deleted data again and again, which the database says once. */
const quietWithoutData = (config: Config, log: Log): Log => ({
  debug: (facts, message) => log.debug(facts, message),
  info: (facts, message) => log.info(facts, message),
  error: (facts, message) => log.error(facts, message),
  warn: (facts, message) => {
    if (missingData(config) === null) log.warn(facts, message)
  },
})

/** The workspace of this machine. */
const LOCAL = 'local'

async function localContext(
  config: Config,
  { store, runQueue, llm }: Pick<App, 'store' | 'runQueue' | 'llm'>,
): Promise<Omit<Context, 'links' | 'webhooks' | 'files' | 'versions' | 'warn'>> {
  const name = userName()
  const actor = await store.workspaces.actor({
    workspace: LOCAL,
    workspace_name: 'This machine',
    kind: 'local',
    external_id: name,
    display_name: name,
  })
  const { sets, runBudgetUsd, monthlyBudgetUsd, ceilings } = config
  const monthUsd = await store.workspaces.configureMonthlyBudget({
    usual_usd: monthlyBudgetUsd,
    most_usd: ceilings.month_usd,
    sets: { usual: sets.month, most: sets.month_ceiling },
  })
  const run_usd = sets.run_ceiling ? ceilings.run_usd : Math.max(runBudgetUsd, monthUsd)
  return {
    ...createPricing(config, llm),
    ceilings: { ...ceilings, run_usd },
    actor,
    grant: FULL_GRANT,
    origin: 'cli',
    store,
    runQueue,
    model: { mode: llm.mode, ...llm.models },
    run_budget_usd: runBudgetUsd,
    analysisPrice,
    replay: (run) => replay(run, hashOf),
    simulations: {
      place: placeOf,
      life: (run, wanted) => recomputeLife(run, wanted, hashOf),
      lives: (run) => recomputeLives(run, hashOf),
      fromRows: storedLivesOf,
    },
    outcomes: { judge: judgeOutcome, record: trackRecord },
    evaluations: { judgeTrust: trustOfStoredJudge, compare: compareStored },
    version: VERSION,
  }
}

/** A container may run as a user id without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'local'
  }
}
