/** The variables of a sentence. `q` is a verbatim span of the stimulus in quotation marks. */
export type Vars = Readonly<
  Partial<Record<'q' | 'it' | 'product' | 'price' | 'own' | 'name' | 'buy' | 'cue' | 'memory' | 'dear', string>>
>

/** Fills the variables of a sentence and capitalises its first letter. */
export function fill(template: string, vars: Vars): string {
  const filled = template.replace(/\{(\w+)\}/g, (whole, name: string) => vars[name as keyof Vars] ?? whole)
  return filled.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
}

/** The longest piece of a sentence between its variables, in lower case, by which the sentence is recognised later. */
export const keyOf = (template: string): string =>
  template
    .toLowerCase()
    .split(/\{\w+\}/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest))
    .replace(/[.!?]$/, '')
