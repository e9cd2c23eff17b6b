import { describe, expect, it } from 'vitest'
import { CONCERNS, type Concerns } from '../../../src/domain/simulation/concern.js'
import { BEHAVIOUR_WEIGHTS } from '../../../src/engine/simulation/person/behaviour-weights.js'
import { concernsIn, concernsOf, mentionedScreens } from '../../../src/engine/simulation/person/concerns.js'
import { dispositionOf } from '../../../src/engine/simulation/person/disposition.js'
import type { SimulatedPerson } from '../../../src/engine/simulation/person/person.js'
import { troublesIn } from '../../../src/engine/simulation/person/polarity.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { SAID } from './said.js'
import { journeys, NEUTRAL_TRAITS, slotwise } from './support.js'

const PRODUCT = slotwise()
const only = (own: Partial<Concerns>): Concerns => ({
  ...(Object.fromEntries(CONCERNS.map((concern) => [concern, 0])) as Concerns),
  ...own,
})
const withConcerns = (concerns: Concerns | null): SimulatedPerson[] =>
  simulatedPeople(120).map((person) => ({ ...person, concerns }))
const dispositionWith = (concerns: Concerns | null) =>
  dispositionOf(
    { ...(simulatedPeople(1)[0] as SimulatedPerson), traits: NEUTRAL_TRAITS, concerns },
    PRODUCT,
    BEHAVIOUR_WEIGHTS,
  )
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('what somebody says', () => {
  it.each([
    ['We were charged twice and the invoice was too expensive.', ['price']],
    ['Das ist mir viel zu teuer.', ['price']],
    ['Je dois attendre trop longtemps.', ['waiting']],
    ['Mis datos no deberían salir de aquí.', ['privacy']],
    ['Det er svært at forstå, jeg forstår ikke siden.', ['clarity']],
    ['The weather was fine that day.', []],
    ['I do not mind the price.', []],
  ])('%s', (sentence, found) => {
    expect(concernsIn(sentence)).toEqual(found)
  })

  it.each(SAID)('is judged by what is said of it: %s', (sentence, troubles) => {
    expect(troublesIn(sentence)).toEqual(troubles)
  })

  it('grows by sentences and never passes 1, and nothing recognised is said to be nothing', () => {
    const once = concernsOf(['Too expensive.'])
    const often = concernsOf(Array.from({ length: 60 }, (_, n) => `It was too expensive ${n} times.`))
    expect(once?.price).toBe(0.5)
    expect(often?.price).toBeGreaterThan(0.99)
    expect(often?.price).toBeLessThanOrEqual(1)
    expect(concernsOf(['Too expensive.', 'Too expensive.'])).toEqual(once)
    expect(concernsOf(['Hello there.', ''])).toBeNull()
  })

  it('names a screen by a word that is not the word of most screens', () => {
    const screens = new Map([
      ['reminders', 'adjust the booking reminders'],
      ['link', 'send the booking link'],
      ['team', 'invite a colleague to a booking'],
    ])
    expect(mentionedScreens(['A booking that reminds my clients.'], screens)).toEqual(['reminders'])
  })
})

describe('what concerns somebody', () => {
  it('is felt more and the rest less; of people without concerns nothing changes', () => {
    const { felt } = dispositionWith(only({ price: 0.75 }))
    expect(felt.price).toBeGreaterThan(1)
    expect(felt.waiting).toBeLessThan(1)
    expect(Object.values(dispositionWith(null).felt)).toEqual(CONCERNS.map(() => 1))
    // Who speaks of everything alike feels like somebody who speaks of nothing.
    const all = Object.fromEntries(CONCERNS.map((concern) => [concern, 0.5])) as Concerns
    expect(Object.values(dispositionWith(all).felt)).toEqual(CONCERNS.map(() => 1))
    const plain = simulatedPeople(20)
    expect(journeys(withConcerns(null).slice(0, 20), PRODUCT)).toEqual(journeys(plain, PRODUCT))
  })

  it('decides where the same people with the same luck are frustrated', () => {
    const upset = (concerns: Concerns, isSuch: (cause: string | null) => boolean) =>
      sum(
        journeys(withConcerns(concerns), PRODUCT).map(
          ({ sessions }) =>
            sessions
              .flatMap(({ events }) => events)
              .filter(({ cause, frustration }) => isSuch(cause) && frustration > 0.6).length,
        ),
      )
    const [price, clarity] = [only({ price: 0.9 }), only({ clarity: 0.9 })]
    const isPrice = (cause: string | null) => cause === 'price' || cause === 'limit'
    expect(upset(price, isPrice)).toBeGreaterThan(upset(clarity, isPrice))
    expect(upset(clarity, (cause) => cause === 'unclear')).toBeGreaterThan(upset(price, (cause) => cause === 'unclear'))
  })

  it('makes messages annoy and prices put off those who speak of them', () => {
    const paid = (concerns: Concerns) => journeys(withConcerns(concerns), PRODUCT).filter((lived) => lived.paid).length
    expect(paid(only({ price: 0.9 }))).toBeLessThan(paid(only({ clarity: 0.9 })))
  })
})
