import type { ComponentChildren } from 'preact'
import type { PressureBand } from '../../domain/panel/analysis.js'
import type { ReportView } from '../../presentation/panel.js'
import { figuresName, type IntentView, type Score } from '../../presentation/scores.js'
import { range, shareWords } from '../../presentation/words.js'
import { ScoreScale } from '../charts/scale.js'
import { Group, Part, Table } from './part.js'

const MEASURED =
  'Whiskers: 90 % with other kinds of synthetic people. The bar within: with others of the same kinds. They say nothing about real people.'
const UNMEASURED = 'No interval: read these as rough places on the scale, not as measurements.'

/** The headline figures, each with its interval. */
export function Scores({ view: { scores, band, impression, intent, unrated, archetypes } }: { view: ReportView }) {
  const { measured, unmeasured, unclaimed } = scores
  const intervals = measured ? [MEASURED, unmeasured] : [UNMEASURED]
  const note = [...intervals, unclaimed, unrated].filter(Boolean).join(' ')
  return (
    <Part id="scores" title={figuresName(band)} note={note}>
      <dl class="scores">
        <Row id="scale-pressure" score={scores.pressure} band={band} beside={impression?.value}>
          {impression && <Impression impression={impression} />}
        </Row>
        {scores.others.map((score, i) => (
          <Row key={score.name} id={`scale-${i}`} score={score} />
        ))}
        {intent && <BuyRow intent={intent} />}
      </dl>
      {archetypes.length > 0 && (
        <Group title="By kind of people">
          <Table
            class="figures-table"
            heads={['Kind', 'People', 'Pressure', 'Gut', 'Belief', 'Intent']}
            rows={archetypes.map(({ kind, people, pressure, gut, credibility, intent: buys }) => [
              kind,
              people,
              pressure,
              gut,
              credibility,
              buys,
            ])}
          />
        </Group>
      )}
    </Part>
  )
}

type RowProps = {
  readonly id: string
  readonly score: Score
  readonly band?: PressureBand | null
  readonly beside?: number | undefined
  readonly children?: ComponentChildren
}

/** A score with its name, figure and scale. */
export function Row({ id, score, band, beside, children }: RowProps) {
  const { name, asks, value, interval, sameKinds } = score
  const between = interval ? range(interval) : ''
  return (
    <div>
      <dt>
        {name} <small>{asks}</small>
      </dt>
      <dd class="value">
        <strong>{value}</strong> <span class="of">{[band, between].filter(Boolean).join(', ') || 'of 100'}</span>{' '}
        {sameKinds && <span class="of">(same kinds {range(sameKinds)})</span>}
      </dd>
      <dd>
        <ScoreScale
          id={id}
          name={`${name} score`}
          value={value}
          interval={interval}
          sameKinds={sameKinds}
          banded={Boolean(band)}
          beside={beside}
        />
        {children}
      </dd>
    </div>
  )
}

/** The share of the two highest points, on the same scale as the scores. */
function BuyRow({ intent: { topTwo, topTwoInterval } }: { intent: IntentView }) {
  const interval = topTwoInterval && { low: topTwoInterval.low * 100, high: topTwoInterval.high * 100 }
  return (
    <div>
      <dt>
        Would buy <small>How likely are “probably” or “definitely”?</small>
      </dt>
      <dd class="value">
        <strong>{shareWords(topTwo)}</strong> <span class="of">{interval ? range(interval) : 'top-2 box'}</span>
      </dd>
      <dd>
        <ScoreScale
          id="scale-intent"
          name="Top-2 box of purchase intent, percent"
          value={topTwo * 100}
          interval={interval}
        />
      </dd>
    </div>
  )
}

function Impression({ impression: { value, flagged, gap } }: { impression: NonNullable<ReportView['impression']> }) {
  return (
    <p class={flagged ? 'beside-note flagged' : 'beside-note'}>
      <span aria-hidden="true">◇</span> The analyst’s own impression: {value}.{' '}
      {flagged && <b>The computed score lies {gap}; read the findings before either figure.</b>}
    </p>
  )
}
