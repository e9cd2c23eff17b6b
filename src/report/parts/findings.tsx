import type { ReportView } from '../../presentation/panel.js'
import { contested } from '../../presentation/pressure-map.js'
import { LevelMark, TenMark } from '../charts/level.js'
import { Detail, FindingList, type FindingListProps, Group, Part, Quotes } from './part.js'

const UNKNOWN =
  'There is no analysis, so nothing is said here. What people doubt is in the pressure map and in their answers.'
const NONE = 'The analysis names no weakness. That is rare: look at the answers themselves before you rely on it.'

/** Findings, from the text's own weaknesses to what a competitor could attack. */
export function Findings({ view }: { view: ReportView }) {
  const { weaknesses, gaps, frictions, vulnerabilities, map, missing } = view
  const none = [weaknesses, gaps, frictions, vulnerabilities, contested(map.rows)].every(({ length }) => length === 0)
  return (
    <Part
      id="findings"
      title="What broke"
      note={view.quotesChecked && 'Every quote was looked up word for word in the answers.'}
    >
      {missing ? <p>{UNKNOWN}</p> : none && <p>{NONE}</p>}
      <FindingGroup title="Weaknesses" items={weaknesses}>
        {({ what, severity, said }) => (
          <>
            <h4>{what}</h4>
            <LevelMark level={severity} what="severity" />
            <Quotes said={said} open={1} />
          </>
        )}
      </FindingGroup>
      <Gaps gaps={gaps} />
      <Frictions frictions={frictions} />
      <FindingGroup title="Where a competitor would strike" items={vulnerabilities} kind="two">
        {({ what, attack, said }) => (
          <>
            <h4>{what}</h4>
            {attack && <p class="detail">{attack}</p>}
            <Quotes said={said} open={0} />
          </>
        )}
      </FindingGroup>
    </Part>
  )
}

function Gaps({ gaps }: Pick<ReportView, 'gaps'>) {
  return (
    <FindingGroup title="What else they do not believe" items={gaps}>
      {({ claim, issue, fix, said }) => (
        <>
          <h4 class="claim" dir="auto">
            {claim}
          </h4>
          {issue && <p>{issue}</p>}
          <Detail label="Fix" text={fix} />
          <Quotes said={said} open={0} />
        </>
      )}
    </FindingGroup>
  )
}

function Frictions({ frictions }: Pick<ReportView, 'frictions'>) {
  return (
    <FindingGroup title="What keeps them from acting" items={frictions} kind="two">
      {({ what, severity, who, said }) => (
        <>
          <h4>{what}</h4>
          <TenMark value={severity} what="severity" />
          {who && <p class="detail">{who}</p>}
          <Quotes said={said} open={0} />
        </>
      )}
    </FindingGroup>
  )
}

function FindingGroup<T>({ title, items, kind, children }: FindingListProps<T> & { title: string }) {
  if (items.length === 0) return null
  return (
    <Group title={title}>
      <FindingList items={items} kind={kind}>
        {children}
      </FindingList>
    </Group>
  )
}
