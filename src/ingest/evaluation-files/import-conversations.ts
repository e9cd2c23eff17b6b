import { z } from 'zod'
import { caseIds } from '../../domain/evaluation/case-id.js'
import type { ConversationTurn } from '../../domain/evaluation/conversation.js'
import { MAX_CASES, type RecordedTrial } from '../../domain/evaluation/evaluation.js'
import { MAX_CASE_TURNS, TestCase, ToolMock } from '../../domain/evaluation/test-case.js'
import { type Reading, readAs } from './read-as.js'
import { readJsonl } from './read-json.js'
import { claimName, type FileOptions, type Row, readRows, type SkippedRow } from './rows.js'

const MAX_MESSAGE_LENGTH = 20_000
const SPEAKERS = { user: 'prospect', prospect: 'prospect', assistant: 'agent', agent: 'agent' } as const

const Message = z.object({
  role: z.enum(Object.keys(SPEAKERS) as (keyof typeof SPEAKERS)[], {
    error: ({ input }) =>
      input === 'system'
        ? 'Take the system message out; what the agent was told stands in the file about the agent.'
        : 'Write user or prospect, assistant or agent.',
  }),
  content: z
    .string()
    .trim()
    .max(MAX_MESSAGE_LENGTH, `A message has at most ${MAX_MESSAGE_LENGTH.toLocaleString('en-US')} characters.`),
  /** Tool calls that the agent made before this message, with their results. */
  tool_calls: z
    .array(z.object({ tool: ToolMock.shape.tool, arguments: ToolMock.shape.arguments, answer: ToolMock.shape.answer }))
    .max(100)
    .default([]),
})
type Message = z.infer<typeof Message>

const Conversation = z.object({
  name: TestCase.shape.name.optional(),
  category: TestCase.shape.category,
  expected_behavior: TestCase.shape.expected_behavior,
  critical: TestCase.shape.critical,
  cluster_id: TestCase.shape.cluster_id,
  must: TestCase.shape.must,
  must_not: TestCase.shape.must_not,
  messages: z.array(Message).min(1, 'A conversation needs messages.'),
})

/** The prospect of a recorded conversation. The words state nothing that the judge could take for a fact. */
const UNKNOWN_PERSONA = 'Somebody who held this conversation'
const CONVERSATIONS_NOUN = { singular: 'conversation', plural: 'conversations', max: MAX_CASES }

/**
 * Reads recorded conversations, one JSON object per line: `messages` of `{ role, content, tool_calls? }` and optionally
 * `name` (default: "Conversation" and its line), `category`, `expected_behavior`, `critical`, `cluster_id`, `must`,
 * `must_not`. Each becomes a case with a recorded trial 1, so that it is judged and not simulated again; run them with
 * one trial.
 *
 * The prospect must begin, and the agent must say something. Consecutive messages of one speaker are joined with an
 * empty line; a tool call counts as accepted, since it has a result. The ids in `recorded` are those of the returned
 * cases in this order; among other cases they have to be computed again (`caseIds`).
 *
 * Errors: `invalid_input` with every invalid line, or, with `skip_invalid`, only where no conversation is valid.
 */
export function importConversations(
  text: string,
  options: FileOptions,
): { cases: TestCase[]; recorded: RecordedTrial[]; skipped: SkippedRow[] } {
  const taken = new Map<string, number>()
  const { values, skipped } = readRows(readJsonl(text, options.name), options, CONVERSATIONS_NOUN, (value, row) =>
    readConversation(value, row, taken),
  )
  const cases = values.map(({ test }) => test)
  const ids = caseIds(cases.map(({ name }) => name))
  const recorded = values.map(({ turns }, index) => ({
    case_id: ids[index] as string,
    trial: 1,
    turns,
    simulated: false,
  }))
  return { cases, recorded, skipped: [...skipped] }
}

type RecordedConversation = { readonly test: TestCase; readonly turns: ConversationTurn[] }

function readConversation(value: unknown, row: Row, taken: Map<string, number>): Reading<RecordedConversation> {
  const reading = readAs(Conversation, value, row.where)
  if (!('value' in reading)) return reading
  const { messages, name, ...fields } = reading.value
  const turns = mergeTurns(messages)
  const sentence = conversationProblem(messages, turns)
  if (sentence !== null) return { problems: [{ line: row.line, sentence }], total: 1 }
  const rounds = turns.filter(({ speaker }) => speaker === 'prospect').length
  const test = {
    ...fields,
    name: name ?? `Conversation ${row.line}`,
    input: turns[0]?.text,
    persona: rounds > 1 ? UNKNOWN_PERSONA : undefined,
    max_turns: rounds > 1 ? rounds : undefined,
  }
  const made = readAs(TestCase, test, row.where)
  if (!('value' in made)) return made
  const problem = claimName(taken, made.value.name, row)
  return problem === null ? { value: { test: made.value, turns } } : { problems: [problem], total: 1 }
}

function mergeTurns(messages: readonly Message[]): ConversationTurn[] {
  const turns: ConversationTurn[] = []
  for (const { role, content, tool_calls } of messages) {
    const speaker = SPEAKERS[role]
    const calls = tool_calls.map((call) => ({ ...call, accepted: true, problem: null }))
    const last = turns.at(-1)
    if (last?.speaker === speaker) {
      last.text = [last.text, content].filter((text) => text !== '').join('\n\n')
      last.tool_calls.push(...calls)
    } else turns.push({ turn: turns.length + 1, speaker, text: content, tool_calls: calls })
  }
  return turns
}

/** Why messages are not a conversation that can be judged; `null` where they are. */
function conversationProblem(messages: readonly Message[], turns: readonly ConversationTurn[]): string | null {
  const silent = messages.findIndex(({ content, tool_calls }) => content === '' && tool_calls.length === 0)
  if (silent >= 0) return `messages[${silent}]: A message has a text, or at least a tool call.`
  const calling = messages.findIndex(({ role, tool_calls }) => SPEAKERS[role] === 'prospect' && tool_calls.length > 0)
  if (calling >= 0) return `messages[${calling}]: Only the agent calls tools.`
  if (turns[0]?.speaker !== 'prospect') return 'The agent speaks first; a conversation begins with the prospect.'
  if (turns.length < 2) return 'The agent says nothing in this conversation, so there is nothing to judge.'
  const rounds = turns.filter(({ speaker }) => speaker === 'prospect').length
  if (rounds <= MAX_CASE_TURNS) return null
  return `The prospect speaks ${rounds} times; a conversation has at most ${MAX_CASE_TURNS} messages of the prospect.`
}
