import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { type EditView, type RefinementView, refinementView, type Stretch } from '../../presentation/refinement.js'
import { pressureName } from '../../presentation/scores.js'
import { signed } from '../../presentation/words.js'
import { BeforeAfter } from '../charts/before-after.js'
import { LiftArrow } from '../charts/noise.js'
import { Differences } from '../charts/scale.js'
import { renderPage } from '../page.js'
import { Band, Contents, FindingList, Headline, Part, Table } from '../parts/part.js'
import { AboutNote } from '../parts/proposition.js'
import { ProvenancePart, TrustStrip } from '../parts/trust.js'

/** The report of a refinement: the edits, the findings that they answer, and their effect on the same people. */
export function renderRefinement(run: RunWithResult<'refinement'>, options: ReportOptions): string {
  const view = refinementView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

const sectionsOf = ({ dropped, tested }: RefinementView) =>
  [
    ['text', 'The text', true],
    ['edits', 'The edits', true],
    ['lifts', 'What it did', tested],
    ['dropped', 'Edits not made', dropped.length > 0],
    ['made', 'How this was made', true],
  ] as const

function Sections({ view }: { view: RefinementView }) {
  const { before, after, band, tested, lift, liftRange, sentence, trust, made, offline } = view
  return (
    <>
      <Headline title={view.title}>
        <div class="outcome">
          <div class="pressure">
            <h2>
              {pressureName(band)}
              {tested && ', same people'}
            </h2>
            <p class="number">
              <strong>{tested ? lift : before}</strong>{' '}
              <span class="of">{tested ? `${before} to ${after} of 100` : 'of 100, as before'}</span>{' '}
              <Band band={band} />
            </p>
            {liftRange && <p class="spread">{liftRange} points, 95 % interval</p>}
          </div>
          <div class="first">
            <h2>What the edits did</h2>
            <p class="lead">{sentence}</p>
            <AboutNote about={view.about} />
          </div>
        </div>
        <TrustStrip trust={trust} />
      </Headline>
      <Contents sections={sectionsOf(view)} />
      <Rewritten view={view} />
      <Edits view={view} />
      {tested && <Lifts view={view} />}
      <NotMade view={view} />
      <ProvenancePart made={made} answeredBy={trust.answeredBy} offline={offline} />
    </>
  )
}

/** The text with its edits marked, then both versions without marks. */
function Rewritten({ view: { text, original, refined } }: { view: RefinementView }) {
  const marked = text?.some(({ kind }) => kind === 'edit') ?? false
  return (
    <Part
      id="text"
      title="The text"
      note={
        marked &&
        'Struck out: what was taken away. Underlined: what was put in its place. The small marks lead to the edits.'
      }
    >
      {text && marked ? (
        <div class="sheet" dir="auto">
          {text.map((stretch, i) => (
            <Marked key={i} stretch={stretch} />
          ))}
        </div>
      ) : (
        <p>
          {original === refined
            ? 'Nothing was changed.'
            : 'The edits cannot be marked in the text; both versions follow.'}
        </p>
      )}
      <details open={!marked && original !== refined}>
        <summary>{original === refined ? 'The text as it was tested' : 'The new text alone'}</summary>
        <pre dir="auto">{refined}</pre>
      </details>
      {original !== refined && (
        <details>
          <summary>The old text alone</summary>
          <pre dir="auto">{original}</pre>
        </details>
      )}
    </Part>
  )
}

function Marked({ stretch }: { stretch: Stretch }) {
  if (stretch.kind === 'kept') return <>{stretch.text}</>
  const { number, id, removed, added } = stretch
  return (
    <>
      {removed && <del>{removed}</del>}
      {added && (
        <>
          {' '}
          <ins>{added}</ins>
        </>
      )}
      <sup>
        <a href={`#edit-${number}`} aria-label={`Edit ${id}`}>
          {id}
        </a>
      </sup>
    </>
  )
}

const EDITS_NOTE =
  'Each edit answers a finding of the test before. Its own effect is measured by putting that edit alone before the same people, in short form.'

/** The edits, the finding that each answers, and the effect of each alone. */
function Edits({ view: { applied } }: { view: RefinementView }) {
  return (
    <Part id="edits" title="The edits" note={EDITS_NOTE}>
      {applied.length === 0 && <p>No edit was made.</p>}
      {applied.length > 0 && (
        <ul class="findings tagged">
          {applied.map((edit) => (
            <li key={edit.number} id={`edit-${edit.number}`} class="finding">
              <Change edit={edit} />
              {edit.backfired && <p class="backfired">Backfired: this edit alone made it worse.</p>}
              <p class="detail">
                <b>By itself</b> {edit.effect ?? 'not measured'}
              </p>
              <Reasons edit={edit} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Edits that were proposed and rejected, each with the reason. */
function NotMade({ view: { dropped } }: { view: RefinementView }) {
  if (dropped.length === 0) return null
  return (
    <Part
      id="dropped"
      title="Edits not made"
      note="Proposed, and refused: a rewrite may not invent proof, prices or certificates."
    >
      <FindingList items={dropped} kind="tagged">
        {(edit) => (
          <>
            <Change edit={edit} />
            <p>{edit.problem || 'No reason is given.'}</p>
            <Reasons edit={edit} />
          </>
        )}
      </FindingList>
    </Part>
  )
}

type EditText = Pick<EditView, 'id' | 'original' | 'replacement' | 'finding' | 'why'>

function Change({ edit: { id, original, replacement } }: { edit: EditText }) {
  return (
    <h3 class="change">
      <span class="tag">{id}</span>
      {original && <del dir="auto">{original}</del>} {replacement ? <ins dir="auto">{replacement}</ins> : 'taken out'}
    </h3>
  )
}

function Reasons({ edit: { finding, why } }: { edit: EditText }) {
  return (
    <p class="detail">
      {finding && (
        <>
          <b>Answers</b> {finding}{' '}
        </>
      )}
      {why}
    </p>
  )
}

const liftsNote = (legend: string) =>
  `After minus before, in points of 0 to 100, over the same synthetic people. Ranges are 95 % intervals; ${legend}.`

/** The effect of the new text: in total, and person by person. */
function Lifts({ view: { lifts, unrated, noise, changes, people, moved, legend } }: { view: RefinementView }) {
  return (
    <Part id="lifts" title="What it did" note={liftsNote(legend)}>
      {noise && (
        <figure class="above">
          <figcaption>
            <h3>More than noise?</h3>
            <p>
              The grey band, up to {Math.ceil(noise.floor)} points either way, is what rewording alone does; an arrow
              that ends inside it shows no lift.
            </p>
          </figcaption>
          <LiftArrow {...noise} />
        </figure>
      )}
      <div class="pair">
        <figure>
          <figcaption>
            <h3>All together</h3>
            <p>Means and their intervals</p>
          </figcaption>
          <Differences id="lift-chart" title="Lift of each score" rows={lifts} minPoints={5} />
          {unrated && <p class="detail">{unrated}</p>}
        </figure>
        {changes.length > 0 && (
          <figure>
            <figcaption>
              <h3>Person by person</h3>
              <p>
                Of {counted(people, 'synthetic person', 'synthetic people')}
                {moved && `, ${moved}`}; falling lines are dashed
                {people > changes.length && `; the ${changes.length} who moved most`}
              </p>
            </figcaption>
            <BeforeAfter
              id="slope-chart"
              title="Score of each synthetic person before and after the edits, 0 to 100"
              changes={changes}
              domain={[0, 100]}
              write={(value) => String(Math.round(value))}
              figures
            />
          </figure>
        )}
      </div>
      <details>
        <summary>The same figures as a table</summary>
        <Table
          class="figures-table"
          heads={['Score', 'Lift', '95 % interval']}
          rows={lifts.map(({ label, mean, interval }) => [
            label,
            signed(mean),
            interval ? `${signed(interval.low)} to ${signed(interval.high)}` : 'none',
          ])}
        />
      </details>
    </Part>
  )
}
