import { parse } from 'yaml'
import { cleanDeep } from '../domain/text/clean-text.js'
import { refuse } from '../errors.js'
import { complexityProblem } from './evaluation-files/limits.js'
import { utf8Text } from './plain-text.js'

/** Most values of a document: what arrives in the process that asked takes memory for each. */
const MAX_VALUES = 5_000_000

/** The value of a JSON file. Errors: `invalid_input` for a file that is no JSON, nested too deeply or of too many values. */
export function readJsonDocument(bytes: Uint8Array, name: string): unknown {
  const text = utf8Text(bytes, name)
  const value = parsedBy(() => JSON.parse(text), `${name} is not valid JSON.`)
  const problem = complexityProblem(value, MAX_VALUES)
  return problem === null ? value : refuse(`${name} ${problem}`)
}

/** The templates of a YAML or JSON file, a single one or a list, not validated yet. Errors: `invalid_input`. */
export function readTemplates(text: string, name: string): unknown[] {
  const value = parsedBy(() => parse(text, { maxAliasCount: 20 }), `${name} is neither YAML nor JSON.`)
  const problem = complexityProblem(value)
  if (problem !== null) refuse(`${name} ${problem}`)
  return [cleanDeep(value)].flat()
}

function parsedBy(parser: () => unknown, problem: string): unknown {
  try {
    return parser()
  } catch {
    return refuse(problem)
  }
}
