import type { Life } from '../../domain/panel/ask.js'
import type { SimulatedLife } from '../../domain/simulation/simulated-life.js'
import type { Session } from '../../domain/simulation/simulated-session.js'
import { SimulationInput } from '../../domain/simulation/simulation.js'
import type { StoredLife, StoredSession } from '../../domain/simulation/stored-life.js'
import type { RecordedRun } from '../replay.js'
import { recordOf } from './diary/life-record.js'
import type { Journey } from './journey.js'
import { baselineOf, feelNextDay } from './person/feelings.js'
import type { SimulatedPerson } from './person/person.js'
import { lifeOf, recordedCohort } from './recompute-life.js'
import { pilotInput } from './simulation.js'
import { worldOf } from './world.js'

/**
 * What a simulation's rows say of its people, for a version that computes other weeks. Names are those that this version
 * draws; there are no traits, words and memories of theirs, and an event's minutes are an equal share of its session's.
 */
export function storedLivesOf(run: Pick<RecordedRun, 'input' | 'seed' | 'steps'>): {
  record(stored: StoredLife): SimulatedLife
  life(stored: StoredLife): Life
} {
  const input = pilotInput(SimulationInput.parse(run.input))
  const world = worldOf(input, recordedCohort(run.steps))
  return {
    record(stored) {
      const person = world.cohort.at(stored.person)
      const by = stored.invited_by === null ? null : world.cohort.at(stored.invited_by).id
      return { ...recordOf(person, journeyFrom(stored, person), world.product, [], by), traits: {}, source: 'stored' }
    },
    life(stored) {
      const { person: member, joined, invited_by } = stored
      const journey = journeyFrom(stored, world.cohort.at(member))
      const {
        memories: _,
        person,
        ...life
      } = lifeOf(input, world, run.seed, { member, joined, journey, invited_by }, [])
      return { ...life, person: { ...person, character: [] }, from_rows: true }
    },
  }
}

function journeyFrom(
  { joined, days, reason, activated_on, paid, paid_on, sessions }: StoredLife,
  { id, source, traits }: SimulatedPerson,
): Journey {
  let last: Pick<StoredSession, 'day' | 'after'> = { day: 0, after: baselineOf(traits) }
  return {
    ...{ person: id, source: source ?? id, joined, days, reason, activated_on, paid },
    ...{ paid_on, shut_out: false, eligible: [], memory: [] },
    sessions: sessions.map((session): Session => {
      const { invited, events, ...visit } = session
      const before = { ...last.after }
      for (let night = last.day; night < session.day; night++) feelNextDay(before, baselineOf(traits))
      last = session
      return {
        ...visit,
        ...{ message: null, before, told: Array.from({ length: invited }, (_, contact) => contact) },
        events: events.map((event) => ({ ...event, minutes: session.minutes / events.length })),
      }
    }),
  }
}
