import type { Next, Row, SectionName, Summary } from '../reply.js'

/** What is said of a finished run of one kind; the envelope's other parts are the same for all kinds. */
export type KindView = Pick<Summary, 'title' | 'scores' | 'trust' | 'findings' | 'minority' | 'fixes'> & {
  readonly headline: string
  /** Why the analysis is missing and how to get it; absent or null where it is there. */
  readonly missing?: string | null
  readonly sections: Partial<Record<SectionName, { readonly about: string; readonly rows: Row[] }>>
  /** What to look at next; the run's id is added. */
  readonly next: Pick<Next, 'tool' | 'why'> | null
}
