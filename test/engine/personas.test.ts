import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Archetype, CATEGORIES, Persona, type SkepticismLevel } from '../../src/domain/persona.js'
import { ARCHETYPES, findArchetype } from '../../src/engine/personas/archetypes/archetypes.js'
import { memoryNarrative, recallMemories } from '../../src/engine/personas/memories.js'
import { FIRST_NAMES } from '../../src/engine/personas/names.js'
import { DEFAULT_PANELS } from '../../src/engine/personas/panels.js'
import { type SeatPanelInput, seatPanel } from '../../src/engine/personas/seat-panel.js'
import { voiceOf } from '../../src/llm/offline/phrases/voice.js'

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
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the built-in archetypes', () => {
  it.each(ARCHETYPES)('$archetype_id is whole', (archetype) => {
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

  it('are different people', () => {
    expect(ARCHETYPES.length).toBeGreaterThanOrEqual(16)
    for (const distinct of ['archetype_id', 'name', 'description', 'communication_tone', 'decision_style'] as const) {
      expect(new Set(ARCHETYPES.map((archetype) => archetype[distinct])).size, distinct).toBe(ARCHETYPES.length)
    }
    const memories = ARCHETYPES.flatMap((archetype) => archetype.memories)
    expect(new Set(memories.map(({ text }) => text)).size).toBe(memories.length)
    expect(new Set(memories.map(({ memory_id }) => memory_id)).size).toBe(memories.length)
  })

  it('cover the range of skepticism and every role in a group', () => {
    const skepticism = ARCHETYPES.map(({ base_skepticism }) => base_skepticism)
    expect(Math.min(...skepticism)).toBe(2)
    expect(Math.max(...skepticism)).toBe(9)
    expect(new Set(ARCHETYPES.map(({ influence_type }) => influence_type)).size).toBe(5)
    const good = ARCHETYPES.flatMap(({ memories }) => memories).filter(({ valence }) => valence > 0).length
    expect(good / ARCHETYPES.flatMap(({ memories }) => memories).length).toBeGreaterThan(0.35)
  })
})

describe.each(CATEGORIES)('the default panel for %s', (category) => {
  const panel = DEFAULT_PANELS[category]

  it('seats six known archetypes with six voices, trusting and distrusting', () => {
    expect(new Set(panel).size).toBe(6)
    const personas = seat({ category })
    expect(personas.map(({ archetype }) => archetype)).toEqual(panel)
    expect(new Set(personas.map(voiceOf)).size).toBe(6)
    expect(
      Math.max(...personas.map(({ skepticism }) => skepticism)) -
        Math.min(...personas.map(({ skepticism }) => skepticism)),
    ).toBeGreaterThan(3)
    expect(new Set(personas.map(({ influence_type }) => influence_type)).size).toBeGreaterThanOrEqual(4)
    const base = panel.map((id) => findArchetype(id)?.base_skepticism ?? 0)
    expect(mean(base)).toBeGreaterThanOrEqual(4.5)
    expect(mean(base)).toBeLessThanOrEqual(6.5)
    expect(Math.max(...base) - Math.min(...base)).toBeGreaterThanOrEqual(4)
    for (const distinct of ['name', 'description', 'communication_tone'] as const)
      expect(new Set(personas.map((persona) => persona[distinct])).size).toBe(6)
  })
})

describe('the audit of stereotypes', () => {
  const page = readFileSync(new URL('../../docs/archetypes.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \|(.+)\|$/gm)].map(([, id = '', rest = '']) => ({
    id,
    cells: rest.split('|').map((cell) => cell.trim()),
  }))

  it('lists exactly the archetypes there are, as they are', () => {
    expect(rows.map(({ id }) => id)).toEqual(ARCHETYPES.map(({ archetype_id }) => archetype_id))
    for (const { id, cells } of rows) {
      const archetype = findArchetype(id)
      expect(cells.slice(2)).toEqual([
        archetype?.demographics.age_range,
        archetype?.demographics.income_bracket,
        String(archetype?.base_skepticism),
        archetype?.influence_type,
        archetype?.communication_tone,
      ])
    }
    for (const [category, panel] of Object.entries(DEFAULT_PANELS))
      expect(page).toContain(`| ${category} | ${panel.map((id) => `\`${id}\``).join(', ')} |`)
    expect(rows.filter(({ cells }) => cells[1] === 'an organisation').length).toBeGreaterThanOrEqual(6)
  })

  it('holds: disposition is not tied to age or income, but for money to price', () => {
    const age = ARCHETYPES.map(({ demographics }) => mean(demographics.age_range.split('–').map(Number)))
    const income = ARCHETYPES.map(({ demographics }) => INCOMES.indexOf(demographics.income_bracket))
    expect(income).not.toContain(-1)
    const dispositions = {
      skepticism: ARCHETYPES.map(({ base_skepticism }) => base_skepticism),
      price_sensitivity: ARCHETYPES.map(({ traits }) => traits.price_sensitivity),
      novelty_seeking: ARCHETYPES.map(({ traits }) => traits.novelty_seeking),
      need_for_evidence: ARCHETYPES.map(({ traits }) => traits.need_for_evidence),
      conformity: ARCHETYPES.map(({ traits }) => traits.conformity),
    }
    for (const [name, values] of Object.entries(dispositions)) {
      expect(Math.abs(spearman(age, values)), `age and ${name}`).toBeLessThan(0.4)
      if (name !== 'price_sensitivity')
        expect(Math.abs(spearman(income, values)), `income and ${name}`).toBeLessThan(0.4)
      const row = (figures: number[]) =>
        page.includes(figures.map((figure) => figure.toFixed(2).replace('-', '−')).join(' | '))
      expect(row(Object.values(dispositions).map((one) => spearman(age, one)))).toBe(true)
      expect(row(Object.values(dispositions).map((one) => spearman(income, one)))).toBe(true)
    }
  })

  it('holds: no text gives a gender or an origin away', () => {
    const forbidden =
      /\b(he|she|him|her|his|hers|himself|herself|man|woman|men|women|mother|father|mum|dad|wife|husband|girl|boy|lady|gentleman|brother|sister|british|english|german|french|dutch|danish|indian|chinese|african|american|polish|turkish|muslim|christian|jewish|catholic)\b/i
    for (const { memories, ...archetype } of ARCHETYPES) {
      expect(JSON.stringify(archetype), archetype.archetype_id).not.toMatch(forbidden)
      for (const { text } of memories)
        expect(text).not.toMatch(
          /\b(my (wife|husband|girlfriend|boyfriend)|as a (man|woman|mother|father|girl|boy))\b/i,
        )
    }
  })
})

const INCOMES = ['low', 'lower middle', 'middle', 'upper middle', 'high']

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

describe('seating a panel', () => {
  it('seats a thousand people with unique ids and names', () => {
    const personas = seat({ count: 1_000 })
    expect(personas).toHaveLength(1_000)
    for (const persona of personas) Persona.parse(persona)
    expect(new Set(personas.map(({ persona_id }) => persona_id)).size).toBe(1_000)
    expect(new Set(personas.map(({ name }) => name)).size).toBe(1_000)
    expect(personas.slice(0, FIRST_NAMES.length).every(({ name }) => FIRST_NAMES.includes(name))).toBe(true)
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
      seat({ panel: ARCHETYPES.map(({ archetype_id }) => archetype_id), count: 24, skepticism }),
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
  const parent = ARCHETYPES.find(({ archetype_id }) => archetype_id === 'careful-parent') as Archetype

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
    for (const archetype of ARCHETYPES) {
      for (const category of CATEGORIES) {
        const narrative = memoryNarrative(recallMemories(archetype, category, 'oat milk app'))
        expect(narrative).toMatch(/^(?:I|My|We)\b/)
        expect(sentences(narrative)).toBeGreaterThanOrEqual(2)
        expect(sentences(narrative)).toBeLessThanOrEqual(4)
      }
    }
    expect(sentences(memoryNarrative([]))).toBe(2)
  })

  it('leave good, bad or mixed feelings', () => {
    const [memory] = parent.memories
    const told = (...valences: number[]) =>
      memoryNarrative(valences.map((valence) => ({ ...(memory as (typeof parent.memories)[number]), valence })))
    expect(told(-0.8, -0.5)).toContain('guard')
    expect(told(0.8)).toContain('fair chance')
    expect(told(0.7, -0.7)).toContain('look twice')
  })
})
