type Schema = { readonly [keyword: string]: unknown }

export function fakeAnswer(schema: Schema, prompt: string, seed: number, system?: string): unknown
export function breakBounds(schema: Schema, answer: unknown): unknown
export function boundsOf(schema: Schema, key: string): [number, number] | null
export function nothingToJudge(
  kind?: 'no_offer' | 'illegal' | 'not_understood',
  why?: string,
): (body: unknown, task: string | undefined) => unknown
export function taskOf(schema: Schema | null): string | undefined
