import type { RunWithResult } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { type PersonaSetView, personaSetView } from '../../presentation/persona-set.js'
import { Coverage } from '../charts/coverage.js'
import { renderPage } from '../page.js'
import { Contents, Facts, FindingList, Group, Headline, Part } from '../parts/part.js'
import { SetDoubts, SetMembers, SetSources } from '../parts/sources.js'
import { ProvenancePart, TrustStrip } from '../parts/trust.js'

/** The page of a persona set: who is in it, how different they are, what each statement rests on, what is assumed. */
export function renderPersonaSet(run: RunWithResult<'persona_generation'>, options: ReportOptions): string {
  const view = personaSetView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

function Sections({ view }: { view: PersonaSetView }) {
  const { coverage, reached, target, sentence, trust } = view
  return (
    <>
      <Headline title={view.title}>
        <div class="outcome">
          <div class="pressure">
            <h2>Coverage</h2>
            <p class="number">
              <strong>{coverage}</strong> <span class="of">of 100</span>{' '}
              <b class={`band ${reached ? 'strong' : 'weak'}`}>
                {reached ? `the asked ${target} is reached` : `${target} was asked`}
              </b>
            </p>
          </div>
          <div class="first">
            <h2>{view.people} synthetic people, none of them real</h2>
            <p class="lead">{sentence}</p>
          </div>
        </div>
        <TrustStrip trust={trust} />
      </Headline>
      <Contents sections={sectionsOf(view)} />
      <SetReading view={view} />
      <SetKinds view={view} />
      <SetCoverage view={view} />
      <SetMembers view={view} />
      <SetDoubts view={view} />
      <SetSources view={view} />
      <ProvenancePart made={view.made} answeredBy={trust.answeredBy} offline={view.offline} />
    </>
  )
}

const sectionsOf = (view: PersonaSetView) =>
  [
    ['research', 'What of the research is in it', view.reading !== null],
    ['kinds', 'Kinds of people', true],
    ['coverage', 'How different they are', true],
    ['people', 'Who is in it', view.people > 0],
    ['doubts', 'What is assumed', true],
    ['sources', 'Sources', true],
    ['made', 'How this was made', true],
  ] as const

/** How much of the documents was read, and which of it is in the set. */
function SetReading({ view: { reading } }: { view: PersonaSetView }) {
  if (!reading) return null
  return (
    <Part id="research" title="What of the research is in it" note="Counted after the people were made.">
      <p>{reading.sentences.join(' ')}</p>
      <Facts
        facts={[
          { name: 'Sentences with a respondent', text: reading.read },
          { name: 'Said about them with a passage', text: reading.quoted },
          { name: 'Assumed', text: reading.assumed },
          ...reading.parts,
        ]}
      />
      {reading.parts
        .filter(({ left }) => left.length > 0)
        .map(({ name, left, more }) => (
          <details key={name}>
            <summary>{name} that are not in it</summary>
            <ul>
              {left.map((item, i) => (
                <li key={i}>{item}</li>
              ))}
              {more > 0 && <li>and {more} more</li>}
            </ul>
          </details>
        ))}
    </Part>
  )
}

/** Kinds of people and unusual cases, with their number and their passages. */
function SetKinds({ view: { kinds, edges, rationale, audience } }: { view: PersonaSetView }) {
  return (
    <Part
      id="kinds"
      title="Kinds of people"
      note={
        audience === null
          ? 'Their shares are those of the research, mixed with equal shares as far as the asked diversity wants it.'
          : `Made up from the sentence “${audience}”: nobody was asked, and everything about these people is assumed.`
      }
    >
      <FindingList items={kinds}>
        {({ name, description, count, inSet, inResearch, template, from }) => (
          <>
            <h3>{name}</h3>
            <p>
              {counted(count, 'person', 'people')}, {inSet} of the set; {sharesBy({ template, inResearch }, audience)}
            </p>
            {description && <p class="detail">{description}</p>}
            <From ids={from} />
          </>
        )}
      </FindingList>
      {edges.length > 0 && (
        <Group title="Unusual cases that must not be forgotten">
          <FindingList items={edges}>
            {({ name, description, count, from }) => (
              <>
                <h4>{name}</h4>
                <p>{count}</p>
                {description && <p class="detail">{description}</p>}
                <From ids={from} />
              </>
            )}
          </FindingList>
        </Group>
      )}
      {rationale && <p class="method">{rationale}</p>}
    </Part>
  )
}

function sharesBy(
  { template, inResearch }: { template: boolean; inResearch: string },
  audience: string | null,
): string {
  if (template) return 'wanted by a template'
  return audience === null ? `${inResearch} by the research` : 'made up for this audience'
}

function From({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <p class="detail">No passage names them.</p>
  return (
    <p class="detail">
      From{' '}
      {ids.map((id, i) => (
        <span key={id}>
          {i > 0 && ', '}
          <a href={`#${id}`}>{id.replace('-', ' ')}</a>
        </span>
      ))}
    </p>
  )
}

/** The picture of the coverage, and every axis with its levels. */
function SetCoverage({ view }: { view: PersonaSetView }) {
  const { matrix, before, after, repairs, entropy, axes, people } = view
  return (
    <Part
      id="coverage"
      title="How different they are"
      note="Counted from what was drawn; no model judges it. A square is two ways in which people differ: the darker, the more of their combinations somebody in the set has."
    >
      {matrix.cells.length > 0 && (
        <figure>
          <Coverage {...matrix} />
          <figcaption class="note">
            Coverage {after} of the pairs of levels that {counted(people, 'person', 'people')} can show
            {repairs > 0
              ? `; ${before} before ${counted(repairs, 'exchange')} filled gaps`
              : '; no gap had to be filled'}
            . Mean normalised entropy {entropy} of 1.
          </figcaption>
        </figure>
      )}
      <Group title="Axis by axis">
        <p class="note">Bar: share of the set. Mark: share by the research alone.</p>
        <ul class="axes">
          {axes.map(({ name, origin, assumed, entropy: even, levels }, i) => (
            <li key={i}>
              <h4>{name}</h4>
              <p class="detail">
                {origin && `An axis ${origin}. `}
                {levels.length > 1 ? `Entropy ${even}. ` : 'The research leaves one level. '}
                {assumed && 'No passage says how common its levels are: taken as equally common.'}
              </p>
              <dl class="levels">
                {levels.map((level, at) => (
                  <div key={at}>
                    <dt>{level.name}</dt>
                    <dd>
                      <LevelBar share={level.share} weight={level.weight} />
                      {level.summary}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </Group>
    </Part>
  )
}

const WIDTH = 200
const HEIGHT = 10

/** One level of an axis: its share of the set as a bar, and a mark at its share in the research. */
function LevelBar({ share, weight }: { readonly share: number; readonly weight: number }) {
  return (
    <svg class="level-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x={0} y={2} width={WIDTH} height={HEIGHT - 4} />
      <rect class="share" x={0} y={2} width={clamp(share) * WIDTH} height={HEIGHT - 4} />
      <rect class="tick" x={Math.max(0, clamp(weight) * WIDTH - 1)} y={0} width={2} height={HEIGHT} />
    </svg>
  )
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
