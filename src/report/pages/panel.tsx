import type { PanelRun } from '../../domain/run/run-document.js'
import type { Missing } from '../../presentation/missing-analysis.js'
import { type ReportOptions, type ReportView, reportView } from '../../presentation/panel.js'
import { figuresName, pressureName, spreadOf } from '../../presentation/scores.js'
import { LevelMark } from '../charts/level.js'
import { renderPage } from '../page.js'
import { assayTitle, PanelTest } from '../parts/assay.js'
import { Discussion } from '../parts/discussion.js'
import { Findings } from '../parts/findings.js'
import { Mood } from '../parts/intent-and-sentiment.js'
import { Dissent } from '../parts/minority-report.js'
import { Band, Contents, Detail, FindingList, Headline, Part, Quotes, Table, Words } from '../parts/part.js'
import { People } from '../parts/people.js'
import { PressureMap } from '../parts/pressure-map.js'
import { Proposition } from '../parts/proposition.js'
import { Scores } from '../parts/scores.js'
import { PanelOrigins } from '../parts/sources.js'
import { ProvenancePart, TrustStrip } from '../parts/trust.js'

/** The report of a pressure test or a focus group. */
export function renderPanel(run: PanelRun, options: ReportOptions): string {
  const view = reportView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

function Sections({ view }: { view: ReportView }) {
  return (
    <>
      <Verdict view={view} />
      <Contents sections={sectionsOf(view)} />
      <Scores view={view} />
      <Fixes view={view} />
      <Dissent view={view} />
      <Versions view={view} />
      <PressureMap map={view.map} />
      <Findings view={view} />
      <Mood view={view} />
      <People view={view} />
      <PanelOrigins origins={view.origins} />
      <Discussion view={view} />
      <Proposition
        title="The proposition"
        summary="As it was put to them"
        stimulus={view.stimulus}
        about={view.about}
        readFrom={view.readFrom}
      />
      <PanelTest picture={view.assay} />
      <ProvenancePart made={view.made} answeredBy={view.trust.answeredBy} offline={view.offline} />
    </>
  )
}

const sectionsOf = (view: ReportView) =>
  [
    ['scores', figuresName(view.band), true],
    ['fixes', 'What to fix first', view.fixes.length > 0],
    ['dissent', 'Minority report', true],
    ['versions', 'Since the version before', view.change !== null],
    ['map', 'Pressure map', true],
    ['findings', 'What broke', true],
    ['mood', 'Would they buy?', view.people > 0],
    ['people', 'Synthetic people', view.people > 0],
    ['origins', 'Where they come from', view.origins !== null],
    ['talk', 'Discussion', view.talk !== null],
    ['proposition', 'Proposition', true],
    ['assay', assayTitle(view.assay), view.assay !== null],
    ['made', 'How this was made', true],
  ] as const

/** The verdict at a glance: what was tested, how it did, what broke first, and how far to believe it. */
function Verdict({ view }: { view: ReportView }) {
  const { band, first, scores, trust, missing } = view
  const { value } = scores.pressure
  const spread = spreadOf(scores.pressure)
  return (
    <Headline title={view.title}>
      <div class="outcome">
        <div class="pressure">
          <h2>{pressureName(band)}</h2>
          <p class="number">
            <strong>{value}</strong> <span class="of">of 100</span> <Band band={band} />
          </p>
          {spread !== '' && <p class="spread">{spread}</p>}
        </div>
        <div class="first">
          <h2>What broke first</h2>
          {first ? (
            <>
              <p class="lead">{first.what}</p>
              {first.said && <Words said={first.said} />}
            </>
          ) : (
            <p class="lead">{missing ? 'Not known: the analysis is missing.' : 'The analysis names no weakness.'}</p>
          )}
          {missing && <MissingAnalysis missing={missing} />}
        </div>
      </div>
      <TrustStrip trust={trust} pictured={view.assay !== null} />
    </Headline>
  )
}

/** Why the analysis is missing, which results stand, and how to get it. */
function MissingAnalysis({ missing: { why, stands, lacks, price, command, failed } }: { missing: Missing }) {
  return (
    <dl class="missing">
      <dt>Why</dt>
      <dd>{why}</dd>
      <dt>What stands</dt>
      <dd>{stands}</dd>
      <dt>What is missing</dt>
      <dd>{lacks}</dd>
      <dt>What to do</dt>
      <dd>
        A retry buys only the analysis{price}: <code>{command}</code>
        {failed && ` ${failed}`}
      </dd>
    </dl>
  )
}

/** Recommendations, before the findings. */
function Fixes({ view: { fixes } }: { view: ReportView }) {
  if (fixes.length === 0) return null
  return (
    <Part id="fixes" title="What to fix first" note="As the analysis ranks them, each with what it answers.">
      <FindingList items={fixes} kind="numbered">
        {({ what, addresses, priority, said }) => (
          <>
            <h3>{what}</h3>
            <LevelMark level={priority} what="priority" />
            <Detail label="Answers" text={addresses} />
            <Quotes said={said} open={0} />
          </>
        )}
      </FindingList>
    </Part>
  )
}

/** What became of each objection since the previous version. */
function Versions({ view: { change } }: { view: ReportView }) {
  if (change === null) return null
  const { sentence, objections } = change
  return (
    <Part id="versions" title="Since the version before" note={objections.caution}>
      <p class="lead">{objections.sentence}</p>
      <p>{sentence}</p>
      {objections.rows.length > 0 && (
        <Table
          heads={['Objection', 'Since', 'Before', 'Now']}
          rows={objections.rows.map(({ state, objection, counts, doubt }) => [
            doubt === '' ? objection : `${objection} (${doubt})`,
            state,
            ...counts,
          ])}
        />
      )}
    </Part>
  )
}
