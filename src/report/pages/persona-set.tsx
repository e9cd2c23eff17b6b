import type { RunWithResult } from '../../domain/run-document.js'
import { renderPage } from '../page.js'
import { Contents } from '../parts/contents.js'
import { Made } from '../parts/made.js'
import { SetMembers } from '../parts/set-members.js'
import { SetCoverage, SetKinds } from '../parts/set-plan.js'
import { SetDoubts, SetSources } from '../parts/set-sources.js'
import { TrustStrip } from '../parts/trust.js'
import { type PersonaSetView, personaSetView } from '../view/persona-set.js'
import type { ReportOptions } from '../view.js'

/** The page of a persona set: who is in it, how different they are, what each statement rests on, what is assumed. */
export function renderPersonaSet(run: RunWithResult<'persona_generation'>, options: ReportOptions): string {
  const view = personaSetView(run, options)
  return renderPage({ ...view, children: <Sections view={view} /> })
}

function Sections({ view }: { view: PersonaSetView }) {
  const { coverage, reached, asked, sentence, trust } = view
  return (
    <>
      <section class="verdict" aria-labelledby="verdict">
        <h1 id="verdict" dir="auto">
          {view.title}
        </h1>
        <div class="outcome">
          <div class="pressure">
            <h2>Coverage</h2>
            <p class="number">
              <strong>{coverage}</strong> <span class="of">of 100</span>{' '}
              <b class={`band ${reached ? 'strong' : 'weak'}`}>
                {reached ? `the asked ${asked} is reached` : `${asked} was asked`}
              </b>
            </p>
          </div>
          <div class="first">
            <h2>{view.people} synthetic people, none of them real</h2>
            <p class="lead">{sentence}</p>
          </div>
        </div>
        <TrustStrip trust={trust} />
      </section>
      <Contents sections={sectionsOf(view)} />
      <SetKinds view={view} />
      <SetCoverage view={view} />
      <SetMembers view={view} />
      <SetDoubts view={view} />
      <SetSources view={view} />
      <Made made={view.made} answeredBy={trust.answeredBy} offline={view.offline} />
    </>
  )
}

const sectionsOf = (view: PersonaSetView) =>
  [
    ['kinds', 'Kinds of people', true],
    ['coverage', 'How different they are', true],
    ['people', 'Who is in it', view.people > 0],
    ['doubts', 'What is assumed', true],
    ['sources', 'Sources', true],
    ['made', 'How this was made', true],
  ] as const
