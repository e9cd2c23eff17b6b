import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { archetypes, PANELS } from '../../src/data/archetypes.js'
import {
  Archetype,
  CATEGORIES,
  InfluenceType,
  Persona,
  type SkepticismLevel,
} from '../../src/domain/personas/persona.js'
import { findArchetype } from '../../src/engine/personas/archetypes.js'
import { memoryNarrative, recallMemories } from '../../src/engine/personas/memories.js'
import { type SeatPanelInput, seatPanel } from '../../src/engine/personas/seat-panel.js'

const seat = (input: Partial<SeatPanelInput> = {}): Persona[] =>
  seatPanel({
    panel: [],
    category: 'food_drink',
    count: 6,
    skepticism: 'medium',
    stimulus: 'An oat drink made from oats.',
    seed: 1,
    ...input,
  })
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

const archetypeOf = (id: string): Archetype => {
  const archetype = findArchetype(id)
  if (archetype === undefined) throw new Error(`no archetype ${id}`)
  return archetype
}
const agesOf = ({ demographics }: Archetype): number[] => demographics.age_range.split('–').map(Number)
const ageOf = (archetype: Archetype): number => mean(agesOf(archetype))
const INCOMES = ['low', 'lower middle', 'middle', 'upper middle', 'high']
const incomeOf = ({ archetype_id, demographics }: Archetype): number => {
  expect(INCOMES, archetype_id).toContain(demographics.income_bracket)
  return INCOMES.indexOf(demographics.income_bracket)
}
const DISPOSITIONS: Readonly<Record<string, (archetype: Archetype) => number>> = {
  skepticism: ({ base_skepticism }) => base_skepticism,
  price_sensitivity: ({ traits }) => traits.price_sensitivity,
  novelty_seeking: ({ traits }) => traits.novelty_seeking,
  need_for_evidence: ({ traits }) => traits.need_for_evidence,
  conformity: ({ traits }) => traits.conformity,
}

/** The table of archetypes on the audit page: who buys for whom, and what each one’s job is, is written only there. */
const PAGE = readFileSync(new URL('../../docs/archetypes.md', import.meta.url), 'utf8')
const ROWS = [...PAGE.matchAll(/^\| `([a-z-]+)` \|(.+)\|$/gm)].map(([, id = '', cells = '']) => {
  const [name = '', job = '', buysFor = '', ...rest] = cells.split('|').map((cell) => cell.trim())
  return { id, name, job, buysFor, rest }
})
const rowOf = (id: string) => {
  const row = ROWS.find((tableRow) => tableRow.id === id)
  if (row === undefined) throw new Error(`docs/archetypes.md has no row for ${id}`)
  return row
}
const boughtFor = (whom: string) => ROWS.filter(({ buysFor }) => buysFor === whom).map(({ id }) => archetypeOf(id))
/** As the page prints figures, with a real minus and without a negative zero. */
const printed = (figure: number, digits = 2): string =>
  figure
    .toFixed(digits)
    .replace(/^-(?=0\.0+$)/, '')
    .replace('-', '−')

/** Spearman's rank correlation; ties share their mean rank. */
function spearman(a: readonly number[], b: readonly number[]): number {
  const ranks = (values: readonly number[]) => {
    const sorted = [...values].sort((x, y) => x - y)
    return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
  }
  const [x, y] = [ranks(a), ranks(b)]
  const [mx, my] = [mean(x), mean(y)]
  const sum = (of: (dx: number, dy: number) => number) =>
    x.reduce((total, rank, i) => total + of(rank - mx, (y[i] ?? 0) - my), 0)
  return sum((dx, dy) => dx * dy) / Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy))
}

describe('the built-in archetypes', () => {
  it.each(archetypes())('$archetype_id is complete', (archetype) => {
    Archetype.parse(archetype)
    expect(findArchetype(archetype.archetype_id)).toBe(archetype)
    expect(archetype.demographics.age_range).toMatch(/^\d\d–\d\d$/)
    for (const category of CATEGORIES) {
      const own = archetype.memories.filter((memory) => memory.category === category)
      expect(own.length).toBeGreaterThanOrEqual(2)
      expect(own.length).toBeLessThanOrEqual(3)
    }
    for (const { text, cues, valence } of archetype.memories) {
      expect(text).toMatch(/^(?:I|My|We)\b.*[.]$/)
      expect(cues.length).toBeGreaterThanOrEqual(4)
      expect(cues.map((cue) => cue.toLowerCase())).toEqual(cues)
      expect(Math.abs(valence)).toBeGreaterThan(0.1)
    }
  })

  it('are different people, enough of them for consumers and for business', () => {
    expect(archetypes().length).toBeGreaterThanOrEqual(18)
    expect(ROWS.filter(({ buysFor }) => buysFor === 'an organisation').length).toBeGreaterThanOrEqual(7)
    expect(ROWS.filter(({ buysFor }) => buysFor === 'oneself').length).toBeGreaterThanOrEqual(11)
    for (const distinct of ['archetype_id', 'name', 'description', 'communication_tone', 'decision_style'] as const) {
      expect(new Set(archetypes().map((archetype) => archetype[distinct])).size, distinct).toBe(archetypes().length)
    }
    const memories = archetypes().flatMap((archetype) => archetype.memories)
    expect(new Set(memories.map(({ text }) => text.toLowerCase())).size).toBe(memories.length)
    expect(new Set(memories.map(({ memory_id }) => memory_id)).size).toBe(memories.length)
  })

  it('cover the range of skepticism and every role in a group', () => {
    const skepticism = archetypes().map(({ base_skepticism }) => base_skepticism)
    expect(Math.min(...skepticism)).toBe(2)
    expect(Math.max(...skepticism)).toBe(9)
    for (const role of InfluenceType.options) {
      const players = archetypes().filter(({ influence_type }) => influence_type === role)
      expect(players.length, role).toBeGreaterThanOrEqual(2)
      expect(new Set(players.map(incomeOf)).size, `incomes of each ${role}`).toBeGreaterThanOrEqual(3)
      expect(spread(players.flatMap(agesOf)), `ages of each ${role}`).toBeGreaterThanOrEqual(30)
      expect(spread(players.map(({ base_skepticism }) => base_skepticism)), role).toBeGreaterThanOrEqual(2)
    }
  })

  it.each(archetypes())('$archetype_id has good and bad experiences, of every category both', ({ memories }) => {
    const good = memories.filter(({ valence }) => valence > 0).length / memories.length
    expect(good).toBeGreaterThan(0.35)
    expect(good).toBeLessThan(0.65)
    for (const category of CATEGORIES) {
      const own = memories.filter((memory) => memory.category === category).map(({ valence }) => valence)
      expect(Math.min(...own), category).toBeLessThan(0)
      expect(Math.max(...own), category).toBeGreaterThan(0)
    }
  })
})

describe.each(CATEGORIES)('the default panel for %s', (category) => {
  const panel = PANELS.defaults()[category]
  const archetypes = panel.map(archetypeOf)
  const personas = seat({ category })

  it('seats six known archetypes in that order, none twice', () => {
    expect(panel).toHaveLength(6)
    expect(personas.map(({ archetype }) => archetype)).toEqual(panel)
    expect(new Set(panel).size).toBe(6)
  })

  it('has no name, job or tone twice, whatever the seed', () => {
    for (const seed of [1, 2, 3, 2_026]) {
      const seated = seat({ category, seed })
      expect(new Set(seated.map(({ name }) => name)).size).toBe(6)
      expect(new Set(seated.map(({ communication_tone }) => communication_tone)).size).toBe(6)
    }
    expect(new Set(panel.map((id) => rowOf(id).job)).size).toBe(6)
  })

  it('is balanced between trust and distrust, before and after random variation', () => {
    const base = archetypes.map(({ base_skepticism }) => base_skepticism)
    expect(mean(base)).toBeGreaterThanOrEqual(4.5)
    expect(mean(base)).toBeLessThanOrEqual(6.5)
    expect(spread(base)).toBeGreaterThanOrEqual(4)
    expect(spread(personas.map(({ skepticism }) => skepticism))).toBeGreaterThan(3)
  })

  it('has four of the five roles, three incomes and twenty-five years between youngest and oldest', () => {
    expect(new Set(archetypes.map(({ influence_type }) => influence_type)).size).toBeGreaterThanOrEqual(4)
    expect(new Set(archetypes.map(incomeOf)).size).toBeGreaterThanOrEqual(3)
    expect(spread(archetypes.map(ageOf))).toBeGreaterThanOrEqual(25)
  })

  it('is mostly made of those who buy such things', () => {
    const forWhom = category === 'saas' ? 'an organisation' : 'oneself'
    expect(panel.filter((id) => rowOf(id).buysFor === forWhom).length).toBeGreaterThanOrEqual(5)
  })
})

describe('the audit of stereotypes', () => {
  it('lists exactly the archetypes there are, as they are', () => {
    expect(ROWS.map(({ id }) => id)).toEqual(archetypes().map(({ archetype_id }) => archetype_id))
    for (const { id, name, job, buysFor, rest } of ROWS) {
      const archetype = archetypeOf(id)
      expect(name).toBe(archetype.name)
      expect(archetype.description.startsWith(job), `${id}: the description does not begin with “${job}”`).toBe(true)
      expect(['oneself', 'an organisation']).toContain(buysFor)
      expect(rest).toEqual([
        archetype.demographics.age_range,
        archetype.demographics.income_bracket,
        String(archetype.base_skepticism),
        archetype.influence_type,
        archetype.communication_tone,
      ])
    }
    expect(new Set(ROWS.map(({ job }) => job)).size).toBe(ROWS.length)
    for (const [category, panel] of Object.entries(PANELS.defaults()))
      expect(
        PAGE.includes(`| ${category} | ${panel.map((id) => `\`${id}\``).join(', ')} |`),
        `| ${category} | ${panel.map((id) => `\`${id}\``).join(', ')} |`,
      ).toBe(true)
    expect(
      PAGE.includes(`over all ${archetypes().length} archetypes`),
      `over all ${archetypes().length} archetypes`,
    ).toBe(true)
  })

  it.each([
    ['all', archetypes()],
    ['oneself', boughtFor('oneself')],
    ['organisation', boughtFor('an organisation')],
  ] as const)('holds of %s: disposition is not tied to age or income, but for money to price', (whose, archetypes) => {
    for (const [of, figure] of [
      ['age', ageOf],
      ['income', incomeOf],
    ] as const) {
      const rho = Object.values(DISPOSITIONS).map((disposition) =>
        spearman(archetypes.map(figure), archetypes.map(disposition)),
      )
      for (const [i, name] of Object.keys(DISPOSITIONS).entries()) {
        if (of === 'income' && name === 'price_sensitivity') expect(rho[i]).toBeLessThan(0)
        else expect(Math.abs(rho[i] ?? 1), `${of} and ${name}`).toBeLessThan(0.4)
      }
      expect(
        PAGE.includes(`| ${whose} | ${of} | ${rho.map((one) => printed(one)).join(' | ')} |`),
        `| ${whose} | ${of} | ${rho.map((one) => printed(one)).join(' | ')} |`,
      ).toBe(true)
    }
  })

  it('states the skepticism of each income bracket', () => {
    for (const [i, bracket] of INCOMES.entries()) {
      const own = archetypes().filter((archetype) => incomeOf(archetype) === i)
      const skepticism = own.map(({ base_skepticism }) => base_skepticism)
      const figures = [own.length, printed(mean(skepticism), 1), Math.min(...skepticism), Math.max(...skepticism)]
      expect(PAGE.includes(`| ${bracket} | ${figures.join(' | ')} |`), `| ${bracket} | ${figures.join(' | ')} |`).toBe(
        true,
      )
      expect(own.length, bracket).toBeGreaterThanOrEqual(3)
      expect(spread(skepticism), bracket).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(archetypes())('holds: no word of $archetype_id gives a gender, an origin or a religion away', (archetype) => {
    const { memories, ...fields } = archetype
    for (const text of [JSON.stringify(fields), ...memories.map((memory) => memory.text)]) {
      expect(text).not.toMatch(GENDERED)
      expect(text).not.toMatch(ORIGIN)
    }
  })

  it('holds of names: they are assigned by seed alone, whatever the archetype', () => {
    const panels = Object.values(PANELS.defaults())
    for (const seed of [1, 2, 3]) {
      const named = panels.map((panel) => seat({ panel, seed }).map(({ name }) => name))
      for (const names of named) expect(names).toEqual(named[0])
    }
    const first = new Set(Array.from({ length: 60 }, (_, seed) => seat({ count: 1, seed })[0]?.name))
    expect(first.size).toBeGreaterThan(40)
  })
})

/** Words for one gender only. Family is told without them too: a parent, my eldest, the children. */
const GENDERED = words(
  'he she him her hers his himself herself man men woman women male female mother mothers mum mom father fathers dad ' +
    'grandmother grandfather granny grandma grandpa wife wives husband widow widower bride groom girlfriend boyfriend ' +
    'girl girls boy boys lady ladies gentleman gentlemen guy guys bloke lad lass brother sister son sons daughter ' +
    'daughters uncle aunt nephew niece milkman postman policeman fireman salesman saleswoman businessman businesswoman ' +
    'craftsman foreman chairman chairwoman housewife waitress stewardess actress beard moustache lipstick mascara bra ' +
    'pregnant pregnancy menopause mr mrs ms sir madam',
)
/** “Lent”, “black” and “white” are left out: they are ordinary words too. */
const ORIGIN = words(
  'british english scottish welsh irish german french dutch danish swedish norwegian finnish italian spanish portuguese ' +
    'greek turkish polish czech hungarian romanian russian ukrainian indian pakistani chinese japanese korean vietnamese ' +
    'thai african nigerian kenyan egyptian arab arabic iranian israeli american canadian mexican brazilian australian ' +
    'european asian latino latina immigrant migrant refugee foreigner muslim islam islamic christian jewish ' +
    'catholic protestant hindu buddhist sikh atheist church mosque synagogue ramadan diwali christmas easter ' +
    'hanukkah halal kosher prayer priest imam rabbi',
)

function words(list: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${list.split(' ').join('|')})(?!\\p{L})`, 'iu')
}

describe('seating a panel', () => {
  it('seats a thousand people with unique ids and names', () => {
    const personas = seat({ count: 1_000 })
    expect(personas).toHaveLength(1_000)
    for (const persona of personas) Persona.parse(persona)
    expect(new Set(personas.map(({ persona_id }) => persona_id)).size).toBe(1_000)
    expect(new Set(personas.map(({ name }) => name)).size).toBe(1_000)
    expect(
      personas
        .slice(0, PANELS.names().first_names.length)
        .every(({ name }) => PANELS.names().first_names.includes(name)),
    ).toBe(true)
  })

  it('goes round the panel and counts each archetype’s people', () => {
    const ids = seat({ panel: ['label-reader', 'early-adopter', 'label-reader'], count: 5 }).map(
      ({ persona_id }) => persona_id,
    )
    expect(ids).toEqual(['label-reader-1', 'early-adopter-1', 'label-reader-2', 'label-reader-3', 'early-adopter-2'])
  })

  it('is decided by the seed alone, and a larger panel begins with the smaller one', () => {
    expect(seat({ count: 60 })).toEqual(seat({ count: 60 }))
    expect(seat({ count: 60 }).slice(0, 6)).toEqual(seat())
    expect(seat({ seed: 2 }).map(({ name }) => name)).not.toEqual(seat().map(({ name }) => name))
  })

  it('keeps the first of an archetype as it is written and varies the others a little', () => {
    for (const { archetype, persona_id, traits, demographics } of seat({ count: 240 })) {
      const base = findArchetype(archetype)
      const [low = 0, high = 0] = (base?.demographics.age_range.match(/\d+/g) ?? []).map(Number)
      expect(demographics.age).toBeGreaterThanOrEqual(low)
      expect(demographics.age).toBeLessThanOrEqual(high)
      if (persona_id.endsWith('-1')) expect(traits).toEqual(base?.traits)
      for (const trait of ['price_sensitivity', 'novelty_seeking', 'need_for_evidence', 'conformity'] as const) {
        expect(Math.abs(traits[trait] - (base?.traits[trait] ?? -1))).toBeLessThanOrEqual(0.125)
      }
    }
    const parents = seat({ panel: ['careful-parent'], count: 40 })
    expect(new Set(parents.map(({ traits }) => JSON.stringify(traits))).size).toBeGreaterThan(35)
    expect(new Set(parents.map(({ demographics }) => demographics.age)).size).toBeGreaterThan(8)
  })

  it('shifts skepticism with the calibration and keeps it between 1 and 10', () => {
    const levels: SkepticismLevel[] = ['low', 'medium', 'high', 'extreme']
    const panels = levels.map((skepticism) =>
      seat({ panel: archetypes().map(({ archetype_id }) => archetype_id), count: 24, skepticism }),
    )
    for (const [i, persona] of (panels[0] ?? []).entries()) {
      const along = panels.map((panel) => panel[i]?.skepticism ?? 0)
      expect(along, persona.persona_id).toEqual([...along].sort((a, b) => a - b))
      for (const skepticism of along) {
        expect(skepticism).toBeGreaterThanOrEqual(1)
        expect(skepticism).toBeLessThanOrEqual(10)
        expect(Math.round(skepticism * 10)).toBeCloseTo(skepticism * 10)
      }
    }
    const [low = 0, medium = 0, high = 0, extreme = 0] = panels.map((panel) =>
      mean(panel.map(({ skepticism }) => skepticism)),
    )
    expect(medium - low).toBeGreaterThan(1.5)
    expect(high - medium).toBeGreaterThan(1)
    expect(extreme).toBeGreaterThan(high)
  })

  it('names every archetype it does not know, and those it knows', () => {
    expect(() => seat({ panel: ['label-reader', 'astronaut', 'pirate'] })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(/"astronaut", "pirate".*careful-parent.*growth-manager/),
      }),
    )
  })
})

describe('memories', () => {
  const parent = archetypes().find(({ archetype_id }) => archetype_id === 'careful-parent') as Archetype

  it('come by cue first, then by category', () => {
    const recalled = recallMemories(parent, 'food_drink', 'Wholegrain pasta with more fibre and protein, for kids.')
    expect(recalled[0]?.text).toContain('wholegrain pasta')
    expect(recalled).toHaveLength(3)
    expect(new Set(recalled.map(({ category }) => category))).toEqual(new Set(['food_drink']))
  })

  it('of another category need more than one word in common', () => {
    const categoriesFor = (stimulus: string) => recallMemories(parent, 'tech', stimulus).map(({ category }) => category)
    expect(categoriesFor('A device with sugar.')).toEqual(['tech', 'tech'])
    expect(categoriesFor('A machine that makes oat drink as a dairy alternative.')).toContain('food_drink')
  })

  it('match whole words and phrases in any case, singular or plural', () => {
    const first = (stimulus: string) => recallMemories(parent, 'food_drink', stimulus, 1)[0]?.text
    expect(first('NO ADDED SUGAR!')).toContain('yoghurt')
    expect(first('Drinks with plants.')).toContain('oat drink')
    expect(first('Float on a milkshake, supersugary')).toBe(recallMemories(parent, 'food_drink', '', 1)[0]?.text)
  })

  it('are told in the first person, with what they left behind', () => {
    const sentences = (text: string) => text.split(/(?<=[.!?])\s/).length
    for (const archetype of archetypes()) {
      for (const category of CATEGORIES) {
        const narrative = memoryNarrative(recallMemories(archetype, category, 'oat milk app'))
        expect(narrative).toMatch(/^(?:I|My|We)\b/)
        expect(sentences(narrative)).toBeGreaterThanOrEqual(2)
        expect(sentences(narrative)).toBeLessThanOrEqual(4)
      }
    }
    expect(sentences(memoryNarrative([]))).toBe(2)
  })

  it('leave good, bad or mixed expectations', () => {
    const [memory] = parent.memories
    const narrative = (...valences: number[]) =>
      memoryNarrative(valences.map((valence) => ({ ...(memory as (typeof parent.memories)[number]), valence })))
    expect(narrative(-0.8, -0.5)).toContain('guard')
    expect(narrative(0.8)).toContain('fair chance')
    expect(narrative(0.7, -0.7)).toContain('look twice')
  })
})
