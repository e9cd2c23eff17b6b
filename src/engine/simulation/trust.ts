import type { Trust } from '../../domain/run/run.js'
import { FEELINGS, type Feelings, type Session } from '../../domain/simulation/simulated-session.js'
import { REHEARSED_BY_ARITHMETIC, type SimulationInput } from '../../domain/simulation/simulation.js'
import type { EngineDeps } from '../deps.js'
import { trustWithoutStudy } from '../paired/trust-without-study.js'
import { mean, sum } from '../statistics/descriptive.js'
import type { Journey } from './journey.js'
import type { Member } from './network/spread.js'
import { runOfflineJourney, type World } from './world.js'

/** Share of sessions planned by arithmetic above which the first sentence tells the reader. */
const MAX_FALLBACK = 0.05
/** Share of steps missing in the product above which the plans are about another product. */
const MAX_UNAVAILABLE = 0.5
/** Number of people whose variety is compared with arithmetic. */
const COMPARED = 100

type Figures = {
  planned: number
  fallback: number
  steps: number
  unavailable: number
  looks_back: number
  gap: number
  delight: number
  sentences: number
  left_out: number
}
export type ModelSessionTally = ReturnType<typeof tallyModelSessions>

/** Counts, during the simulation, what a model did for people. */
export function tallyModelSessions() {
  const figures: Figures = {
    ...{ planned: 0, fallback: 0, steps: 0, unavailable: 0 },
    ...{ looks_back: 0, gap: 0, delight: 0, sentences: 0, left_out: 0 },
  }
  return {
    figures,
    add(journeys: readonly Journey[]): void {
      for (const { sessions, exit } of journeys) {
        for (const [at, session] of sessions.entries()) addSession(session, sessions[at - 1])
        const last = sessions.at(-1)
        if (exit === undefined || last === undefined) continue
        figures.left_out += exit.left_out
        figures.sentences += exit.left_out + spoken(exit.why, exit.look_back.quote)
        addLookBack(exit.look_back, last)
      }
    },
  }

  function addLookBack(said: Readonly<Feelings>, { after }: Session) {
    figures.looks_back++
    figures.delight += said.delight - after.delight
    for (const feeling of FEELINGS) figures.gap += Math.abs(said[feeling] - after[feeling]) / FEELINGS.length
  }

  function addSession({ said, planned_offline, events }: Session, before: Session | undefined) {
    if (planned_offline) figures.fallback++
    if (said === undefined) return
    figures.planned++
    const left_out = said.left_out ?? 0
    figures.left_out += left_out
    figures.sentences += said.checked ?? left_out + spoken(said.why, said.look_back?.quote ?? '')
    for (const { target, outcome } of events) {
      // Documentation without an answer is no step missing in the product.
      if (target === 'docs') continue
      figures.steps++
      if (outcome === 'not_available') figures.unavailable++
    }
    if (said.look_back !== null && before !== undefined) addLookBack(said.look_back, before)
  }
}

const spoken = (...sentences: readonly string[]): number => sentences.filter((words) => words !== '').length

type SimulatedCohort = {
  readonly world: World
  readonly input: SimulationInput
  readonly people: number
  readonly members: readonly Member[]
}

/** The trust of people played by arithmetic: always a rehearsal. */
export const judgeArithmetic = (deps: Pick<EngineDeps, 'model'>, people: number): Trust => ({
  ...trustWithoutStudy(deps, []),
  sentence: REHEARSED_BY_ARITHMETIC,
  respondents: { asked: people, answered: people, failed: [] },
})

/**
 * How far people played by a model can be believed. Nothing was compared with real users, so the light is amber at
 * best.
 */
export function judgeModelSessions(
  deps: Pick<EngineDeps, 'model' | 'seed'>,
  { figures }: ModelSessionTally,
  lived: SimulatedCohort,
): Trust {
  const { planned, fallback, steps, unavailable, looks_back, gap, delight } = figures
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  const variety = varietyOf(deps, lived)
  const played = {
    sessions: planned + fallback,
    fallback,
    fallback_share: share(fallback, planned + fallback),
    unavailable_share: share(unavailable, steps),
    felt_gap: looks_back === 0 ? null : gap / looks_back,
    felt_delight: looks_back === 0 ? null : delight / looks_back,
    ...variety,
  }
  const lost = planned === 0 || played.unavailable_share > MAX_UNAVAILABLE
  const isMixed = played.fallback_share > MAX_FALLBACK
  const trust = trustWithoutStudy(deps, [])
  const plans = lost
    ? `Do not rely on it: ${planned === 0 ? 'no session was planned by the model' : `${percent(played.unavailable_share)} of the planned steps are not in the product`}.`
    : 'Compare states of the product, do not forecast.'
  const quotes = judgeWords(figures)
  const sentences: string[] = []
  if (isMixed)
    sentences.push(
      `${percent(played.fallback_share)} of the sessions were planned by arithmetic because the model gave no plan.`,
    )
  sentences.push(
    `Plans and words by ${deps.model.persona}, outcomes, feelings and leaving by arithmetic; no real person was asked.`,
  )
  if (quotes.dropped > 0) sentences.push(quotes.sentence)
  sentences.push('Uncalibrated: how many stay is fitted to no real users.', plans)
  return {
    ...trust,
    quotes,
    light: lost ? 'red' : 'amber',
    sentence: sentences.join(' '),
    respondents: { asked: lived.people, answered: lived.people, failed: [] },
    played: { status: statusOf(lost, isMixed), sentence: sentenceOf(played), ...played },
  }
}

function judgeWords({ sentences, left_out }: Figures): Trust['quotes'] {
  const counts = { checked: sentences, verified: sentences - left_out, dropped: left_out }
  if (sentences === 0)
    return { status: 'not_run', sentence: 'The model said nothing that could be checked.', ...counts }
  if (left_out === 0)
    return {
      status: 'pass',
      sentence: `${sentences} sentences name no number, name or thing that is not in the record; whether they are true of what they name was not checked.`,
      ...counts,
    }
  return {
    status: 'warn',
    sentence: `${left_out} of ${sentences} sentences named what is neither in the product nor in that session and were left out; whether the rest are true of what they name was not checked.`,
    ...counts,
  }
}

function statusOf(lost: boolean, isMixed: boolean): 'fail' | 'warn' | 'pass' {
  if (lost) return 'fail'
  return isMixed ? 'warn' : 'pass'
}

const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

function sentenceOf(played: Omit<NonNullable<Trust['played']>, 'status' | 'sentence'>): string {
  const { sessions, fallback, unavailable_share, felt_gap, felt_delight, variety, variety_offline } = played
  const sentences = [
    `${sessions} sessions, ${fallback} of them planned by arithmetic because the model gave no plan.`,
    `${percent(unavailable_share)} of the steps tried were not there.`,
  ]
  if (felt_gap !== null && felt_delight !== null)
    sentences.push(
      `What people said they had felt is ${felt_gap.toFixed(2)} of 1 from what arithmetic kept (delight ${felt_delight >= 0 ? '+' : '−'}${Math.abs(felt_delight).toFixed(2)}), and moved it by at most .2.`,
    )
  sentences.push(
    `What people of one kind do varies by ${variety.toFixed(1)} bits, planned by arithmetic by ${variety_offline.toFixed(1)}.`,
  )
  return sentences.join(' ')
}

/** Mean entropy, in bits, of the places that people of one kind visited; and of the same people planned by arithmetic. */
function varietyOf({ seed }: Pick<EngineDeps, 'seed'>, { world, input, members }: SimulatedCohort) {
  const compared = members.filter(({ member, joined }) => member < COMPARED && joined === 0)
  const kinds = compared.map(({ member }) => world.cohort.at(member).kind)
  const alone = compared.map(({ member, joined }) => runOfflineJourney(input, world, member, { seed, joined }))
  return {
    variety: meanEntropy(
      kinds,
      compared.map(({ journey }) => journey),
    ),
    variety_offline: meanEntropy(kinds, alone),
  }
}

function meanEntropy(kinds: readonly string[], journeys: readonly Journey[]): number {
  const targets = new Map<string, Map<string, number>>()
  for (const [at, { sessions }] of journeys.entries()) {
    const kind = kinds[at] ?? ''
    const counts = targets.get(kind) ?? new Map<string, number>()
    targets.set(kind, counts)
    for (const { events } of sessions)
      for (const { target } of events) counts.set(target, (counts.get(target) ?? 0) + 1)
  }
  const entropies = [...targets.values()].map((counts) => {
    const all = sum([...counts.values()])
    return sum([...counts.values()].map((count) => -(count / all) * Math.log2(count / all)))
  })
  return mean(entropies)
}
