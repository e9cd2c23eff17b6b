import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../errors.js'
import { maskSecret } from '../mask-secret.js'
import type { Embedder, Vector } from './embedder.js'

export type EndpointOptions = {
  /** Base address of a server with OpenAI's embeddings API, such as https://host/v1. */
  readonly url: string
  readonly apiKey: string | null
  readonly model: string
  readonly timeoutMs: number
  readonly minPauseMs?: number
}

const BATCH_SIZE = 100
const MAX_RETRIES = 3
const Answer = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1) })) })

/** What a server refuses for good with an error of its own: a key, a model, an address, a request. */
const FINAL_STATUSES = [400, 401, 402, 403, 404, 413, 422]
const Refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/**
 * Embeddings from a configured server. Retries whatever is no vectors and no refusal by that server: a proxy or firewall
 * on the way may have answered. Redirects are not followed, as the key would go along.
 */
export function createEndpointEmbedder(options: EndpointOptions): Embedder {
  const address = `${options.url.replace(/\/+$/, '')}/embeddings`
  return {
    model: options.model,
    async embed(texts, { signal } = {}) {
      const vectors: Vector[] = []
      for (let at = 0; at < texts.length; at += BATCH_SIZE) {
        const input = texts.slice(at, at + BATCH_SIZE).map((text) => text || ' ')
        vectors.push(...(await request(address, options, input, signal)))
      }
      return vectors
    },
    close: async () => {},
  }
}

async function request(
  address: string,
  options: EndpointOptions,
  input: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Vector[]> {
  for (let tries = 0; ; tries++) {
    const result = await attempt(address, options, input, signal)
    if (!(result instanceof AppError)) return result
    if (result.code !== 'provider_down' || tries >= MAX_RETRIES) throw result
    await sleep((options.minPauseMs ?? 500) * 2 ** tries, undefined, signal ? { signal } : {})
  }
}

async function attempt(
  address: string,
  { apiKey, model, timeoutMs }: EndpointOptions,
  input: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Vector[] | AppError> {
  const limit = AbortSignal.timeout(timeoutMs)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (apiKey !== null) headers.authorization = `Bearer ${apiKey}`
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, input }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const problem = `embeddings answered HTTP ${response.status}`
    if (response.status === 429 || response.status >= 500) return down(problem)
    if (!response.ok) {
      const check = 'check EMBEDDINGS_URL, _API_KEY and _MODEL'
      if (await isRefusal(response)) return rejected(`${problem}; ${check}.`)
      return down(`${problem} without an error of that API, as a proxy on the way may; if it stays so, ${check}`)
    }
    const parsed = Answer.safeParse(await response.json())
    if (!parsed.success || parsed.data.data.length !== input.length)
      return rejected('embeddings came back in a shape that is not understood; check EMBEDDINGS_URL.')
    return parsed.data.data.sort((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    // The error of a response that is not JSON quotes its text.
    return down(maskSecret(apiKey)(error instanceof Error ? error.message : String(error)))
  }
}

async function isRefusal(response: Response): Promise<boolean> {
  const body = await response.json().catch(() => null)
  return FINAL_STATUSES.includes(response.status) && Refusal.safeParse(body).success
}

const down = (problem: string) => new AppError('provider_down', { problem })
const rejected = (problem: string) => new AppError('provider_rejected', { problem })
