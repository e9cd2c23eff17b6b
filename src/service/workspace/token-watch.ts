import type { Grant } from '../../domain/workspace/token-scopes.js'
import type { Context } from '../context.js'

/** A stream ends about this many milliseconds after its token at the latest. */
const LOOK_MS = 2_000

/** Ends answers under way whose token has expired or was revoked, in whichever process. */
export function createTokenWatch({ store }: Pick<Context, 'store'>, lookMs = LOOK_MS) {
  const open = new Map<string, Set<() => void>>()
  let looking = false
  const look = async (): Promise<void> => {
    // Streams stay open while the database is unreachable.
    const valid = await store.tokens.valid([...open.keys()]).catch(() => null)
    for (const [token_id, ends] of valid ? open : []) if (!valid?.has(token_id)) for (const end of [...ends]) end()
    looking = false
    lookSoon()
  }
  const lookSoon = (): void => {
    if (looking || open.size === 0) return
    looking = true
    setTimeout(look, lookMs).unref()
  }
  /** Calls `end` once the token has ended, unless the returned function is called before. */
  const watch = (token_id: string, end: () => void): (() => void) => {
    const ends = open.get(token_id) ?? new Set()
    ends.add(end)
    open.set(token_id, ends)
    lookSoon()
    return () => {
      ends.delete(end)
      if (ends.size === 0) open.delete(token_id)
    }
  }
  return {
    /**
     * Returns the response unchanged, except that a stream ends with its token: events just end, and anything else,
     * such as an export, breaks off, as it is not whole. JSON is no stream: it is whole before it is sent.
     */
    guard(answer: Response, { token }: Grant): Response {
      const type = answer.headers.get('content-type') ?? ''
      if (token === null || answer.body === null || type.startsWith('application/json')) return answer
      const problem = type.startsWith('text/event-stream') ? null : new Error('The token of this answer has ended.')
      const body = endedBy(answer.body, (end) => watch(token.token_id, end), problem)
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
  }
}

/**
 * Passes the bytes through until `watch` calls back; then the stream ends, or breaks off with `problem`, and its source
 * is cancelled.
 */
function endedBy(
  source: ReadableStream<Uint8Array>,
  watch: (end: () => void) => () => void,
  problem: Error | null,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let ended = false
  let unwatch = (): void => {}
  const finish = (): void => {
    ended = true
    unwatch()
  }
  return new ReadableStream({
    start(controller) {
      unwatch = watch(() => {
        if (ended) return
        finish()
        if (problem) controller.error(problem)
        else controller.close()
        void reader.cancel().catch(() => {})
      })
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        finish()
        throw error
      })
      if (ended) return
      if (!done) return controller.enqueue(value)
      finish()
      controller.close()
    },
    cancel(reason) {
      finish()
      return reader.cancel(reason)
    },
  })
}
