import type { ComponentChildren } from 'preact'
import type { PressureBand } from '../../domain/panel/analysis.js'
import { counted, number } from '../../domain/text/words.js'
import { joinFirst, type Quotation } from '../../presentation/words.js'

type PartProps = {
  readonly id: string
  readonly title: string
  /** One or two sentences on how to read the section. */
  readonly note?: ComponentChildren
  readonly class?: string
  readonly children: ComponentChildren
}

/** A section; its heading stands in the margin where there is room. */
export function Part({ id, title, note, children, ...rest }: PartProps) {
  return (
    <section class={`part ${rest.class ?? ''}`.trim()} aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{title}</h2>
        {note && <p class="note">{note}</p>}
      </div>
      <div class="body">{children}</div>
    </section>
  )
}

/** The band of a score; a rehearsal has none and says so. */
export const Band = ({ band }: { band: PressureBand | null }) => (
  <b class={`band ${band ?? ''}`}>{band ?? 'rehearsal'}</b>
)

/** A respondent's own words, which were verified to stand in their answer. */
export function Words({ said: { who, quote, where } }: { said: Quotation }) {
  return (
    <figure class="words">
      <blockquote dir="auto">{quote}</blockquote>
      <figcaption>
        <b>{who}</b> {where}
      </figcaption>
    </figure>
  )
}

/** Quotes under a finding: the first `open` ones shown, the others folded. */
export function Quotes({ said, open }: { said: readonly Quotation[]; open: number }) {
  const folded = said.slice(open)
  return (
    <>
      {said.slice(0, open).map((quotation, i) => (
        <Words key={i} said={quotation} />
      ))}
      {folded.length > 0 && (
        <details>
          <summary>
            {open > 0 ? counted(folded.length, 'more quote', 'more quotes') : `In the words of ${speakers(said)}`}
          </summary>
          {folded.map((quotation, i) => (
            <Words key={i} said={quotation} />
          ))}
        </details>
      )}
    </>
  )
}

const speakers = (said: readonly Quotation[]): string => joinFirst([...new Set(said.map(({ who }) => who))], 4)

/** Id and name of a section, and whether the page has it. */
type Section = readonly [id: string, name: string, there: boolean]

/** Links to the page's sections. */
export function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {sections.map(([id, name, there]) =>
          there ? (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  )
}

/** People without a card, a row each; the first cell is the name. */
export function PeopleTable({ heads, rows }: TableProps) {
  if (rows.length === 0) return null
  return (
    <details class="everybody">
      <summary>{number(rows.length)} more, a line each</summary>
      <Table class="people" heads={heads} rows={rows} />
    </details>
  )
}

/** The head of a page: its title, the outcome, and how far to believe it. */
export function Headline({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="verdict" aria-labelledby="verdict">
      <h1 id="verdict" dir="auto">
        {title}
      </h1>
      {children}
    </section>
  )
}

/** A part of a section under a heading of its own. */
export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="group">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

/** Names with their texts. */
export function Facts({ facts, ...rest }: { facts: readonly { name: string; text: string }[]; class?: string }) {
  return (
    <dl class={rest.class ?? 'facts'}>
      {facts.map(({ name, text }, i) => (
        <div key={i}>
          <dt dir="auto">{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Untrusted texts, one a line. */
export function TextList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, i) => (
        <li key={i} dir="auto">
          {item}
        </li>
      ))}
    </ul>
  )
}

export type FindingListProps<T> = {
  readonly items: readonly T[]
  /** `numbered` where the order is a ranking, `two` for short items in two columns. */
  readonly kind?: 'numbered' | 'two' | 'tagged'
  readonly children: (item: T) => ComponentChildren
}

/** Findings, one below the other. */
export function FindingList<T>({ items, kind, children }: FindingListProps<T>) {
  const List = kind === 'numbered' ? 'ol' : 'ul'
  return (
    <List class={['findings', kind].filter(Boolean).join(' ')}>
      {items.map((item, i) => (
        <li key={i} class="finding">
          {children(item)}
        </li>
      ))}
    </List>
  )
}

/** A detail with its label; absent for an empty text. */
export function Detail({ label, text }: { label: string; text: string }) {
  if (text === '') return null
  return (
    <p class="detail">
      <b>{label}</b> {text}
    </p>
  )
}

type TableProps = {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  readonly class?: string
}

/** A plain table; the first cell of a row is its header. */
export function Table({ heads, rows, ...rest }: TableProps) {
  return (
    <table class={rest.class}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], i) => (
          <tr key={i}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
