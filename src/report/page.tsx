import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import { styleSheet } from '../data/styles.js'
import type { TrackRecord } from '../domain/panel/outcome.js'
import { trackRecordView } from '../presentation/track-record.js'
import type { TrustView } from '../presentation/trust.js'
import { Part, Table } from './parts/part.js'

/** The page may load, send and run nothing; its styles are inline. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

type PageProps = {
  readonly title: string
  /** Completion date in words; may be empty. */
  readonly date: string
  readonly trust: TrustView
  readonly record?: TrackRecord | undefined
  readonly children: ComponentChildren
}

/** A whole page as HTML: head, name and date, the parts, and at the end the provenance again. */
export function renderPage(props: PageProps): string {
  return `<!doctype html>\n${render(<Page {...props} />)}\n`
}

function Page({ title, date, trust, record, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={CONTENT_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – pressure-test`}</title>
        {/* Our own text, which must not be escaped: quotes in a style sheet would become entities. */}
        <style dangerouslySetInnerHTML={{ __html: styleSheet() }} />
      </head>
      {/* A rehearsal judges nothing, so nothing on its page is coloured as good or bad. */}
      <body class={trust.light?.light}>
        <a class="skip" href="#main">
          Skip to the verdict
        </a>
        <div class="page">
          <header class="brand">
            <p>pressure-test</p>
            {date && <p>{date}</p>}
          </header>
          <main id="main">
            {children}
            {record && <Record record={record} />}
          </main>
          <footer class="foot">
            <p>
              {trust.who}. {trust.answeredBy} Check what matters with real people.
            </p>
          </footer>
        </div>
      </body>
    </html>
  )
}

const RECORD_NOTE =
  'What happened with real people, beside what runs of this workspace predicted. No prediction can be changed.'

/** The workspace's track record, equal in each of its reports. */
function Record({ record }: { record: TrackRecord }) {
  const { sentence, caution, skill, aside, groups, rows, more } = trackRecordView(record)
  return (
    <Part id="record" title="Track record" note={RECORD_NOTE}>
      <p class="lead">{sentence}</p>
      <p>{caution}</p>
      {skill && <p>{skill}</p>}
      {groups.length > 1 && (
        <Table
          heads={['Category, model', 'Directions', 'Intervals', '']}
          rows={groups.map(({ name, directions, intervals, unnamed }) => [name, directions, intervals, unnamed])}
        />
      )}
      {rows.length > 0 && (
        <details>
          <summary>Each outcome</summary>
          <Table
            heads={['When', 'What', 'Predicted', 'Happened', 'So']}
            rows={rows.map(({ day, what, predicted, happened, verdict }) => [day, what, predicted, happened, verdict])}
          />
          {more > 0 && <p>And {more} earlier ones.</p>}
        </details>
      )}
      {aside && <p class="detail">{aside}</p>}
    </Part>
  )
}
