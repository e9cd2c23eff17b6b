import { z } from 'zod'
import { dataFile } from './data-file.js'

const Css = z
  .string()
  .refine((css) => !css.includes('<'), 'A style sheet stands inside a page and may not contain “<”.')
  .refine((css) => css.split('{').length === css.split('}').length, 'The style sheet does not have as many “}” as “{”.')

/** The style sheets of a report, in the order they apply. */
export const STYLES = [
  'base',
  'verdict',
  'findings',
  'panel',
  'map',
  'talk',
  'evaluation',
  'sets',
  'simulation',
  'print',
].map((name) => dataFile(`styles/${name}.css`, Css))

/** All style sheets as one text, without comments and line breaks. */
export const styleSheet = (): string =>
  STYLES.map((read) => read())
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\n\s*/g, '')
