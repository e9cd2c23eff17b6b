import { describe, expect, it } from 'vitest'
import { ASSAY_TEXTS } from '../../src/data/assay.js'
import type { ProbeReading } from '../../src/domain/panel/assay.js'
import { PressureTestInput } from '../../src/domain/panel/pressure-test.js'
import { comparePairs } from '../../src/engine/comparison/differences.js'
import { plantRoom, readPlantedRoom } from '../../src/engine/focus-group/live/planted-room.js'
import { isResponsive, isUnresponsive } from '../../src/engine/panel/assay/answers.js'
import { drawAssay, runAssay, underOtherNames } from '../../src/engine/panel/assay/assay.js'
import { judgeAssay } from '../../src/engine/panel/assay/judge-assay.js'
import { withPricesTimes } from '../../src/engine/panel/assay/prices.js'
import { noiseFloor, readingOf } from '../../src/engine/panel/assay/readings.js'
import { samenessOf } from '../../src/engine/panel/assay/sameness.js'
import { renamed, reordered, retyped, variantsOf } from '../../src/engine/panel/assay/variants.js'
import { pressureTestPipeline } from '../../src/engine/panel/study-pipelines.js'
import { createRandom } from '../../src/engine/personas/random.js'
import { seatPanel } from '../../src/engine/personas/seat-panel.js'
import { liftSentence } from '../../src/engine/refinement/wording.js'
import { answerOf, fakeDeps, readAs, refusal } from './fake-deps.js'

const ENGLISH = () => {
  const words = ASSAY_TEXTS().languages.English
  if (!words) throw new Error('no English')
  return words
}

describe('eight times the price', () => {
  it.each([
    ['Now €1.49 instead of €2.29.', 'Now €11.92 instead of €18.32.'],
    ['49 euros a month, 10 % off until Friday', '392 euros a month, 10 % off until Friday'],
    ['Für 1.200,50 € im Jahr', 'Für 9.604,00 € im Jahr'],
    ['1 499 kr. per styk', '11 992 kr. per styk'],
    ['USD 1,200 or $99/month', 'USD 9,600 or $792/month'],
    ['£5 a bag; saves you £40 a year', '£40 a bag; saves you £40 a year'],
    ['£3 a month, protected up to £85,000', '£24 a month, protected up to £85,000'],
    ['A 20-dollar lamp with €5 cashback', 'A 160-dollar lamp with €5 cashback'],
    ['12 pounds, £2 off', '96 pounds, £2 off'],
    ['Worth £40, yours for £10', 'Worth £40, yours for £80'],
    ['Saves an hour a day for €9 a month', 'Saves an hour a day for €72 a month'],
    ['€0.295 a request', '€2.360 a request'],
    ['CHF 1’299.50', 'CHF 10’396.00'],
    ['1\u202f299 €', '10\u202f392 €'],
  ])('%s', (text, expected) => expect(withPricesTimes(text, 8)).toBe(expected))

  it.each([
    ...['40 % less sugar, 500 ml', 'Win £5,000', 'Raised $12 million', 'Free', 'Lose 10 pounds by June'],
    ...['A 5-pound dumbbell', 'Cuts your bill by £600', 'You get £200 for each friend', '€300 cheaper than before'],
    ...['$2.4bn fund manager', 'A €5,000 fine', '€1 of each bottle goes to clean water', '9–12 €', '€9-12', '2€50'],
    ...['Model 3 299 €', 'Guaranteed up to €100,000', '5 bis 10 Euro'],
  ])('finds none in: %s', (text) => expect(withPricesTimes(text, 8)).toBeNull())

  it('halves to cents', () => {
    expect(withPricesTimes('€49 a month', 0.5)).toBe('€24.50 a month')
    expect(withPricesTimes('9,99 €', 0.5)).toBe('5,00 €')
    expect(withPricesTimes('5 €', 0.5)).toBe('2,50 €')
  })
})

describe('a blank', () => {
  it('swaps two sentences that stand alone, and leaves those that lean on others', () => {
    const free =
      'Tidewell is an oat drink. Sixty baristas tasted it blind. The carton is made of paper only. Order today.'
    expect(reordered(free, ENGLISH())).toBe(
      'Tidewell is an oat drink. The carton is made of paper only. Sixty baristas tasted it blind. Order today.',
    )
    const leaning = 'Tidewell is an oat drink. Sixty baristas tasted it blind. They liked the foam. So will you.'
    expect(reordered(leaning, ENGLISH())).toBeNull()
    expect(reordered(leaning.replace('They liked', "It's"), ENGLISH())).toBeNull()
    for (const unfit of [
      'It is sold in Leeds. Our formula was tested by Dr. Anna Miller at Leeds clinic. Order your bottle today please.',
      'Here it is. Pay nothing for three months. From then on it costs 29 euros. Order your bottle today please.',
      'Here it is. Most drinks taste of wet paper. Ours is the one with foam. Order your bottle today please.',
      'Here it is. Why is it so cheap? We sell it online only. Order your bottle today please.',
    ])
      expect(reordered(unfit, ENGLISH()), unfit).toBeNull()
    expect(reordered('One line only', ENGLISH())).toBeNull()
  })

  it('sets it by another hand and keeps every word and figure', () => {
    const text = 'It’s “the one” – 500 ml, 40 % less sugar.'
    expect(retyped(text)).toBe(`It's "the one" - 500ml, 40 % less sugar`)
    const words = (of: string) => of.replace(/(\d)(ml|kg)/g, '$1 $2').match(/[\p{L}\p{N}]+/gu)
    for (const sample of [text, 'A plain headline', "Don't wait - 5 kg for £10."]) {
      expect(retyped(sample)).not.toBe(sample)
      expect(words(retyped(sample))).toEqual(words(sample))
    }
  })

  it('renames a brand only where it is plain which words are the brand', () => {
    expect(renamed('Havn Oat: the oat drink. Havn Oat froths.')).toMatch(/^(\w+): the oat drink\. \1 froths\.$/)
    for (const unfit of [
      ...['Made from 100 % Danish oats', 'Warning: contains peanuts. Warning again', 'Half Price: Half Price today'],
      ...['Vegan - Vegan milk', 'Oats: Oatsome and Oatly', 'Havn: the oat drink', 'Organic – Organic milk'],
    ])
      expect(renamed(unfit), unfit).toBeNull()
  })

  it('is asked in every mode, and doses as far as the text allows them', () => {
    const text = {
      stimulus: 'Havn Oat: the oat drink that froths like milk. Havn Oat is now €1.49.',
      about: '',
      category: 'food_drink' as const,
      claims: [{ claim_id: 'c1', text: 'froths like milk', start: 30, end: 46, meaning: 1 }],
      language: 'English',
    }
    const probes = (fields: object, mode: 'quick' | 'full') =>
      variantsOf({ ...text, ...fields }, mode).map(({ probe }) => probe)
    expect(probes({}, 'quick')).toEqual(['blank', 'price_times_8', 'harm'])
    expect(probes({ stimulus: 'An oat drink' }, 'quick')).toEqual(['blank', 'harm'])
    expect(probes({ stimulus: 'An oat drink', about: '2 euros' }, 'quick')).toContain('price_times_8')
    expect(probes({ language: 'British English' }, 'quick')).toContain('harm')
    expect(probes({ language: 'Finnish' }, 'quick')).toEqual(['blank', 'price_times_8'])
    expect(probes({}, 'full')).toEqual([
      ...['blank_typography', 'blank_name', 'price_times_8', 'harm'],
      ...['price_half', 'price_double', 'claim_negated', 'test_reversed', 'harm_other'],
    ])
    const negated = variantsOf(text, 'full').find(({ probe }) => probe === 'claim_negated')
    expect(negated?.stimulus).toContain('“froths like milk”')
  })

  it.each(Object.keys(ASSAY_TEXTS().languages))('has its words in %s', (language) => {
    const words = ASSAY_TEXTS().languages[language]
    expect(new Set(Object.values(words?.harm ?? {}).flat()).size).toBe(16)
    expect(words?.planted.filter(({ view }) => !view.includes('{claim}')).length).toBeGreaterThanOrEqual(7)
  })
})

describe('the noise floor', () => {
  it('holds a further blank nine times in ten, with few people too', () => {
    const random = createRandom('noise')
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    for (const people of [3, 6, 12, 30]) {
      const blank = () => Array.from({ length: people }, () => 12 * normal())
      const rounds = 3_000
      const held = Array.from({ length: rounds }, () => {
        const floor = noiseFloor([blank()]) ?? 0
        return Math.abs(blank().reduce((sum, change) => sum + change, 0) / people) <= floor
      }).filter(Boolean).length
      expect(held / rounds, `${people} people`).toBeGreaterThan(0.88)
      expect(held / rounds, `${people} people`).toBeLessThan(0.97)
    }
  })

  it('is not below the largest blank, nor nothing, and not measured with two people', () => {
    expect(noiseFloor([[10, 10, 10, 10, 10, 10]])).toBeGreaterThanOrEqual(10)
    expect(noiseFloor([[0, 0, 0, 0, 0, 0]])).toBeGreaterThan(0)
    expect(noiseFloor([[4, 5]])).toBeNull()
  })

  it('is what a difference or a lift has to exceed', () => {
    const scores = [Array(12).fill(60), Array(12).fill(54)] as number[][]
    expect(comparePairs(['A', 'B'], scores, 1)[0]).toMatchObject({ difference_seen: true })
    const [within] = comparePairs(['A', 'B'], scores, 1, 9)
    expect(within).toMatchObject({ difference_seen: false })
    expect(within?.sentence).toMatch(
      /^No difference seen between A and B: A is 6 points ahead, and rewording alone brings up to 9\.$/,
    )
    const lift = { mean: 6, interval: { low: 2, high: 10 } }
    expect(liftSentence(lift, 6, [], false, null)).toMatch(/^The refined text scores 6 points higher/)
    expect(liftSentence(lift, 6, [], false, 8.2)).toMatch(/^No lift seen: .* rewording alone brings up to 9\./)
  })
})

const pairs = (...changes: number[]) => changes.map((change) => ({ score: 60 + change, compared_with: 60 }))

describe('answers that are known beforehand', () => {
  it('count people who could show it, and a panel whose mean moved by more than noise', () => {
    expect(readingOf('harm', pairs(-30, -20, -4, 5), 9)).toMatchObject({
      required: 'lower',
      right: 2,
      of: 4,
      seen: true,
    })
    expect(readingOf('harm', pairs(-10, -8, -6), 9)).toMatchObject({ right: 3, of: 3, seen: false })
    expect(readingOf('harm', pairs(-20, 20, 0), 9)?.seen).toBe(false)
    expect(readingOf('blank', pairs(14, -14, 16), 9)).toMatchObject({ required: 'same', right: 2, of: 3, seen: null })
    expect(readingOf('price_half', pairs(30, 20, 10), 9)).toMatchObject({ required: 'higher', right: 3, seen: true })
    expect(readingOf('harm', pairs(-30, -30), 9)).toBeNull()
    const atTheEnd = [...pairs(-30, -30), { score: 0, compared_with: 5 }]
    expect(readingOf('harm', atTheEnd, 9)).toMatchObject({ right: 2, of: 2 })
  })

  it.each([
    [24, 24, false, true],
    [22, 24, false, false],
    [17, 24, false, false],
    [16, 24, true, false],
    [9, 24, true, false],
    [94, 120, false, false],
    [93, 120, true, false],
    [96, 120, false, true],
  ])('%d of %d right: asleep %s, awake %s', (right, of, asleep, awake) => {
    expect([isUnresponsive({ right, of }), isResponsive({ right, of })]).toEqual([asleep, awake])
  })
})

describe('similarity', () => {
  const { deps: _, ...claims } = { deps: null, ids: ['c1', 'c2', 'c3', 'c4', 'c5'] }
  const person = (
    name: string,
    stances: ('believes' | 'doubts' | 'rejects')[],
    said = `${name}'s ${name} words ${name}`,
  ) =>
    ({
      ...{ persona_id: name, gut_sentiment: stances[0] === 'believes' ? 'positive' : 'negative' },
      ...{ considered_sentiment: stances[1] === 'believes' ? 'positive' : 'mixed', intent_pmf: null },
      ...{ considered_response: said, social_response: '', private_thoughts: '', purchase_statement: '' },
      beliefs: stances.map((stance, index) => ({
        claim_id: claims.ids[index] ?? '',
        stance,
        why: '',
        proof_wanted: '',
      })),
    }) as never
  const TEXT = 'The oat drink that froths like milk and keeps its taste for four whole days in a cool place.'

  it('sees copies of one person, the same sentences, and an echo', () => {
    const differing = [
      person('a', ['believes', 'doubts', 'rejects', 'believes', 'doubts']),
      person('b', ['doubts', 'believes', 'believes', 'rejects', 'believes']),
      person('c', ['rejects', 'rejects', 'doubts', 'doubts', 'rejects']),
    ]
    expect(samenessOf(differing, TEXT)).toMatchObject({ to_text: 0, words: 0, straight_line: null })
    expect(samenessOf(differing, TEXT).judgements).toBeLessThan(0.5)
    const alike = ['a', 'b', 'c'].map((name) => person(name, ['believes', 'doubts', 'rejects', 'believes', 'doubts']))
    expect(samenessOf(alike, TEXT)).toMatchObject({ judgements: 1, words: 0 })
    const same = 'I would never buy that for my own kitchen'
    expect(
      samenessOf(
        ['a', 'b', 'c'].map((name) => person(name, ['doubts'], same)),
        TEXT,
      ),
    ).toMatchObject({
      ...{ judgements: null, words: 1 },
    })
    expect(
      samenessOf(
        ['a', 'b'].map((name) => person(name, ['doubts'], TEXT)),
        TEXT,
      ).to_text,
    ).toBe(1)
  })

  it('sees that from the third claim on everybody gives one answer', () => {
    const early = [
      ...[
        ['believes', 'doubts'],
        ['doubts', 'rejects'],
        ['rejects', 'believes'],
      ],
      ...[
        ['believes', 'rejects'],
        ['doubts', 'believes'],
        ['rejects', 'doubts'],
      ],
    ] as ('believes' | 'doubts' | 'rejects')[][]
    const asleep = early.map((stances, n) => person(`p${n}`, [...stances, 'believes', 'believes', 'believes']))
    expect(samenessOf(asleep, TEXT).straight_line).toEqual({ from: 3, stance: 'believes' })
    const convinced = early.map((_, n) => person(`p${n}`, ['believes', 'believes', 'believes', 'believes', 'believes']))
    expect(samenessOf(convinced, TEXT).straight_line).toBeNull()
  })
})

describe('the assay as a whole', () => {
  const reading = (probe: ProbeReading['probe'], ...changes: number[]) =>
    readingOf(probe, pairs(...changes), 4) as ProbeReading
  const honest = [
    reading('blank', 1, -2, 3, 0, 2, -4),
    reading('harm', -30, -40, -20, -50, -30, -25),
    reading('price_times_8', -20, -15, -30, -20, -10, -30),
  ]
  const different = { judgements: 0.4, words: 0.02, to_text: 0.1, straight_line: null }
  const room = { unheard: 5, found: 5, named: 5 }
  const rest = { unanswered: [], fewest_answers: 6, planted_missing: null, failure: null }
  const record = { mode: 'quick' as const, noise_floor: 4, readings: honest, planted: room, ...rest }
  const good = [reading('good_above_absurd', 60, 70, 50, 60, 70, 40)]

  it('passes where the panel notices, differs and is read right, and says so in one sentence', () => {
    const assay = judgeAssay(record, good, different, 6)
    expect(assay).toMatchObject({ status: 'pass', answers: { right: 24, of: 24 }, directions: { seen: 2, of: 2 } })
    expect(assay.sentence).toBe(
      'Differences under 4 points are noise here; it noticed 2 of 2 changes that had to be noticed; 5 of 5 planted silences were found.',
    )
    expect(assay.planted).toMatchObject({ recall: 1, precision: 1 })
  })

  it('does not pass where the coder that was tested gave no answer about the run’s own discussion', () => {
    const assay = judgeAssay(record, good, different, 6, true)
    expect(assay.status).toBe('warn')
    expect(assay.sentence).toContain('Its own discussion was read by similarity')
  })

  it.each([
    ['with too few people to tell', { people: 5 }, 'warn', /Fewer than 6 people are too few/],
    [
      'with a change that few answered about',
      { record: { ...record, fewest_answers: 3 } },
      'warn',
      /Fewer than 6 people/,
    ],
    ['with a coarse floor', { record: { ...record, noise_floor: 22 } }, 'warn', /up to 22 points/],
    ['with copies', { sameness: { ...different, judgements: 1 } }, 'fail', /copies of one person/],
    ['with an echo', { sameness: { ...different, to_text: 0.7 } }, 'fail', /repeat the text/],
    [
      'with a straight line',
      { sameness: { ...different, straight_line: { from: 4, stance: 'doubts' } } },
      'warn',
      /From claim 4 on/,
    ],
    [
      'with a reader that finds no silence',
      { record: { ...record, planted: { unheard: 5, found: 1, named: 1 } } },
      'fail',
      /minority report cannot be relied on/,
    ],
    [
      'with a reader that names everything',
      { record: { ...record, planted: { unheard: 5, found: 5, named: 9 } } },
      'fail',
      /4 of 9 named were none/,
    ],
    ['without a discussion', { record: { ...record, planted: null } }, 'pass', /no live discussion was read/],
    [
      'with people who notice nothing',
      {
        record: {
          ...record,
          readings: [
            honest[0] as ProbeReading,
            reading('harm', 0, 0, 0, 0, 0, 0),
            reading('price_times_8', 0, 0, 0, 0, 0, 0),
          ],
        },
      },
      'fail',
      /does not react/,
    ],
  ] as const)('%s', (_, change, status, sentence) => {
    const {
      people = 6,
      sameness = different,
      record: changed = record,
    } = change as { people?: number; sameness?: never; record?: typeof record }
    const assay = judgeAssay(changed, good, sameness, people)
    expect(assay.status).toBe(status)
    expect(assay.parts.map((part) => part.sentence).join('\n')).toMatch(sentence)
  })

  it('is amber where the whole panel is deaf to one grave change, and names it', () => {
    const deaf = [...honest.filter(({ probe }) => probe !== 'harm'), reading('harm', 0, 2, -3, 1, 0, 0)]
    const more = [
      reading('claim_negated', -30, -30, -30, -30, -30, -30),
      reading('harm_other', -30, -30, -30, -30, -30, -30),
    ]
    const assay = judgeAssay({ ...record, readings: [...deaf, ...more] }, [...good, ...good], different, 6)
    expect(assay.status).toBe('warn')
    expect(assay.sentence).toContain('missed a grave harm')
  })

  it('is amber where nobody answered about a change, or nothing that has an effect could be shown', () => {
    const silent = judgeAssay({ ...record, unanswered: ['harm'] }, good, different, 6)
    expect(silent).toMatchObject({
      status: 'warn',
      sentence: expect.stringContaining('Too few answered about a grave harm.'),
    })
    const blank = honest[0] as ProbeReading
    const undosed = judgeAssay({ ...record, readings: [blank] }, [...good, ...good, ...good], different, 12)
    expect(undosed.status).toBe('warn')
    expect(undosed.parts.find(({ part }) => part === 'doses')?.status).toBe('not_run')
  })

  it('does not call a change missed that people at the end of the scale could not answer', () => {
    const atTheEnd = Array.from({ length: 6 }, () => ({ score: 0, compared_with: 3 }))
    expect(readingOf('harm', atTheEnd, 4)).toMatchObject({ seen: null, of: 0 })
  })

  it('never says that people differ where they gave too few judgements to compare', () => {
    const assay = judgeAssay(record, good, { ...different, judgements: null }, 6)
    expect(assay.status).toBe('warn')
    expect(assay.parts.find(({ part }) => part === 'similarity')).toMatchObject({ status: 'not_run' })
  })

  it('says why it broke off, and is amber', () => {
    const assay = judgeAssay(
      { ...record, readings: [], noise_floor: null, planted: null, failure: 'It broke off: no such model.' },
      good,
      different,
      6,
    )
    expect(assay).toMatchObject({ status: 'warn', sentence: 'It broke off: no such model.' })
  })

  it('is not run where there was nothing to ask with', () => {
    const assay = judgeAssay({ ...record, noise_floor: null, readings: [], planted: null }, [], null, 6)
    expect(assay).toMatchObject({ status: 'not_run', answers: null, directions: null, planted: null, similarity: null })
  })
})

describe('a planted room', () => {
  const texts = ['It froths like milk', 'Tested by 212 baristas']

  it('holds five views that stay unheard, four that are heard and one that is given up, about these claims', () => {
    const room = plantRoom(ENGLISH(), texts, 'seed')
    expect(room.views).toHaveLength(10)
    expect(room.views.some(({ view }) => texts.some((claim) => view.includes(claim)))).toBe(true)
    expect(JSON.stringify(room)).not.toContain('{claim}')
    expect(room.reasons.filter(({ held_after }) => !held_after)).toHaveLength(1)
    const spoken = room.turns.map(({ text }) => text)
    for (const { fate, said } of room.views)
      expect(
        said.some((line) => spoken.includes(line)),
        fate,
      ).toBe(['voiced', 'paraphrased', 'debated', 'taken_up'].includes(fate))
    expect(plantRoom(ENGLISH(), texts, 'seed')).toEqual(room)
    expect(plantRoom(ENGLISH(), texts, 'other').views[0]?.view).not.toBe(undefined)
  })

  const view = 'It leaks in every bag I own'
  const heard: Parameters<typeof readPlantedRoom>[3] = {
    views: [{ view, said: ['', ''], denied: '', asked: '', near: '', fate: 'voiced' }],
    reasons: [
      { reason_id: 'r1', view_id: 'v1', persona_id: 'p1', quote: view, strength: 0.8 },
      { reason_id: 'r2', view_id: 'v1', persona_id: 'p2', quote: view, strength: 0.8 },
    ].map((reason) => ({ ...reason, held_before: true, held_after: true })),
    turns: [{ turn: 1, speaker: 'p1', text: view }],
  }

  it('read by similarity names no view as dropped, as the run’s own discussion does not', async () => {
    const { deps } = fakeDeps({})
    const offline = { ...deps, model: { ...deps.model, mode: 'offline' as const } }
    expect(await readPlantedRoom(offline, '', 'planted:1', heard, 'A bottle.')).toEqual({
      ...{ unheard: 0, found: 0, named: 0 },
    })
  })

  it('is not read by similarity in place of a coder that gave no answer: that coder was not tested', async () => {
    const { deps } = fakeDeps({
      code_views: () => {
        throw refusal()
      },
    })
    expect(await readPlantedRoom(deps, '', 'planted:1', heard, 'A bottle.')).toBeNull()
    const asked = { mode: 'quick' as const, language: 'English', probes: false, planted: true }
    const setting = { ...asked, second_model: null, renamed: [] }
    const concept = { stimulus: 'A bottle.', about: '', category: 'general', claims: [] } as never
    const texts = await drawAssay(deps, concept, setting)
    const record = await runAssay(deps, { react: '', code_views: '' }, {} as never, [], concept, texts, setting)
    expect(record).toMatchObject({ planted: null, planted_missing: 'coder' })
    expect(judgeAssay(record, [], null, 6).parts.find(({ part }) => part === 'planted')).toEqual({
      ...{ part: 'planted', status: 'not_run' },
      sentence:
        'Whether unheard views are found was not tried: the coder gave no usable answer about the scripted one.',
    })
  })

  it('has fewer views where the text claims nothing', () => {
    expect(plantRoom(ENGLISH(), [], 'seed').views).toHaveLength(7)
  })
})

describe('a run with an assay', () => {
  const CLAIM = 'An oat drink'
  const asked = (assay: string, fields: object = {}) => {
    const { deps, ofTask } = fakeDeps({
      claims: () => readAs(CLAIM),
      respond: (facts) => ({ ...answerOf(facts, 0.7), purchase_statement: 'I would probably get it.' }),
      react: ({ stimulus }) => ({
        ...{
          gut_sentiment: 'positive',
          considered_sentiment: /poison|seriously|Salmonella|€16/.test(stimulus) ? 'negative' : 'positive',
        },
        ...{ stance: 'believes', purchase_statement: 'I might.', obstacle: '' },
      }),
      check_fidelity: ({ people }) => ({
        marks: people.map(({ persona: { name } }) => ({
          name,
          feedback: '',
          skepticism_held: 9,
          values_held: 9,
          voice_held: 9,
        })),
      }),
      rate_panel: ({ statements }) => ({ codes: statements.map((_, index) => `${index + 1}:4`) }),
      analyse: () => ({
        ...{
          pressure_score: 60,
          gut_attraction_index: 60,
          credibility_score: 60,
          key_weaknesses: [],
          friction_points: [],
        },
        ...{
          credibility_gaps: [],
          competitive_vulnerabilities: [],
          unsaid_objections: [],
          why_they_matter: '',
          recommended_refinements: [],
        },
      }),
    })
    const input = PressureTestInput.parse({
      ...{
        stimulus: 'An oat drink for €2.',
        category: 'food_drink',
        focus_group: 'off',
        controls: false,
        assay,
        ...fields,
      },
    })
    return pressureTestPipeline
      .run(deps, input)
      .then(({ trust }) => ({ assay: trust?.assay, light: trust?.light, ofTask }))
  }

  it('asks everybody about the text, a blank, the price and a harm, one at a time, and nobody when it is off', async () => {
    const { assay, ofTask } = await asked('quick')
    expect(ofTask('react')).toHaveLength(24)
    expect(new Set(ofTask('react').map(({ facts }) => facts.stimulus)).size).toBe(4)
    expect(assay?.readings.map(({ probe, seen }) => [probe, seen])).toEqual([
      ['blank', null],
      ['price_times_8', true],
      ['harm', true],
    ])
    const off = await asked('off')
    expect(off.ofTask('react')).toHaveLength(0)
    expect(off).toMatchObject({ assay: { status: 'not_run', mode: 'off' }, light: 'amber' })
  })

  it('asks at most thirty people', async () => {
    const { ofTask } = await asked('quick', { personas: 40 })
    expect(ofTask('react')).toHaveLength(4 * 30)
  })

  it('asks in full the same people under other names and ages, and a second model where there is one', async () => {
    const { assay, ofTask } = await asked('full', { second_model: 'other-model' })
    const people = new Map(ofTask('react').map(({ facts }) => [facts.persona.name, facts.persona]))
    expect(people.size).toBe(12)
    expect(assay?.parts.filter(({ part }) => ['other_names', 'second_model'].includes(part))).toMatchObject([
      { part: 'other_names', status: 'pass', sentence: expect.stringMatching(/gap of 0 points, within the noise/) },
      { part: 'second_model', status: 'pass' },
    ])
    const panel = seatPanel({
      panel: [],
      category: 'food_drink',
      count: 6,
      skepticism: 'medium',
      stimulus: '',
      seed: 1,
    })
    for (const [index, other] of underOtherNames(panel, 1).entries()) {
      expect(other.name).not.toBe(panel[index]?.name)
      expect(other.demographics.age).not.toBe(panel[index]?.demographics.age)
      expect({ ...other, name: '', demographics: null }).toEqual({ ...panel[index], name: '', demographics: null })
    }
  })
})
