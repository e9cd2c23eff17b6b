import type { SessionPlan } from '../../../domain/simulation/session-plan.js'
import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import { AppError } from '../../../errors.js'
import type { EngineDeps } from '../../deps.js'
import { isFinalForStep } from '../../settle-all.js'
import { checkedModelWords } from '../diary/words-heard.js'
import { type Journey, journeySteps, type Occasion } from '../journey.js'
import { personalSimilarity } from '../memory/meaning.js'
import type { Member } from '../network/spread.js'
import { journeyInput } from '../world.js'
import { askOnLeaving } from './exit-interview.js'
import { planOf } from './plan.js'
import { ownWordsIn, sessionPrompt, toldBy } from './prompt.js'
import { sessionFacts } from './session-facts.js'
import type { SharedPrompt } from './shared-prompt.js'

/** Whether a model plans the sessions, one question each; offline, arithmetic plans. */
export const asksModel = ({ model }: Pick<EngineDeps, 'model'>): boolean => model.mode !== 'offline'

/**
 * One person's weeks, each session planned by the model. Rejects with `session_failed` where the model returns no plan
 * and no fallback is allowed.
 */
export async function runModelJourney(
  deps: EngineDeps,
  input: SimulationInput,
  shared: SharedPrompt,
  member: number,
  { joined, heard }: Pick<Member, 'joined' | 'heard'>,
): Promise<Journey> {
  const { world, rules, card, product, today } = shared
  const person = world.cohort.at(member)
  const planned_offline = new Set<number>()
  const ask = async (occasion: Occasion): Promise<SessionPlan | null> => {
    const facts = sessionFacts(product, person, occasion)
    const prompt = sessionPrompt(rules, card, input.product, facts, ownWordsIn(occasion.recalled))
    try {
      const answer = await deps.ask(`session/${person.id}/${occasion.day}`, 'session', facts, prompt)
      return checkedModelWords(planOf(occasion.last === null ? { ...answer, look_back: null } : answer), {
        input,
        product: world.product,
        last: occasion.last,
        told: toldBy(today, prompt.own),
        recalled: occasion.recalled.map(({ id }) => id),
      })
    } catch (error) {
      if (!isFinalForStep(error)) throw error
      if (input.fallback === null)
        throw new AppError('session_failed', { who: person.name, day: occasion.day + 1, problem: error.message })
      planned_offline.add(occasion.day)
      return null
    }
  }
  const meaning = world.meaning && personalSimilarity(world.meaning)
  const weeks = journeySteps({ ...journeyInput(input, world, member, { seed: deps.seed, joined, heard }), meaning })
  let step = weeks.next(null)
  let told = 0
  const reportSessions = (sessions: number, day: number) => {
    // People who join later are not part of the counted cohort, as in `people_lived`.
    const ids = [`${member}/${sessions > 0 ? day : 'end'}`]
    if (joined === 0) deps.report('sessions_planned', { sessions, people: (day - told) / input.days, ids })
    told = day
  }
  while (step.done !== true) {
    const { day } = step.value
    const plan = await ask(step.value)
    if (plan?.memory) await meaning?.read(deps, `memory/${person.id}/${day}`, plan.memory.text)
    step = weeks.next(plan)
    reportSessions(1, day + 1)
  }
  reportSessions(0, input.days)
  const lived = step.value
  const exit = await askOnLeaving(deps, input, shared, person, lived)
  return {
    ...lived,
    sessions: lived.sessions.map((session) =>
      planned_offline.has(session.day) ? { ...session, planned_offline: true as const } : session,
    ),
    exit: exit ?? undefined,
  }
}
