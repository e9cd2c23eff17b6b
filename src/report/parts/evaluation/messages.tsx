import type { Call, Message } from '../../view/evaluation/messages.js'

/** A conversation message by message; what is held against the agent is marked. */
export function Messages({ messages, agent }: { messages: readonly Message[]; agent: string }) {
  if (messages.length === 0) return <p class="detail">No conversation was held.</p>
  return (
    <ol class="turns talk">
      {messages.map((one) => (
        <li key={one.turn} class={one.agent ? 'turn' : 'turn moderator'}>
          <p class="speaker">
            <b>{one.agent ? agent : 'Prospect'}</b>
            {one.synthetic && <span> synthetic</span>}
          </p>
          <div>
            {one.calls.map((call, i) => (
              <ToolCall key={i} call={call} />
            ))}
            <Said message={one} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Said({ message: { stretches } }: { message: Message }) {
  if (stretches.length === 0) return <p class="detail">Said nothing.</p>
  return (
    <p class="line" dir="auto">
      {stretches.map(({ text, marked }, i) => (marked ? <mark key={i}>{text}</mark> : text))}
    </p>
  )
}

function ToolCall({ call: { tool, given, answer, refused } }: { call: Call }) {
  return (
    <div class={refused ? 'call refused' : 'call'}>
      <p>
        Calls <b>{tool}</b> with <code>{given}</code>
      </p>
      <p>
        {refused ? <b class="failed">Refused:</b> : 'Gets'} {refused ? answer : <code>{answer}</code>}
      </p>
    </div>
  )
}
