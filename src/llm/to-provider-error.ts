import { inspect } from 'node:util'
import { APIError } from '@anthropic-ai/sdk/error'
import { ProviderError, responseLost } from './provider-error.js'

type Request = {
  readonly model: string
  /** Where requests are sent. */
  readonly host: string
  /** Whether the request had left this machine. */
  readonly sent: boolean
  /** Masks the API key in a server's text, which may quote the request's headers. */
  readonly mask: (text: string) => string
}

/**
 * Classifies an error of the SDK or the socket. The API key is masked in its message, and causes that quote the key are
 * dropped.
 */
export function toProviderError(error: unknown, request: Request): ProviderError {
  const found = classify(error, request)
  const { mask } = request
  // Each cause may hold a server's text, and code that prints an error prints its causes.
  const quoted = found.cause !== undefined && mask(inspect(found.cause)) !== inspect(found.cause)
  const { message, status, kind, retryAfterMs, refusal, providerHealthy, requestId } = found
  const cause = quoted ? undefined : found.cause
  const facts = { status, kind, retryAfterMs, refusal, providerHealthy, requestId: requestId && mask(requestId), cause }
  return new ProviderError(mask(message), facts)
}

function classify(error: unknown, request: Request): ProviderError {
  const { sent, mask } = request
  if (error instanceof ProviderError) return error
  if (error instanceof APIError && error.status !== undefined) return fromStatus(error, error.status, request)
  if (error instanceof APIError && error.type !== null)
    return responseLost(`the stream broke off: ${oneLine(error, mask)}`, { cause: error })
  const cause = error instanceof APIError && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)
  if (sent) return responseLost(`the connection broke off: ${reason}`, { cause: error })
  return new ProviderError(`no connection: ${reason}`, { status: 'failed', kind: 'transient', cause: error })
}

/** Statuses of requests and accounts that the API refuses for good; servers of others also use 422. */
const FINAL_STATUSES = [400, 401, 402, 403, 404, 413, 422]

function fromStatus(error: APIError, status: number, { model, host, mask }: Request): ProviderError {
  const facts = { status: 'failed' as const, requestId: error.requestID ?? null, cause: error }
  const message = oneLine(error, mask)
  const isApiError = hasApiForm(error.error)
  const refusal = (status === 400 || status === 413 || status === 422) && isObject(error.error) ? message : null
  const rejected = (problem: string) => new ProviderError(problem, { ...facts, kind: 'rejected' })

  if (isApiError && isSpendLimit(error, status, message)) {
    return rejected(
      `the account's credit or spend limit is used up (${message}). Add credit or raise the limit, then retry.`,
    )
  }
  if (!isApiError || !FINAL_STATUSES.includes(status)) {
    const retryAfterMs = readRetryAfter(error.headers)
    const providerHealthy = status === 429 && retryAfterMs !== null
    const problem = isApiError
      ? `HTTP ${status}: ${message}`
      : `HTTP ${status} without an error of the Messages API${message && ` (${message})`}; a proxy, firewall or gateway between here and ${host} may have answered`
    return new ProviderError(problem, { ...facts, kind: 'transient', retryAfterMs, providerHealthy, refusal })
  }
  if (status === 401) return rejected(`the API key is not accepted (${message}). Check ANTHROPIC_API_KEY.`)
  if (status === 403) return rejected(`the API key may not do this (${message}). Check its permissions.`)
  if (status === 404)
    return rejected(
      `the server does not know the model ${model} or the address (${message}). Check the model's name and ANTHROPIC_BASE_URL.`,
    )
  return new ProviderError(`HTTP ${status}: ${message}. Asking again would not help.`, {
    ...facts,
    kind: 'rejected',
    refusal,
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Whether a body is an error as the API writes it. Only such an error can be final: anything else may come from a proxy
 * or firewall on the way. `type: "error"` around it is not asked for, because other servers of this API leave it out.
 */
function hasApiForm(body: unknown): boolean {
  const error = isObject(body) ? body.error : null
  return isObject(error) && typeof error.type === 'string' && typeof error.message === 'string'
}

/** The provider's own message on one line, cut to 300 characters: a proxy may answer with a page. */
function oneLine(error: APIError, mask: Request['mask']): string {
  const line = mask(error.apiMessage ?? withoutStatus(error))
    .replace(/<(style|script|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** The SDK puts the status before a body, and a sentence in place of an empty one. */
function withoutStatus({ status, message }: APIError): string {
  const text = message.replace(`${status} `, '')
  return text === 'status code (no body)' ? '' : text
}

const SPEND_LIMIT_CODE = /spend_limit|billing|credit/
const SPEND_LIMIT_MESSAGE =
  /spend(ing)? (limit|cap)|credit balance|API usage limits|insufficient (credit|quota|balance)|exceeded your current quota/i

/** A spent limit comes as 402, as 400 with a message, or as 429 with an error code and without `retry-after`. */
function isSpendLimit(error: APIError, status: number, message: string): boolean {
  if (status === 402 || error.type === 'billing_error') return true
  if (status < 400 || status >= 500) return false
  return SPEND_LIMIT_CODE.test(error.errorCode ?? '') || SPEND_LIMIT_MESSAGE.test(message)
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
