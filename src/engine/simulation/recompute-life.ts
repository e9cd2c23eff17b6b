import type { Life } from '../../domain/panel/ask.js'
import type { SimulatedLife, SimulationReferral } from '../../domain/simulation/simulated-life.js'
import { SimulationInput } from '../../domain/simulation/simulation.js'
import { AppError } from '../../errors.js'
import { type RecordedRun, type RecordedStep, replayDeps } from '../replay.js'
import { wordsOf } from './diary/entries.js'
import { lifeHistoryOf } from './diary/life-history.js'
import { recordOf } from './diary/life-record.js'
import { priceText } from './diary/values.js'
import { keptMemories } from './memory/memory-text.js'
import type { Referral } from './network/spread.js'
import type { CohortTexts } from './person/cohort.js'
import { boughtPlan } from './person/paying.js'
import type { Traits } from './person/person.js'
import {
  blockAround,
  COHORT_STEP,
  type MemberJourney,
  pilotInput,
  simulateBlocks,
  simulateJoiners,
} from './simulation.js'
import { type World, worldOf } from './world.js'

type Recorded = Omit<RecordedRun, 'kind'>
type Hash = (value: unknown) => string

/** The people of a recorded simulation as it began, where it stored them. */
export const recordedCohort = (steps: readonly RecordedStep[]): CohortTexts | undefined => {
  const stored = steps.find(({ key }) => key === COHORT_STEP)?.outcome
  return stored && 'ok' in stored ? (stored.ok as CohortTexts) : undefined
}

/** Maximum number of names listed in the error where no person matches. */
const NAMES_LISTED = 12

/**
 * Computes again what one person of a finished simulation lived. `wanted`: an id, or a name in any letter case. Rejects
 * with `invalid_input` where nobody matches, and with `conflict` where this version computes another life.
 */
export async function recomputeLife(run: Recorded, wanted: string, hash: Hash): Promise<Life> {
  const input = pilotInput(SimulationInput.parse(run.input))
  const world = worldOf(input, recordedCohort(run.steps))
  const { deps } = replayDeps(run, hash)
  const isWanted = personMatcher(world, wanted)
  const member = Array.from({ length: input.personas }, (_, place) => place).find(isWanted)
  if (member !== undefined) {
    const block = blockAround(member, input.personas)
    const [lives = []] = await collect(simulateBlocks(deps, input, world, block))
    const lived = lives.find((life) => life.member === member)
    if (lived) {
      const looksUp =
        input.personas <= MAX_REFERRAL_COHORT && lived.journey.sessions.some(({ told }) => told.length > 0)
      const life = lifeOf(input, world, run.seed, lived)
      if (!world.market || !looksUp) return life
      const { referrals } = await simulateJoiners(deps, input, world)
      return { ...life, brought: joinedBecauseOf(world, lived, referrals) }
    }
  }
  const all = world.market && (await simulateJoiners(deps, input, world))
  const joiner = all?.joiners.find((life) => isWanted(life.member))
  if (all && joiner)
    return { ...lifeOf(input, world, run.seed, joiner), brought: joinedBecauseOf(world, joiner, all.referrals) }
  return refuseNobody(input, world, wanted)
}

/** Largest cohort of a network whose every life is computed to know who joined because of one of its people. */
const MAX_REFERRAL_COHORT = 1_000

/** Who joined because of a person; days count from the person's own first one. */
function joinedBecauseOf({ cohort }: World, { member, joined: own }: MemberJourney, referrals: readonly Referral[]) {
  return referrals.flatMap(({ from, to, joined }) =>
    from === member && joined !== null ? [{ name: cohort.at(to).name, day: joined - own + 1 }] : [],
  )
}

/** The place in the cohort, or in the reserve behind it, of somebody by id or name. Throws `invalid_input`. */
export function placeOf(run: Pick<Recorded, 'input' | 'steps'>, wanted: string): number {
  const input = pilotInput(SimulationInput.parse(run.input))
  const world = worldOf(input, recordedCohort(run.steps))
  const isWanted = personMatcher(world, wanted)
  const size = world.market?.length ?? input.personas
  for (let place = 0; place < size; place++) if (isWanted(place)) return place
  return refuseNobody(input, world, wanted)
}

/** Whether the person at a place has the wanted id, or the wanted name in any letter case. */
function personMatcher({ cohort }: World, wanted: string): (place: number) => boolean {
  const name = wanted.trim().toLowerCase()
  return (place) => {
    const person = cohort.at(place)
    return person.id.toLowerCase() === name || person.name.toLowerCase() === name
  }
}

function refuseNobody(input: SimulationInput, world: World, wanted: string): never {
  const names = Array.from({ length: Math.min(NAMES_LISTED, input.personas) }, (_, place) => world.cohort.at(place))
  const others = input.personas > NAMES_LISTED ? ` and ${input.personas - NAMES_LISTED} more` : ''
  throw new AppError('invalid_input', {
    problem: `Nobody called "${wanted.trim()}" lived with it in that run. There are: ${names.map(({ name, id }) => `${name} (${id})`).join(', ')}${others}.`,
  })
}

/**
 * Everybody of a finished simulation with all their sessions, computed again, block by block; at the end the invitations
 * are returned. Rejects with `conflict`.
 */
export async function* recomputeLives(
  run: Recorded,
  hash: Hash,
): AsyncGenerator<SimulatedLife[], SimulationReferral[]> {
  const input = pilotInput(SimulationInput.parse(run.input))
  const world = worldOf(input, recordedCohort(run.steps))
  const { deps } = replayDeps(run, hash)
  const idOf = (member: number): string => world.cohort.at(member).id
  const write = ({ member, joined, journey }: MemberJourney, by: string | null): SimulatedLife => ({
    ...recordOf(
      world.cohort.at(member),
      { ...journey, joined },
      world.product,
      wordsOf(run.seed, journey, world.product),
      by,
    ),
    source: 'computed',
  })
  for await (const lives of simulateBlocks(deps, input, world)) yield lives.map((life) => write(life, null))
  const { joiners, referrals } = await simulateJoiners(deps, input, world)
  yield joiners.map((life) => write(life, life.invited_by === null ? null : idOf(life.invited_by)))
  return referrals.map(({ from, to, day: sent, joined, trigger }) => ({
    ...{ record: 'referral', from: idOf(from), to: idOf(to), sent, joined, trigger },
  }))
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of all) values.push(value)
  return values
}

/** What somebody can be asked about. `words`: their diary. */
export function lifeOf(
  input: SimulationInput,
  { cohort, product }: World,
  seed: number,
  { member, journey, invited_by = null }: MemberJourney & { readonly invited_by?: number | null },
  words = wordsOf(seed, journey, product),
): Life {
  const { id, name, kind, traits } = cohort.at(member)
  const { sessions } = journey
  const plan = boughtPlan(journey, product.price)
  return {
    product: { name: input.product.name, summary: input.product.summary },
    person: { persona_id: id, name, kind, character: characterOf(traits) },
    ...{ days: journey.days, of: input.days - journey.joined, reason: journey.reason, paid: journey.paid },
    activated: journey.activated_on !== null,
    paid_on: journey.paid_on === null ? null : journey.paid_on + 1,
    plan: plan ? { id: plan.id, a_month: priceText(product.price, plan.per_month) } : undefined,
    diary: words.map(({ day, text }) => ({ day: day + 1, text })),
    lived: lifeHistoryOf(seed, journey, product),
    invited_by: invited_by === null ? null : cohort.at(invited_by).name,
    memories: keptMemories(product.screens, journey.memory),
    exit_interview: journey.exit?.why || undefined,
    feelings: sessions.at(-1)?.after ?? null,
  }
}

const placeName = (target: string): string => target.replaceAll(/[_-]+/g, ' ')

/** Bounds above and below which a trait is put in words. */
const HIGH = 0.65
const LOW = 0.35
const WORDS = {
  patience: ['impatient', 'patient'],
  risk: ['careful with what is new', 'takes risks'],
  experience: ['little experience with such products', 'much experience with such products'],
  time: ['little time', 'plenty of time'],
} as const

function characterOf(traits: Traits): string[] {
  const words = (['patience', 'risk', 'experience', 'time'] as const).flatMap((trait) => {
    if (traits[trait] >= HIGH) return [WORDS[trait][1]]
    return traits[trait] <= LOW ? [WORDS[trait][0]] : []
  })
  return [...words, `learns by ${placeName(traits.learning)}`]
}
