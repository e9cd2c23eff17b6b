export type Pair = { readonly one: string; readonly other: string; readonly same: boolean }
export type Counts = { pairs: number; same: number; perhaps: number; other: number }
type Vector = readonly number[]
type Matching = {
  readonly embed: (texts: readonly string[]) => Promise<readonly Vector[]>
  readonly alike: (one: Vector, other: Vector) => number
  readonly matchOf: (alike: number, one: string, other: string) => 'same' | 'perhaps' | 'other'
}
export function pairsOf(set: string): Pair[]
export function lettersOf(pairs: readonly Pair[], matching: Matching): Promise<string>
export function countsOf(pairs: readonly Pair[], letters: string): { reworded: Counts; different: Counts }
