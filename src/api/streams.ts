import { AppError } from '../errors.js'

/** Most open streams of a workspace in one process. */
const MAX_STREAMS = 50
const HEARTBEAT_MS = 15_000

export type Streams = ReturnType<typeof createStreams>

/**
 * Server-sent events of this process: counts the open streams of each workspace, and ends them when the server stops.
 */
export function createStreams(closing: AbortSignal) {
  const open = new Map<string, number>()
  return {
    /**
     * Streams the frames of `framesOf` as fast as they are read, with a comment as a heartbeat while there are none.
     * Errors: `too_many_requests`.
     */
    answer(workspace_id: string, framesOf: (signal: AbortSignal) => AsyncGenerator<string>): Response {
      const others = open.get(workspace_id) ?? 0
      if (others >= MAX_STREAMS)
        throw new AppError('too_many_requests', {
          problem: `This workspace follows ${MAX_STREAMS} runs here already; close one, or read the run now and then.`,
        })
      open.set(workspace_id, others + 1)
      const leave = (): void => {
        const left = (open.get(workspace_id) ?? 1) - 1
        if (left > 0) open.set(workspace_id, left)
        else open.delete(workspace_id)
      }
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
      return new Response(streamOf(framesOf, { closing, leave }), { headers })
    },
  }
}

function streamOf(
  framesOf: (signal: AbortSignal) => AsyncGenerator<string>,
  { closing, leave }: { closing: AbortSignal; leave: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = new AbortController()
  const frames = framesOf(AbortSignal.any([left.signal, closing]))
  let heartbeat: NodeJS.Timeout
  const finish = (): void => {
    if (left.signal.aborted) return
    clearInterval(heartbeat)
    left.abort()
    leave()
  }
  return new ReadableStream({
    start(controller) {
      const beat = (): void => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still there\n\n'))
      }
      heartbeat = setInterval(beat, HEARTBEAT_MS)
    },
    async pull(controller) {
      // A reader reconnects after a broken stream.
      const { done, value } = await frames.next().catch(() => ({ done: true, value: undefined }) as const)
      if (left.signal.aborted) return
      if (!done) return controller.enqueue(encoder.encode(value))
      finish()
      controller.close()
    },
    cancel: finish,
  })
}
