import { pictureTokens } from '../domain/panel/stimulus.js'
import type { CallUsage, ExpectedCalls } from './client.js'
import { CACHE_WRITE, factsOf, pictureLimits } from './models-and-prices.js'

type Tokens = Pick<CallUsage, 'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens'>

const MILLION = 1_000_000

/** The price in dollars of one request's tokens, or `null` where the model has no known price (never 0). */
export function priceUsage(model: string, usage: Tokens): number | null {
  const facts = factsOf(model)
  if (!facts) return null
  const prompt = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
  const rates = facts.long && prompt > facts.long.above ? facts.long : facts
  const input = usage.input_tokens + usage.cache_write_tokens * CACHE_WRITE + usage.cache_read_tokens * facts.cacheRead
  return (input * rates.input + usage.output_tokens * rates.output) / MILLION
}

/**
 * The price in dollars of similar calls. The first call writes the shared prefix to the cache and the others read it,
 * where it is long enough for the model's cache; `null` where no price is known.
 */
export function priceCalls(model: string, calls: ExpectedCalls): number | null {
  const facts = factsOf(model)
  if (!facts) return null
  const { count, output_tokens, pictures = [] } = calls
  const shown = pictures.reduce((sum, picture) => sum + pictureTokens(picture, pictureLimits(model)), 0)
  const input_tokens = calls.input_tokens + shown
  const shared_tokens = (calls.shared_tokens ?? 0) + shown
  const cached = count > 1 && shared_tokens >= facts.minimumPrefix ? shared_tokens : 0
  const read = CACHE_WRITE + (count - 1) * facts.cacheRead
  const input = count * (input_tokens - cached) + cached * (cached > 0 ? read : 0)
  return (input * facts.input + count * output_tokens * facts.output) / MILLION
}

/** A lower bound for every text that is sent. Counted in bytes, because Chinese has about one token per character. */
const MIN_BYTES_PER_TOKEN = 2.5
/** Tokens that the provider adds to a prompt for structured output or a tool. */
const HIDDEN_TOKENS = 600

/**
 * An upper bound of one request's price in dollars: as many tokens as its bytes allow, written to the cache if cached,
 * and all of `max_tokens`; `null` where no price is known.
 */
export function maxRequestCost(
  model: string,
  request: { bytes: number; picture_tokens?: number; cached: boolean; max_tokens: number },
): number | null {
  const tokens = Math.ceil(request.bytes / MIN_BYTES_PER_TOKEN) + HIDDEN_TOKENS + (request.picture_tokens ?? 0)
  return priceUsage(model, {
    input_tokens: request.cached ? 0 : tokens,
    cache_write_tokens: request.cached ? tokens : 0,
    cache_read_tokens: 0,
    output_tokens: request.max_tokens,
  })
}

/** Estimated tokens of English text, which has between three and four characters per token. */
export const estimateTokens = (characters: number): number => Math.floor(characters / 3.5)
