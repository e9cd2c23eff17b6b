import type { Finding, ReportView, Said } from '../view.js'

/** Somebody's own words, checked to stand in their answer. */
export function Words({ said }: { said: Said }) {
  return (
    <figure class="words">
      <blockquote>{said.quote}</blockquote>
      <figcaption>
        {said.who}, {said.where}
      </figcaption>
    </figure>
  )
}

function FindingItem({ finding, quotes }: { finding: Finding; quotes: number }) {
  const { title, severity, detail, said } = finding
  const folded = said.slice(quotes)
  return (
    <li class="finding">
      <p class="title">
        {title} {severity && <span class="severity">{severity}</span>}
      </p>
      {detail.map(({ label, text }) =>
        text ? (
          <p class="detail" key={label}>
            <b>{label}:</b> {text}
          </p>
        ) : null,
      )}
      {said.slice(0, quotes).map((one) => (
        <Words key={one.quote} said={one} />
      ))}
      {folded.length > 0 && (
        <details>
          <summary>
            {quotes === 0 ? `In their words (${folded.length})` : `${folded.length} more in their words`}
          </summary>
          {folded.map((one) => (
            <Words key={one.quote} said={one} />
          ))}
        </details>
      )}
    </li>
  )
}

function List({ title, findings, quotes }: { title: string; findings: readonly Finding[]; quotes: number }) {
  if (findings.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="findings">
        {findings.map((finding) => (
          <FindingItem key={finding.title} finding={finding} quotes={quotes} />
        ))}
      </ul>
    </>
  )
}

/** What to do about it, before what is wrong with it. */
export function Fixes({ view }: { view: ReportView }) {
  if (view.fixes.length === 0) return null
  return (
    <section aria-labelledby="fixes">
      <h2 id="fixes">What to fix first</h2>
      <ol class="findings numbered">
        {view.fixes.map((finding) => (
          <FindingItem key={finding.title} finding={finding} quotes={0} />
        ))}
      </ol>
    </section>
  )
}

export function Findings({ view }: { view: ReportView }) {
  const { weaknesses, gaps, frictions, vulnerabilities } = view
  const none = [weaknesses, gaps, frictions, vulnerabilities].every(({ length }) => length === 0)
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">What broke</h2>
      {none && (
        <p>The analysis names no weakness. That is rare; look at the answers themselves before you rely on it.</p>
      )}
      <List title="Weaknesses" findings={weaknesses} quotes={1} />
      <List title="What they do not believe" findings={gaps} quotes={0} />
      <List title="What keeps them from acting" findings={frictions} quotes={0} />
      <List title="Where a competitor would strike" findings={vulnerabilities} quotes={0} />
    </section>
  )
}

/** What somebody held privately and the room did not hear. */
export function Dissent({ view: { dissent } }: { view: ReportView }) {
  return (
    <section class="dissent" aria-labelledby="dissent">
      <h2 id="dissent">Minority report</h2>
      <p class="note">{dissent.method}</p>
      {dissent.views.length === 0 && <p>No view was found that somebody held privately and nobody said.</p>}
      {dissent.views.map(({ view, unheard, holders }, i) => (
        <article key={i}>
          <h3>{view}</h3>
          <p class="detail">
            {unheard} Held by {holders.length} synthetic {holders.length === 1 ? 'person' : 'people'}.
          </p>
          {holders.slice(0, 3).map((holder) => (
            <Words
              key={holder.who}
              said={{ ...holder, where: dissent.measured ? `in private; ${strength(holder.strength)}` : 'in private' }}
            />
          ))}
        </article>
      ))}
      {dissent.why && dissent.views.length > 0 && <p>{dissent.why}</p>}
    </section>
  )
}

const strength = (value: number): string =>
  value >= 0.7 ? 'held firmly' : value >= 0.4 ? 'held with some doubt' : 'held lightly'
