import { pick, type Source } from '../random.js'

/** What a sentence may speak of. `q` is a verbatim span of the stimulus in quotation marks. */
export type Vars = {
  readonly q: string
  readonly it: string
  readonly price: string
  /** "buy it", "book it" */
  readonly buy: string
  /** The price the text compares its own with. */
  readonly other: string
  readonly value: string
  readonly topic: string
}

/**
 * Fills a sentence: `[a|b]` becomes one of its alternatives, `{q}` the variable. Alternatives are settled first, so
 * brackets inside a quoted stimulus stay as they are.
 */
export function fill(template: string, vars: Readonly<Record<string, string>>, source: Source): string {
  const settled = template.replace(/\[([^\]]*)\]/g, (_, options: string, at: number) => {
    const [first = '', ...rest] = options.split('|')
    return pick([first, ...rest], [...source, at])
  })
  const filled = settled.replace(/\{(\w+)\}/g, (whole, name: string) => vars[name] ?? whole)
  return filled.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
}
