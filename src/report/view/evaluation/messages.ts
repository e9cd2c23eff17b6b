import type { ToolCall } from '../../../domain/conversation.js'
import type { CaseEvidence, Trial } from '../../../domain/evaluation.js'
import { clean, shortened, worded } from '../../clean.js'

/** Longer messages and tool results are cut; the whole of them stands in the run's data. */
const LONGEST_MESSAGE = 4_000
const LONGEST_JSON = 600

/** A stretch of a message; `marked` where it is held against the agent. */
type Stretch = { readonly text: string; readonly marked: boolean }
export type Call = {
  readonly tool: string
  readonly given: string
  /** What came back, or why nothing did. */
  readonly answer: string
  readonly refused: boolean
}
export type Message = {
  readonly turn: number
  readonly agent: boolean
  /** Whether a simulated prospect says it. */
  readonly synthetic: boolean
  readonly calls: readonly Call[]
  /** Empty where nothing was said. */
  readonly stretches: readonly Stretch[]
}

/** A conversation message by message, with the words marked that checks and judges hold against the agent. */
export function messagesOf(trial: Trial): Message[] {
  const against = heldAgainst(trial)
  return trial.turns.map(({ turn, speaker, text, tool_calls }) => ({
    turn,
    agent: speaker === 'agent',
    synthetic: speaker === 'prospect' && trial.simulated,
    calls: tool_calls.map(callOf),
    stretches: stretchesOf(
      shortened(clean(text), LONGEST_MESSAGE),
      against.filter((one) => one.turn === turn),
    ),
  }))
}

const heldAgainst = ({ checks, judgements }: Trial): CaseEvidence[] => [
  ...checks.filter(({ status }) => status === 'failed').flatMap(({ evidence }) => evidence),
  ...judgements.flatMap(({ broken_rules, weakness }) => [
    ...broken_rules.flatMap(({ evidence }) => evidence ?? []),
    ...(weakness?.evidence.speaker === 'agent' ? [weakness.evidence] : []),
  ]),
]

/** The text cut where quotes begin and end; quotes that overlap are marked as one. */
function stretchesOf(text: string, quotes: readonly CaseEvidence[]): Stretch[] {
  const found = quotes
    .map(({ quote }) => ({ from: text.indexOf(clean(quote)), length: clean(quote).length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((a, b) => a.from - b.from)
  const stretches: Stretch[] = []
  let at = 0
  for (const { from, length } of found) {
    if (from > at) stretches.push({ text: text.slice(at, from), marked: false })
    const start = Math.max(at, from)
    if (from + length > start) stretches.push({ text: text.slice(start, from + length), marked: true })
    at = Math.max(at, from + length)
  }
  return at < text.length ? [...stretches, { text: text.slice(at), marked: false }] : stretches
}

const callOf = ({ tool, arguments: given, answer, accepted, problem }: ToolCall): Call => ({
  tool: shortened(worded(tool), 80),
  given: given === null ? 'no readable arguments' : json(given),
  answer: accepted ? json(answer) : shortened(worded(problem ?? 'The call was refused.'), LONGEST_JSON),
  refused: !accepted,
})

const json = (value: unknown): string => shortened(clean(JSON.stringify(value)), LONGEST_JSON)
