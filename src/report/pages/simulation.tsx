import type { RunWithResult } from '../../domain/run-document.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { type SimulationView, simulationView } from '../../presentation/simulation.js'
import { FeelingsByDay, RetentionCurve } from '../charts/days.js'
import { renderPage } from '../page.js'
import { Contents, Facts, Group, Headline, Part, Table, TextList } from '../parts/part.js'
import { Made, TrustStrip } from '../parts/trust.js'

/** The report of a simulation: who stays, what frustrates and by how much, why people left, some diaries. */
export function renderSimulation(run: RunWithResult<'simulation'>, options: ReportOptions): string {
  const view = simulationView(run, options)
  return renderPage({ ...view, children: <Sections view={view} /> })
}

function Sections({ view }: { view: SimulationView }) {
  const { stayed, days, people, trust, hypothesis } = view
  return (
    <>
      <Headline title={view.title}>
        <div class="outcome">
          <div class="pressure">
            <h2>Still there after {days} days</h2>
            <p class="number">
              <strong>{stayed.figure}</strong> <span class="of">{stayed.between}</span>
            </p>
          </div>
          <div class="first">
            <h2>{people} synthetic people, none of them real</h2>
            <p class="lead">{view.sentence}</p>
            <p>
              {view.version}. {view.life}
            </p>
            {hypothesis && (
              <p>
                <strong>{hypothesis.verdict}:</strong> {hypothesis.text} {hypothesis.sentence}
              </p>
            )}
          </div>
        </div>
        <TrustStrip trust={trust} />
      </Headline>
      <Contents sections={sectionsOf(view)} />
      <Staying view={view} />
      <Frictions view={view} />
      <Screens view={view} />
      <Feelings view={view} />
      <People view={view} />
      <Made made={view.made} answeredBy={trust.answeredBy} offline={view.offline} method={METHOD} />
    </>
  )
}

const METHOD =
  'The product file decides what an action does; arithmetic decides how it feels, who comes back and who leaves. The formulas and what is assumed in them stand in docs/simulation.md. Each person’s weeks follow from the seed, the person and the file alone, so they can be computed again.'

const sectionsOf = (view: SimulationView) =>
  [
    ['staying', 'Who stays', true],
    ['frictions', 'What to mend first', true],
    ['screens', 'Where they went', view.screens.length > 0],
    ['feelings', 'How it felt', view.feelings.length > 0],
    ['people', 'Some of them, day by day', true],
    ['made', 'How this was made', true],
  ] as const

const CURVE_NOTE =
  'Solid: the share that has not left (Kaplan–Meier) with its 95 % band. Dotted: the share that used it on that very day. Below: how many were at risk of leaving that day.'

function Staying({ view: { curve, days, reasons, outcomes, facts, notes } }: { view: SimulationView }) {
  return (
    <Part id="staying" title="Who stays" note={CURVE_NOTE}>
      <RetentionCurve curve={curve} days={days} />
      <Facts facts={facts} />
      {reasons.length > 0 && (
        <Group title="Why they left">
          <Table heads={['Reason', 'People']} rows={reasons.map(({ name, people }) => [name, people])} />
        </Group>
      )}
      <Group title="How the last session ended">
        <Table
          heads={['Outcome', 'People']}
          rows={outcomes.filter(({ people }) => people > 0).map(({ name, people }) => [name, people])}
        />
      </Group>
      <Group title="What this rests on">
        <TextList items={notes} />
      </Group>
    </Part>
  )
}

const FRICTION_NOTE =
  'Moments in which frustration rose above 0.6, by place and cause. Priority = 100 × severity × share of people × confidence ÷ effort. That somebody left soon after is no proof that it made them leave.'

function Frictions({ view: { frictions, otherFrictions } }: { view: SimulationView }) {
  return (
    <Part id="frictions" title="What to mend first" note={FRICTION_NOTE}>
      {frictions.length === 0 && <p>Nothing frustrated anybody for long.</p>}
      <ol class="findings">
        {frictions.map(({ priority, name, message, sentence, arithmetic, quote }) => (
          <li key={name} class="finding">
            <h3 dir="auto">
              {priority} {name}
            </h3>
            <p>{sentence}</p>
            {message !== '' && <p dir="auto">The product said: “{message}”</p>}
            {quote && (
              <p class="words" dir="auto">
                “{quote.quote}” <span class="detail">{`${quote.who}, ${quote.where}`}</span>
              </p>
            )}
            <p class="detail">{arithmetic}</p>
          </li>
        ))}
      </ol>
      {otherFrictions > 0 && <p>{otherFrictions} smaller ones are in the run’s JSON.</p>}
    </Part>
  )
}

function Screens({ view: { screens, neverReached } }: { view: SimulationView }) {
  if (screens.length === 0) return null
  return (
    <Part id="screens" title="Where they went" note="Reached: of the people it was open to. Worked: of the tries.">
      <Table
        class="figures-table"
        heads={['Place', 'Tries', 'People', 'Reached', 'Worked']}
        rows={screens.map(({ target, uses, users, reached, worked }) => [target, uses, users, reached, worked])}
      />
      {neverReached.length > 0 && <p>Never open to anybody: {neverReached.join(', ')}.</p>}
    </Part>
  )
}

const FEELINGS_NOTE =
  'Mean at the end of a session, 0 to 1, by day since joining; at the right the last day. Days with few sessions jump about.'

function Feelings({ view: { feelings, days } }: { view: SimulationView }) {
  if (feelings.length === 0) return null
  return (
    <Part id="feelings" title="How it felt" note={FEELINGS_NOTE}>
      <FeelingsByDay trajectory={feelings} days={days} />
    </Part>
  )
}

function People({ view: { persons, diaries } }: { view: SimulationView }) {
  return (
    <Part id="people" title="Some of them, day by day">
      {diaries.map(({ who, kind, entries }) => (
        <Group key={who} title={`${who}, ${kind}`}>
          <TextList items={entries.map(({ day, text }) => `Day ${day}: ${text}`)} />
        </Group>
      ))}
      <Table
        class="figures-table"
        heads={['Person', 'Kind', 'Days', 'Sessions', 'End']}
        rows={persons.map(({ name, kind, days, sessions, end }) => [name, kind, days, sessions, end])}
      />
    </Part>
  )
}
