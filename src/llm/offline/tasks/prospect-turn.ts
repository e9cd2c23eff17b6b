import { PHRASES } from '../../../data/phrases.js'
import type { ProspectAnswer } from '../../../domain/evaluation/conversation.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { pick } from '../model/random.js'
import type { Read } from '../reading/reading.js'
import { topicsAsked } from '../reading/situation.js'

const MAX_FACTS_PER_TURN = 2
const OFFERED = /\ba (?:[\w-]+ )?(?:call|meeting|demo|appointment)\b|\btwo times\b/i
const PUSHED = /\b(?:decide today|too late|almost gone|before you go|straight into the calendar)\b/i

/** A prospect that answers questions with its hidden facts and says nothing else of substance. */
export function prospectTurn(
  { hidden_facts, conversation, turns_left, case_id, trial }: FactsOf<'prospect_turn'>,
  _read: Read,
  seed: number,
): ProspectAnswer {
  const own = conversation.flatMap(({ speaker, text }) => (speaker === 'prospect' ? [text] : [])).join('\n')
  const unsaid = (bank: readonly [string, ...string[]]) => bank.filter((line) => !own.includes(line))
  const say = (bank: readonly [string, ...string[]]) => {
    const [first = bank[0], ...more] = unsaid(bank)
    return pick([first, ...more], [seed, case_id, trial, conversation.length, bank[0]])
  }
  const agentMessage = conversation.findLast(({ speaker }) => speaker === 'agent')?.text
  if (agentMessage === undefined) return { text: say(PHRASES.prospect().first), told: [], leaves: false }
  const topicsInQuestion: readonly string[] = topicsAsked(agentMessage)
  const told = hidden_facts
    .flatMap(({ topic, fact }, index) => (topicsInQuestion.includes(topic) && !own.includes(fact) ? [index + 1] : []))
    .slice(0, MAX_FACTS_PER_TURN)
  const facts = told.map((number) => hidden_facts[number - 1]?.fact ?? '')
  const agrees = OFFERED.test(agentMessage) && (facts.length > 0 || turns_left <= 1)
  const bank = agentMessage.includes('?') ? PHRASES.prospect().no_idea : PHRASES.prospect().unasked
  // A prospect with nothing new to say leaves.
  const leaves = PUSHED.test(agentMessage) || agrees || (facts.length === 0 && unsaid(bank).length === 0)
  const answer = facts.length > 0 ? facts.join(' ') : say(bank)
  return {
    text: `${answer}${leaves ? ` ${agrees && !PUSHED.test(agentMessage) ? say(PHRASES.prospect().agrees) : say(PHRASES.prospect().leaves)}` : ''}`,
    told,
    leaves,
  }
}
