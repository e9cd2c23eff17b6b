import type { SimulatedPerson, Traits } from '../../src/engine/simulation/person.js'

export function simulatedPeople(count: number, own?: Partial<Traits>, seed?: string): SimulatedPerson[]
