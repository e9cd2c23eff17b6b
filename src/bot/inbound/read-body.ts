/** Slack sends a body at once; a slower sender would only hold memory. */
const MAX_MS = 5_000
/** Most bytes held for all bodies whose signature is not checked yet. */
const MAX_HELD_BYTES = 16_000_000

/**
 * Reads bodies whose signature can only be checked once they are complete, within a limit of memory for all of them.
 * Resolves to the text, or to the status of a refusal: 503 while too many bytes are held, 408 for a slow body.
 */
export function createBodyReader({ maxMs = MAX_MS, maxHeldBytes = MAX_HELD_BYTES } = {}) {
  let held = 0
  return async (request: Request): Promise<string | 408 | 503> => {
    const reader = request.body?.getReader()
    if (!reader) return ''
    const pieces: Uint8Array[] = []
    let [own, isLate] = [0, false]
    const timer = setTimeout(() => {
      isLate = true
      void reader.cancel().catch(() => {})
    }, maxMs)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (isLate) return 408
        if (done) return Buffer.concat(pieces).toString('utf8')
        own += value.byteLength
        held += value.byteLength
        if (held > maxHeldBytes) return 503
        pieces.push(value)
      }
    } finally {
      clearTimeout(timer)
      held -= own
      void reader.cancel().catch(() => {})
    }
  }
}
