import type { AgentFacts } from '../../../domain/evaluation/agent.js'
import type { ConversationTurn, ProspectAnswer, ToolCall } from '../../../domain/evaluation/conversation.js'
import { turnsOf } from '../../../domain/evaluation/test-case.js'
import type { EngineDeps } from '../../deps.js'
import { isFinalForStep } from '../../settle-all.js'
import { visible } from '../../untrusted-text.js'
import type { NamedCase } from '../evaluation-plan.js'
import { agentModel } from './agent-model.js'
import { askLiveAgent } from './ask-live-agent.js'
import { factsFound } from './hidden-facts.js'
import { agentPrompt, prospectPrompt } from './prompt.js'
import { answerCall, MAX_CALL_ROUNDS } from './tool-mocks.js'

export type ConversationRules = { readonly agent: string; readonly prospect: string }
export type HeldConversation = {
  readonly turns: ConversationTurn[]
  readonly simulator_faults: string[]
  /** Why it broke off; '' where it was held to its end. */
  readonly problem: string
}

/**
 * Holds one conversation from the prospect's first message to its end, or to the error that breaks it off. `side` tells
 * the two versions of a run apart.
 */
export async function converse(
  deps: EngineDeps,
  rules: ConversationRules,
  side: string,
  agent: AgentFacts,
  test: NamedCase,
  trial: number,
): Promise<HeldConversation> {
  const conversation: HeldTurns = { turns: [], simulator_faults: [] }
  try {
    await holdTurns(deps, rules, side, agent, test, trial, conversation)
  } catch (error) {
    if (!isFinalForStep(error)) throw error
    return { ...conversation, problem: error.message }
  }
  return { ...conversation, problem: '' }
}

type HeldTurns = Pick<HeldConversation, 'turns' | 'simulator_faults'>

/** Adds turn after turn, so that what was said stands there when the next one fails. */
async function holdTurns(
  deps: EngineDeps,
  rules: ConversationRules,
  side: string,
  agent: AgentFacts,
  test: NamedCase,
  trial: number,
  { turns, simulator_faults }: HeldTurns,
): Promise<void> {
  const key = `${side}:${test.case_id}:t${trial}`
  const maxRounds = turnsOf(test)
  for (let round = 1; round <= maxRounds; round++) {
    const message =
      round === 1 && test.input !== ''
        ? { text: test.input, told: [], leaves: false }
        : await askProspect(deps, rules.prospect, `prospect:${key}:${round}`, test, trial, turns, maxRounds - round + 1)
    simulator_faults.push(...simulatorFaultsOf(message, test, turns))
    const repeated = turns.some(({ speaker, text }) => speaker === 'prospect' && text === message.text)
    turns.push({ turn: turns.length + 1, speaker: 'prospect', text: message.text, tool_calls: [] })
    turns.push(
      agent.endpoint
        ? await askLiveAgent(deps, key, agent, agent.endpoint, test, trial, turns)
        : await askAgent(deps, rules.agent, `agent:${key}:${round}`, agent, test, trial, turns),
    )
    // A prospect who leaves gets one answer, and no further goodbyes follow.
    if (message.leaves || repeated) break
  }
}

async function askProspect(
  deps: EngineDeps,
  rules: string,
  key: string,
  { case_id, persona, hidden_facts }: NamedCase,
  trial: number,
  turns: readonly ConversationTurn[],
  turns_left: number,
): Promise<ProspectAnswer> {
  const conversation = [...turns]
  const facts = { case_id, trial, who: persona ?? '', hidden_facts, conversation, turns_left }
  return deps.ask(key, 'prospect_turn', facts, prospectPrompt(rules, facts))
}

async function askAgent(
  deps: EngineDeps,
  frame: string,
  key: string,
  agent: AgentFacts,
  { case_id, tools_mock }: NamedCase,
  trial: number,
  turns: readonly ConversationTurn[],
): Promise<ConversationTurn> {
  const called: ToolCall[] = []
  let text = ''
  for (let round = 0; round < MAX_CALL_ROUNDS; round++) {
    const facts = { agent, case_id, trial, conversation: [...turns], called: [...called] }
    const answer = await deps.ask(`${key}:${round}`, 'agent_turn', facts, agentPrompt(frame, facts), {
      model: agentModel(deps, agent),
    })
    // Invisible characters are removed before the checks and the judge see the text.
    text = visible(answer.text)
    if (answer.tool_calls.length === 0) break
    called.push(...answer.tool_calls.map((call) => answerCall(call, agent.tools, tools_mock)))
    // Text beside a tool call was written before the call's result was known.
    text = ''
  }
  return { turn: turns.length + 1, speaker: 'agent', text, tool_calls: called }
}

/** Faults of the simulated prospect, kept apart from faults of the agent. */
function simulatorFaultsOf(message: ProspectAnswer, test: NamedCase, before: readonly ConversationTurn[]): string[] {
  const current: ConversationTurn = { turn: before.length + 1, speaker: 'prospect', text: message.text, tool_calls: [] }
  const alreadyTold = factsFound(test.hidden_facts, before)
  const newlyTold = factsFound(test.hidden_facts, [current]).filter((number) => !alreadyTold.includes(number))
  const agentAsked = before.at(-1)?.text.includes('?') ?? false
  const unmatched = message.told.filter((number) => !newlyTold.includes(number) && !alreadyTold.includes(number))
  const faults: string[] = []
  if (newlyTold.length > 0 && !agentAsked)
    faults.push(`Told fact ${newlyTold.join(', ')} without being asked (message ${current.turn}).`)
  if (unmatched.length > 0)
    faults.push(`Says it told fact ${unmatched.join(', ')}, but not in the given words (message ${current.turn}).`)
  if (before.some(({ speaker, text }) => speaker === 'prospect' && text === message.text))
    faults.push(`Said the same again (message ${current.turn}); the conversation was ended.`)
  return faults
}
