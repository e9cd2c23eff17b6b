import type { ContentBlock, Message, RawMessageStreamEvent, Usage } from '@anthropic-ai/sdk/resources/messages'

export type MessageAccumulator = {
  add(event: RawMessageStreamEvent): void
  /** The message as a call without streaming would have returned it; `null` while it is incomplete. */
  finished(): Message | null
}

/** Assembles a streamed message: texts, tool inputs, stop reason, and the usage of its first and last event. */
export function createMessageAccumulator(): MessageAccumulator {
  let message: Message | null = null
  let complete = false
  const toolInputs = new Map<number, string>()

  const addDelta = (index: number, delta: { type: string; text?: string; partial_json?: string }) => {
    const block = message?.content[index]
    if (block?.type === 'text' && delta.text !== undefined) block.text += delta.text
    if (delta.partial_json !== undefined) toolInputs.set(index, (toolInputs.get(index) ?? '') + delta.partial_json)
  }

  return {
    add(event) {
      if (event.type === 'message_start') message = { ...event.message, content: [] }
      if (!message) return
      if (event.type === 'content_block_start')
        message.content[event.index] = { ...event.content_block } as ContentBlock
      if (event.type === 'content_block_delta') addDelta(event.index, event.delta)
      if (event.type === 'message_delta') {
        message.stop_reason = event.delta.stop_reason
        message.usage = { ...message.usage, ...definedFigures(event.usage) }
      }
      if (event.type === 'message_stop') complete = true
    },
    finished() {
      if (!message || !complete) return null
      for (const [index, json] of toolInputs) {
        const block = message.content[index]
        if (block?.type === 'tool_use' && json !== '') block.input = parseJsonOrText(json)
      }
      return message
    },
  }
}

/**
 * The last event holds totals; a figure that is missing there keeps its value from the first event. Some servers send
 * no usage.
 */
const definedFigures = (usage: object | undefined): Partial<Usage> =>
  Object.fromEntries(Object.entries(usage ?? {}).filter(([, count]) => count !== null && count !== undefined))

/** A tool input that is not JSON stays a string, which the answer's schema then rejects. */
function parseJsonOrText(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
