import type { VersionFigures, VersionView } from '../../../presentation/evaluation/comparison.js'
import { Differences } from '../../charts/scale.js'
import { StatusMark } from '../../charts/status-icons.js'
import { Group, Part, Table } from '../part.js'

const NOTE =
  'This version less the other, over the same cases. 95% intervals; p by flipping signs, for the dimensions corrected for their number (Holm). Hollow marks cannot be told from chance.'

/** The changes against another version, and the cases whose outcome changed. */
export function Versions({ versions }: { versions: VersionView | null }) {
  if (!versions) return null
  const { word, status, sentence, newly, figures } = versions
  return (
    <Part id="versions" title={`Against version ${versions.other}`} note={figures ? NOTE : undefined}>
      <p class={`said-verdict ${status}`}>
        <StatusMark status={status} /> <b>{word}.</b> {sentence}
      </p>
      <p class="detail" dir="auto">
        {versions.otherId}
        {figures && `: ${figures.scores}`}.
      </p>
      {figures && <Drawn figures={figures} />}
      <Newly newly={newly} />
      {figures && <Flips figures={figures} />}
    </Part>
  )
}

function Drawn({ figures: { rows } }: { figures: VersionFigures }) {
  return (
    <>
      {rows.length > 0 && (
        <Differences
          id="versions-chart"
          title="Difference between the versions in points of 0 to 10, overall and by dimension"
          rows={rows}
          minPoints={1}
          decimals={2}
        />
      )}
      <DifferenceTable rows={rows} />
    </>
  )
}

function Flips({ figures: { fixed, broken, undecided, flipsP, pairwise, smallest } }: { figures: VersionFigures }) {
  return (
    <>
      <Group title="Cases that flipped">
        <dl class="facts">
          <Flipped name="Fixed" flipped={fixed} />
          <Flipped name="Broken" flipped={broken} />
          {undecided.count > 0 && <Flipped name="Undecided" flipped={undecided} />}
        </dl>
        <p class="detail">McNemar, exact: {flipsP}.</p>
      </Group>
      {pairwise && <p class="method">{pairwise}</p>}
      {smallest && <p class="method">The smallest difference these cases can see is {smallest} points.</p>}
    </>
  )
}

function DifferenceTable({ rows }: Pick<VersionFigures, 'rows'>) {
  if (rows.length === 0) return null
  return (
    <details>
      <summary>The same figures as a table</summary>
      <Table
        class="figures-table versions"
        heads={['Score', 'Points', '95% interval', 'p']}
        rows={rows.map(({ label, points, between, p }) => [label, points, between, p])}
      />
    </details>
  )
}

function Newly({ newly }: Pick<VersionView, 'newly'>) {
  if (newly.length === 0) return null
  return (
    <div class="group">
      <h3 class="failed">Critical checks that newly fail</h3>
      <ul>
        {newly.map((failure, i) => (
          <li key={i}>{failure}</li>
        ))}
      </ul>
    </div>
  )
}

function Flipped({ name, flipped: { count, named } }: { name: string; flipped: VersionFigures['fixed'] }) {
  const rest = count - named.length
  return (
    <div>
      <dt>
        {name}: {count}
      </dt>
      <dd dir="auto">
        {count === 0 ? 'none' : named.join('; ')}
        {rest > 0 && ` and ${rest} more`}
      </dd>
    </div>
  )
}
