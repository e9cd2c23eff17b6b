/** `research`: a document or records; `agent`: a file about an agent; `cases`: test cases; `product`: a product file. */
export type HostileFile = {
  readonly use: 'research' | 'agent' | 'cases' | 'product'
  readonly name: string
  bytes(): Buffer
}
export declare const HOSTILE_FILES: readonly HostileFile[]
