import type { RunWithResult } from '../../domain/run/run-document.js'
import { type AskView, askView } from '../../presentation/ask.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { renderPage } from '../page.js'
import { Headline, Part } from '../parts/part.js'
import { ProvenancePart, TrustStrip } from '../parts/trust.js'

/** A conversation with one synthetic respondent after a test, oldest question first. */
export function renderAsk(run: RunWithResult<'ask'>, options: ReportOptions): string {
  const view = askView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

const UNCHECKED =
  'An answer to a question is checked by nobody; what is known about the panel stands in the report of its test.'

function Sections({ view }: { view: AskView }) {
  const { name, kind, earlier, question, answer, mind, trust } = view
  return (
    <>
      <Headline title={view.title}>
        <p class="who">{kind}, a synthetic person who remembers the test</p>
        <TrustStrip trust={trust} unchecked={UNCHECKED} />
      </Headline>
      <Part id="talk" title="The conversation" note="Oldest first. The last answer is this run’s.">
        <ol class="turns">
          {earlier.map((exchange, i) => (
            <Exchange key={i} name={name} question={exchange.question} answer={exchange.answer} />
          ))}
          <Exchange name={name} question={question} answer={answer} />
        </ol>
        <p class="method">{mind}</p>
      </Part>
      <ProvenancePart made={view.made} answeredBy={trust.answeredBy} offline={view.offline} />
    </>
  )
}

function Exchange({ name, question, answer }: { name: string; question: string; answer: string }) {
  return (
    <>
      <li class="turn moderator">
        <p class="speaker">
          <b>You</b>
        </p>
        <p class="line" dir="auto">
          {question}
        </p>
      </li>
      <li class="turn">
        <p class="speaker">
          <b>{name}</b>
        </p>
        <p class="line" dir="auto">
          {answer}
        </p>
      </li>
    </>
  )
}
