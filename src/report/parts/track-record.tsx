import type { TrackRecord } from '../../domain/outcome.js'
import { trackRecordView } from '../../presentation/track-record.js'
import { Part, Table } from './part.js'

const NOTE =
  'What happened with real people, beside what runs of this workspace predicted. No prediction can be changed.'

/** The workspace's track record, equal in each of its reports. */
export function Record({ record }: { record: TrackRecord }) {
  const { sentence, caution, skill, aside, groups, rows, more } = trackRecordView(record)
  return (
    <Part id="record" title="Track record" note={NOTE}>
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
