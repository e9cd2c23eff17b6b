/** Rounds of tool calls before an agent has to speak; one that goes on calling says nothing. */
export const MAX_CALL_ROUNDS = 5
