import type { AgentScore } from '../domain/evaluation/agent-score.js'
import { bandOf } from '../domain/panel/analysis.js'
import type { TrackRecord } from '../domain/panel/outcome.js'
import { measuredOf } from '../domain/panel/pressure-test.js'
import type { StimulusSource } from '../domain/panel/stimulus.js'
import type { VersionChange } from '../domain/panel/versions.js'
import type { PanelRun } from '../domain/run/run-document.js'
import { counted } from '../domain/text/words.js'
import { assayPictureOf } from './assay-picture.js'
import { clean, displayText, headline, truncate } from './clean.js'
import { talkOf } from './discussion.js'
import { findingsOf, type Names } from './findings.js'
import { dissentOf } from './minority-report.js'
import { missingOf } from './missing-analysis.js'
import { peopleOf } from './people.js'
import { looseGaps, mapOf } from './pressure-map.js'
import { provenanceOf } from './provenance.js'
import {
  archetypesOf,
  changeOf,
  impressionOf,
  intentOf,
  ownFigures,
  scoresOf,
  sentimentFlow,
  unratedWords,
} from './scores.js'
import { originsOf } from './sources.js'
import { trustOf } from './trust.js'
import { objectionsView } from './versions.js'
import { day } from './words.js'

export type ReportOptions = {
  /** Title of the report, instead of the proposition's first line. */
  readonly title?: string | undefined
  /** Earlier evaluations of the agent, oldest first; may include other versions and this run itself. */
  readonly history?: readonly AgentScore[] | undefined
  /** Track record of the workspace. */
  readonly record?: TrackRecord | undefined
  /** The comparison with the previous test of the project. */
  readonly change?: VersionChange | null | undefined
  /** Sources of the proposition. */
  readonly sources?: readonly StimulusSource[] | undefined
}

/** Everything in the report of a pressure test or focus group, counted and worded; rendering only sets it in type. */
export type ReportView = ReturnType<typeof reportView>

/** The view model of a completed pressure test or focus group. Every text in it has been through `clean`. */
export function reportView(run: PanelRun, { title, change, sources = [] }: ReportOptions = {}) {
  const result = run.result
  const { analysis, responses } = result
  const measured = measuredOf(result)
  const names = namesOf(responses)
  const findings = findingsOf(result, names)
  const flows = sentimentFlow(responses)
  return {
    title: headline(title ?? '', 120) || headline(result.stimulus, 90) || 'A proposition without words',
    date: day(run.completed_at),
    offline: run.model.mode === 'offline',
    people: responses.length,
    band: bandOf(run, measured.pressure_score),
    trust: trustOf(run, responses.length),
    assay: assayPictureOf(run, measured.pressure_score),
    missing: missingOf(run),
    first: firstOf(findings.weaknesses),
    quotesChecked: run.trust !== null && run.trust.quotes.status !== 'not_run',
    scores: scoresOf(measured, measured),
    archetypes: archetypesOf(result),
    impression: analysis && impressionOf(analysis),
    ...findings,
    gaps: looseGaps(findings.gaps, analysis),
    map: mapOf(result, names),
    dissent: dissentOf(result, names),
    change: change ? changeOfVersion(change) : null,
    intent: intentOf(result.intent),
    unrated: unratedWords(result.intent, responses),
    ownFigures: ownFigures(responses),
    sentiment: { flows, ...changeOf(flows) },
    panel: peopleOf(result),
    origins: originsOf(result),
    talk: talkOf(result, names),
    stimulus: clean(result.stimulus),
    about: clean(result.about ?? ''),
    readFrom: readFrom(sources),
    made: provenanceOf(run, {
      category: result.category,
      skepticism: result.skepticism,
      answered: responses.length,
      discussion: result.group_dynamics?.mode ?? 'off',
    }),
  }
}

const changeOfVersion = ({ sentence, objections }: VersionChange) => ({
  sentence: clean(sentence),
  objections: objectionsView(objections),
})

/** Display names by respondent id. */
export const namesOf = (people: readonly { persona_id: string; persona_name: string }[]): Names =>
  new Map(people.map((person) => [person.persona_id, truncate(displayText(person.persona_name), 40)]))

/** The first finding, short enough for the first screen of a phone; the page repeats it in full below. */
function firstOf([weakness]: ReturnType<typeof findingsOf>['weaknesses']) {
  if (!weakness) return null
  const [quotation] = weakness.said
  return {
    what: truncate(weakness.what, 170),
    said: quotation ? { ...quotation, quote: truncate(quotation.quote, 170) } : null,
  }
}

export type ReadFrom = ReportView['readFrom'][number]

/** The sources of the proposition, each with the hash of its bytes; empty where all of it was typed. */
export function readFrom(sources: readonly StimulusSource[]) {
  if (sources.every(({ kind }) => kind === 'text')) return []
  return sources.map(({ kind, name, words, sha256 }) => ({
    name: clean(name) || 'Typed text',
    what: kind === 'picture' ? 'a picture' : counted(words, 'word'),
    sha256,
  }))
}
