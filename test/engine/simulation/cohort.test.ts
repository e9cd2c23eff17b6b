import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { archetypes } from '../../../src/data/archetypes.js'
import type { Archetype } from '../../../src/domain/personas/persona.js'
import type { PersonaProfile } from '../../../src/domain/personas/persona-profile.js'
import { ARITHMETIC, SimulationInput } from '../../../src/domain/simulation/simulation.js'
import { cohortOf } from '../../../src/engine/simulation/person/cohort.js'
import { simulationPipeline } from '../../../src/engine/simulation/simulation.js'
import { readProductFile } from '../../../src/ingest/product-files/read-product-file.js'
import { profileOfArchetype } from '../../support/archetype-profile.js'
import { fakeDeps } from '../fake-deps.js'
import { SLOTWISE } from './support.js'

const EVENKEEL = readProductFile(readFileSync('examples/products/evenkeel.yaml', 'utf8'), 'evenkeel.yaml')
const cohort = (seed: number, more: object = {}) =>
  cohortOf(SimulationInput.parse({ product: SLOTWISE, personas: 40, seed, ...more }))
const traitsBy = (seed: number) => Array.from({ length: 40 }, (_, place) => cohort(seed).at(place).traits)

describe('people of built-in archetypes', () => {
  it('are the same by the same seed, and others by another', () => {
    expect(traitsBy(1)).toEqual(traitsBy(1))
    const patience = (seed: number) => traitsBy(seed).map((traits) => traits.patience)
    expect(patience(2).filter((one, place) => one === patience(1)[place])).toEqual([])
  })

  it('have 15, 30, 60 or 120 minutes a day', () => {
    expect(new Set(traitsBy(1).map(({ time }) => Math.round(15 * 2 ** (3 * time))))).toEqual(new Set([15, 30, 60, 120]))
  })
})

describe('people of a set', () => {
  const memberSaying = (more: Partial<PersonaProfile>, product: object = SLOTWISE, asked: object = {}) => {
    const profile = { ...profileOfArchetype(archetypes()[0] as Archetype), deal_breakers: [], referral_triggers: [] }
    const members = [{ ...profile, delight_triggers: [], ...more }]
    const people = { sets: [{ name: 'few', version: 1, size: 1, members }], passages: [] }
    return cohort(1, { product, people, panel: ['few'], personas: 1, ...asked }).at(0)
  }

  it('are read as the run began: in earlier ones who is content with a price speaks of the price', () => {
    const own_words = ['The price is fine with me.', 'It crashes.']
    const concernsBy = (arithmetic?: number) =>
      memberSaying({ own_words, sources: [] }, SLOTWISE, { arithmetic }).concerns
    const [before, now] = [concernsBy(), concernsBy(ARITHMETIC)]
    expect(before?.loss).toBe(now?.loss)
    expect(before?.price).toBeGreaterThan(now?.price ?? 1)
  })

  it('are read by the words that there were when the run began', () => {
    const own_words = ['I was charged twice.', 'Der Videoanruf ist zweimal abgebrochen.']
    const concernsBy = (arithmetic: number) =>
      memberSaying({ own_words, sources: [] }, SLOTWISE, { arithmetic }).concerns
    const [before, now] = [concernsBy(2), concernsBy(ARITHMETIC)]
    expect([before?.price, before?.loss]).toEqual([0.5, 0])
    expect(now).toMatchObject({ price: 0, loss: 0.75 })
  })

  it('are read with the troubles of others as their own in runs that began before', () => {
    const own_words = ['My sister finds it too expensive, I do not.', 'I keep getting logged out.']
    const concernsBy = (arithmetic: number) =>
      memberSaying({ own_words, sources: [] }, SLOTWISE, { arithmetic }).concerns
    expect(concernsBy(3)).toMatchObject({ price: 0.5, loss: 0 })
    expect(concernsBy(ARITHMETIC)).toMatchObject({ price: 0, loss: 0.5 })
  })

  it('are named for each of their copies while they live', async () => {
    const profile = profileOfArchetype(archetypes()[0] as Archetype)
    const members = ['a', 'b', 'c'].map((id) => ({ ...profile, id }))
    const people = { sets: [{ name: 'few', version: 1, size: 3, members }], passages: [] }
    const { deps, reported } = fakeDeps({})
    const offline = { ...deps, model: { ...deps.model, mode: 'offline' as const } }
    const input = { product: SLOTWISE, personas: 40, days: 7, people, panel: ['few'] }
    await simulationPipeline.run(offline, SimulationInput.parse(input))
    const lived = reported.filter(({ type }) => type === 'people_lived').map(({ data }) => data)
    const originals = [0, 1, 2]
    expect(lived).toMatchObject([{ blocks: [{ people: 30, originals }] }, { blocks: [{ people: 10, originals }] }])
  })

  it.each([
    ['Being asked to sign in again and again', ['oauth_loop']],
    ['Any tool that makes me sign in once more to connect a calendar', ['oauth_loop']],
    ['Two people in one slot', ['double_booking']],
    ['Double bookings', ['double_booking']],
    ['Sign-up forms that want my phone number', []],
    ['Sharing my calendar with strangers', []],
    ['I do not mind being asked to sign in', []],
    ['Anything slow', []],
  ])('do not put up with what they say: %s', (statement, defects) => {
    expect(memberSaying({ deal_breakers: [statement] }).deal_breakers).toEqual(defects)
  })

  it.each([
    ['They mail me every day', []],
    ['A mail again and again', []],
    ['A loop of mails, and one more mail', ['mail_loop']],
    ['The text is gone', ['lost_entry']],
    ['They mail me before I can fill in a profile', ['mail_loop']],
  ])('do not put up with a whole name, or more than half of it: %s', (statement, defects) => {
    expect(memberSaying({ deal_breakers: [statement] }, EVENKEEL).deal_breakers).toEqual(defects)
  })

  it('are no screen or defect that has a plain word for a name', () => {
    const ids = ['week', 'help', 'work', 'day', 'log', 'slow', 'stuck']
    const plain = { ...SLOTWISE.screens[SLOTWISE.entry], words: undefined }
    const defect = { p: 0.1, severity: 0.5, effect: 'slow', message: '' }
    const screenOf = (id: string) => [id, { ...plain, defects: [{ ...defect, id }] }]
    const screens = { ...SLOTWISE.screens, ...Object.fromEntries(ids.map(screenOf)) }
    const said = ['A log of my week, and help at work on a slow day when I am stuck']
    const member = memberSaying({ deal_breakers: said, referral_triggers: said }, { ...SLOTWISE, screens })
    expect(member).toMatchObject({ deal_breakers: [], referral_triggers: [] })
  })

  it.each([
    ['A booking link that just works', ['share_link']],
    ['Reminders that save me from no-shows', ['reminders']],
    ['When colleagues ask how I manage my day', []],
  ])('tell others of what they say: %s', (statement, screens) => {
    expect(memberSaying({ referral_triggers: [statement] }).referral_triggers).toEqual(screens)
  })
})
