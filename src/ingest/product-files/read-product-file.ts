import type { z } from 'zod'
import { cleanDeep } from '../../domain/clean-text.js'
import { Product } from '../../domain/product.js'
import {
  asWritten,
  ConfigurationFile,
  isConfiguration,
  type SimulationConfiguration,
  withAliases,
} from '../../domain/simulation-configuration.js'
import { type Path, pathName, readAs } from '../evaluation-files/read-as.js'
import { type LocatedDocument, readYaml } from '../evaluation-files/read-yaml.js'
import { refuseLines } from '../evaluation-files/refuse.js'

/** Reads a product file, YAML or JSON. Errors: `invalid_input`, each problem as one sentence with its line. */
export function readProductFile(text: string, name: string): Product {
  return readDocument(Product, readYaml(text, name), name)
}

/** Reads a product, or a simulation's configuration that names one. Errors: as `readProductFile`. */
export function readSimulationFile(
  text: string,
  name: string,
): { readonly product: Product } | { readonly configuration: SimulationConfiguration } {
  const document = readYaml(text, name)
  if (!isConfiguration(document.value)) return { product: readDocument(Product, document, name) }
  const {
    id: _,
    name: __,
    description,
    created_at,
    created_by,
    ...configuration
  } = readDocument(ConfigurationFile, { ...document, value: withAliases(document.value) }, name, (path) =>
    asWritten(document.value, path),
  )
  return { configuration }
}

/** Parses a document by a schema; problems name a place as the file spells it. Errors: `invalid_input`. */
function readDocument<S extends z.ZodType>(
  schema: S,
  document: LocatedDocument,
  name: string,
  written: (path: Path) => Path = (path) => path,
): z.infer<S> {
  const reading = readAs(schema, cleanDeep(document.value), (path) => {
    const own = written(path)
    return { line: document.lineOf(own), name: pathName(own) }
  })
  if ('value' in reading) return reading.value
  return refuseLines(name, reading.problems, reading.total)
}
