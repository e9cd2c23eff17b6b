import { refuse } from '../errors.js'
import { complexityProblem } from './evaluation-files/limits.js'
import { utf8Text } from './plain-text.js'

/** Most values of a document: what arrives in the process that asked takes memory for each. */
const MAX_VALUES = 5_000_000

/** The value of a JSON file. Errors: `invalid_input` for a file that is no JSON, nested too deeply or of too many values. */
export function readJsonDocument(bytes: Uint8Array, name: string): unknown {
  const value = parsed(utf8Text(bytes, name), name)
  const problem = complexityProblem(value, MAX_VALUES)
  return problem === null ? value : refuse(`${name} ${problem}`)
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(`${name} is not valid JSON.`)
  }
}
