import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import { type Candidate, type ComparisonView, comparisonView } from '../../presentation/comparison.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { OTHER_KINDS, pressureName } from '../../presentation/scores.js'
import { range, signed } from '../../presentation/words.js'
import { Differences, ScoreScale } from '../charts/scale.js'
import { renderPage } from '../page.js'
import { IntentFigures } from '../parts/intent-and-sentiment.js'
import { Contents, Group, Headline, Part, Table } from '../parts/part.js'
import { AboutNote, Pieces } from '../parts/proposition.js'
import { Row } from '../parts/scores.js'
import { ProvenancePart, TrustStrip } from '../parts/trust.js'

/** The report of a comparison: ranking, pairwise differences, and a summary of each proposition. */
export function renderComparison(run: RunWithResult<'comparison'>, options: ReportOptions): string {
  const view = comparisonView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

const SECTIONS = [
  ['ranking', 'Ranking', true],
  ['pairs', 'Differences', true],
  ['candidates', 'Each in short', true],
  ['made', 'How this was made', true],
] as const

function Sections({ view }: { view: ComparisonView }) {
  const { best, sentence, trust, made, offline } = view
  return (
    <>
      <Headline title={view.title}>
        <div class="outcome">
          <div class="pressure">
            <h2>{best ? 'Does best' : 'Best of them'}</h2>
            <p class="number">
              <strong>{best?.label ?? '–'}</strong> <b class="band">{best?.name ?? (offline ? 'rehearsal' : 'none')}</b>
            </p>
          </div>
          <div class="first">
            <h2>What the same people said of all {view.candidates.length}</h2>
            <p class="lead">{sentence}</p>
            <AboutNote about={view.about} />
          </div>
        </div>
        <TrustStrip trust={trust} />
      </Headline>
      <Contents sections={SECTIONS} />
      <Ranking view={view} />
      <Pairs view={view} />
      <Candidates view={view} />
      <ProvenancePart made={made} answeredBy={trust.answeredBy} offline={offline} />
    </>
  )
}

const RANKING_NOTE =
  'By pressure score. Whiskers: 90 % with other kinds of synthetic people. Overlapping whiskers decide nothing; the differences below do, for they compare the same people.'
const REHEARSED_RANKING = `Text-check figures: rules about the texts gave them. Whiskers: ${OTHER_KINDS}.`

/** All propositions, the highest pressure score first. */
function Ranking({ view: { ranked, offline } }: { view: ComparisonView }) {
  return (
    <Part id="ranking" title="Ranking" note={offline ? REHEARSED_RANKING : RANKING_NOTE}>
      <dl class="scores">
        {ranked.map(({ label, name, scores: { pressure }, band }) => (
          <div key={label}>
            <dt dir="auto">
              {label}: {name}
            </dt>
            <dd class="value">
              <strong>{pressure.value}</strong>{' '}
              <span class="of">{[band, pressure.interval && range(pressure.interval)].filter(Boolean).join(', ')}</span>
            </dd>
            <dd>
              <ScoreScale
                id={`rank-${label}`}
                name={`${pressureName(band)} of ${label}`}
                value={pressure.value}
                interval={pressure.interval}
                banded={band !== null}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

const PAIRS_NOTE =
  'In points of pressure, over the same people, with 95 % intervals. Tested by flipping signs and corrected for the number of pairs (Holm). Hollow marks cannot be told from chance.'
const noiseNote = (floor: number): string =>
  ` The grey band, up to ${Math.ceil(floor)} points either way, is what rewording alone does; a difference inside it is none.`
const REHEARSED_PAIRS =
  'In points of the text check, over the same people, with 95 % intervals. A rehearsal does not say which is better.'

/** Pairwise differences with their significance, and the order effect. */
function Pairs({ view: { differences, floor, order, offline } }: { view: ComparisonView }) {
  return (
    <Part
      id="pairs"
      title="Differences"
      note={`${offline ? REHEARSED_PAIRS : PAIRS_NOTE}${floor === null ? '' : noiseNote(floor)}`}
    >
      <Differences
        id="pairs-chart"
        title="Differences in pressure between pairs"
        rows={differences}
        minPoints={5}
        noise={floor}
      />
      <ul class="findings after-chart">
        {differences.map(({ label, mean, p, seen, sentence }) => (
          <li key={label} class="finding">
            <h3>
              {label}
              {!offline && (seen ? ': difference seen' : ': no difference seen')}
            </h3>
            <p>{sentence}</p>
            <p class="detail">
              {signed(mean)} points{p !== '' && `, ${p} after correction`}
            </p>
          </li>
        ))}
      </ul>
      <Group title="What the order did">
        <p>
          {order.design} {order.effect}
        </p>
        <Table
          class="figures-table"
          heads={['Place in the order', 'Mean pressure']}
          rows={order.places.map(({ place, mean }) => [place, mean])}
        />
      </Group>
    </Part>
  )
}

/** Each proposition by itself: scores, intent, claims, and what people said first. */
function Candidates({ view: { candidates, readFrom } }: { view: ComparisonView }) {
  return (
    <Part id="candidates" title="Each in short" note="In the order they were given.">
      {candidates.map((candidate) => (
        <Proposition key={candidate.label} candidate={candidate} />
      ))}
      <Pieces readFrom={readFrom} />
    </Part>
  )
}

function Proposition({ candidate }: { candidate: Candidate }) {
  const { label, name, stimulus, scores, intent, unrated, claims, people, others } = candidate
  return (
    <div class="group candidate">
      <h3 dir="auto">
        {label}: {name}
      </h3>
      <dl class="scores">
        {scores.others.map((score, i) => (
          <Row key={score.name} id={`scale-${label}-${i}`} score={score} />
        ))}
      </dl>
      <h4 class="small">Purchase intent</h4>
      {intent && <IntentFigures intent={intent} />}
      {unrated && <p class="detail">{unrated}</p>}
      {claims.length > 0 && (
        <ul>
          {claims.map(({ claim, believed }, i) => (
            <li key={i} dir="auto">
              “{claim}” <span class="detail">{believed}</span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          What they said<span class="unseen"> of {label}</span>
        </summary>
        <ul class="plain-list">
          {people.map(({ who, kind, intent: own, quote }, i) => (
            <li key={i}>
              <b>{who}</b>{' '}
              <span class="detail">
                {kind}, intent {own} of 10
              </span>{' '}
              <span class="said" dir="auto">
                {quote}
              </span>
            </li>
          ))}
        </ul>
        {others > 0 && <p class="detail">{counted(others, 'more answer')} in the run’s data.</p>}
      </details>
      <details>
        <summary>
          As it was put to them<span class="unseen">, {label}</span>
        </summary>
        <pre dir="auto">{stimulus}</pre>
      </details>
    </div>
  )
}
