import { parse } from 'yaml'
import { cleanDeep } from '../domain/text/clean-text.js'
import { refuse } from '../errors.js'
import { complexityProblem } from './evaluation-files/limits.js'

/** The templates of a YAML or JSON file, a single one or a list, not validated yet. Errors: `invalid_input`. */
export function readTemplates(text: string, name: string): unknown[] {
  const document = parsed(text, name)
  const problem = complexityProblem(document)
  if (problem !== null) refuse(`${name} ${problem}`)
  return [cleanDeep(document)].flat()
}

function parsed(text: string, name: string): unknown {
  try {
    return parse(text, { maxAliasCount: 20 })
  } catch {
    return refuse(`${name} is neither YAML nor JSON.`)
  }
}
