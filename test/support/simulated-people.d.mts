import type { SimulatedPerson, Traits } from '../../src/engine/simulation/person/person.js'

export function simulatedPeople(count: number, own?: Partial<Traits>, seed?: string): SimulatedPerson[]
