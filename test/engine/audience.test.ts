import { describe, expect, it } from 'vitest'
import { Audience, statedAges } from '../../src/domain/panel/audience.js'
import { contradictionInAudience } from '../../src/domain/personas/contradictions.js'

describe('ages that an audience states', () => {
  it.each([
    ['Gen Z shoppers in Germany', 16, 29],
    ['Millennials who rent', 30, 45],
    ['baby boomers', 62, 80],
    ['women 25-40 in France', 25, 40],
    ['18–24 year olds', 18, 24],
    ['people aged 30 to 45 who cycle', 30, 45],
    ['drivers over 55', 55, 74],
    ['65+ in care homes', 65, 80],
    ['men under 30', 19, 29],
    ['people in their 40s', 40, 49],
    ['30-year-olds', 30, 30],
    ['teenagers', 16, 19],
    ['Millennials over 40', 40, 45],
    ['parents aged 30-39 of children under 5', 30, 39],
  ])('%s: %i to %i', (audience, from, to) => {
    expect(statedAges(Audience.parse(audience))).toEqual({ from, to })
  })

  it.each([
    'Companies with 20-50 employees',
    'Teams of over 40 developers',
    'parents of children under 5',
    'mothers with kids aged 6-10',
    'Households with 2 to 4 rooms',
    'people who earn over 60 thousand',
    'Frauen in Köln',
    'teachers of children between 6 and 10 in Spain',
    'shoppers who pay under 20 euros',
  ])('%s: none', (audience) => {
    expect(statedAges(Audience.parse(audience))).toBeNull()
  })
})

it.each([
  'People who are not Gen Z',
  'No one over 30 in Italy',
  'Adults outside the age of 40 to 50',
  'Non-millennials',
])('states no ages where it says whom it leaves out: %s', (audience) =>
  expect(statedAges(Audience.parse(audience))).toBeNull(),
)

it.each([
  ['Retired teenagers', 'retired'],
  ['Pensioners aged 20 to 25', 'retired'],
])('contradicts what the people are: %s', (audience, who) => expect(contradictionInAudience(audience)).toContain(who))
it.each([
  'Retired teachers over 60',
  'Students aged 20 to 25',
  'Gen Z shoppers in Germany',
  'Carers of pensioners aged 30 to 50',
])('goes with what the people are: %s', (audience) => expect(contradictionInAudience(audience)).toBeNull())
it('cannot be two exact ages at once', () =>
  expect(Audience.safeParse('30-year-olds aged 60').error?.issues[0]?.message).toContain('contradict each other'))

describe('an audience that cannot be made up', () => {
  it.each([
    ['   ', /in a few words/],
    ['?!', /in a few words/],
    ['x'.repeat(10_000), /at most 500 characters/],
    ['children under 5', /16 or older/],
    ['Busy school kids in Leeds', /16 or older/],
    ['people under 12', /16 or older/],
    ['Generation Alpha', /16 or older/],
    ['Gen Z over 55', /contradict each other/],
    ['people aged 60 to 40', /contradict each other/],
  ])('%.30s is refused in one sentence', (audience, sentence) => {
    const { error } = Audience.safeParse(audience)
    expect(error?.issues).toHaveLength(1)
    expect(error?.issues[0]?.message).toMatch(sentence)
  })
})
