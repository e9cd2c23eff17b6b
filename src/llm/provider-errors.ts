import { APIError } from '@anthropic-ai/sdk/error'
import { lost, Trouble } from './trouble.js'

/** The trouble behind whatever the SDK or the socket threw. `sent`: the request had left this machine. */
export function troubleOf(error: unknown, model: string, sent: boolean): Trouble {
  if (error instanceof Trouble) return error
  if (error instanceof APIError && error.status !== undefined) return fromStatus(error, error.status, model)
  if (error instanceof APIError && error.type !== null)
    return lost(`the stream broke off: ${sentence(error)}`, { cause: error })
  const cause = error instanceof APIError && error.cause instanceof Error ? error.cause : error
  const words = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)
  return sent
    ? lost(`the connection broke off: ${words}`, { cause: error })
    : new Trouble(`no connection: ${words}`, { status: 'failed', kind: 'transient', cause: error })
}

function fromStatus(error: APIError, status: number, model: string): Trouble {
  const facts = { status: 'failed' as const, requestId: error.requestID ?? null, cause: error }
  const said = sentence(error)
  const rejected = (problem: string) => new Trouble(problem, { ...facts, kind: 'rejected' })

  if (isSpent(error, status, said)) {
    return rejected(
      `the account's credit or spend limit is used up (${said}). Add credit or raise the limit, then retry.`,
    )
  }
  if (status === 401) return rejected(`the API key is not accepted (${said}). Check ANTHROPIC_API_KEY.`)
  if (status === 403) return rejected(`the API key may not do this (${said}). Check its permissions.`)
  if (status === 404)
    return rejected(
      `the server does not know the model ${model} or the address (${said}). Check the model's name and ANTHROPIC_BASE_URL.`,
    )
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const retryAfterMs = readRetryAfter(error.headers)
    const harmless = status === 429 && retryAfterMs !== null
    return new Trouble(`HTTP ${status}: ${said}`, { ...facts, kind: 'transient', retryAfterMs, harmless })
  }
  const refusal = status === 400 || status === 413 || status === 422 ? said : null
  return new Trouble(`HTTP ${status}: ${said}. Asking again would not help.`, { ...facts, kind: 'rejected', refusal })
}

/** The provider's own words, one line and not too long: a proxy may answer with a page. */
function sentence(error: APIError): string {
  const words = error.apiMessage ?? error.message
  const line = words
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

const SPENT_CODE = /spend_limit|billing|credit/
const SPENT_WORDS =
  /spend(ing)? (limit|cap)|credit balance|API usage limits|insufficient (credit|quota|balance)|exceeded your current quota/i

/** A spent limit comes as 402, as 400 with words, or as 429 with a code and without `retry-after`. */
function isSpent(error: APIError, status: number, said: string): boolean {
  if (status === 402 || error.type === 'billing_error') return true
  if (status < 400 || status >= 500) return false
  return SPENT_CODE.test(error.errorCode ?? '') || SPENT_WORDS.test(said)
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; `null` where absent, unreadable or past. */
export function readRetryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds > 0) return milliseconds
  const text = headers?.get('retry-after')
  if (!text) return null
  const seconds = Number(text)
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000
  return wait > 0 && Number.isFinite(wait) ? Math.ceil(wait) : null
}
