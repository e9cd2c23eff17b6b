import type { ReportView } from '../../presentation/panel.js'
import { FindingList, Group, Part, Quotes, Table } from './part.js'

type DissentView = ReportView['dissent']

/** The minority report: views held in private that the discussion did not hear. */
export function Dissent({ view: { dissent, talk } }: { view: ReportView }) {
  const { label, sentence, views, why } = dissent
  return (
    <Part
      id="dissent"
      title="Minority report"
      class="tinted"
      note={
        <>
          <b>{label}.</b> {sentence}
        </>
      }
    >
      {views.length > 0 && why && <p class="why">{why}</p>}
      {dissent.made && <Views views={views} none={dissent.none} linked={talk !== null} />}
      {dissent.unclear && <p class="detail">{dissent.unclear}</p>}
      <Conformity dissent={dissent} />
      <Participation rows={dissent.participation} />
    </Part>
  )
}

type ViewsProps = Pick<DissentView, 'views' | 'none'> & { readonly linked: boolean }

function Views({ views, none, linked }: ViewsProps) {
  if (views.length === 0) return <p>{none}</p>
  return (
    <FindingList items={views}>
      {({ view, unheard, heardTurns, said }) => (
        <>
          <h3>{view}</h3>
          <p class="detail">
            {unheard}
            {heardTurns.length > 0 && ' Heard in '}
            {heardTurns.map((turn, at) => (
              <span key={turn}>
                {at > 0 && ', '}
                {linked ? <a href={`#turn-${turn}`}>turn {turn}</a> : `turn ${turn}`}
              </span>
            ))}
            {heardTurns.length > 0 && '.'}
          </p>
          <Quotes said={said} open={2} />
        </>
      )}
    </FindingList>
  )
}

/** Respondents whose public stance differs from their secret ballot. */
function Conformity({ dissent: { conformity, conformityMeasured, compared } }: { dissent: DissentView }) {
  if (!conformityMeasured) return null
  return (
    <Group title="Said one thing, wrote another">
      {conformity.length === 0 ? (
        <p>No difference between what was said aloud and the secret ballots could be shown.</p>
      ) : (
        <ul class="plain-list">
          {conformity.map(({ who, aloud, before, after, shift }, i) => (
            <li key={i}>
              <b>{who}</b> sounded like “{aloud}” aloud and wrote “{after}” on the secret ballot
              <span class="detail">
                {' '}
                (before the discussion “{before}”; own change {shift} of 5)
              </span>
            </li>
          ))}
        </ul>
      )}
      {compared && <p class="detail">{compared}</p>}
    </Group>
  )
}

function Participation({ rows }: { rows: DissentView['participation'] }) {
  if (!rows) return null
  return (
    <Group title="How they talked, beside how people talk">
      <Table class="figures-table" heads={['Figure', 'Here', 'People']} rows={rows} />
    </Group>
  )
}
