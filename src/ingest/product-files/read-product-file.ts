import type { z } from 'zod'
import { Product } from '../../domain/simulation/product.js'
import { closedScreens } from '../../domain/simulation/product-reach.js'
import {
  asWritten,
  ConfigurationFile,
  isConfiguration,
  type SimulationConfiguration,
  type WrittenPlaces,
  withAliases,
} from '../../domain/simulation/simulation-configuration.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { type Path, pathName, readAs } from '../evaluation-files/read-as.js'
import { type LocatedDocument, readYaml } from '../evaluation-files/read-yaml.js'
import { fileName, refuseLines } from '../evaluation-files/refuse.js'

/** Reads a product file, YAML or JSON. Errors: `invalid_input`, each problem as one sentence with its line. */
export function readProductFile(text: string, name: string): Product {
  return readProduct(readYaml(text, name), name)
}

/** A product whose screens can all be opened: stored products may have others, of which quote and result tell. */
function readProduct(document: LocatedDocument, name: string): Product {
  const product = readDocument(Product, document, name)
  const closed = closedScreens(product).map(({ id, unmet }) => {
    const place = unmet.length > 0 ? ['screens', id, 'needs'] : ['screens', id]
    const why =
      unmet.length > 0
        ? `${unmet.map((need) => `"${need}"`).join(' and ')} can never be met before it.`
        : 'the onboarding before it cannot be skipped and never ends.'
    const sentence = `${pathName(place)}: No order of steps can ever open this screen: ${why}`
    return { line: document.lineOf(place), sentence }
  })
  return closed.length > 0 ? refuseLines(name, closed) : product
}

/** Reads a product, or a simulation's configuration that names one. Errors: as `readProductFile`. */
export function readSimulationFile(
  text: string,
  name: string,
):
  | { readonly product: Product }
  | { readonly configuration: SimulationConfiguration; readonly written: WrittenPlaces } {
  const document = readYaml(text, name)
  if (!isConfiguration(document.value)) return { product: readProduct(document, name) }
  const {
    id: _,
    name: __,
    description,
    created_at,
    created_by,
    features: ___,
    version: ____,
    product_state,
    ...configuration
  } = readDocument(ConfigurationFile, { ...document, value: withAliases(document.value) }, name, (path) =>
    asWritten(document.value, path),
  )
  return { configuration, written: placesIn(configuration, document, name) }
}

/** Where the fields stand that name something stored, or a part of the product: whether it exists is known later. */
function placesIn(configuration: SimulationConfiguration, document: LocatedDocument, file: string): WrittenPlaces {
  const flags = Object.keys(configuration.features_enabled).slice(0, MAX_FLAGS)
  const paths: Path[] = [
    ...['product', 'persona_ids', 'product_version'].map((field) => [field]),
    ...flags.map((flag) => ['features_enabled', flag]),
  ]
  const places = paths.map((path) => {
    const own = asWritten(document.value, path)
    return [path.join('.'), `line ${document.lineOf(own)}: ${pathName(own)}`] as const
  })
  return { file: fileName(file), places: Object.fromEntries(places) }
}

/** Most flags whose places are looked up. */
const MAX_FLAGS = 100

/** Parses a document by a schema; problems name a place as the file spells it. Errors: `invalid_input`. */
function readDocument<S extends z.ZodType>(
  schema: S,
  document: LocatedDocument,
  name: string,
  written: (path: Path) => Path = (path) => path,
): z.infer<S> {
  const reading = readAs(schema, cleanDeep(document.value), (path) => {
    const own = written(path)
    const line = document.lineOf(own)
    return { line, name: pathName(own), text: document.textOf(line) }
  })
  if ('value' in reading) return reading.value
  return refuseLines(name, reading.problems, reading.total)
}
