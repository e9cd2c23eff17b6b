/** Address of the server, and the token for it. */
export type ClientOptions = {
  /** Such as `https://pressure-test.example.com`. */
  readonly baseUrl: string
  /** A token `pt_…`, made by `pressure-test token create`. */
  readonly token: string
  readonly fetch?: typeof fetch
  /** How often a request is retried that the server could not take or that did not arrive. Default 5. */
  readonly maxRetries?: number
}

export type CallOptions = { readonly signal?: AbortSignal | undefined }
type Request = CallOptions & {
  /** A form, a file, or a value to send as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether a second arrival changes nothing; such a request is retried even if the first attempt may have arrived.
   */
  readonly repeatable?: boolean | undefined
}

export type Transport = ReturnType<typeof createTransport>

/** The server's refusal: its code, and a sentence that says what to change. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const TRY_AGAIN = [429, 503]
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 60_000

/**
 * Sends requests. Retries after 429 and 503, as `Retry-After` says, and repeatable requests also after a failed
 * connection.
 */
export function createTransport(options: ClientOptions) {
  const base = options.baseUrl.replace(/\/+$/, '')
  const maxRetries = options.maxRetries ?? 5
  const fetchNow = options.fetch ?? fetch

  /** `read` reads the answer; a connection lost meanwhile counts as a failed request. */
  const send = async <T>(
    method: string,
    path: string,
    request: Request,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const { body, signal, repeatable = method !== 'POST' } = request
    const headers: Record<string, string> = { authorization: `Bearer ${options.token}`, ...request.headers }
    const init: RequestInit = { method, headers, signal: signal ?? null }
    if (body instanceof FormData || body instanceof Blob) init.body = body
    else if (body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
    const answerOnce = async (): Promise<
      { read: T } | { status: number; refused: ApiError; afterMs: number | null }
    > => {
      const response = await fetchNow(`${base}${path}`, init)
      if (response.ok || response.status === 304) return { read: await read(response) }
      return { status: response.status, refused: await errorOf(response), afterMs: retryAfterMs(response) }
    }
    for (let retries = 0; ; retries++) {
      const backoff = Math.min(FIRST_PAUSE_MS * 2 ** retries, MAX_PAUSE_MS)
      const answer = await answerOnce().catch((error: unknown) => {
        if (!repeatable || retries >= maxRetries || signal?.aborted) throw error
        return null
      })
      if (answer && 'read' in answer) return answer.read
      if (answer && (retries >= maxRetries || !TRY_AGAIN.includes(answer.status))) throw answer.refused
      await pause(Math.min(answer?.afterMs ?? backoff, MAX_PAUSE_MS), signal)
    }
  }

  return {
    /** A response whose body is read as a stream. */
    stream: (method: string, path: string, request: Request = {}): Promise<Response> =>
      send(method, path, request, async (response) => response),
    /** The JSON of the answer, in the shape that the API promises. */
    json: <T>(method: string, path: string, request: Request = {}): Promise<T> =>
      send(method, path, request, async (response): Promise<T> => JSON.parse(await response.text())),
    /** For answers without a body. */
    done: (method: string, path: string, request: Request = {}): Promise<void> =>
      send(method, path, request, async (response) => response.body?.cancel()),
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text)
    return new ApiError(response.status, String(error.code), String(error.message))
  } catch {
    return new ApiError(response.status, `HTTP_${response.status}`, `The server answered HTTP ${response.status}.`)
  }
}

function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after') ?? ''
  return /^\d+$/.test(header) ? Number(header) * 1_000 : null
}

/** Waits `ms` milliseconds; rejects with the signal's reason when it aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}
