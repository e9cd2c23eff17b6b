import type { ReportView } from '../../presentation/panel.js'
import { Part, Table } from './part.js'

/** What became of each objection since the previous version. */
export function Versions({ view: { change } }: { view: ReportView }) {
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
