import type { ConversationTurn } from '../../domain/conversation.js'

/**
 * A conversation as lines. What somebody said has a bar before each of its lines, so that no message can pass for the
 * start of another; tool calls have an asterisk.
 */
export const writeTranscript = (turns: readonly ConversationTurn[], { tools }: { tools: boolean }): string =>
  turns
    .map(({ turn, speaker, text, tool_calls }) =>
      [
        `[${turn}] ${speaker}:`,
        ...(tools ? tool_calls.map(writeCall) : []),
        ...(text.trim() === '' ? ['(says nothing)'] : text.split('\n').map((line) => `| ${line}`)),
      ].join('\n'),
    )
    .join('\n')

export const writeCall = ({
  tool,
  arguments: callArguments,
  answer,
  problem,
}: ConversationTurn['tool_calls'][number]): string =>
  `* calls ${tool} with ${JSON.stringify(callArguments)}, ${problem === null ? `gets ${JSON.stringify(answer)}` : `which fails: ${problem}`}`
