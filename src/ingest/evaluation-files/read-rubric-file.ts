import { Rubric } from '../../domain/evaluation/rubric.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { pathName, readAs } from './read-as.js'
import { readYaml } from './read-yaml.js'
import { refuseLines } from './refuse.js'

/**
 * Reads a rubric, YAML or JSON: `dimensions`, each with id, name, weight and description. Errors: `invalid_input`, each
 * problem with its line.
 */
export function readRubricFile(text: string, name: string): Rubric {
  const document = readYaml(text, name)
  const reading = readAs(Rubric, cleanDeep(document.value), (path) => ({
    line: document.lineOf(path),
    name: pathName(path),
  }))
  if ('value' in reading) return reading.value
  return refuseLines(name, reading.problems, reading.total)
}
