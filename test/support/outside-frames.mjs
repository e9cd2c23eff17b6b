/** A word that no text has by itself. */
export const SENTINEL = 'Qzvexil'

/** What of a prompt stands outside all frames of untrusted text; the attributes of a frame stand outside. */
export const outsideFrames = (text) =>
  text.replace(/<([a-z_]+-[0-9a-f]{16})( [^>\n]*)?>\n[\s\S]*?\n<\/\1>/g, (_, __, attributes = '') => attributes)

/** Fields whose words must stand in the prompt, or are no words. */
const VERBATIM = /^(?:quotes?|original|replacement|codes|offer|claims|language|tool_calls)$/

/** An answer of a model that says the sentinel in every sentence it is free in. */
export function planted(answer, field = '') {
  if (VERBATIM.test(field)) return answer
  if (typeof answer === 'string') return /\s\S+\s/.test(answer) ? `${SENTINEL}: ${answer}` : answer
  if (Array.isArray(answer)) return answer.map((item) => planted(item, field))
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, planted(value, name)]))
}
