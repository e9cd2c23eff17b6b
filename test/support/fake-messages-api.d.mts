/** A request as the real API would read it; loose, because tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read whatever part of the wire format they are about
export type FakeBody = any

export type Fault =
  /** An HTTP error. `body`: an object is sent as JSON, a text as HTML; default: the API's error shape. */
  | { status: number; retryAfter?: number | string; headers?: Record<string, string>; body?: unknown; after?: number }
  | 'html'
  | 'not_a_message'
  | 'cut_json'
  | 'cut_connection'
  | 'stream_error'
  | 'drop_socket'
  | 'hang'
  | 'hang_body'
  /** Bytes come, and never an end. */
  | 'drip'
  | 'refusal'
  | 'max_tokens'
  | 'wrong_schema'
  | 'out_of_bounds'
  | 'no_structured_output'
  | 'no_structured_output_no_tools'
  /** Structured output and tools are left out without a word. */
  | 'ignores_form'
  /** So is the schema in words. */
  | 'prose'
  /** Answered without a word about tokens. */
  | 'no_usage'

type Amount = number | { min: number; max: number } | ((body: FakeBody, index: number) => number)

export type FakeUsage = {
  input_tokens: number
  cache_creation_input_tokens: number
  cache_read_input_tokens: number
  output_tokens: number
}

export type FakeRequest = {
  /** Wall clock, milliseconds. */
  at: number
  /** `performance.now()` of the fake's process. */
  startedAt: number
  endedAt: number | null
  path: string
  headers: Record<string, string | string[] | undefined>
  body: FakeBody
  /** Identity of what was asked: model, system, messages, schema. */
  key: string
  status: number | null
  /** `answered`, the name of a fault, `status_…`, `aborted` (the client went away); `null` while open. */
  outcome: string | null
  usage: FakeUsage | null
  inFlightAtStart: number
}

export type FakeStats = {
  requests: number
  inFlight: number
  maxInFlight: number
  outcomes: Record<string, number>
  usage: FakeUsage
}

export type FakeOptions = {
  port?: number
  /**
   * For benches: a request is taken in at once but read only shortly before its answer is due, because a provider
   * thinks on machines of its own and not on the cores that are measured. Not with a `latencyMs` function.
   */
  readLate?: boolean
  /** Until the answer is complete; default 0. */
  latencyMs?: Amount
  /** Until `message_start` of a streamed answer; default 0. */
  firstTokenMs?: Amount
  /** Shortest prefix that is cached; default 512. */
  minCacheTokens?: number | ((model: string) => number)
  fault?: (body: FakeBody, index: number) => Fault | null
  /** Overrides the content of an answer; `undefined` keeps the made one. */
  answer?: (body: FakeBody, task: string | undefined) => unknown
  /** Serve `/__log`, `/__stats`, `/__faults`, `/__settings`, `/__reset`. */
  control?: boolean
}

export type FakeMessagesApi = {
  readonly url: string
  readonly requests: FakeRequest[]
  readonly inFlight: number
  readonly maxInFlight: number
  readonly connections: number
  set latencyMs(value: Amount)
  set firstTokenMs(value: Amount)
  set fault(value: FakeOptions['fault'] | null)
  set answer(value: FakeOptions['answer'] | null)
  /** The next `n` requests meet that fault, before `fault` is asked. */
  failNext(n: number, fault: Fault): void
  /** Forgets log, ordered faults and cache. */
  reset(): void
  /** Requests whose question had been answered before; `except`: requests or keys that do not count. */
  duplicates(options?: { except?: readonly (string | { key: string })[] }): FakeRequest[]
  stats(): FakeStats
  /** Destroys every connection. */
  close(): Promise<void>
}

export function fakeMessagesApi(options?: FakeOptions): Promise<FakeMessagesApi>
