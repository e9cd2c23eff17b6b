import { describe, expect, it } from 'vitest'
import { PANELS } from '../../src/data/archetypes.js'
import { ASSAY_TEXTS } from '../../src/data/assay.js'
import { startApp, startWorkerIn } from '../support/app.js'
import type { Fault } from '../support/fake-messages-api.mjs'
import { type AskedOfFake, answersWith } from '../support/fake-persona.js'
import { inWorkspace, sharedAppAsking } from '../support/shared-app.js'

type Sentiment = 'positive' | 'mixed' | 'neutral' | 'negative'
type Stance = 'believes' | 'doubts' | 'rejects'
type Judgement = { gut: Sentiment; considered: Sentiment; stance: Stance; buying: string }
/** What one person, by its seat, makes of a text, and of each of its claims. */
type Panel = {
  readonly judge: (seat: number, text: string) => Judgement
  readonly stanceOn: (seat: number, claim: number) => Stance
}

const LOVE: Judgement = { gut: 'positive', considered: 'positive', stance: 'believes', buying: 'would definitely buy' }
const HATE: Judgement = {
  gut: 'negative',
  considered: 'negative',
  stance: 'rejects',
  buying: 'would definitely not buy',
}
const { absurd, known_good } = PANELS.controls().fmcg
const [HARM = ''] = ASSAY_TEXTS().languages.English?.harm.fmcg ?? []
const PRICE_TIMES_8 = '€11.92'

const shared = sharedAppAsking()

/** A panel of six in a quick assay, on the fake Messages API. */
async function trustIn({ judge, stanceOn }: Panel) {
  const seats = new Map<string, number>()
  const answer = answersWith(({ task, system, name, made }: AskedOfFake) => {
    if (!seats.has(name)) seats.set(name, seats.size)
    const seat = seats.get(name) ?? 0
    // No five words in a row that somebody else says too.
    const words = `${name} looks, ${name} thinks, ${name} waits, ${name} decides.`
    if (task === 'react') return reactionOf(judge(seat, system), name)
    if (task !== 'respond') return {}
    const { gut_sentiment, considered_sentiment, purchase_statement } = reactionOf(judge(seat, system), name)
    return {
      ...{ gut_sentiment, considered_sentiment, purchase_statement },
      ...{ considered_response: words, social_response: words, private_thoughts: words },
      purchase_intent: { positive: 8, mixed: 5, neutral: 5, negative: 2 }[considered_sentiment],
      beliefs: (made.beliefs as object[]).map((belief, claim) => ({ ...belief, stance: stanceOn(seat, claim) })),
    }
  })
  const app = await inWorkspace(shared.app())
  shared.api().answer = answer
  const run = await app.until(await app.submit({ focus_group: 'off', assay: 'quick' }))
  expect(run.error).toBeNull()
  const trust = run.trust as NonNullable<typeof run.trust>
  return { trust, assay: trust.assay as NonNullable<typeof trust.assay> }
}

const reactionOf = ({ gut, considered, stance, buying }: Judgement, name: string) => ({
  gut_sentiment: gut,
  considered_sentiment: considered,
  stance,
  purchase_statement: `${name} ${buying}.`,
})

/** What somebody sensible makes of a change, whatever they think of the text as it is. */
function sensibly(text: string, asItIs: Judgement): Judgement {
  if ([absurd, HARM, PRICE_TIMES_8].some((bad) => text.includes(bad))) return HATE
  return text.includes(known_good) ? LOVE : asItIs
}

const STANCES = ['believes', 'doubts', 'rejects'] as const
const OPINIONS: readonly Judgement[] = [
  { gut: 'positive', considered: 'positive', stance: 'believes', buying: 'would probably buy' },
  { gut: 'negative', considered: 'mixed', stance: 'doubts', buying: 'would probably not buy' },
  { gut: 'neutral', considered: 'positive', stance: 'doubts', buying: 'would probably buy' },
  { gut: 'mixed', considered: 'negative', stance: 'believes', buying: 'would probably not buy' },
  { gut: 'positive', considered: 'mixed', stance: 'believes', buying: 'would definitely buy' },
  { gut: 'negative', considered: 'neutral', stance: 'doubts', buying: 'would probably not buy' },
]
const opinionOf = (seat: number) => OPINIONS[seat % OPINIONS.length] as Judgement
const stanceAt = (seat: number, claim: number) => STANCES[(seat + claim * (1 + (seat % 2))) % 3] as Stance

/** People who differ and who see what has to be seen. */
const SENSIBLE: Panel = { judge: (seat, text) => sensibly(text, opinionOf(seat)), stanceOn: stanceAt }

describe('the light on a panel that is tested by the run itself', () => {
  it('is green for people who differ and see what has to be seen', async () => {
    const { trust, assay } = await trustIn(SENSIBLE)
    expect(assay.answers).toEqual({ right: 24, of: 24 })
    expect(assay.sentence).toBe(
      'Rewording alone changes next to nothing; it noticed 2 of 2 changes that had to be noticed.',
    )
    expect(trust.light).toBe('green')
  })

  it('is red for a flatterer that knows the absurd control, and says what it did not notice', async () => {
    const { trust, assay } = await trustIn({
      judge: (_, text) => (text.includes(absurd) ? HATE : LOVE),
      stanceOn: () => 'believes',
    })
    expect(trust.controls.status).toBe('pass')
    expect(trust.light).toBe('red')
    expect(assay.answers).toEqual({ right: 12, of: 24 })
    expect(trust.sentence).toContain('Do not rely on it: the panel does not react to what it reads')
    expect(trust.sentence).toContain('It noticed 0 of 2 changes and missed eight times the price, a grave harm.')
  })

  it('is red for clones with other words, and says that they judge alike', async () => {
    const { trust, assay } = await trustIn({
      judge: (_, text) => sensibly(text, opinionOf(2)),
      stanceOn: (_, claim) => stanceAt(2, claim),
    })
    expect(assay.answers).toEqual({ right: 24, of: 24 })
    expect(trust.light).toBe('red')
    expect(trust.sentence).toContain(
      'Do not rely on it: the people judge alike: any two share 100 % of their judgements, as copies of one person would.',
    )
  })

  it('is amber for a panel that sleeps after the third claim, and says where it fell asleep', async () => {
    const { trust, assay } = await trustIn({
      judge: SENSIBLE.judge,
      stanceOn: (seat, claim) => (claim < 3 ? stanceAt(seat, claim) : 'believes'),
    })
    expect(assay.answers).toEqual({ right: 24, of: 24 })
    expect(trust.light).toBe('amber')
    expect(trust.sentence).toContain('From claim 4 on everybody believes: perhaps nobody read that far.')
  })
})

describe('a provider that refuses the test of the panel', () => {
  const quickRunWith = async (fault: (body: { model?: string }) => Fault | null) => {
    const app = await inWorkspace(shared.app())
    shared.api().fault = fault
    return app.until(await app.submit({ focus_group: 'off', assay: 'quick' }))
  }

  it('with an error costs the reader the test, not the answers, and the light says so', async () => {
    const rejected = (body: object) =>
      JSON.stringify(body).includes(HARM) ? { status: 400, type: 'invalid_request_error', message: 'no' } : null
    const run = await quickRunWith(rejected)
    expect(run).toMatchObject({ status: 'completed', error: null })
    expect(run.trust?.light).not.toBe('green')
    expect(run.trust?.assay?.sentence).toMatch(/^The test of the panel broke off: /)
  })

  it('has a second model that does not exist', async () => {
    const unknown = ({ model }: { model?: string }) =>
      model === 'claude-typo-9' ? { status: 404, type: 'not_found_error', message: 'model: claude-typo-9' } : null
    shared.api().fault = unknown
    const app = await startApp({ ANTHROPIC_BASE_URL: shared.api().url, SECOND_MODEL: 'claude-typo-9' })
    startWorkerIn(app)
    const run = await app.until(await app.submit({ focus_group: 'off', assay: 'full' }))
    expect(run).toMatchObject({ status: 'completed', error: null })
    expect(run.trust?.light).not.toBe('green')
    expect(run.trust?.assay?.sentence).toContain('claude-typo-9')
  })

  it('by refusing to speak of the harm is told, and is not green', async () => {
    const run = await quickRunWith((body) => (JSON.stringify(body).includes(HARM) ? 'refusal' : null))
    expect(run).toMatchObject({ status: 'completed' })
    expect(run.trust?.light).not.toBe('green')
    expect(run.trust?.assay?.sentence).toContain('Too few answered about a grave harm.')
  })
})
