import { createHash } from 'node:crypto'
import type { SessionAnswer } from '../../../domain/simulation/session-plan.js'
import type { SessionWords } from '../../../domain/simulation/simulated-session.js'
import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import { AppError } from '../../../errors.js'
import type { EngineDeps } from '../../deps.js'
import { isFinalForStep } from '../../settle-all.js'
import { restoreFrame, withoutFences } from '../../untrusted-text.js'
import { checkedModelWords } from '../diary/words-heard.js'
import { type Journey, journeySteps, type Occasion } from '../journey.js'
import type { Member } from '../network/spread.js'
import { journeyInput, type World } from '../world.js'
import { productCard, SESSION_RULES, sessionPrompt } from './prompt.js'
import { sessionFacts } from './session-facts.js'

/** The parts shared by all questions of a run. */
export type SharedPrompt = {
  readonly world: World
  /** The words that the run began with. */
  readonly rules: string
  readonly card: string
  /** Hash of the product's file and its state. */
  readonly product: string
  /** The product's description in this version's words, whatever words the run began with. */
  readonly today: string
}

/** Whether a model plans the sessions, one question each; offline, arithmetic plans. */
export const asksModel = ({ model }: Pick<EngineDeps, 'model'>): boolean => model.mode !== 'offline'

export function sharedPromptOf(input: SimulationInput, world: World): SharedPrompt {
  const { product } = world
  const of = `${product.state} ${JSON.stringify(input.product)}`
  const card = productCard(input.product, product)
  return {
    world,
    rules: SESSION_RULES,
    card,
    today: card,
    product: createHash('sha256').update(of).digest('hex').slice(0, 16),
  }
}

/** The shared parts as of the run's first attempt. */
export async function storedSharedPrompt(
  deps: EngineDeps,
  input: SimulationInput,
  world: World,
): Promise<SharedPrompt> {
  const { rules, card, ...prompt } = sharedPromptOf(input, world)
  const stored = await deps.step('rules', null, () => ({ rules, card }))
  return { ...prompt, rules: stored.rules, card: restoreFrame('product', stored.card) }
}

/**
 * One person's weeks, each session planned by the model. Rejects with `session_failed` where the model returns no plan
 * and no fallback is allowed.
 */
export async function runModelJourney(
  deps: EngineDeps,
  input: SimulationInput,
  { world, rules, card, product, today }: SharedPrompt,
  member: number,
  { joined, heard }: Pick<Member, 'joined' | 'heard'>,
): Promise<Journey> {
  const person = world.cohort.at(member)
  const planned_offline = new Set<number>()
  const said = new Map<number, SessionWords>()
  const ask = async (occasion: Occasion): Promise<SessionAnswer | null> => {
    const facts = sessionFacts(product, person, occasion)
    const prompt = sessionPrompt(rules, card, input.product, facts)
    try {
      const answer = await deps.ask(`session/${person.id}/${occasion.day}`, 'session', facts, prompt)
      const played = occasion.last === null ? { ...answer, look_back: null } : answer
      said.set(
        occasion.day,
        checkedModelWords(played, {
          input,
          product: world.product,
          last: occasion.last,
          told: withoutFences(`${today}\n${prompt.own}`),
        }),
      )
      return played
    } catch (error) {
      if (!isFinalForStep(error)) throw error
      if (input.fallback === null)
        throw new AppError('session_failed', { who: person.name, day: occasion.day + 1, problem: error.message })
      planned_offline.add(occasion.day)
      return null
    }
  }
  const weeks = journeySteps(journeyInput(input, world, member, { seed: deps.seed, joined, heard }))
  let step = weeks.next(null)
  let told = 0
  const reportSessions = (sessions: number, day: number) => {
    // People who join later are not part of the counted cohort, as in `people_lived`.
    if (joined === 0) deps.report('sessions_planned', { sessions, people: (day - told) / input.days })
    told = day
  }
  while (step.done !== true) {
    const { day } = step.value
    step = weeks.next(await ask(step.value))
    reportSessions(1, day + 1)
  }
  reportSessions(0, input.days)
  const lived = step.value
  return {
    ...lived,
    sessions: lived.sessions.map((session) => {
      const words = said.get(session.day)
      if (words !== undefined) return { ...session, said: words }
      return planned_offline.has(session.day) ? { ...session, planned_offline: true as const } : session
    }),
  }
}
