export type Planted = { document: string; respondent: string; facts: string[]; needs: string[]; edge_case: boolean }
export const planted: Planted[]
export const kinds: {
  document: string
  kinds: { kind: string; respondents: string[] }[]
  outside_the_kinds: string[]
}[]
export const documents: string[]
export function bytesOf(name: string): Buffer
export function matched(
  name: string,
  respondents: readonly { respondent_id: string; label: string; record: { row: number } | null }[],
  createRedactor: () => { redact(text: string): string },
): Map<string, string>
