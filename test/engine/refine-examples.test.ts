import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { RefinementResult } from '../../src/domain/panel/refinement.js'
import { applyEdits } from '../../src/engine/refinement/apply-edits.js'
import { checkEdits } from '../../src/engine/refinement/check-edit.js'
import { unchangedSentence } from '../../src/engine/refinement/wording.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { rewrite as rewriteWith } from '../../src/llm/offline/tasks/rewrite.js'
import { analysed } from '../support/analysed.js'
import { runInMemory } from '../support/engine.js'

const read = await createReader()()
const rewrite = (facts: Parameters<typeof rewriteWith>[0]) => rewriteWith(facts, read)
const EXAMPLES = new URL('../../examples/', import.meta.url)
const CATEGORIES: Record<string, string> = {
  'oat-drink.md': 'food_drink',
  'saas-launch.md': 'saas',
  'price-rise.md': 'tech',
}
const figuresIn = (text: string) => (text.match(/\d[\d.,]*\d|\d/g) ?? []).sort()

it('has an example for each category listed here', () => {
  expect(readdirSync(EXAMPLES)).toEqual(expect.arrayContaining(Object.keys(CATEGORIES)))
})

/** Refines an example by what a rehearsal finds in it. */
async function refine(file: string) {
  const category = CATEGORIES[file] ?? ''
  const stimulus = readFileSync(new URL(file, EXAMPLES), 'utf8').trim()
  const tested = analysed((await runInMemory('pressure_test', { stimulus, category })).result)
  const { analysis } = tested
  const { result } = await runInMemory('refinement', {
    stimulus,
    category,
    panel: [],
    personas: 6,
    skepticism: 'medium',
    intent: 'ssr',
    seed: 1,
    ballot: true,
    findings: analysis.recommended_refinements.map(({ recommendation, addresses, priority }, i) => ({
      finding_id: `f${i + 1}`,
      finding: addresses,
      fix: recommendation,
      priority,
    })),
    before: {
      claims: tested.claims,
      responses: tested.responses,
      scores: {
        pressure_score: analysis.pressure_score,
        gut_attraction_index: analysis.gut_attraction_index,
        credibility_score: analysis.credibility_score,
      },
    },
  })
  return { stimulus, refined: result as RefinementResult }
}

it('leaves a text alone where no rule can mend a sentence that a finding quotes', async () => {
  const { stimulus, refined } = await refine('saas-launch.md')
  expect(refined).toMatchObject({ refined: stimulus, edits: [], per_persona: [] })
  expect(refined.findings.length).toBeGreaterThan(0)
  expect(refined.sentence).toMatch(/the rules have no safe edit for it\. .* Left for a person or a model to write: /)
})

it.each(['oat-drink.md', 'price-rise.md'])(
  'changes %s, keeps its facts, and reports a lift with an interval',
  async (file) => {
    const { stimulus, refined } = await refine(file)
    const applied = refined.edits.filter(({ status }) => status === 'applied')
    expect(applied.length).toBeGreaterThan(0)
    expect(refined.refined).not.toBe(stimulus)
    // No figure, price or date is invented.
    for (const figure of figuresIn(refined.refined)) expect(figuresIn(stimulus)).toContain(figure)
    const known = refined.findings.map(({ finding_id }) => finding_id)
    for (const { finding_id, original } of applied) {
      expect(known).toContain(finding_id)
      expect(stimulus).toContain(original)
    }
    expect(refined.per_persona).toHaveLength(6)
    const { mean = Number.NaN, interval } = refined.lift?.pressure_score ?? {}
    expect(mean).toBeCloseTo(refined.per_persona.reduce((sum, { lift }) => sum + lift, 0) / 6, 0)
    expect(interval?.low).toBeLessThanOrEqual(mean)
    expect(interval?.high).toBeGreaterThanOrEqual(mean)
    for (const { effect } of applied) expect(effect?.interval).not.toBeNull()
  },
)

/** A text in which a finding quotes one sentence, rewritten offline. */
function edited(stimulus: string): string {
  const finding = {
    finding_id: 'f1',
    finding: `Nobody believes “${stimulus}”.`,
    fix: 'Say less.',
    priority: 'high',
  } as const
  const { edits } = rewrite({ stimulus, category: 'beauty', findings: [finding] })
  const places = checkEdits(stimulus, [finding], edits)
  expect(places.filter(({ problem }) => problem !== '')).toEqual([])
  return applyEdits(
    stimulus,
    places.flatMap(({ place }) => place ?? []),
  )
}

it.each([
  [
    'Glow Serum is a miracle in a jar: revolutionary, guaranteed to erase wrinkles overnight.',
    'Glow Serum comes in a jar: made to erase wrinkles.',
  ],
  ['Meet Velvet, your miracle in a jar. 12 oils, £9.', 'Meet Velvet. 12 oils, £9.'],
  [
    'Grandma Lu noodles are a miracle in a cup. Ready in 3 minutes.',
    'Grandma Lu noodles come in a cup. Ready in 3 minutes.',
  ],
  [
    'Our juice is pressed in Leeds. The best juice ever. 3.20 a bottle.',
    'Our juice is pressed in Leeds. 3.20 a bottle.',
  ],
  ['Bergbach. The purest water on earth, straight from a spring.', 'Bergbach. Water, straight from a spring.'],
  ['Plannr is a game changer on steroids: magic for your calendar.', 'Plannr is for your calendar.'],
  ['Our soap is pure magic! It melts stains away like nothing you have ever seen.', 'Our soap melts stains away.'],
  [
    'The Aura lamp is nothing short of a miracle, a dream come true for tired eyes.',
    'The Aura lamp is for tired eyes.',
  ],
  ['The balm is a true godsend: shea butter and oats.', 'The balm: shea butter and oats.'],
  ['It tastes like heaven and keeps for a week.', 'It keeps for a week.'],
  ['Glow Serum. A miracle in a jar. Made from oats.', 'Glow Serum. Made from oats.'],
  ["Glow Serum is here. It's a miracle in a jar.", 'Glow Serum is here. It comes in a jar.'],
  [
    "Probably the best beer in the world, brewed by the world's greatest brewers for the most demanding drinkers.",
    'Our beer, brewed by brewers for demanding drinkers.',
  ],
  // Half a boast is one.
  ['Truly amazing absorbency.', 'Truly amazing absorbency.'],
  ['Mailbird is an incredible, quick inbox.', 'Mailbird is a quick inbox.'],
  [
    'Mielo is the finest organic honey money can buy, harvested by the best bees on earth.',
    'Mielo is organic honey, harvested by bees.',
  ],
  ['Our unbeatable platform is the fastest and most secure.', 'Our platform is the fastest and most secure.'],
  ['Get it for just €9.99. Hurry!', 'Get it for just €9.99.'],
  // Haste goes, and what its sentence states stays.
  ['Last chance: the offer ends at midnight! Ink for £4.', 'The offer ends at midnight. Ink for £4.'],
  ['Hurry, June is nearly full! £90 a day.', 'June is nearly full. £90 a day.'],
  ['Only two seats are left, so hurry! £30.', 'Only two seats are left. £30.'],
  ['Act now – the early booking ends on Friday.', 'The early booking ends on Friday.'],
  ["Don't wait, and don't miss out. A towel of linen for £9.", 'A towel of linen for £9.'],
  ['The bill falls by £4.50 a week, so you sleep well.', 'The bill falls by £4.50 a week.'],
  // Lists of superlatives, and what nobody has looked at.
  ['Taskly is the best, the fastest and the cheapest project tool. $9.', 'The Taskly project tool: $9.'],
  ["Meet Brushly, the world's first AI toothbrush. $89.", 'Meet the Brushly AI toothbrush. $89.'],
  ['The crispiest and healthiest crisps on earth. Baked from peas.', 'Our crisps: baked from peas.'],
  // Verbs and adverbs of wonders.
  ['Brushly guarantees perfect teeth in 7 days.', 'Brushly aims at perfect teeth in 7 days.'],
  ['A miracle in a jar. Glow erases ten years overnight.', 'Glow aims to erase ten years.'],
  ['Kombuchi heals your gut and boosts your mood.', 'Kombuchi aims to heal your gut and boosts your mood.'],
  ['SparkClean is a spray. Kills 99.9% of germs.', 'SparkClean is a spray. Made to kill 99.9% of germs.'],
  ['GoldPath doubles your savings, risk-free.', 'GoldPath aims to double your savings.'],
  ['Guaranteed 8% a year, risk-free. Join from $50.', 'Aims at 8% a year. Join from $50.'],
  ['Say goodbye to debt forever. $12 a month.', 'Say goodbye to debt. $12 a month.'],
  ['An oil made to take ten years off overnight.', 'An oil made to take ten years off.'],
  ['It is made of 12 oils and lasts forever.', 'It is made of 12 oils and lasts.'],
  // Adjectives in a row, and sentences that are only noise.
  [
    "Hush is the miracle you've been waiting for, a revolutionary, game-changing curtain with a felt lining.",
    'Hush is a curtain with a felt lining.',
  ],
  // A superlative goes with all that it reaches over, and what it was said of is joined to what comes next.
  ['Ember is the smallest stove in the world. It weighs 90 g.', 'The Ember stove weighs 90 g.'],
  [
    'Chefs agree: Salto is the sharpest knife ever forged. A blade of 20 cm. €90.',
    'The Salto knife: a blade of 20 cm. €90.',
  ],
  ['Ferro is the strongest dog food on the market. 3 kg for £20.', 'Ferro dog food: 3 kg for £20.'],
  ["It's the best tent, full stop. Sleeps four, $199.", 'Our tent: sleeps four, $199.'],
  ['Hands down the best damn salsa on earth. Made in Leeds. £3.', 'Our salsa: made in Leeds. £3.'],
  ['The best pillow in the world – 60 cm, £29.', 'Our pillow – 60 cm, £29.'],
  ['**The softest towel you have ever touched** costs £9.', '**Our towel** costs £9.'],
  ['Our bread is without doubt the tastiest bread in town. It is baked at four.', 'Our bread is baked at four.'],
  ["The only kettle you'll ever want to own. Copper sides, £90.", 'Our kettle: Copper sides, £90.'],
  ['Meet Lull, the quietest fan ever built. £40.', 'Meet the Lull fan. £40.'],
  [
    'We roast. We are the most loved, most awarded coffee in Europe. Bags from £8.',
    'We roast. Our coffee: bags from £8.',
  ],
  ['A miracle in a bottle: our oil for dry hair, 100 ml.', 'Our oil for dry hair, 100 ml.'],
  ['Your feet will love it: pure magic in a tub, 75 ml, £6.', 'Your feet will love it: a 75 ml tub, £6.'],
  ['Unrivalled comfort, unbeatable price: the sofa costs £799.', 'The sofa costs £799.'],
  ['Best-in-class, military-grade security. Safely encrypts files.', 'Safely encrypts files.'],
  ['The pen that changes everything: 14 g, steel.', 'The pen: 14 g, steel.'],
  ['The cloth works like magic on glass.', 'The cloth works on glass.'],
  [
    'Try Derma: the ultimate, game-changing, clinically proven solution that erases lines.',
    'Try Derma: a solution made to erase lines.',
  ],
  ['Our miracle serum has 12 oils.', 'Our serum has 12 oils.'],
  ['Never scrub again, ever. SparkClean is a spray.', 'SparkClean is a spray.'],
  ['Prepare to be amazed. VoltPad charges any phone.', 'VoltPad charges any phone.'],
  ['Simply the greatest coffee in the universe. Roasted in Turin.', 'Our coffee: roasted in Turin.'],
  ["The last charger you'll ever buy. ChargeMate fills any phone.", 'Our charger: ChargeMate fills any phone.'],
  // The smaller cut, where nothing else says what it is.
  ['Zero fees. We are the fairest bank on earth.', 'Zero fees. We are a bank.'],
  ['Salt for baths. £4 a bag, a miracle cream as a gift.', 'Salt for baths. £4 a bag, a cream as a gift.'],
  ['The #1 tea in Denmark, £9 a box.', 'Our tea in Denmark, £9 a box.'],
  ['Our towels are the softest ever made. Each costs £9.', 'Our towels: each costs £9.'],
  ['It is 100% accurate and always finds every receipt.', 'It is accurate and made to find every receipt.'],
  ['Our gel is mild, completely safe, and better than any other brand. £9.', 'Our gel is mild and safe. £9.'],
  ['Our gel is mild, works better than any other gel and costs £9.', 'Our gel is mild and costs £9.'],
  ['The balm is from oats. Literally the softest thing ever made, promise. £9.', 'The balm is from oats. £9.'],
  ['World-class, unbeatable: the kettle boils a litre.', 'The kettle boils a litre.'],
  ['The hose is green. It never kinks, never leaks and never lets you down.', 'The hose is green.'],
  ["HireBot, the world's best recruiting software, is new.", 'HireBot, recruiting software, is new.'],
  ['An incredible and truly unforgettable week in Crete.', 'A week in Crete.'],
  ['Clinically proven to double results.', 'Made to double results.'],
  // No word that stays is written anew but the first of a sentence.
  ['Meet the revolutionary SleepMask Pro. It weighs 40 g.', 'Meet the SleepMask Pro. It weighs 40 g.'],
  ['Our amazing YouTube course has 14 lessons.', 'Our YouTube course has 14 lessons.'],
  ['Try the stunning Lumo lamp. It weighs 40 g.', 'Try the Lumo lamp. It weighs 40 g.'],
  ['An amazing iPhone case of cork. $9.', 'An iPhone case of cork. $9.'],
  ['Amazing eBay listings in two minutes. $9.', 'eBay listings in two minutes. $9.'],
  ['The best shoe in the world. GoGoed with love by 40 makers. £9.', 'Our shoe: GoGoed with love by 40 makers. £9.'],
  // The article goes by the sound.
  ['It is an incredible hour of yoga in the park.', 'It is an hour of yoga in the park.'],
  ['A stunning hourglass of oak. $9.', 'An hourglass of oak. $9.'],
  ['It comes with an amazing university course in law.', 'It comes with a university course in law.'],
  ['It has an amazing one-time price of $9.', 'It has a one-time price of $9.'],
  ['You get a revolutionary MRI of the knee.', 'You get an MRI of the knee.'],
  ['You get a revolutionary 8-hour battery in each.', 'You get an 8-hour battery in each.'],
  ['You get an amazing 20-minute lesson in each.', 'You get a 20-minute lesson in each.'],
  ['You get an amazing HEPA filter in each.', 'You get a HEPA filter in each.'],
])('brings %s down to what it says', (stimulus, refined) => {
  expect(edited(stimulus)).toBe(refined)
})

it.each([
  'A book about magic tricks for children, with a wonder on each page.',
  'No other broom is the best broom for cats.',
  'We do not say that it is the best broom for cats.',
  'It isn’t a revolutionary broom for cats.',
  'The revolution of 1848 is the subject of the second volume.',
  'Dream Bed is a frame of oak in a flat box.',
  'The jar is made of glass and is for jam.',
  'We ship overnight to every city, and you can keep the box forever.',
  'The secret weapon of this knife set is for sale in black, too.',
  // Idioms, lists, plurals with verbs, relative clauses: no “a …” would be right.
  'Best of all, delivery is free. At best it takes a day.',
  // Nothing else says that it is bread.
  'Crumb is baked daily. The last bread you will ever want. $4.',
  // Without the boast there would be nothing left to say.
  'Phono is the best phone that has ever been made.',
  'Pebble is the smartest way in the world.',
  "It is the only app you'll ever need.",
  'VitaBoost: a miracle in a bottle.',
  'Bean There is the holy grail of coffee.',
  'Reviewers call Tink the smartest bell ever made.',
  'Guaranteed to be the best night of your life.',
  "The best tea you've ever had, or your money back. £4.",
  'Simply the best your teeth ever had.',
  'The fastest, smartest and most secure phone.',
  'Ledger changes the way the world’s best companies work.',
  'See the best two and three bedroom flats.',
  'Casa Blu is one of the most beautiful hotels in Rome.',
  'Most people get the most out of it.',
  'The best tomatoes, the best quality.',
  'You feel amazing every day. It is natural and mild, with premium, all-natural water.',
  'Retire on the best terms.',
  'Zest toothpaste: the freshest breath ever.',
  'Lash is a game changer for tired eyes and your best friend.',
  'We always listen. It is always fresh.',
  // What “never”, “magic”, “#1” and “better than” say without a boast.
  'We never sell your data. The milk is never frozen.',
  'The magic kit has a wand. Our wonder of the week is a lamp.',
  'Question #1 of 12. It is better than nothing, and safer than petrol.',
  'The water is safe. It is always in the fridge. No risk of a leak.',
  // A parcel comes overnight, a plan is free forever, a maker guarantees repairs.
  'Parcels arrive overnight, and phones charge overnight.',
  'The basic plan is free forever. Refunds arrive instantly.',
  'The maker guarantees repairs for two years, and we guarantee your seat.',
  'A risk-free trial of 30 days.',
  'Guaranteed 4% a year for 12 months.',
  'Our smokehouse cures ham over beech for 20 days.',
  'The tablet dissolves in water and the chocolate melts on the tongue.',
  'The only key you will ever need is your phone.',
  'Never again miss a train.',
  'Today only. Our shop in Bath is open.',
  'Don’t miss our summer fair in Bath.',
  'Don’t wait for the lamp to go out.',
  'Read about the miracle of Dunkirk in our new atlas.',
  'We solve disputes. Our guarantees are in writing.',
  // Somebody has said it.
  '“An amazing, incredible serum that erases lines overnight!” says Anna, 34.',
  // The sentence has a figure, and a point within it ends nothing.
  'From €29.95 while stocks last.',
  'Buy it, so you save €9.99 on the next one.',
])('leaves an ordinary sentence alone: %s', (stimulus) => {
  expect(edited(stimulus)).toBe(stimulus)
})

it('answers the finding that quotes the words it changes', () => {
  const stimulus = "Volt is the world's fastest charger, with a stunning cable. It fills a phone in an hour."
  const finding = (finding_id: string, quoted: string) => ({
    finding_id,
    finding: `Text check (superlative): “${quoted}” compares itself with nothing.`,
    fix: 'Say less.',
    priority: 'high' as const,
  })
  const findings = [finding('f1', "Volt is the world's fastest charger"), finding('f2', 'with a stunning cable')]
  const answered = (some: typeof findings) =>
    rewrite({ stimulus, category: 'tech', findings: some }).edits.map(({ finding_id, original }) => [
      finding_id,
      original,
    ])
  expect(answered(findings)).toEqual([
    ['f1', "the world's fastest charger"],
    ['f2', 'stunning cable'],
  ])
  expect(answered(findings.slice(0, 1))).toEqual([['f1', "the world's fastest charger"]])
})

it('names what it leaves to others, and says of a quotation that it is never edited', () => {
  const stimulus = '“It cured me!” says Anna, 34. With VitaMax you will never be ill again.'
  const finding = (quoted: string, fix: string) => ({
    finding_id: 'f1',
    finding: `Nobody believes “${quoted}”.`,
    fix: `${fix} “${quoted}”.`,
    priority: 'high' as const,
  })
  const said = finding('It cured me', 'Support')
  const promised = finding('With VitaMax you will never be ill again', 'Take out')
  expect(rewrite({ stimulus, category: 'health', findings: [said, promised] }).edits).toEqual([])
  const sentence = unchangedSentence([], true, { stimulus, findings: [promised, said] })
  expect(sentence).toContain(
    'Left for a person or a model to write: Take out “With VitaMax you will never be ill again”. Support “It cured me”.',
  )
  expect(sentence).toMatch(/in quotation marks somebody has said, so it is never edited: choose another quotation/)
  expect(unchangedSentence([], true, { stimulus, findings: [promised] })).not.toContain('quotation')
})

it('changes only words that its finding quotes', () => {
  const stimulus = 'Our kettle has the best handle. Our platform is an amazing tool with the most secure lock.'
  const told = (quoted: string) =>
    rewrite({
      stimulus,
      category: 'tech',
      findings: [
        {
          finding_id: 'f1',
          finding: `Text check (superlative): “${quoted}” compares itself with nothing (5 of 6 synthetic respondents).`,
          fix: `Replace “${quoted}” by a comparison with something named, or drop it.`,
          priority: 'high',
        },
      ],
    }).edits.map(({ original }) => original)
  expect(told('Our platform')).toEqual([])
  expect(told('Our platform is an amazing')).toEqual(['an amazing tool'])
  expect(told('Our platform…')).toEqual(['an amazing tool', 'the most secure lock'])
})
