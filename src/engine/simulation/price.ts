import type { SimulationInput } from '../../domain/simulation/simulation.js'
import { tokensOf } from '../panel/planned-calls.js'
import type { PlannedCalls } from '../pipeline.js'
import { journeySteps } from './journey.js'
import { logistic, logit } from './logit.js'
import { marketSize } from './network/market.js'
import { type SharedPrompt, sharedPromptOf } from './session/model-sessions.js'
import { sessionPrompt } from './session/prompt.js'
import { sessionFacts } from './session/session-facts.js'
import { journeyInput, type World } from './world.js'

/** People simulated by arithmetic to estimate the number of sessions, and people whose prompts are written out. */
const SAMPLE = 400
const WRITTEN_OUT = 20
/** Tokens of the schema, of an answer (look back and reason), and of each step. */
const SIZES = { schema: 260, answer: 72, step: 17 } as const
/** Minimum and maximum tokens of an answer's look back and reason. */
const WORDS = { few: 37, many: 160 } as const

/** The expected sessions, estimated by arithmetic; one stage per day, as a person's days follow each other. */
export function planSessions(input: SimulationInput, world: World): PlannedCalls[] {
  const shared = sharedPromptOf(input, world)
  const played = playSample(input, shared)
  const shared_tokens = tokensOf(shared.rules) + tokensOf(shared.card)
  let [expected, counted] = [0, 0]
  return sessionsByDay(input, world, played).map((sessions, day) => {
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
      output_range: { low: WORDS.few + SIZES.step, high: Math.ceil(WORDS.many + SIZES.step * played.most_steps) },
    }
  })
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

/** Sessions on each day of the window, of the cohort and of the people expected to join by invitation. */
function sessionsByDay(
  { personas, days, product }: SimulationInput,
  { market }: World,
  { sessions, invitations }: Sample,
): number[] {
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
  return joined.map((_, day) => onDay(day, sessions))
}
