import { pick, type Source } from '../random.js'

/** What a sentence may speak of. `q` is a verbatim span of the stimulus in quotation marks. */
export type Vars = {
  readonly q: string
  readonly it: string
  readonly price: string
  readonly value: string
  readonly topic: string
}

/**
 * Fills a sentence: `[a|b]` becomes one of its alternatives, `{q}` the variable. Alternatives are settled first, so
 * brackets inside a quoted stimulus stay as they are.
 */
export function fill(template: string, vars: Vars, source: Source): string {
  const settled = template.replace(/\[([^\]]*)\]/g, (_, options: string, at: number) => {
    const [first = '', ...rest] = options.split('|')
    return pick([first, ...rest], [...source, at])
  })
  const filled = settled.replace(/\{(\w+)\}/g, (whole, name: string) => (name in vars ? vars[name as keyof Vars] : whole))
  return filled.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
}
