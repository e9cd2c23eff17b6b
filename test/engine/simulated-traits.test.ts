import { describe, expect, it } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import type { Archetype } from '../../src/domain/personas/persona.js'
import { PersonaProfile } from '../../src/domain/personas/persona-profile.js'
import { contradictsMinutes, derivedMinutes, MINUTES_PER_DAY } from '../../src/domain/simulation/daily-minutes.js'
import { extrasOf, simulatedTraitsOf } from '../../src/domain/simulation/simulated-traits.js'
import { profileOfArchetype } from '../support/archetype-profile.js'

const profile = (changes: Partial<PersonaProfile>): PersonaProfile => ({
  ...profileOfArchetype(archetypes()[0] as Archetype),
  ...changes,
})

describe('the numbers a simulated user acts by', () => {
  it('are those of the levels and of what was drawn', () => {
    expect(
      simulatedTraitsOf(
        profile({
          patience_level: 0.3,
          risk_tolerance: 0.7,
          experience_level: 'Expert',
          tech_adoption: 'Late majority',
          minutes_per_day: 60,
          learning_style: 'Video',
          collaboration_style: 'Team',
          irrationality: 0.08,
          distraction: 0.12,
        }),
      ),
    ).toEqual({
      patience: 0.3,
      risk: 0.7,
      experience: 0.85,
      adoption: 0.4,
      time: 2 / 3,
      learning: { 'Trial-error': 0, Documentation: 0, Video: 1, 'Peer learning': 0 },
      collaboration: 0.5,
      irrationality: 0.08,
      distraction: 0.12,
    })
    expect(MINUTES_PER_DAY.map((minutes_per_day) => simulatedTraitsOf(profile({ minutes_per_day })).time)).toEqual([
      0,
      1 / 3,
      2 / 3,
      1,
    ])
  })

  it('belong to the id where a profile was made without them, and stay in their ranges', () => {
    const all = archetypes().map((archetype) => extrasOf(profileOfArchetype(archetype)))
    for (const { minutes_per_day, irrationality, distraction } of all) {
      expect(MINUTES_PER_DAY).toContain(minutes_per_day)
      expect(irrationality).toBeGreaterThanOrEqual(0.05)
      expect(irrationality).toBeLessThanOrEqual(0.15)
      expect(distraction).toBeGreaterThanOrEqual(0.05)
      expect(distraction).toBeLessThanOrEqual(0.2)
    }
    expect(new Set(all.map(({ minutes_per_day }) => minutes_per_day)).size).toBe(4)
    // SHA-256 of "p1/irrationality" begins with 9aa138cf: 0.05 + 0.1 · 0.604…
    expect(extrasOf(profile({ id: 'p1' })).irrationality).toBe(0.11)
  })

  it('read a profile that was stored before there were any', () => {
    const { minutes_per_day: _, irrationality: __, distraction: ___, ...older } = profile({ id: 'p07' })
    expect(extrasOf(PersonaProfile.parse(older))).toEqual(extrasOf(profile({ id: 'p07' })))
    expect(PersonaProfile.safeParse({ ...older, minutes_per_day: 45 }).error?.issues[0]?.message).toBe(
      'The minutes a day are one of 15, 30, 60, 120.',
    )
  })
})

describe('time that is told in words', () => {
  it.each([
    ['Half an hour a day', 30],
    ['A quarter of an hour a day, on the bus', 15],
    ['About 90 minutes per day', 120],
    ['Two hours of quiet every day', 120],
    ['5 minutes a day', 15],
    ['One hour a week at most', 15],
    ['10-20 min daily', 15],
    ['No time for anything new', 15],
  ])('%s: %i minutes a day', (time_availability, minutes) => {
    expect(derivedMinutes({ id: 'p1', time_availability })).toBe(minutes)
    expect(contradictsMinutes(time_availability, minutes)).toBe(false)
  })

  it.each([
    ['Half an hour a day', 120],
    ['Three hours a day', 30],
    ['An hour a week', 60],
    ['No spare time', 120],
  ])('“%s” is not %i minutes a day', (text, minutes) => {
    expect(contradictsMinutes(text, minutes)).toBe(true)
  })

  it.each(['Twenty minutes between two rounds', 'An evening, if it is worth it', 'Little', ''])(
    '“%s” states no amount a day, and contradicts none',
    (text) => {
      expect(MINUTES_PER_DAY.some((minutes) => contradictsMinutes(text, minutes))).toBe(false)
    },
  )
})
