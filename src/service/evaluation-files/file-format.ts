import { refuseFile } from './refuse.js'

const ENDINGS = {
  csv: ['.csv', '.tsv'],
  jsonl: ['.jsonl', '.ndjson'],
  yaml: ['.yaml', '.yml'],
  json: ['.json'],
} as const
export type FileFormat = keyof typeof ENDINGS

/** The format a file is said to have, or else the one its name ends in; nothing is guessed from what stands in it. */
export function formatOf<F extends FileFormat>(name: string, said: F | undefined, possible: readonly F[]): F {
  if (said !== undefined) return said
  const found = possible.find((format) => ENDINGS[format].some((ending) => name.toLowerCase().endsWith(ending)))
  const endings = possible.flatMap((format) => ENDINGS[format])
  return found ?? refuseFile(name, `has an unknown format; a name ending in ${endings.join(', ')} says which it is.`)
}
