import type { SimulationInput } from '../../domain/simulation/simulation.js'
import { tokensOf } from '../panel/planned-calls.js'
import type { PlannedCalls } from '../pipeline.js'
import { sum } from '../statistics/descriptive.js'
import { journeySteps } from './journey.js'
import { logistic, logit } from './logit.js'
import { marketSize } from './network/market.js'
import { EXIT_RULES, sessionPrompt } from './session/prompt.js'
import { sessionFacts } from './session/session-facts.js'
import { type SharedPrompt, sharedPromptOf } from './session/shared-prompt.js'
import { journeyInput, type World } from './world.js'

/** People simulated by arithmetic to estimate the number of sessions, and people whose prompts are written out. */
const SAMPLE = 400
const WRITTEN_OUT = 20
/** Tokens of the schema, of an answer (all but its steps), and of each step. */
const SIZES = { schema: 550, answer: 128, step: 30 } as const
/** Minimum and maximum tokens of an answer without its steps, and of a step. */
const WORDS = { few: 80, many: 420, few_step: 20, many_step: 50 } as const
/** Tokens of the closing question without the person and their weeks, and of its answer. */
const EXIT = { schema: 173, answer: 92, few: 45, many: 190 } as const

/**
 * The expected sessions, estimated by arithmetic, and a closing question each; one stage per day, as a person's days
 * follow each other.
 */
export function planSessions(input: SimulationInput, world: World): PlannedCalls[] {
  const shared = sharedPromptOf(input, world)
  const played = playSample(input, shared)
  const shared_tokens = tokensOf(shared.rules) + tokensOf(shared.card)
  let [expected, counted] = [0, 0]
  const { sessions: byDay, people } = expectedByDay(input, world, played)
  const sessions = byDay.map((sessions, day): PlannedCalls => {
    expected += sessions
    const count = Math.round(expected) - counted
    counted += count
    return {
      task: 'session',
      stage: day + 1,
      count,
      input_tokens: Math.ceil(shared_tokens + played.own_tokens + SIZES.schema),
      shared_tokens,
      output_tokens: Math.ceil(SIZES.answer + SIZES.step * played.steps),
      output_range: {
        low: WORDS.few + WORDS.few_step,
        high: Math.ceil(WORDS.many + WORDS.many_step * played.most_steps),
      },
    }
  })
  const exit_tokens = tokensOf(EXIT_RULES) + tokensOf(shared.card)
  return [
    ...sessions,
    {
      task: 'exit_interview',
      stage: sessions.length + 1,
      count: Math.round(people),
      // Somebody and their last session, as a session's question has them.
      input_tokens: Math.ceil(exit_tokens + played.own_tokens + EXIT.schema),
      shared_tokens: exit_tokens,
      output_tokens: EXIT.answer,
      output_range: { low: EXIT.few, high: EXIT.many },
    },
  ]
}

type Sample = {
  /** Per person, by day since joining. */
  readonly sessions: readonly number[]
  readonly invitations: readonly number[]
  readonly own_tokens: number
  /** Actions per session as planned by arithmetic, and the maximum in the available time. */
  readonly steps: number
  readonly most_steps: number
}

function playSample(input: SimulationInput, { world, rules, card, product }: SharedPrompt): Sample {
  const { personas, days, seed } = input
  const people = Math.min(personas, SAMPLE)
  const sessions = new Array<number>(days).fill(0)
  const invitations = new Array<number>(days).fill(0)
  let [tokens, questions, most_steps, lived, actions] = [0, 0, 0, 0, 0]
  for (let place = 0; place < people; place++) {
    const member = world.cohort.at(place)
    const weeks = journeySteps(journeyInput(input, world, place, { seed, joined: 0 }))
    let step = weeks.next(null)
    for (; step.done !== true; step = weeks.next(null)) {
      if (place >= WRITTEN_OUT) continue
      const facts = sessionFacts(product, member, step.value)
      tokens += tokensOf(sessionPrompt(rules, card, input.product, facts).own)
      most_steps += facts.steps
      questions++
    }
    for (const { day, told, events } of step.value.sessions) {
      lived++
      actions += events.length
      sessions[day] = (sessions[day] ?? 0) + 1 / people
      invitations[day] = (invitations[day] ?? 0) + told.length / people
    }
  }
  return {
    ...{ sessions, invitations },
    own_tokens: tokens / questions,
    steps: actions / lived,
    most_steps: most_steps / questions,
  }
}

/** Sessions on each day of the window, and the people: the cohort and those expected to join by invitation. */
function expectedByDay(
  { personas, days, product }: SimulationInput,
  { market }: World,
  { sessions, invitations }: Sample,
): { readonly sessions: number[]; readonly people: number } {
  const joined = new Array<number>(days).fill(0)
  joined[0] = personas
  const onDay = (day: number, rate: readonly number[]): number =>
    joined.slice(0, day + 1).reduce((sum, people, since) => sum + people * (rate[day - since] ?? 0), 0)
  if (market !== null) {
    const { accept_base, incentive, landing_effort } = product.sharing
    const accepts = logistic(logit(accept_base) + incentive - landing_effort)
    let users = personas
    for (let day = 0; day + 1 < days; day++) {
      joined[day + 1] = onDay(day, invitations) * accepts * (1 - users / marketSize(personas))
      users += joined[day + 1] ?? 0
    }
  }
  return {
    sessions: joined.map((_, day) => onDay(day, sessions)),
    people: sum(joined),
  }
}
