type ErrorSpec = {
  /** HTTP status. */
  readonly http: number
  /** Exit code of the command line. */
  readonly exit: number
  /** Whether the same request, unchanged, may succeed later. */
  readonly retry: boolean
  /** One sentence a person can act on. */
  // biome-ignore lint/suspicious/noExplicitAny: each code names its own facts; `AppError` infers them from here
  readonly say: (facts: any) => string
}

const noSuch = ({ what, id }: { what: string; id: string }): string =>
  id.trim() === '' ? `The name of the ${what} is empty.` : `There is no such ${what} in this workspace: ${id}.`

/** Every error that the program reports. Surfaces map `http` and `exit`; they never make up a sentence of their own. */
export const ERRORS = {
  invalid_input: { http: 400, exit: 2, retry: false, say: (f: { problem: string }) => f.problem },
  nothing_to_judge: {
    http: 400,
    exit: 2,
    retry: false,
    say: (f: { what: string; reason: string; what_to_send: string }) =>
      `${f.what} cannot be judged. ${f.reason} ${f.what_to_send}`,
  },
  /** What a tested text asks for is nothing; surfaces tell it as an answer. */
  nothing_to_mend: {
    http: 409,
    exit: 0,
    retry: false,
    say: (f: { run_id: string }) =>
      `There is nothing to mend: the test of run ${f.run_id} recommends no change. Nothing was started and nothing spent. To try wording of your own, compare it with this run.`,
  },
  too_large: {
    http: 413,
    exit: 2,
    retry: false,
    say: (f: { most_bytes: number }) =>
      `The body is larger than ${Math.round(f.most_bytes / 1_000_000)} MB; send less at once.`,
  },
  wrong_method: {
    http: 405,
    exit: 2,
    retry: false,
    say: (f: { method: string; allow: string }) => `This address does not take ${f.method}; it takes ${f.allow}.`,
  },
  wrong_type: {
    http: 415,
    exit: 2,
    retry: false,
    say: (f: { given: string }) => `The body is said to be ${f.given}; send JSON, with Content-Type: application/json.`,
  },
  configuration: { http: 500, exit: 2, retry: false, say: (f: { problem: string }) => f.problem },
  not_found: {
    http: 404,
    exit: 2,
    retry: false,
    say: (f: { what: string; id: string } | { problem: string }) => ('problem' in f ? f.problem : noSuch(f)),
  },
  unauthorized: { http: 401, exit: 2, retry: false, say: (f: { problem: string }) => f.problem },
  forbidden: { http: 403, exit: 2, retry: false, say: (f: { problem: string }) => f.problem },
  conflict: {
    http: 409,
    exit: 2,
    retry: false,
    /** `run`: the run that is not completed. */
    say: (f: { problem: string; run?: { kind: string; status: string } }) => f.problem,
  },
  budget_exceeded: {
    http: 402,
    exit: 4,
    retry: false,
    say: (f: {
      problem: string
      until?: 'next_month' | 'released' | 'own_calls' | 'forgotten'
      /** Earliest useful retry, by the database's clock, ISO 8601. */
      not_before?: string
    }) => f.problem,
  },
  provider_down: {
    http: 503,
    exit: 1,
    retry: true,
    say: (f: { problem: string; retry_after_ms?: number }) =>
      `The model provider does not answer (${f.problem}). The run pauses and goes on by itself.`,
  },
  provider_rejected: {
    http: 502,
    exit: 1,
    retry: false,
    say: (f: { problem: string }) => `The model provider rejected the request: ${f.problem}`,
  },
  request_refused: {
    http: 502,
    exit: 1,
    retry: false,
    say: (f: { task: string; problem: string }) =>
      `The model provider would not take the request (${f.task}): ${f.problem}`,
  },
  model_refused: {
    http: 502,
    exit: 1,
    retry: false,
    say: (f: { task: string }) => `The model refused to answer (${f.task}).`,
  },
  answer_truncated: {
    http: 502,
    exit: 1,
    retry: false,
    /** `max_tokens` is null where the model's context window was full first. */
    say: (f: { task: string; max_tokens: number | null }) =>
      `The model's answer (${f.task}) was cut off ${f.max_tokens === null ? 'where the context window of the model was full' : `at ${f.max_tokens} tokens`}.`,
  },
  answer_invalid: {
    http: 502,
    exit: 1,
    retry: false,
    say: (f: { task: string; problem: string }) =>
      `The model's answer (${f.task}) did not have the asked shape, also after one repair: ${f.problem}`,
  },
  session_failed: {
    http: 502,
    exit: 1,
    retry: true,
    say: (f: { who: string; day: number; problem: string }) =>
      `The model gave no plan for day ${f.day} of ${f.who}: ${f.problem} The run is paused with everything that was answered; to resume it asks again. Resumed with fallback offline, it plans such sessions by arithmetic from here on, labelled and counted.`,
  },
  agent_failed: {
    http: 502,
    exit: 1,
    retry: true,
    say: (f: { host: string; problem: string }) => `The live agent at ${f.host} gave no usable answer. ${f.problem}`,
  },
  too_few_answers: {
    http: 502,
    exit: 1,
    retry: true,
    say: (f: { answered: number; asked: number; reason: string }) =>
      `Only ${f.answered} of ${f.asked} synthetic respondents answered; at least half of the panel and three are needed. ${f.reason}`,
  },
  execution_failed: { http: 500, exit: 1, retry: false, say: (f: { problem: string }) => f.problem },
  not_implemented: {
    http: 501,
    exit: 2,
    retry: false,
    say: (f: { what: string }) => `This version cannot ${f.what} yet.`,
  },
  too_many_requests: {
    http: 429,
    exit: 1,
    retry: true,
    say: (f: { problem: string; retry_after_s?: number }) => f.problem,
  },
  cancelled: { http: 409, exit: 130, retry: false, say: () => 'The run was cancelled.' },
  paused: { http: 409, exit: 3, retry: false, say: () => 'Paused by a person, until somebody lets it go on.' },
  quarantined: {
    http: 500,
    exit: 1,
    retry: true,
    say: (f: { crashes: number }) =>
      `Worker after worker died on this run, ${f.crashes} of them while they did nothing else, so it was set aside. See the log, then retry it.`,
  },
  storage_unavailable: { http: 503, exit: 1, retry: true, say: (f: { problem: string }) => f.problem },
  queue_unavailable: { http: 503, exit: 1, retry: true, say: (f: { problem: string }) => f.problem },
  lease_lost: {
    http: 500,
    exit: 1,
    retry: true,
    say: () => 'Another worker has taken this run over.',
  },
  handed_back: {
    http: 503,
    exit: 1,
    retry: true,
    say: () => 'The worker is stopping; the run goes back to the queue.',
  },
  internal: {
    http: 500,
    exit: 1,
    retry: false,
    say: (f: { id: string }) => `Something went wrong on our side. Please quote error id ${f.id}.`,
  },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS
type Facts<C extends ErrorCode> = Parameters<(typeof ERRORS)[C]['say']>[0]

/** An error whose cause is known where it is thrown: an error code, and the facts that its sentence needs. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError'
  readonly code: C
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: C, ...rest: Facts<C> extends undefined ? [] : [facts: Facts<C>, options?: { cause?: unknown }]) {
    const [facts, options] = rest as [Record<string, unknown> | undefined, { cause?: unknown } | undefined]
    super((ERRORS[code].say as (f: unknown) => string)(facts ?? {}), options)
    this.code = code
    this.facts = facts ?? {}
  }
}

/** Whether an error is an `AppError`, optionally with one of the given codes. */
export function isAppError<C extends ErrorCode>(error: unknown, ...codes: C[]): error is AppError<C> {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code as C))
}

/** Rejects an input with one sentence that says what to change. */
export function refuse(problem: string): never {
  throw new AppError('invalid_input', { problem })
}
