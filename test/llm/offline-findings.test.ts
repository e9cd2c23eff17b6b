import { describe, expect, it } from 'vitest'
import type { Category } from '../../src/domain/personas/persona.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { objectionIn } from '../../src/llm/offline/reading/objections.js'
import { sentencesOf } from '../../src/llm/offline/reading/sentences.js'
import { CORPUS } from './offline-corpus.js'
import { fieldsOf, type Panel, sit } from './offline-panel.js'

const llm = createOfflineLlm()

/** Twenty propositions of trades that have nothing to do with each other. */
const UNRELATED: readonly { category: Category; text: string }[] = [
  {
    category: 'fmcg',
    text: 'Corvin chimney brushes fold to the length of an umbrella. One person sweeps a two-storey flue in twenty minutes. £34 with six rods.',
  },
  {
    category: 'saas',
    text: 'Ledgerly reads the supplier invoices in your inbox and drafts the payment run for Thursday. Connects to three accounting packages. €19 a month per company.',
  },
  {
    category: 'travel',
    text: 'Rowing weekends on the Saimaa lakes: four boats, one guide, a sauna every night. €410 with meals, trains not included.',
  },
  {
    category: 'food_drink',
    text: 'Kimchi from Halden is cut by hand, fermented for six weeks and sold in jars that you bring back. £6.50 for 400 g.',
  },
  {
    category: 'health',
    text: 'A night splint for people who grind their teeth, made from a cast that your dentist takes. Lasts about two years. £180.',
  },
  {
    category: 'finance',
    text: 'Torvald lends against a valued cello or violin for up to nine months. The instrument stays in a climate-controlled vault. 1.4 % a month.',
  },
  {
    category: 'tech',
    text: 'The Pell doorbell has no camera and no cloud. It rings on a landline, a mobile and the old chime at once. £89.',
  },
  {
    category: 'beauty',
    text: 'Brightening serum with the most advanced peptides on the market. Clinically proven to reduce dark spots by 47 %. Only today £29.',
  },
  {
    category: 'fmcg',
    text: 'Wool dryer balls from Swaledale flocks. They shorten a drying cycle and make less noise than you fear. Six for £14.',
  },
  {
    category: 'saas',
    text: 'Quire turns a choir’s music library into a catalogue that singers can search by voice and key. Free for choirs below forty, £5 a month above.',
  },
  {
    category: 'food_drink',
    text: 'A milk round at five in the morning, in glass, to eleven villages around Kelso. Order until nine the night before. £1.45 a pint.',
  },
  {
    category: 'health',
    text: 'Hearing tests in a van that parks outside your town hall every second Tuesday. Twelve minutes, result on paper. Free of charge.',
  },
  {
    category: 'travel',
    text: 'Sleeper seats on the coach from Porto to Lyon, with a curtain, a socket and a blanket. €72 one way, bicycles €9.',
  },
  {
    category: 'tech',
    text: 'Solder fume extractor for the kitchen table, quiet as a fridge. Filters last 300 hours and cost €8. €119.',
  },
  {
    category: 'finance',
    text: 'Harrow insures allotment sheds and what stands in them, tools and seedlings alike. £31 a year, no excess below £50.',
  },
  {
    category: 'beauty',
    text: 'A barber for beards in the back of the bookshop on Mill Lane. Hot towel, no small talk unless you start it. £18.',
  },
  {
    category: 'fmcg',
    text: 'Beeswax thread for leather workers, in nine colours, on spools that fit a Pfaff. £4.20 for fifty metres.',
  },
  {
    category: 'tech',
    text: 'Revolutionary AI-powered litter box! Reads your cat’s mind and never needs cleaning. Hurry, 40 left at £499.',
  },
  {
    category: 'saas',
    text: 'Stowage plans for small ferries: drag the lorries, see the trim, print the manifest. Runs without a connection. £240 a year per vessel.',
  },
  {
    category: 'health',
    text: 'A course for parents of children who stammer: eight evenings online with a speech therapist and four other families. £95.',
  },
]

const panels: Panel[] = []
const panelsOf = async (): Promise<Panel[]> => {
  if (panels.length === 0) for (const proposition of UNRELATED) panels.push(await sit(llm, proposition))
  return panels
}

const findingsOf = ({ analysis }: Panel): string[] => [
  ...analysis.key_weaknesses.map(({ weakness }) => weakness),
  ...analysis.credibility_gaps.flatMap(({ issue, fix_suggestion }) => [issue, fix_suggestion]),
  ...analysis.friction_points.map(({ barrier }) => barrier),
  ...analysis.competitive_vulnerabilities.flatMap(({ vulnerability, attack_angle }) => [vulnerability, attack_angle]),
  ...analysis.unsaid_objections.map(({ objection }) => objection),
  ...analysis.recommended_refinements.map(({ recommendation }) => recommendation),
]

describe('over twenty unrelated propositions', () => {
  it('at most a fifth of what is said occurs with another proposition too', async () => {
    const said = (await panelsOf()).map((panel) => [
      ...findingsOf(panel),
      ...panel.responses.flatMap(({ beliefs, ...response }) => [
        ...fieldsOf({ ...response, beliefs }).flatMap(sentencesOf),
        ...(beliefs ?? []).flatMap(({ why, proof_wanted }) => [why, proof_wanted].filter((words) => words !== '')),
      ]),
    ])
    const texts = new Map<string, Set<number>>()
    for (const [text, sentences] of said.entries())
      for (const sentence of sentences) texts.set(sentence, (texts.get(sentence) ?? new Set()).add(text))
    const shared = said.flat().filter((sentence) => (texts.get(sentence)?.size ?? 0) > 1)
    expect(shared.length / said.flat().length).toBeLessThanOrEqual(0.2)
    // A finding never does.
    for (const finding of (await panelsOf()).flatMap(findingsOf)) expect(texts.get(finding)?.size, finding).toBe(1)
  })

  it('what is found in more than half of them says how often it is', async () => {
    const all = await panelsOf()
    const found = new Map<string, number>()
    for (const { analysis } of all) {
      const rules = new Set(analysis.key_weaknesses.map(({ weakness }) => objectionIn(weakness) ?? weakness))
      for (const rule of rules) found.set(rule, (found.get(rule) ?? 0) + 1)
    }
    const common = [...found].filter(([, count]) => count > all.length / 2).map(([rule]) => rule)
    for (const { weakness } of all.flatMap(({ analysis }) => analysis.key_weaknesses))
      if (common.includes(objectionIn(weakness) ?? weakness))
        expect(weakness).toMatch(/nearly every text|in most short offers/)
    for (const { objection } of all.flatMap(({ analysis }) => analysis.unsaid_objections))
      expect(objection).toContain('nearly every text')
  })

  it('nothing is emergent without a quote, and nothing matters where nothing was kept back', async () => {
    for (const { discussion, analysis } of await panelsOf()) {
      expect(discussion.emergent_insights).toEqual([])
      expect(analysis.why_they_matter).toBe('')
    }
  })
})

it.each(CORPUS)('a weakness names its rule and the words that broke it: $name', async ({ text, category }) => {
  const { analysis } = await sit(llm, { text, category })
  for (const { weakness, quotes } of analysis.key_weaknesses) {
    expect(weakness).toMatch(/^Text check \([^)]+\): /)
    expect(objectionIn(weakness)).not.toBeNull()
    const about = /“([^”]+)”/.exec(weakness)?.[1]
    if (about === undefined) continue
    expect(text).toContain(about)
    for (const quote of quotes) expect(quote).toContain(about)
  }
})
