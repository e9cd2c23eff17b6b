import type { SimulationInput } from '../../domain/simulation/simulation.js'
import type { EngineDeps } from '../deps.js'
import { withAtMost } from '../parallel-steps.js'
import type { Pipeline } from '../pipeline.js'
import { MAX_PEOPLE } from './analysis/expected-effects.js'
import { testHypothesis } from './analysis/hypothesis.js'
import { resultOf, SHOWN_PEOPLE } from './analysis/result.js'
import { collectRows } from './analysis/rows.js'
import { createPairedRuns, type EndRow, endRow } from './analysis/same-people.js'
import type { Journey } from './journey.js'
import { storedMemorySimilarity } from './memory/meaning.js'
import {
  eventsToTell,
  type HearsayByMember,
  type Member,
  type Referral,
  spread,
  withInvitations,
} from './network/spread.js'
import { viralCoefficient } from './network/viral-coefficient.js'
import { cohortTexts } from './person/cohort.js'
import { planSessions } from './price.js'
import { notesOnProduct, wholePilotNote, worthlessNote } from './product-notes.js'
import { asksModel, runModelJourney } from './session/model-sessions.js'
import { type SharedPrompt, storedSharedPrompt } from './session/shared-prompt.js'
import { storeBlock } from './store-block.js'
import { judgeArithmetic, judgeModelSessions, tallyModelSessions } from './trust.js'
import { runOfflineJourney, type World, worldOf } from './world.js'

/** Number of people whose sessions are stored together. */
const BLOCK = 30
/** On a slow core, with both states of a hypothesis and everything stored. */
const PERSON_DAYS_A_SECOND = 3_000

/** Number of people whose weeks a model plans side by side, where one worker does them all. */
const SIDE_BY_SIDE = 120

/**
 * People live with a product for some weeks. Each journey is a function of the input and the model's answers, so parts
 * only store the answers and sessions: the run's holder computes all journeys again, which costs less than reading
 * them.
 */
export const simulationPipeline: Pipeline<'simulation'> = {
  plan(whole, mode) {
    const input = pilotInput(whole)
    const world = worldOf(input)
    return mode === 'offline' ? [] : planSessions(input, world)
  },
  computing_s: (whole) => {
    const { personas, days } = pilotInput(whole)
    return (personas * days) / PERSON_DAYS_A_SECOND
  },
  notes: (_, input) => [...wholePilotNote(input), ...worthlessNote(input.product), ...notesOnProduct(input.product)],
  at_once: ({ max_parallel }) => max_parallel,
  spread: {
    // Only a single process can enforce a cap on questions in flight; arithmetic asks none.
    items: (whole, mode) => (mode !== 'offline' && whole.max_parallel !== null ? 0 : pilotInput(whole).personas),
    async begin(deps, whole) {
      const input = pilotInput(whole)
      announce(deps, input)
      await simulationContextOf(deps, input)
    },
    async work(deps, whole, from, to) {
      const stage = await simulationContextOf(deps, pilotInput(whole))
      for (const members of blocksOf(placesFrom(from, to)))
        await simulateBlock(stage, members, { joined: 0 }, () => null)
    },
  },
  async run(given, whole) {
    const deps = whole.max_parallel === null ? given : withAtMost(given, whole.max_parallel)
    const input = pilotInput(whole)
    const stage = await simulationContextOf(deps, input)
    announce(deps, input)
    const { tally, ends, ...lived } = await simulateEverybody(stage)
    const { people } = lived.rows
    const { seed } = deps
    deps.report('stage', { stage: 'conclude', sentence: 'Everybody has lived their weeks; working out what follows' })
    const pairedRuns = createPairedRuns(input, stage.world, seed, ends, deps.yieldToEventLoop)
    const hypothesis = await testHypothesis(input, stage.world, people, { seed, pairedRuns, played: asksModel(deps) })
    const { yieldToEventLoop } = deps
    const judged = { hypothesis, seed, pairedRuns, played: asksModel(deps), yieldToEventLoop }
    const result = await resultOf(whole, stage.world, { ...lived, ...judged })
    const trust = asksModel(deps)
      ? judgeModelSessions(deps, tally, { ...stage, people: people.length, members: lived.members })
      : judgeArithmetic(deps, people.length)
    return { result, trust }
  },
}

/** A pilot simulates only the first people of the run. */
export const pilotInput = (input: SimulationInput): SimulationInput =>
  input.pilot === null ? input : { ...input, personas: Math.min(input.pilot, input.personas) }

/** What a simulation of people's weeks needs. */
type SimulationContext = {
  readonly deps: EngineDeps
  readonly input: SimulationInput
  readonly world: World
  /** `null`: arithmetic plans the sessions. */
  readonly shared: SharedPrompt | null
}

/** The step with what the cohort takes from `data/`. */
export const COHORT_STEP = 'cohort'

async function simulationContextOf(
  deps: EngineDeps,
  input: SimulationInput,
  given?: World,
): Promise<SimulationContext> {
  // Stored with the run, so that a deploy in the middle changes nobody.
  const worldWithoutMemory = given ?? worldOf(input, await deps.step(COHORT_STEP, null, () => cohortTexts(input)))
  const world = { ...worldWithoutMemory, meaning: await storedMemorySimilarity(deps, input.product) }
  return { deps, input, world, shared: asksModel(deps) ? await storedSharedPrompt(deps, input, world) : null }
}

function announce(deps: EngineDeps, { personas, days, product }: SimulationInput): void {
  deps.report('stage', {
    stage: 'live',
    sentence: `${personas.toLocaleString('en')} synthetic people live with ${product.name} for ${days} days`,
    total: personas,
  })
}

/** Simulates the cohort and everybody who joins by invitation. */
async function simulateEverybody(stage: SimulationContext) {
  const { deps, input, world, shared } = stage
  const { cohort, market } = world
  const { personas, days, product } = input
  const { rows, add } = collectRows(days)
  const tally = tallyModelSessions()
  const ends: EndRow[] = []
  // The rows hold what thousands did; only journeys of people who may be shown are kept whole. In a smaller cohort that
  // is anybody in its market, 256 people at most: joiners come in no order, and the first of all who came are shown.
  const mayBeShown = (member: number): boolean => member < SHOWN_PEOPLE || personas < SHOWN_PEOPLE
  const keep = (journey: Journey, member: number): Journey | null => {
    add([journey])
    tally.add([journey])
    if (shared === null && journey.joined === 0 && member < MAX_PEOPLE) ends.push(endRow(journey, days))
    if (mayBeShown(member)) return journey
    return market === null ? null : referralPartOf(journey)
  }
  const live = async (
    members: readonly number[],
    joined: number,
    heard?: HearsayByMember,
    invitedBy?: ReadonlyMap<number, number>,
  ): Promise<Journey[]> => {
    const journeys: Journey[] = []
    for (const group of groupsOf(members, shared === null ? BLOCK : SIDE_BY_SIDE)) {
      const inTurn = createInOrderQueue()
      const lived = await deps.fanOut([...blocksOf(group)], (block) =>
        inTurn(journeysOf(stage, block, { joined, heard }), (journeys) =>
          storeBlock(deps, input, world, { members: block, joined, invitedBy }, journeys, keep),
        ),
      )
      for (const outcome of lived) {
        if ('error' in outcome) throw outcome.error
        for (const journey of outcome.value) if (journey !== null) journeys.push(journey)
      }
    }
    return journeys
  }
  if (market === null) {
    const journeys = await live(placesFrom(0, personas), 0)
    const members = journeys.map(
      (journey, member): Member => ({ member, joined: 0, invited_by: null, heard: [], journey }),
    )
    return { members, rows, viral: null, tally, ends }
  }
  const { members, referrals } = await spread({
    ...{ days, live, cohort: personas },
    seed: deps.seed,
    acquaintances: market,
    sharing: product.sharing,
    personOf: (member) => cohort.at(member),
  })
  await deps.deleteOtherJoiners(members.filter(({ joined }) => joined > 0).map(({ member }) => member))
  const viral = viralCoefficient(members, referrals, market, { days, seed: deps.seed })
  return { members, rows: { ...rows, people: withInvitations(rows.people, members, referrals) }, viral, tally, ends }
}

/** The part of a journey that a network needs: its length, who was told, and of what. */
const referralPartOf = (journey: Journey): Journey => ({
  ...journey,
  sessions: journey.sessions
    .filter(({ told }) => told.length > 0)
    .map((session) => ({ ...session, events: eventsToTell(session) })),
  eligible: [],
  memory: [],
})

/** Splits members into groups that end before multiples of `size`. */
function* groupsOf(members: readonly number[], size: number): Generator<readonly number[]> {
  let from = 0
  while (from < members.length) {
    const end = from + size - ((members[from] ?? 0) % size)
    yield members.slice(from, end)
    from = end
  }
}

const placesFrom = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n)

/** Blocks are equal however people are split into parts. */
const blocksOf = (members: readonly number[]) => groupsOf(members, BLOCK)

/** Blocks are computed side by side, but stored and counted in order. */
function createInOrderQueue() {
  let before: Promise<unknown> = Promise.resolve()
  return <T, Result>(lives: Promise<T>, work: (lives: T) => Promise<Result>): Promise<Result> => {
    const own = Promise.all([lives, before]).then(([lived]) => work(lived))
    before = own.catch(() => {})
    return own
  }
}

/** When members join, and what each was told before. */
type Arrival = { readonly joined: number; readonly heard?: HearsayByMember | undefined }

async function simulateBlock<Kept>(
  stage: SimulationContext,
  members: readonly number[],
  arrival: Arrival,
  keep: (journey: Journey, member: number) => Kept,
): Promise<Kept[]> {
  const journeys = await journeysOf(stage, members, arrival)
  return storeBlock(stage.deps, stage.input, stage.world, { members, joined: arrival.joined }, journeys, keep)
}

export type MemberJourney = { readonly member: number; readonly joined: number; readonly journey: Journey }

/** The weeks of the cohort, or of some of its members, block by block. A block's key is its first member. */
export async function* simulateBlocks(
  deps: EngineDeps,
  input: SimulationInput,
  world: World,
  members: readonly number[] = placesFrom(0, input.personas),
): AsyncGenerator<MemberJourney[]> {
  const stage = await simulationContextOf(deps, input, world)
  for (const block of blocksOf(members)) {
    yield await simulateBlock(stage, block, { joined: 0 }, (journey, member) => ({ member, joined: 0, journey }))
  }
}

/** All members of the block with which a person's weeks are stored. */
export function blockAround(member: number, personas: number): readonly number[] {
  const from = member - (member % BLOCK)
  return placesFrom(from, Math.min(from + BLOCK, personas))
}

/** The complete journeys of everybody who joined by invitation, and the invitations. */
export async function simulateJoiners(
  deps: EngineDeps,
  input: SimulationInput,
  world: World,
): Promise<{ readonly joiners: readonly Member[]; readonly referrals: readonly Referral[] }> {
  if (world.market === null) return { joiners: [], referrals: [] }
  const stage = await simulationContextOf(deps, input, world)
  const { members, referrals } = await spread({
    ...{ days: input.days, cohort: input.personas, seed: deps.seed },
    acquaintances: world.market,
    sharing: input.product.sharing,
    personOf: (member) => world.cohort.at(member),
    async live(wave, joined, heard) {
      const journeys: Journey[] = []
      for (const block of blocksOf(wave))
        journeys.push(...(await simulateBlock(stage, block, { joined, heard }, (journey) => journey)))
      return journeys
    },
  })
  return { joiners: members.filter(({ joined }) => joined > 0), referrals }
}

/** The members' journeys in order: by arithmetic lazily, one at a time; with a model side by side. */
async function journeysOf(
  stage: SimulationContext,
  members: readonly number[],
  arrival: Arrival,
): Promise<Iterable<Journey>> {
  const { deps, input, shared } = stage
  if (shared === null) return offlineJourneys(stage, members, arrival)
  const lived = await deps.fanOut(members, (member) =>
    runModelJourney(deps, input, shared, member, memberArrival(member, arrival)),
  )
  return lived.map((outcome) => {
    if ('error' in outcome) throw outcome.error
    return outcome.value
  })
}

function* offlineJourneys(
  { deps, input, world }: SimulationContext,
  members: readonly number[],
  arrival: Arrival,
): Generator<Journey> {
  for (const member of members)
    yield runOfflineJourney(input, world, member, { seed: deps.seed, ...memberArrival(member, arrival) })
}

const memberArrival = (member: number, { joined, heard }: Arrival) => ({ joined, heard: heard?.get(member) ?? [] })
