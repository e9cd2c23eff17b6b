// People for simulations, in tests and benchmarks: every trait drawn over its whole range.
import { createHash } from 'node:crypto'

const LEARNING = ['Trial-error', 'Documentation', 'Video', 'Peer learning']

/** `count` people; the same seed gives the same ones, and more of them change nobody. `own`: traits given to all. */
export function simulatedPeople(count, own = {}, seed = 'people') {
  return Array.from({ length: count }, (_, index) => {
    const bytes = createHash('sha256').update(`${seed}/${index}`).digest()
    const draw = (place) => (bytes.readUInt16BE(place * 2) + 0.5) / 2 ** 16
    const one = (values, place) => values[Math.floor(draw(place) * values.length)]
    return {
      id: `${seed}-${index}`,
      name: `Person ${index}`,
      traits: {
        patience: draw(0),
        risk: draw(1),
        experience: one([0.15, 0.5, 0.85], 2),
        adoption: one([0.15, 0.4, 0.6, 0.85], 3),
        time: one([0, 1 / 3, 2 / 3, 1], 4),
        learning: one(LEARNING, 5),
        collaboration: one([0, 0.5, 1], 6),
        irrationality: 0.05 + 0.1 * draw(7),
        distraction: 0.05 + 0.15 * draw(8),
        ...own,
      },
      deal_breakers: [],
      referral_triggers: [],
    }
  })
}
