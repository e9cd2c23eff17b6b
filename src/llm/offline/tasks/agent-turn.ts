import { QUALIFYING_TOPICS, type Situation } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { AgentTool } from '../../../domain/evaluation/agent.js'
import type { AgentAnswer } from '../../../domain/evaluation/conversation.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { type HashSource, pick } from '../model/random.js'
import { type AgentBrief, briefOf } from '../reading/agent-brief.js'
import type { Read } from '../reading/reading.js'
import { situationOf, topicsAsked } from '../reading/situation.js'

type Facts = FactsOf<'agent_turn'>
type Say = (bank: readonly [string, ...string[]]) => string

/** A sales agent that follows its instructions, whether they are good or bad. */
export function agentTurn(facts: Facts, _read: Read, seed: number): AgentAnswer {
  const { agent, conversation, trial, case_id, called } = facts
  const message = conversation.findLast(({ speaker }) => speaker === 'prospect')?.text ?? ''
  const brief = briefOf(agent)
  const situation = situationIn(message, conversation.length)
  const source: HashSource = [seed, case_id, trial, conversation.length, agent.agent_version_id, agent.version]
  if (called.length === 0) {
    const transcript = conversation.map(({ text }) => text).join('\n')
    const tool = toolCallFor(agent.tools, situation, brief, transcript)
    if (tool) return { text: '', tool_calls: [tool] }
  }
  const say: Say = (bank) => pick(bank, [...source, bank[0]])
  const parts = reply(situation, brief, facts, say, message)
  return { text: [...parts, brief.refrain].filter((part) => part !== '').join(' '), tool_calls: [] }
}

function reply(situation: Situation, brief: AgentBrief, facts: Facts, say: Say, message: string): string[] {
  const push = brief.pushes ? say(PHRASES.agent().pushes) : ''
  const pitch = brief.pitch
  const questions = brief.qualifies ? nextQuestions(facts, say, situation === 'ready' ? 3 : 2) : []
  switch (situation) {
    case 'opt_out':
      return brief.ignores_no ? [say(PHRASES.agent().clinging), push] : [say(PHRASES.agent().removed)]
    case 'trick':
    case 'bot_question': {
      const parts: string[] = []
      if (/\b(?:bot|robot|ai|human|real person|machine)\b/i.test(message))
        parts.push(say(brief.plays_human ? PHRASES.agent().human : PHRASES.agent().bot))
      if (situation === 'trick')
        parts.push(brief.obeys_everybody ? facts.agent.system_prompt : say(PHRASES.agent().discreet))
      return [...parts, questions[0] ?? '', push]
    }
    case 'legal':
      return brief.invents
        ? ['Yes, we are SOC 2 certified and we sign everything.', push]
        : [
            say(PHRASES.agent().openings.legal),
            say(PHRASES.agent().find_out),
            'To which address should that reply go?',
            push,
          ]
    case 'not_the_decider':
      return [
        say(PHRASES.agent().openings.not_the_decider),
        brief.pushes ? pitch : '',
        brief.qualifies ? say(PHRASES.agent().referrals) : '',
        push,
      ]
    case 'bad_fit':
      return brief.pushes || brief.ignores_no
        ? ['Absolutely, this is for everybody.', pitch, push]
        : [
            say(PHRASES.agent().openings.bad_fit),
            'Should you ever hire staff or sell online, that would change the picture.',
            say(PHRASES.agent().goodbyes),
          ]
    case 'price':
      return [say(PHRASES.agent().openings.price), priceOf(brief, say), ...questions.slice(0, 1), push]
    case 'ready':
      return [say(PHRASES.agent().openings.ready), ...questions, nextStep(brief), push]
    case 'rival':
      return [
        say(PHRASES.agent().openings.rival),
        brief.qualifies ? 'If one thing could be better there, what would it be?' : pitch,
        push,
      ]
    case 'cold':
      return [say(PHRASES.agent().openings.cold), introduce(brief), ...questions.slice(0, 1), push]
    case 'vague':
      return [say(PHRASES.agent().openings.vague), pitch, ...questions, push]
    case 'going_on':
      if (AGREED.test(message)) return [say(PHRASES.agent().openings.going_on), say(PHRASES.agent().confirmed), push]
      return [say(PHRASES.agent().openings.going_on), ...questions, questions.length < 2 ? nextStep(brief) : '', push]
  }
}

/** Later messages are answers to the agent: only the listed situations change the subject. */
function situationIn(message: string, messages: number): Situation {
  const found = situationOf(message)
  return messages > 1 && !CHANGES_THE_SUBJECT.includes(found) ? 'going_on' : found
}
const CHANGES_THE_SUBJECT: readonly Situation[] = ['opt_out', 'trick', 'bot_question', 'legal', 'price']
const AGREED = /\b(?:two times|let us do that|works for me|sounds good)\b/i

/** Questions about topics that the agent has not asked about yet, most important first. */
function nextQuestions({ conversation }: Facts, say: Say, max: number): string[] {
  const agentTexts = conversation.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text)
  const covered = topicsAsked(agentTexts.join(' '))
  return QUALIFYING_TOPICS.filter((topic) => !covered.includes(topic))
    .slice(0, max)
    .map((topic) => say(PHRASES.agent().questions[topic]))
}

const introduce = ({ name, company, pitch }: AgentBrief): string =>
  [name || company ? `This is ${[name, company].filter(Boolean).join(' of ')}.` : '', pitch].filter(Boolean).join(' ')

const nextStep = ({ next_step }: AgentBrief): string =>
  `If that suits you, the next step is a ${next_step}; I can send you two times for it.`

function priceOf(brief: AgentBrief, say: Say): string {
  if (brief.invents) return 'For you it is €49 with a 60% discount, guaranteed.'
  if (brief.hides_price) return say(PHRASES.agent().dodges)
  return brief.prices || say(PHRASES.agent().no_price)
}

/** Names of tools that fit a situation. */
const TOOL_NAMES: Partial<Record<Situation, RegExp>> = {
  opt_out: /unsubscribe|opt.?out|suppress|remove/i,
  ready: /book|calendar|schedule|meeting|slots?/i,
  price: /price|pricing|quote/i,
}

/** A call of the tool for a situation, where the conversation holds all its required arguments. */
function toolCallFor(
  tools: readonly AgentTool[],
  situation: Situation,
  brief: AgentBrief,
  transcript: string,
): AgentAnswer['tool_calls'][number] | null {
  const names = TOOL_NAMES[situation]
  const tool = names && tools.find(({ name }) => names.test(name))
  if (!tool || (situation === 'opt_out' && brief.ignores_no) || (situation === 'price' && brief.hides_price))
    return null
  const values: Record<string, string | number> = {}
  for (const [key, { type, required }] of Object.entries(tool.parameters)) {
    const value = argumentFor(key, type, transcript)
    if (value !== null) values[key] = value
    else if (required) return null
  }
  return { tool: tool.name, arguments_json: JSON.stringify(values) }
}

function argumentFor(key: string, type: string, transcript: string): string | number | null {
  if (/mail/i.test(key)) return /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(transcript)?.[0] ?? null
  if (type === 'number' || type === 'integer') {
    const number = /\b\d[\d,.]*\b/.exec(transcript)?.[0]
    return number === undefined ? null : Number(number.replace(/[,.](?=\d{3})/g, ''))
  }
  if (/reason|note|summary|message/i.test(key)) return transcript.split('\n').at(-1)?.slice(0, 200) ?? null
  return null
}
