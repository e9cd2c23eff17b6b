/** Maximum rounds of tool calls before an agent must speak; after them its message is empty. */
export const MAX_CALL_ROUNDS = 5
