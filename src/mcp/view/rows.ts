import type { Interval } from '../../domain/panel/scores.js'
import type { StimulusSource } from '../../domain/panel/stimulus.js'
import { clean, truncate } from '../../presentation/clean.js'
import { spreadOf } from '../../presentation/scores.js'
import type { TrustView } from '../../presentation/trust.js'
import { readingSentence } from '../../service/requests/reading-sentences.js'
import type { Quote, Read, Row, Section, SectionName, Summary } from '../reply.js'

/** Characters of a page, about 5,000 tokens, which is small beside a model's context. */
const PAGE_CHARACTERS = 18_000
const MAX_TEXT = 2_000
const MAX_QUOTE = 600
const MAX_QUOTES = 24

type RowParts = Pick<Row, 'title'> & Partial<Omit<Row, 'said'>> & { readonly said?: readonly Quote[] }

/** Makes a row: texts are cleaned and cut to fit a page, and missing parts are empty. */
export function rowOf(parts: RowParts): Row {
  return {
    facts: {},
    marks: [],
    ...parts,
    title: truncate(clean(parts.title), 400),
    text: truncate(clean(parts.text ?? ''), MAX_TEXT),
    said: quotesOf(parts.said ?? [], MAX_QUOTES),
  }
}

/** The first `max` quotes, cleaned and cut. */
export const quotesOf = (quotes: readonly Quote[], max: number): Quote[] =>
  quotes.slice(0, max).map(({ who, quote, where }) => ({
    who: truncate(clean(who), 60),
    quote: truncate(clean(quote), MAX_QUOTE),
    where: clean(where),
  }))

/** Splits rows into pages of about equal length, and returns one; a number beyond the last page returns the last. */
export function pageOf(section: Pick<Section, 'name' | 'about'> & { rows: readonly Row[] }, number: number): Section {
  const pages: Row[][] = [[]]
  let weight = 0
  for (const row of section.rows) {
    const length = JSON.stringify(row).length
    if (weight > 0 && weight + length > PAGE_CHARACTERS) {
      pages.push([])
      weight = 0
    }
    pages.at(-1)?.push(row)
    weight += length
  }
  const page = Math.min(Math.max(1, number), pages.length)
  return { name: section.name, about: section.about, page, pages: pages.length, rows: pages[page - 1] ?? [] }
}

type Figure = {
  readonly name: string
  readonly value: number
  readonly of?: number
  readonly unit?: '%'
  readonly interval?: Interval | null
  /** Interval with others of the same kinds; `null` where no two people of one kind were asked. */
  readonly sameKinds?: Interval | null
  readonly word?: string
}

/** A score on a scale up to `of`; `round` rounds the ends of its interval. */
export function scoreOf(
  { name, value, of = 100, unit, interval = null, sameKinds, word = '' }: Figure,
  round: (value: number) => number = Math.round,
): Summary['scores'][number] {
  const [low, high] = interval ? [round(interval.low), round(interval.high)] : [null, null]
  const ofPanel = sameKinds !== undefined
  const same_kinds = sameKinds ? { low: round(sameKinds.low), high: round(sameKinds.high) } : null
  const between = interval ? `${low} to ${high}` : ''
  const spread = ofPanel ? spreadOf({ interval, sameKinds }, (value) => String(round(value))) : between
  const score: Summary['scores'][number] = { name, value, of, low, high, same_kinds, spread, word }
  if (unit) score.unit = unit
  return score
}

/**
 * The next call of a finished run. It is never the summary again, so that a caller who follows `next` comes to an end.
 */
export type NextOfKind = { readonly why: string } & (
  | { readonly tool: 'get_minority_report' }
  | { readonly tool: 'get_run'; readonly section: SectionName }
)

/** The parts of a finished run's reply that depend on its kind. */
export type KindView = Pick<Summary, 'title' | 'findings' | 'missing' | 'about'> &
  Partial<Pick<Summary, 'scores' | 'minority' | 'fixes' | 'simulation' | 'evaluation'>> & {
    readonly headline: string
    readonly trust: TrustView
    readonly sections: Partial<Record<SectionName, { readonly about: string; readonly rows: Row[] }>>
    /** Next call, which takes the run's id. */
    readonly next?: NextOfKind | undefined
  }

/** What a proposition was read from; `null` for a typed text alone. */
export function viewSources(sources: readonly StimulusSource[]): Read | null {
  const sentence = readingSentence(sources)
  if (sentence === null) return null
  return {
    sentence: clean(sentence),
    sources: sources.map(({ kind, name, words, first_lines }) => ({
      kind,
      name: clean(name),
      words,
      first_lines: clean(first_lines),
    })),
  }
}
