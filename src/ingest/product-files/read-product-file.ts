import { cleanDeep } from '../../domain/clean-text.js'
import { Product } from '../../domain/product.js'
import { pathName, readAs } from '../evaluation-files/read-as.js'
import { readYaml } from '../evaluation-files/read-yaml.js'
import { refuseLines } from '../evaluation-files/refuse.js'

/** Reads a product file, YAML or JSON. Errors: `invalid_input`, each problem as one sentence with its line. */
export function readProductFile(text: string, name: string): Product {
  const document = readYaml(text, name)
  const reading = readAs(Product, cleanDeep(document.value), (path) => ({
    line: document.lineOf(path),
    name: pathName(path),
  }))
  if ('value' in reading) return reading.value
  return refuseLines(name, reading.problems, reading.total)
}
