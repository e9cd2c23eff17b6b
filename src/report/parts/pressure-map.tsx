import { counted, number } from '../../domain/text/words.js'
import { contested, type MapRow, type MapView } from '../../presentation/pressure-map.js'
import { StanceMark } from '../charts/status-icons.js'
import { Detail, FindingList, Group, Part, Quotes } from './part.js'

const NOTE = 'Every claim of the text against every synthetic person: who believes it, who doubts it, who rejects it.'
const STANCES = ['believes', 'doubts', 'rejects'] as const
/** Doubters shown at once under a claim; the others are folded. */
const OPEN_DOUBTERS = 2

/** Claims by people, then each disbelieved claim: why, the proof people want, the attack, the fix. */
export function PressureMap({ map }: { map: MapView }) {
  const hard = contested(map.rows)
  return (
    <Part id="map" title="Pressure map" note={NOTE}>
      {map.rows.length === 0 ? <p>The text was not split into claims, so none was measured.</p> : <Heat map={map} />}
      {map.rows.length > 0 && hard.length === 0 && <p class="method">Nobody on this panel doubts any of them.</p>}
      {hard.length > 0 && (
        <Group title="What they do not believe">
          <FindingList items={hard}>{(row) => <Claim row={row} />}</FindingList>
        </Group>
      )}
    </Part>
  )
}

function Heat({ map: { rows, people, each, columns } }: { map: MapView }) {
  return (
    <>
      <ul class="legend">
        {STANCES.map((stance) => (
          <li key={stance}>
            <span class={`cell ${stance}`}>
              <StanceMark stance={stance} />
            </span>{' '}
            {stance}
          </li>
        ))}
      </ul>
      <table class={columns ? 'map' : 'map rows'}>
        <thead>
          <tr>
            <th scope="col">Claim</th>
            {each ? (
              people.map((who, i) => (
                <th key={i} scope="col">
                  {who}
                </th>
              ))
            ) : (
              <th scope="col">Synthetic people</th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <th scope="row" dir="auto">
                {row.claim}
              </th>
              {each ? <Cells row={row} /> : <Counts row={row} />}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Cells({ row: { cells } }: { row: MapRow }) {
  return cells.map(({ who, stance }, i) => (
    <td key={i} class={`cell ${stance}`}>
      <StanceMark stance={stance} />
      <span class="unseen">{stance === 'unknown' ? 'not asked' : stance}</span>
      <span class="name" aria-hidden="true">
        {who}
      </span>
    </td>
  ))
}

function Counts({ row: { counts } }: { row: MapRow }) {
  const all = Math.max(1, counts.believes + counts.doubts + counts.rejects)
  let left = 0
  return (
    <td class="shares">
      <svg viewBox="0 0 300 12" aria-hidden="true" preserveAspectRatio="none">
        {STANCES.map((stance) => {
          const width = (counts[stance] / all) * 300
          left += width
          return <rect key={stance} class={stance} x={left - width} y={0} width={width} height={12} />
        })}
      </svg>
      {STANCES.map((stance) => `${number(counts[stance])} ${WORDS[stance]}`).join(', ')}
    </td>
  )
}

const WORDS = { believes: 'believe', doubts: 'doubt', rejects: 'reject' } as const

function Claim({ row }: { row: MapRow }) {
  const { claim, counts, doubters, issue, attack, fix, said } = row
  const folded = doubters.slice(OPEN_DOUBTERS)
  const tally = [
    counts.rejects > 0 && `${counts.rejects} reject it`,
    counts.doubts > 0 && `${counts.doubts} doubt it`,
    `${counts.believes} believe it`,
  ]
  return (
    <>
      <h4 class="claim" dir="auto">
        {claim}
      </h4>
      <p class="detail">
        {tally.filter(Boolean).join(', ')}. {issue}
      </p>
      {doubters.length > 0 && <Doubters doubters={doubters.slice(0, OPEN_DOUBTERS)} />}
      {folded.length > 0 && (
        <details>
          <summary>
            {counted(folded.length, 'more reason', 'more reasons')}
            <span class="unseen"> not to believe it</span>
          </summary>
          <Doubters doubters={folded} />
        </details>
      )}
      <Detail label="A competitor’s attack" text={attack} />
      <Detail label="Fix" text={fix} />
      <Quotes said={said} open={0} />
    </>
  )
}

function Doubters({ doubters }: Pick<MapRow, 'doubters'>) {
  return (
    <ul class="doubters">
      {doubters.map(({ who, rejects, why, proof }, i) => (
        <li key={i}>
          <span class={`cell ${rejects ? 'rejects' : 'doubts'}`}>
            <StanceMark stance={rejects ? 'rejects' : 'doubts'} />
          </span>
          <p>
            <b>{who}</b> <span class="unseen">{rejects ? 'rejects it: ' : 'doubts it: '}</span>
            <span class="said" dir="auto">
              {why || 'gives no reason'}
            </span>
            {proof && <span class="detail"> Would want: {proof}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
