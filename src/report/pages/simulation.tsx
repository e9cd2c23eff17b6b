import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { type SimulationView, simulationView } from '../../presentation/simulation.js'
import { DiaryDays, FeelingsByDay, LeavingByDay, RetentionCurve } from '../charts/days.js'
import { Legend, Picture } from '../charts/picture.js'
import { ContactNetwork, FrictionMap, KindOutcomes, Lives, ReferralForest, ScreenFunnel } from '../charts/simulation.js'
import { renderPage } from '../page.js'
import { Contents, Facts, Group, Headline, Part, Table, TextList } from '../parts/part.js'
import { ProvenancePart, TrustStrip } from '../parts/trust.js'

/** The report of a simulation: who stays, what frustrates and by how much, why people left, some diaries. */
export function renderSimulation(run: RunWithResult<'simulation'>, options: ReportOptions): string {
  const view = simulationView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

function Sections({ view }: { view: SimulationView }) {
  const { stayed, days, who, trust, hypothesis } = view
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
            <h2>{who}, none of them real</h2>
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
      <Actions view={view} />
      <Frictions view={view} />
      <Screens view={view} />
      <Feelings view={view} />
      <Spreading view={view} />
      <People view={view} />
      <ProvenancePart made={view.made} answeredBy={trust.answeredBy} offline={view.offline} method={METHOD} />
    </>
  )
}

const METHOD =
  'The product file decides what an action does; arithmetic decides how it feels, who comes back and who leaves. The formulas and what is assumed in them stand in docs/simulation.md. Each person’s weeks follow from the seed, the person and the file alone, so they can be computed again.'

const sectionsOf = (view: SimulationView) =>
  [
    ['staying', 'Who stays', true],
    ['actions', 'What to do', view.actions.length > 0],
    ['frictions', 'What frustrated them', true],
    ['screens', 'Where they went', view.funnel.length > 0],
    ['feelings', 'How it felt', view.feelings.length > 0],
    ['spreading', 'Does it spread?', view.spread !== ''],
    ['people', 'Some of them, day by day', true],
    ['made', 'How this was made', true],
  ] as const

function Staying({ view }: { view: SimulationView }) {
  const { curve, days, reasons, leavingWords, outcomes, facts, notes } = view
  return (
    <Part id="staying" title="Who stays">
      <div class="pictures two">
        <Picture
          question="Who stays?"
          note="Solid: the share that has not left, with its 95 % band. Dotted: the share that did something with it on that very day (who opened it and did nothing, or met only the price, did not). Below: how many were at risk of leaving."
        >
          <RetentionCurve curve={curve} days={days} />
        </Picture>
        <Picture
          question="When do they leave, and why?"
          note="Of those still there the evening before, the share that left on a day. Late bars rest on few people."
        >
          {reasons.length === 0 && <p>Nobody left.</p>}
          {reasons.length > 0 && <LeavingByDay view={view} />}
          <Legend entries={reasons.map(({ reason, name, people }) => ({ fill: reason, name: `${name} ${people}` }))} />
          {leavingWords.map(({ who, where, quote }) => (
            <p key={who} class="words" dir="auto">
              “{quote}” <span class="detail">{`${who}, ${where}`}</span>
            </p>
          ))}
        </Picture>
      </div>
      <Facts facts={facts} />
      <Group title="Where they are at the end">
        <Table
          heads={['Left, or how the last session ended', 'People']}
          rows={outcomes.filter(({ people }) => people > 0).map(({ name, people }) => [name, people])}
        />
      </Group>
      <Group title="What this rests on">
        <TextList items={notes} />
      </Group>
    </Part>
  )
}

const ACTIONS_NOTE =
  'By priority. Expected: the same people with the same luck, with and without the change, 95 % in brackets; where nothing was simulated it says so.'

function Actions({ view: { actions } }: { view: SimulationView }) {
  if (actions.length === 0) return null
  return (
    <Part id="actions" title="What to do" note={ACTIONS_NOTE}>
      <ol class="findings">
        {actions.map(({ priority, action, people, expected, rationale }) => (
          <li key={action} class="finding">
            <h3 dir="auto">
              {priority} {action}
            </h3>
            <p>
              {counted(people, 'person', 'people')}; expected: {expected}.
            </p>
            <p class="detail">{rationale}</p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

const FRICTION_NOTE =
  'Moments in which frustration rose above 0.6, by place and cause. Priority = 100 × severity × share of people × confidence ÷ effort. That somebody left soon after is no proof that it made them leave, nor is a difference from the others.'

function Frictions({ view: { calm, frictions, otherFrictions } }: { view: SimulationView }) {
  return (
    <Part id="frictions" title="What frustrated them" note={FRICTION_NOTE}>
      {frictions.length === 0 && <p>{calm}</p>}
      {frictions.length > 0 && (
        <Picture
          question="What weighs most?"
          note="Right: more people. Up: worse. Larger: higher priority. The numbers are those of the list."
        >
          <FrictionMap frictions={frictions} />
        </Picture>
      )}
      <ol class="findings numbered">
        {frictions.map(({ priority, name, inFile, sentence, arithmetic, quote }) => (
          <li key={name} class="finding">
            <h3 dir="auto">
              {priority} {name}
            </h3>
            <p>{sentence}</p>
            {quote && (
              <p class="words" dir="auto">
                “{quote.quote}” <span class="detail">{`${quote.who}, ${quote.where}`}</span>
              </p>
            )}
            <p class="detail">
              {arithmetic}. In the product file: {inFile}.
            </p>
          </li>
        ))}
      </ol>
      {otherFrictions > 0 && <p>{otherFrictions} smaller ones are in the run’s JSON.</p>}
    </Part>
  )
}

function Screens({ view: { funnel, people, neverReached } }: { view: SimulationView }) {
  if (funnel.length === 0) return null
  return (
    <Part id="screens" title="Where they went">
      <Picture
        question="Where do they get lost?"
        note="Of all people: dark, it worked for them; lighter, they tried it; grey, it was open to them. Worked: of the tries; one that was slow, wrong or lost something did not. Quit: left, and this was the last thing they tried."
      >
        <ScreenFunnel screens={funnel} people={people} />
      </Picture>
      {neverReached.length > 0 && <p>Never open to anybody: {neverReached.join(', ')}.</p>}
    </Part>
  )
}

const DAY_LEGEND = [
  { fill: 'delighted', name: 'delighted' },
  { fill: 'used', name: 'used it' },
  { fill: 'opened', name: 'opened it, did nothing' },
  { fill: 'frustrated', name: 'frustrated' },
  { fill: 'priced', name: 'met only the price' },
  { fill: 'away', name: 'stayed away' },
]

/** Least number of people of a kind for its outcomes to be meaningful. */
const TELLING = 5

function Feelings({ view: { feelings, days, lives, people, kinds } }: { view: SimulationView }) {
  if (feelings.length === 0) return null
  const shown = lives.length < people ? `The first ${lives.length} of ${people} people` : 'Everybody'
  const ended = new Map(kinds.flatMap(({ parts }) => parts.map(({ fill, name }) => [fill, name])))
  return (
    <Part id="feelings" title="How it felt">
      <div class="pictures two">
        <Picture
          question="How does it feel?"
          note="Line: mean at the end of a session by day since joining, the figure is the last day’s. Band: the middle half. Days with few sessions jump about."
        >
          <FeelingsByDay trajectory={feelings} days={days} />
        </Picture>
        <Picture
          question="Is the average hiding two groups?"
          note={`${shown}, a row each, who stayed longest on top; a column a day since joining. A row ends where they left.`}
        >
          <Lives lives={lives} days={days} />
          <Legend entries={DAY_LEGEND} />
        </Picture>
      </div>
      {kinds.length > 1 && kinds.some(({ people }) => people >= TELLING) && (
        <Picture
          question="For whom?"
          note="How each kind of people ended, those of whom most left first; at the right how many they are. A few people of a kind say little about it."
        >
          <KindOutcomes kinds={kinds} />
          <Legend entries={[...ended].map(([fill, name]) => ({ fill, name }))} />
        </Picture>
      )}
    </Part>
  )
}

function Spreading({ view: { spread, trees, network, days } }: { view: SimulationView }) {
  if (spread === '') return null
  return (
    <Part id="spreading" title="Does it spread?">
      <p>{spread}</p>
      {trees.length > 0 && (
        <Picture
          question="Through whom?"
          note="The largest trees: a full dot came by themselves, a hollow one for an invitation, at the day they joined."
        >
          <ReferralForest trees={trees} days={days} />
        </Picture>
      )}
      {network !== null && (
        <Picture
          question="Where in the network?"
          note="A dot for each person of the market: small ones never used it, dark ones did from the first day, those at the end of a strong line joined for the invitation of whoever stands at its other end. Near each other: who know the same people."
        >
          <ContactNetwork network={network} />
        </Picture>
      )}
    </Part>
  )
}

function People({ view: { persons, diaries, days } }: { view: SimulationView }) {
  return (
    <Part id="people" title="Some of them, day by day">
      {diaries.map((diary, place) => (
        <Diary key={diary.who} diary={diary} place={place} days={days} />
      ))}
      <Table
        class="figures-table lived"
        heads={['Person', 'Kind', 'Days', 'Sessions', 'End']}
        rows={persons.map(({ name, kind, days, sessions, end }) => [name, kind, days, sessions, end])}
      />
    </Part>
  )
}

type DiaryProps = { diary: SimulationView['diaries'][number]; place: number; days: number }
/** Entries shown before the rest is unfolded. */
const OPEN_ENTRIES = 6

function Diary({ diary: { who, kind, entries, closing }, place, days }: DiaryProps) {
  const lines = entries.map(({ day, text }) => `Day ${day}: ${text}`)
  return (
    <Picture
      question={`${who}, ${kind}`}
      note={place === 0 ? 'Dashed: frustration. Solid: delight. After each session, from 0 to 1.' : null}
    >
      {entries.length > 0 && <DiaryDays id={`diary-${place}`} who={who} days={days} entries={entries} />}
      {entries.length === 0 && <p>Never opened it.</p>}
      <TextList items={lines.slice(0, OPEN_ENTRIES)} />
      {lines.length > OPEN_ENTRIES && (
        <details>
          <summary>{lines.length - OPEN_ENTRIES} more days</summary>
          <TextList items={lines.slice(OPEN_ENTRIES)} />
        </details>
      )}
      {closing !== '' && <p>{closing}</p>}
    </Picture>
  )
}
