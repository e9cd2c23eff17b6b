import { pressureBand } from '../domain/analysis.js'
import type { PressureTestResult } from '../domain/pressure-test.js'
import type { RunDocument, Trust } from '../domain/run.js'
import { clean, headline, shortened, worded } from './clean.js'
import { changeOf, intentOf, scoresOf, sentimentFlow } from './view/counts.js'
import { talkOf } from './view/discussion.js'
import { dissentOf } from './view/dissent.js'
import { findingsOf } from './view/findings.js'
import { peopleOf } from './view/people.js'
import { provenanceOf } from './view/provenance.js'
import { day, number } from './view/wording.js'

export type ReportOptions = {
  /** Heads the report in place of the proposition's first line. */
  readonly title?: string | undefined
}

/** Everything the report of a pressure test says, counted and worded; rendering only sets it in type. */
export type ReportView = ReturnType<typeof reportView>

/** The view model of a completed pressure test. Every text in it has been through `clean`. */
export function reportView(run: RunDocument, { title }: ReportOptions = {}) {
  const result = run.result as PressureTestResult
  const { analysis, responses } = result
  const names = new Map(responses.map((one) => [one.persona_id, shortened(worded(one.persona_name), 40)]))
  const findings = findingsOf(result, names)
  const flows = sentimentFlow(responses)
  return {
    title: headline(title ?? '', 120) || headline(result.stimulus, 90) || 'A proposition without words',
    date: day(run.completed_at),
    offline: run.model.mode === 'offline',
    people: responses.length,
    who: whoOf(run, responses.length),
    answeredBy: answeredBy(run.model),
    band: pressureBand(analysis.pressure_score),
    trust: run.trust && trustOf(run.trust),
    first: firstOf(findings.weaknesses),
    quotesChecked: run.trust !== null && run.trust.quotes.status !== 'not_run',
    scores: scoresOf(result),
    ...findings,
    dissent: dissentOf(result, names),
    intent: intentOf(responses),
    sentiment: { flows, ...changeOf(flows) },
    panel: peopleOf(responses),
    talk: talkOf(result.group_dynamics),
    stimulus: clean(result.stimulus),
    made: provenanceOf(run, result),
  }
}

function whoOf({ trust }: RunDocument, answered: number): string {
  const asked = trust?.respondents.asked ?? answered
  return `${answered === asked ? number(answered) : `${number(answered)} of ${number(asked)}`} synthetic people`
}

/** Who spoke for the people; nobody reads a score without it. */
function answeredBy({ mode, persona }: RunDocument['model']): string {
  return mode === 'offline'
    ? 'Answered by the offline behaviour model, not by a language model; calibrated on nobody.'
    : `Played by a language model, ${worded(persona)}; no real person was asked.`
}

const LIGHTS = { green: 'Trust: green.', amber: 'Trust: amber.', red: 'Trust: red.' } as const

const trustOf = ({ light, sentence }: Trust) => ({ light, word: LIGHTS[light], sentence: clean(sentence) })

/** The first finding, short enough for the first screen of a phone; in full it stands further down. */
function firstOf([weakness]: ReturnType<typeof findingsOf>['weaknesses']) {
  if (!weakness) return null
  const [said] = weakness.said
  return { what: shortened(weakness.what, 170), said: said ? { ...said, quote: shortened(said.quote, 170) } : null }
}
