import { clean, truncate } from '../../presentation/clean.js'
import type { TrustView } from '../../presentation/trust.js'
import type { Next, Row, SaidWords, Section, SectionName, Summary } from '../reply.js'

/** About 5,000 tokens: a page that a model can read beside whatever else it holds in mind. */
const PAGE_CHARACTERS = 18_000
const MAX_TEXT = 2_000
const MAX_QUOTE = 600
const MAX_SAID = 24

/** A row with only what is given; texts are cleaned and cut to what a page can hold. */
export function rowOf(parts: Pick<Row, 'title'> & Partial<Row>): Row {
  return {
    facts: {},
    marks: [],
    ...parts,
    title: truncate(clean(parts.title), 400),
    text: truncate(clean(parts.text ?? ''), MAX_TEXT),
    said: saidOf(parts.said ?? [], MAX_SAID),
  }
}

/** Quotes as a reply shows them: the first `most`. */
export const saidOf = (said: readonly SaidWords[], most: number): SaidWords[] =>
  said.slice(0, most).map(({ who, quote, where }) => ({
    who: truncate(clean(who), 60),
    quote: truncate(clean(quote), MAX_QUOTE),
    where: clean(where),
  }))

/** Rows in pages of about equal weight; a page that does not exist is the last one. */
export function pageOf(section: Pick<Section, 'name' | 'about'> & { rows: readonly Row[] }, wanted: number): Section {
  const pages: Row[][] = [[]]
  let weight = 0
  for (const row of section.rows) {
    const own = JSON.stringify(row).length
    if (weight > 0 && weight + own > PAGE_CHARACTERS) {
      pages.push([])
      weight = 0
    }
    pages.at(-1)?.push(row)
    weight += own
  }
  const page = Math.min(Math.max(1, wanted), pages.length)
  return { name: section.name, about: section.about, page, pages: pages.length, rows: pages[page - 1] ?? [] }
}

/** What is said of a finished run of one kind; the envelope's other parts are the same for all kinds. */
export type KindView = Pick<Summary, 'title' | 'findings' | 'missing'> &
  Partial<Pick<Summary, 'scores' | 'minority' | 'fixes'>> & {
    readonly headline: string
    readonly trust: TrustView
    readonly sections: Partial<Record<SectionName, { readonly about: string; readonly rows: Row[] }>>
    /** What to look at next; the run's id is added. */
    readonly next?: Pick<Next, 'tool' | 'why'> | undefined
  }
