import type { ConversationTurn } from '../../../domain/conversation.js'
import { matches } from '../converse/tool-mocks.js'
import { agentTurns, type Fault, type Finding, type Held, NOT_APPLICABLE } from './check.js'

/** Calls that fit no tool or mock, required calls that were not made, and calls out of order where the order matters. */
export function toolsCalledRight({ test, turns }: Held): Finding {
  const calls = agentTurns(turns).flatMap((turn) => turn.tool_calls.map((call) => ({ turn, call })))
  const required = test.tools_mock.filter((mock) => mock.required)
  if (calls.length === 0 && required.length === 0) return NOT_APPLICABLE
  const last = turns.at(-1) as ConversationTurn
  const wrong = calls.flatMap(({ turn, call }): Fault[] =>
    call.accepted ? [] : [{ sentence: `${call.tool}: ${call.problem}`, turn, quote: '' }],
  )
  const places = required.map((mock) =>
    calls.findIndex(
      ({ call }) => call.accepted && call.tool === mock.tool && matches(call.arguments ?? {}, mock.arguments),
    ),
  )
  const missing = required.flatMap((mock, i): Fault[] =>
    places[i] === -1
      ? [{ sentence: `It never calls ${mock.tool} with ${JSON.stringify(mock.arguments)}.`, turn: last, quote: '' }]
      : [],
  )
  const made = places.filter((place) => place !== -1)
  const disordered = test.tools_in_order && made.some((place, i) => i > 0 && place < (made[i - 1] ?? 0))
  const order: Fault[] = disordered
    ? [
        {
          sentence: `It calls the tools in another order than ${required.map(({ tool }) => tool).join(', ')}.`,
          turn: last,
          quote: '',
        },
      ]
    : []
  return { applies: true, fine: 'Its tools are called as they have to be.', faults: [...wrong, ...missing, ...order] }
}
