import {
  type LivedSoFar,
  livedSoFar,
  plannedSoFar,
  type RunProgress,
  type StageName,
  type StageProgress,
} from '../domain/run/run-events.js'
import type { Run } from '../domain/run/run-state.js'
import { dollars } from '../domain/text/dollars.js'
import { counted, number, percent, plural } from '../domain/text/words.js'
import { clean, truncate } from './clean.js'
import { pauseSentences } from './pause.js'
import { range, shareWords } from './words.js'

/** The stages' parts of the whole run, in percent; an unknown stage counts as 10 to 95. */
const SPANS: Partial<Record<StageName, readonly [from: number, to: number]>> = {
  claims: [2, 6],
  respond: [6, 55],
  fidelity: [55, 60],
  discuss: [60, 84],
  ballots: [84, 90],
  analyse: [90, 98],
  evaluate: [3, 97],
  rewrite: [3, 20],
  reply: [20, 95],
  live: [2, 90],
  conclude: [90, 98],
}
/** Usual number of turns of a discussion; from there on the percentage stays at the stage's end. */
const USUAL_TURNS = 14
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Progress of a run, in a sentence for a person. */
export type ProgressView = {
  readonly stage: string
  readonly sentence: string
  readonly percent: number
  /** Interim figures of a simulation, about the people who are done. */
  readonly partial?: LivedSoFar
}

export function progressView(
  run: Pick<Run, 'status' | 'spent_usd' | 'reason' | 'resume_at'>,
  progress: RunProgress,
): ProgressView {
  const cost = run.spent_usd > 0 ? `; ${dollars(run.spent_usd)} so far` : ''
  const pause = pauseSentences(run)
  const paused = pause === null ? '' : `${pause} `
  const current = progress.at(-1)
  if (run.status === 'completed') {
    const spent = run.spent_usd > 0 ? `; ${dollars(run.spent_usd)}` : ''
    return { stage: current?.stage ?? 'done', sentence: `Completed${spent}`, percent: 100 }
  }
  if (!current) return { stage: 'queued', sentence: `${paused}Waiting for a worker${cost}`, percent: 0 }
  const partial = progress.map(livedSoFar).findLast((lived) => lived !== null)
  return {
    partial: partial ?? undefined,
    stage: current.stage,
    sentence: `${paused}${wordsOf(current, progress)}${cost}`,
    percent: percentOf(current, progress),
  }
}

const doneOf = (stage: StageProgress): number =>
  stage.answered.length + stage.trials.length + (livedSoFar(stage)?.people ?? 0)
const turnsOf = (progress: RunProgress) => progress.flatMap(({ turns }) => turns)

function percentOf(current: StageProgress, progress: RunProgress): number {
  const [from, to] = SPANS[current.stage] ?? [10, 95]
  return from + (to - from) * Math.min(1, shareOf(current, progress))
}

function shareOf(current: StageProgress, progress: RunProgress): number {
  if (current.total > 0) return Math.max(doneOf(current), plannedSoFar(current).people) / current.total
  return current.stage === 'discuss' ? turnsOf(progress).length / USUAL_TURNS : 0
}

function wordsOf(current: StageProgress, progress: RunProgress): string {
  const { stage, total } = current
  const done = doneOf(current)
  const sentence = truncate(clean(current.sentence), 160)
  if (stage === 'respond' && done > 0) return `${done} of ${total} respondents have answered${doubted(progress)}`
  if (stage === 'evaluate' && done > 0) return `${done} of ${total} conversations are held and checked`
  const lived = livedSoFar(current)
  if (lived) return `${number(done)} of ${number(total)} people have lived their weeks; ${partialWords(lived)}`
  const planned = plannedSoFar(current).sessions
  if (planned > 0) return `${sentence}: ${plannedWords(planned)}`
  const turns = turnsOf(progress)
  const speaker = truncate(clean(turns.findLast(({ moderator }) => !moderator)?.speaker ?? ''), 40)
  if (stage === 'discuss' && speaker) return `${sentence}: ${turns.length} turns so far, the last by ${speaker}`
  return sentence
}

export const plannedWords = (sessions: number): string =>
  `${number(sessions)} ${plural(sessions, 'session')} planned so far`

const WEEK = 7

/**
 * "1,482 sessions; so far 84% (77% to 90%) still there after 7 days (n = 120; rehearsal, uncalibrated)". It covers only
 * the people who are done.
 */
export function partialWords({ people, personas, sessions, curve, label }: LivedSoFar): string {
  const point = curve.findLast(({ day }) => day <= WEEK) ?? curve[0]
  const copies = personas < people ? `, copies of ${counted(personas, 'persona')}` : ''
  const kept = point
    ? `; so far ${shareBetween(point)} still there after ${point.day} days (n = ${number(people)}${copies}; ${label})`
    : ''
  return `${number(sessions)} sessions${kept}`
}

type PartialCurve = Pick<LivedSoFar, 'people' | 'of' | 'label'> & { readonly curve: Readonly<LivedSoFar['curve']> }
/** "Partial, of 30 of 95 people (rehearsal, uncalibrated): 84% (77% to 90%) after day 7, …": every named day so far. */
export const partialCurve = ({ people, of, curve, label }: PartialCurve): string =>
  `Partial, of ${number(people)} of ${number(of)} people (${label}): ${curve.map((point) => `${shareBetween(point)} after day ${point.day}`).join(', ')}`

const shareBetween = ({ rate, ...interval }: LivedSoFar['curve'][number]): string =>
  `${shareWords(rate)} (${range(interval, percent)})`

/** "; two doubt “tested by 212 baristas”": the claim with the most doubters so far. */
function doubted(progress: RunProgress): string {
  const doubts = new Map<string, number>()
  for (const id of progress.flatMap(({ answered }) => answered.flatMap((answer) => answer.doubts)))
    doubts.set(id, (doubts.get(id) ?? 0) + 1)
  const [id, count] = [...doubts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
  const claims = progress.findLast((stage) => stage.claims !== undefined)?.claims
  const claim = claims?.find(({ claim_id }) => claim_id === id)
  if (!claim || count === 0) return ''
  return `; ${NUMBERS[count] ?? count} ${plural(count, 'doubts', 'doubt')} “${truncate(clean(claim.text), 70)}”`
}
