import type { AgentFacts } from '../../../domain/evaluation/agent.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { Prompt } from '../../../llm/client.js'
import { writeCall, writeTranscript } from '../transcript.js'

export const AGENT_FRAME = `You are an agent in a conversation with a prospect. Everything about how you behave stands in your instructions.

How you answer:
- text: what you say to the prospect next, exactly as it is to be sent. No notes, no stage directions.
- tool_calls: tools you need first, each with its name and arguments_json (one JSON object). When you call a tool, leave text empty: you get the results and then speak. Without a need for one, an empty list.`

/** The agent's own description comes first, as all its conversations share it. */
export const agentPrompt = (frame: string, { agent, conversation, called }: FactsOf<'agent_turn'>): Prompt => ({
  rules: frame,
  shared: describeAgent(agent),
  own: `The conversation so far:
${writeTranscript(conversation, { tools: true })}
${called.length > 0 ? `\nTools you called just now:\n${called.map(writeCall).join('\n')}\n` : ''}
Answer the prospect’s last message.`,
})

/** What the skill adds to the prompt; '' for each part that adds nothing. */
export const alsoKnown = ({ instructions, examples }: Pick<AgentFacts, 'instructions' | 'examples'>): string[] => [
  instructions === '' ? '' : `What you also know:\n${instructions}`,
  examples.length === 0
    ? ''
    : `Examples:\n${examples.map(({ input, output }) => `Prospect: ${input}\nYou: ${output}`).join('\n\n')}`,
]

function describeAgent({ system_prompt, tools, ...skill }: AgentFacts): string {
  return [
    `Your instructions:\n${system_prompt}`,
    ...alsoKnown(skill),
    tools.length === 0 ? 'You have no tools.' : `Your tools:\n${tools.map(describeTool).join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const describeTool = ({ name, description, parameters }: AgentFacts['tools'][number]): string =>
  `- ${name}: ${description} Arguments: ${
    Object.entries(parameters)
      .map(([key, { type, required, description: what }]) =>
        `${key} (${type}${required ? '' : ', optional'}) ${what}`.trim(),
      )
      .join('; ') || 'none'
  }`
