import type { ConversationTurn } from '../../domain/evaluation/conversation.js'

/**
 * A conversation as lines. Every line of a message begins with a bar, so that no message can imitate the start of
 * another; tool calls begin with an asterisk.
 */
export const writeTranscript = (turns: readonly ConversationTurn[], { tools }: { tools: boolean }): string =>
  turns
    .map(({ turn, speaker, text, tool_calls }) => {
      const lines = [`[${turn}] ${speaker}:`]
      if (tools) lines.push(...tool_calls.map(writeCall))
      if (text.trim() === '') lines.push('(says nothing)')
      else lines.push(...text.split('\n').map((line) => `| ${line}`))
      return lines.join('\n')
    })
    .join('\n')

export const writeCall = ({
  tool,
  arguments: callArguments,
  answer,
  problem,
}: ConversationTurn['tool_calls'][number]): string =>
  `* calls ${tool} with ${JSON.stringify(callArguments)}, ${problem === null ? `gets ${JSON.stringify(answer)}` : `which fails: ${problem}`}`
