import { PHRASES } from '../../../data/phrases.js'
import type { ProspectAnswer } from '../../../domain/conversation.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { pick } from '../model/random.js'
import type { Read } from '../reading/reading.js'
import { topicsAsked } from '../reading/situation.js'

const MOST_TOLD = 2
const OFFERED = /\ba (?:[\w-]+ )?(?:call|meeting|demo|appointment)\b|\btwo times\b/i
const PUSHED = /\b(?:decide today|too late|almost gone|before you go|straight into the calendar)\b/i

/** A prospect that answers what it is asked with the facts it knows, and nothing else. */
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
  const heard = conversation.findLast(({ speaker }) => speaker === 'agent')?.text
  if (heard === undefined) return { text: say(PHRASES.prospect().first), told: [], leaves: false }
  const asked: readonly string[] = topicsAsked(heard)
  const told = hidden_facts
    .flatMap(({ topic, fact }, index) => (asked.includes(topic) && !own.includes(fact) ? [index + 1] : []))
    .slice(0, MOST_TOLD)
  const facts = told.map((number) => hidden_facts[number - 1]?.fact ?? '')
  const agrees = OFFERED.test(heard) && (facts.length > 0 || turns_left <= 1)
  const bank = heard.includes('?') ? PHRASES.prospect().no_idea : PHRASES.prospect().unasked
  // Somebody with nothing new to say has had enough.
  const leaves = PUSHED.test(heard) || agrees || (facts.length === 0 && unsaid(bank).length === 0)
  const answer = facts.length > 0 ? facts.join(' ') : say(bank)
  return {
    text: `${answer}${leaves ? ` ${agrees && !PUSHED.test(heard) ? say(PHRASES.prospect().agrees) : say(PHRASES.prospect().leaves)}` : ''}`,
    told,
    leaves,
  }
}
