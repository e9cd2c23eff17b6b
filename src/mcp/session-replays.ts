import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Missed } from './session-events.js'

const Message = z.custom<JSONRPCMessage>((value) => typeof value === 'object' && value !== null)
const MissedMessage = z.object({
  stream: z.string(),
  done: z.boolean(),
  events: z.array(z.tuple([z.string(), Message])),
})
const Question = z.object({ after: z.string(), question: z.string() })
const Part = z.object({ question: z.string(), part: z.int(), parts: z.int(), data: z.string() })

/** Characters that a message between processes can carry beside a session's id. */
const PART_CHARACTERS = 3_000
/** Milliseconds to wait for another process; a running one answers at once. */
const ANSWER_WITHIN_MS = 3_000

type SendTo = (session: string, to: 'replay' | 'replayed', message: Record<string, unknown>) => Promise<void>
type Waiting = { readonly parts: string[]; readonly done: (missed: Missed | null) => void }

/** Transfers missed events, in parts, from the process that stores them to the process where the client reconnected. */
export function createReplays(send: SendTo) {
  const waiting = new Map<string, Waiting>()
  return {
    /** The events after an event of another process; null where no process answers. */
    async ask(session: string, after: string): Promise<Missed | null> {
      const question = randomUUID()
      const answered = new Promise<Missed | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS)
        const done = (missed: Missed | null): void => {
          clearTimeout(timer)
          resolve(missed)
        }
        waiting.set(question, { parts: [], done })
      })
      await send(session, 'replay', { after, question })
      return answered.finally(() => waiting.delete(question))
    },
    /** Answers another process's question if the event is one of this process. */
    async answer(session: string, message: unknown, missedAfter: (id: string) => Missed | null): Promise<void> {
      const asked = Question.safeParse(message)
      const missed = asked.success ? missedAfter(asked.data.after) : null
      if (!asked.success || !missed) return
      const { question } = asked.data
      const text = Buffer.from(JSON.stringify(missed)).toString('base64')
      const parts = Math.ceil(text.length / PART_CHARACTERS)
      for (let part = 0; part < parts; part++) {
        const data = text.slice(part * PART_CHARACTERS, (part + 1) * PART_CHARACTERS)
        await send(session, 'replayed', { question, part, parts, data })
      }
    },
    /** Takes one part of another process's answer. */
    take(message: unknown): void {
      const { success, data: given } = Part.safeParse(message)
      const asked = success ? waiting.get(given.question) : undefined
      if (!success || !asked) return
      asked.parts[given.part] = given.data
      if (Object.keys(asked.parts).length < given.parts) return
      const text = Buffer.from(asked.parts.join(''), 'base64').toString('utf8')
      asked.done(MissedMessage.parse(JSON.parse(text)))
    },
  }
}
