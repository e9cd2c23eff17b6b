/** One server-sent event. */
export type ServerSentEvent = { readonly id: string | null; readonly event: string; readonly data: string }

/** Reads server-sent events until the stream ends; comments and an incomplete last event are left out. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text = `${text}${decoder.decode(value, { stream: true })}`.replaceAll('\r\n', '\n')
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const event = readFrame(frame)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readFrame(frame: string): ServerSentEvent | null {
  const lines = frame.split('\n')
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  const data = valuesOf('data')
  if (data.length === 0) return null
  return { id: valuesOf('id').at(-1) ?? null, event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}
