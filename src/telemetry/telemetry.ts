type MetricDefinition = {
  /** `reading`: a gauge that is read for each answer, and left out where it could not be read. */
  readonly type: 'counter' | 'gauge' | 'histogram' | 'reading'
  readonly help: string
  /** Each label takes few values, whatever users send: never an id, a name or a text. */
  readonly labels: readonly string[]
  /** Upper bounds of a histogram's buckets, in its unit. */
  readonly buckets?: readonly number[]
}

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const WORK_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320]
const PICK_UP_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600]

/** A counter by the mode of the simulated people, and by further labels. */
const ofSimulations = <const Labels extends readonly string[]>(help: string, ...labels: Labels) =>
  ({ type: 'counter', help, labels: ['mode', ...labels] }) as const

/**
 * Every metric. Counters, histograms and gauges cover one process since its start; metrics with "(database)" cover the
 * whole installation.
 */
export const METRICS = {
  pressure_test_http_request_duration_seconds: {
    type: 'histogram',
    help: 'HTTP requests by route (as written in the program, without ids).',
    labels: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
  },
  pressure_test_run_pickup_seconds: {
    type: 'histogram',
    help: 'From the moment a run was stored until a worker first took it.',
    labels: ['kind'],
    buckets: PICK_UP_SECONDS,
  },
  pressure_test_runs_released_total: {
    type: 'counter',
    help: 'Times a worker let go of a run, by what became of it (completed, failed, cancelled, paused, queued, lost).',
    labels: ['kind', 'status'],
  },
  pressure_test_step_duration_seconds: {
    type: 'histogram',
    help: 'Steps worked on (a question to a model, or a computation), their storing included. A stored one counts as reused.',
    labels: ['kind', 'step', 'outcome'],
    buckets: WORK_SECONDS,
  },
  pressure_test_part_duration_seconds: {
    type: 'histogram',
    help: 'Parts of large runs.',
    labels: ['kind', 'outcome'],
    buckets: WORK_SECONDS,
  },
  pressure_test_model_call_duration_seconds: {
    type: 'histogram',
    help: 'Requests to a language model, by how they ended (answered, unusable, final, failed, lost).',
    labels: ['task', 'model', 'outcome'],
    buckets: WORK_SECONDS,
  },
  pressure_test_model_tokens_total: {
    type: 'counter',
    help: 'Tokens as the provider counted them (input, output, cache_read, cache_write).',
    labels: ['model', 'type'],
  },
  pressure_test_model_cost_usd_total: {
    type: 'counter',
    help: 'Dollars paid for model calls whose price is known.',
    labels: ['task', 'model'],
  },
  pressure_test_model_calls_unpriced_total: {
    type: 'counter',
    help: 'Answered model calls whose price is not known, so that the cost above is too low by theirs.',
    labels: ['model'],
  },
  pressure_test_lease_events_total: {
    type: 'counter',
    help: 'Leases on runs and parts: taken, released, or lost to another worker.',
    labels: ['of', 'event'],
  },
  pressure_test_leases_held: {
    type: 'gauge',
    help: 'Runs and parts this process works on now.',
    labels: ['of'],
  },
  pressure_test_deliveries_total: {
    type: 'counter',
    help: 'Attempts to say something in Slack (posted, updated, postponed, unknown, redirected, given_up).',
    labels: ['outcome'],
  },
  pressure_test_database_up: {
    type: 'reading',
    help: 'Whether the database answered in time; with 0 the gauges of the database are missing.',
    labels: [],
  },
  pressure_test_queue_up: { type: 'reading', help: 'Whether the job queue answered in time.', labels: [] },
  pressure_test_runs: {
    type: 'reading',
    help: 'Runs of the installation that have not ended, by kind and status (database).',
    labels: ['kind', 'status'],
  },
  pressure_test_runs_waiting: {
    type: 'reading',
    help: 'Runs that a worker could take now: queued, due, or abandoned (database).',
    labels: ['why'],
  },
  pressure_test_oldest_waiting_seconds: {
    type: 'reading',
    help: 'How long the longest waiting of them has been ready to be taken (database).',
    labels: [],
  },
  pressure_test_parts_waiting: {
    type: 'reading',
    help: 'Parts of running runs that nobody holds (database).',
    labels: [],
  },
  pressure_test_outbox: {
    type: 'reading',
    help: 'Slack messages to be said or followed: due, overdue by a minute, live, uncertain, dead (database).',
    labels: ['status'],
  },
  pt_simulation_person_days_total: ofSimulations(
    'Days that synthetic users of completed simulations lived with a product.',
  ),
  pt_simulation_sessions_total: ofSimulations('Sessions of synthetic users that were stored.', 'outcome'),
  pt_simulation_events_total: ofSimulations('Actions in those sessions.', 'outcome'),
  pt_simulation_churn_total: ofSimulations('Synthetic users of completed simulations who left.', 'reason'),
  pt_simulation_referrals_total: ofSimulations('Contacts that synthetic users told of a product.', 'reason'),
  pt_simulation_model_calls_total: ofSimulations('Requests to a language model that simulations made.', 'outcome'),
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof METRICS
type LabelsOf<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>>
type NamesOf<T> = { [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never }[MetricName]

export type Metrics = {
  count<N extends NamesOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void
  /** Adds to a gauge. */
  add<N extends NamesOf<'gauge'>>(name: N, labels: LabelsOf<N>, by: number): void
  observe<N extends NamesOf<'histogram'>>(name: N, labels: LabelsOf<N>, seconds: number): void
}

type ReadingName = NamesOf<'reading'>
export type Reading = { [N in ReadingName]: { name: N; labels: LabelsOf<N>; value: number } }[ReadingName]

/** Metrics with their text form. */
export type ShownMetrics = Metrics & {
  /** The text format of Prometheus, with the given readings. */
  text(readings: readonly Reading[]): Promise<string>
  readonly contentType: string
}

/** Ids, our own names, figures and outcomes: never a text, a secret or data about a person. */
type SpanFacts = Readonly<Record<string, string | number | boolean | null | undefined>>

export type Span = {
  note(facts: SpanFacts): void
  rename(name: string): void
  /** Records the code of an error that is handled within the span. */
  fail(code: string): void
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'
export type SpanOptions = {
  readonly kind?: SpanKind
  readonly facts?: SpanFacts
  /** W3C `traceparent` of another process; default: the current span. */
  readonly parent?: string | undefined
}

export type Tracing = {
  /** Runs `work` in a new span; spans that it starts, also in the background, are children of that span. */
  within<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** For spans that begin in one call and end in another. */
  begin(name: string, options: SpanOptions): Span & { end(): void }
  /** Starts long-running work, such as a worker's loop, outside the current span. */
  apart<T>(begin: () => T): T
  /** W3C `traceparent` of the current span. */
  traceparent(): string | undefined
  /** Sends the remaining spans, for a few seconds at most. */
  close(): Promise<void>
}

/** Metrics and tracing of a process, for its operators. */
export type Telemetry = { readonly metrics: Metrics; readonly tracing: Tracing }

const nothing = () => {}
const silentSpan: Span & { end(): void } = { note: nothing, rename: nothing, fail: nothing, end: nothing }

export const silentMetrics: Metrics = { count: nothing, add: nothing, observe: nothing }
export const silentTracing: Tracing = {
  within: (_name, _options, work) => work(silentSpan),
  begin: () => silentSpan,
  apart: (begin) => begin(),
  traceparent: () => undefined,
  close: async () => {},
}

/** For processes without an observer; costs nothing. */
export const silentTelemetry: Telemetry = { metrics: silentMetrics, tracing: silentTracing }

/** Seconds since a reading of `performance.now()`. */
export const secondsSince = (started: number): number => (performance.now() - started) / 1_000
