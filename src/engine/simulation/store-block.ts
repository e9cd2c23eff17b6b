import { createHash } from 'node:crypto'
import { collectSessionRows } from '../../domain/simulation/session-rows.js'
import { ELSEWHERE, type SessionNames } from '../../domain/simulation/simulated-session.js'
import { NAMED_DAYS, type SimulationInput } from '../../domain/simulation/simulation.js'
import type { EngineDeps } from '../deps.js'
import type { Journey } from './journey.js'
import type { ProductState } from './product-state.js'
import type { World } from './world.js'

export type Block = {
  readonly members: readonly number[]
  readonly joined: number
  /** Who invited each of them; nobody where it is absent. */
  readonly invitedBy?: ReadonlyMap<number, number> | undefined
}

/**
 * Stores the sessions of a block and returns what `keep` keeps of each journey. No journey is in memory for longer than
 * it takes to read it; the stored form is numbers. The step's input is the hash of the journeys, so a version that
 * computes others does not find it.
 */
export async function storeBlock<Kept>(
  deps: EngineDeps,
  { days }: SimulationInput,
  { product, cohort }: World,
  { members, joined, invitedBy }: Block,
  journeys: Iterable<Journey>,
  keep: (journey: Journey, member: number) => Kept,
): Promise<Kept[]> {
  const [first = 0] = members
  const hash = createHash('sha256')
  const { rows, add } = collectSessionRows(sessionNames(product))
  const ends: Pick<Journey, 'days' | 'reason'>[] = []
  const kept: Kept[] = []
  for (const journey of journeys) {
    const person = members[kept.length] ?? 0
    // Hashes their JSON piece by piece, so that it is never in memory as a whole.
    hash.update(kept.length === 0 ? '[' : ',').update(hashedForm(journey))
    add(person, journey, invitedBy?.get(person) ?? null)
    ends.push({ days: journey.days, reason: journey.reason })
    kept.push(keep(journey, person))
  }
  const counts = { people: kept.length, ...copiesIn(members, cohort), sessions: rows.sessions.count }
  const lived = { from: first, ...counts, left_by: leftBy(ends, days) }
  await deps.step(`people/${first}`, { hash: hash.update(']').digest('hex') }, async () => {
    await deps.storeSessions(rows)
    return null
  })
  // People who join later are observed for a shorter time; the interim curve is that of the cohort.
  if (joined === 0) deps.report('people_lived', { blocks: [lived] })
  return kept
}

/** A journey as it is hashed. V8 promises no last digit of `Math.exp` across versions, so numbers have nine decimals. */
export const hashedForm = (journey: Journey): string =>
  JSON.stringify(journey, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value))

/** The places of the personas behind a block of which some are copies. */
function copiesIn(members: readonly number[], { originalOf }: World['cohort']): { originals?: number[] } {
  const originals = members.map(originalOf)
  return originals.every((original, at) => original === members[at]) ? {} : { originals: [...new Set(originals)] }
}

const leftBy = (ends: readonly Pick<Journey, 'days' | 'reason'>[], window: number) =>
  NAMED_DAYS.filter((day) => day <= window).map((day) => ({
    day,
    people: ends.filter(({ reason, days }) => reason !== null && days <= day).length,
  }))

/** Every target and defect that stored sessions with a product can name. */
const sessionNames = ({ screens }: ProductState): SessionNames => ({
  targets: [...screens.map(({ id }) => id), 'docs', 'support', 'product', ELSEWHERE],
  defects: [...new Set(screens.flatMap(({ defects }) => defects.map(({ id }) => id)))],
})
