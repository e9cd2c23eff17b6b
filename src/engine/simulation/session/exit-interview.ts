import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import type { ExitFacts } from '../../../domain/simulation/session-plan.js'
import type { ExitWords, LeavingReason } from '../../../domain/simulation/simulated-session.js'
import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import { plural } from '../../../domain/text/words.js'
import type { Prompt } from '../../../llm/client.js'
import type { EngineDeps } from '../../deps.js'
import { isFinalForStep } from '../../settle-all.js'
import { fence, inLine } from '../../untrusted-text.js'
import { checkedExitWords } from '../diary/words-heard.js'
import type { Journey } from '../journey.js'
import { recall } from '../memory/memory.js'
import type { CohortMember } from '../person/cohort.js'
import { memoryLines, ownWordsIn, personSection, sessionLines, toldBy } from './prompt.js'
import { memoryFacts, personFacts, traceOf } from './session-facts.js'
import type { SharedPrompt } from './shared-prompt.js'

const LEFT: Readonly<Record<LeavingReason, string>> = {
  uninstalled: 'you had enough and removed it',
  deal_breaker: 'you had met what you do not put up with',
  price: 'it cost more than it was worth to you',
  limit: 'a limit had stopped you',
  lapsed: 'you had stayed away for days',
  dissatisfied: 'it did not give you enough',
  drifted: 'for no reason in particular',
}

/**
 * Asks somebody whose sessions a model planned the closing question. It changes no figure: their weeks are over. `null`
 * where it is not asked, or has no usable answer, which nothing waits for.
 */
export async function askOnLeaving(
  deps: EngineDeps,
  input: SimulationInput,
  { world, exit: rules, card, product, today }: SharedPrompt,
  member: CohortMember,
  lived: Journey,
): Promise<ExitWords | null> {
  const last = lived.sessions.at(-1)
  if (rules === null || last === undefined || !lived.sessions.some(({ said }) => said !== undefined)) return null
  const { days, reason, paid } = lived
  // Copies: what comes to mind now was not recalled in their weeks.
  const rows = lived.memory.map((row) => ({ ...row }))
  const recalled = recall({ rows }, days * HOURS_A_DAY, () => 0)
  const facts: ExitFacts = {
    ...{ product, person: personFacts(member), memories: memoryFacts(recalled) },
    ...{ days, reason, paid, last_session: { day: last.day, steps: traceOf(last) } },
  }
  const own = exitText(input, facts, ownWordsIn(recalled))
  try {
    const answer = await deps.ask(`exit/${member.id}`, 'exit_interview', facts, { rules, shared: card, own })
    const told = toldBy(today, own)
    return checkedExitWords(answer, { input, product: world.product, last, told })
  } catch (error) {
    if (!isFinalForStep(error)) throw error
    return null
  }
}

function exitText({ product }: SimulationInput, facts: ExitFacts, words: ReturnType<typeof ownWordsIn>): Prompt['own'] {
  const { person, days, reason, paid, memories, last_session } = facts
  const weeks = [
    ...memoryLines(memories, product, words),
    `Your last session, on day ${last_session.day + 1}, in order:`,
    ...sessionLines(last_session.steps, product),
  ]
  return [
    personSection(person),
    `${days} ${plural(days, 'day')} after you began ${reason === null ? 'you still use it' : `you have left: ${LEFT[reason]}`}. You ${paid ? 'pay for it' : 'do not pay for it'}.`,
    fence('session', weeks.map(inLine).join('\n')),
    'Answer as this person.',
  ].join('\n\n')
}
