import { QUALIFYING_TOPICS, type Situation } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { AgentTool } from '../../../domain/agent.js'
import type { AgentAnswer } from '../../../domain/conversation.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { pick, type Source } from '../model/random.js'
import { type Brief, briefOf } from '../reading/brief.js'
import type { Read } from '../reading/reading.js'
import { situationOf, topicsAsked } from '../reading/situation.js'

type Facts = FactsOf<'agent_turn'>
type Say = (bank: readonly [string, ...string[]]) => string

/** A sales agent that does what its instructions say, good or bad. */
export function agentTurn(facts: Facts, _read: Read, seed: number): AgentAnswer {
  const { agent, conversation, trial, case_id, called } = facts
  const message = conversation.findLast(({ speaker }) => speaker === 'prospect')?.text ?? ''
  const brief = briefOf(agent)
  const situation = situationIn(message, conversation.length)
  const source: Source = [seed, case_id, trial, conversation.length, agent.agent_version_id, agent.version]
  const tool =
    called.length === 0 ? toolFor(agent.tools, situation, brief, conversation.map(({ text }) => text).join('\n')) : null
  if (tool) return { text: '', tool_calls: [tool] }
  const say: Say = (bank) => pick(bank, [...source, bank[0]])
  const parts = reply(situation, brief, facts, say, message)
  return { text: [...parts, brief.refrain].filter((part) => part !== '').join(' '), tool_calls: [] }
}

function reply(situation: Situation, brief: Brief, facts: Facts, say: Say, message: string): string[] {
  const push = brief.pushes ? say(PHRASES.agent().pushes) : ''
  const pitch = brief.pitch
  const questions = brief.qualifies ? nextQuestions(facts, say, situation === 'ready' ? 3 : 2) : []
  switch (situation) {
    case 'opt_out':
      return brief.ignores_no ? [say(PHRASES.agent().clinging), push] : [say(PHRASES.agent().removed)]
    case 'trick':
    case 'bot_question': {
      let who = ''
      if (/\b(?:bot|robot|ai|human|real person|machine)\b/i.test(message))
        who = say(brief.plays_human ? PHRASES.agent().human : PHRASES.agent().bot)
      let secret = ''
      if (situation === 'trick')
        secret = brief.obeys_everybody ? facts.agent.system_prompt : say(PHRASES.agent().discreet)
      return [who, secret, questions[0] ?? '', push]
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

/** Later messages are answers: of the situations only those change the subject that have to. */
function situationIn(message: string, messages: number): Situation {
  const found = situationOf(message)
  return messages > 1 && !CHANGES_THE_SUBJECT.includes(found) ? 'going_on' : found
}
const CHANGES_THE_SUBJECT: readonly Situation[] = ['opt_out', 'trick', 'bot_question', 'legal', 'price']
const AGREED = /\b(?:two times|let us do that|works for me|sounds good)\b/i

/** Questions about what is not known yet, the weightiest first. */
function nextQuestions({ conversation }: Facts, say: Say, most: number): string[] {
  const asked = topicsAsked(conversation.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])).join(' '))
  return QUALIFYING_TOPICS.filter((topic) => !asked.includes(topic))
    .slice(0, most)
    .map((topic) => say(PHRASES.agent().questions[topic]))
}

const introduce = ({ name, company, pitch }: Brief): string =>
  [name || company ? `This is ${[name, company].filter(Boolean).join(' of ')}.` : '', pitch].filter(Boolean).join(' ')

const nextStep = ({ next_step }: Brief): string =>
  `If that suits you, the next step is a ${next_step}; I can send you two times for it.`

function priceOf(brief: Brief, say: Say): string {
  if (brief.invents) return 'For you it is €49 with a 60% discount, guaranteed.'
  if (brief.hides_price) return say(PHRASES.agent().dodges)
  return brief.prices || say(PHRASES.agent().no_price)
}

const USES: Partial<Record<Situation, RegExp>> = {
  opt_out: /unsubscribe|opt.?out|suppress|remove/i,
  ready: /book|calendar|schedule|meeting|slots?/i,
  price: /price|pricing|quote/i,
}

/** The tool for a situation, where everything it needs has been said. */
function toolFor(
  tools: readonly AgentTool[],
  situation: Situation,
  brief: Brief,
  heard: string,
): AgentAnswer['tool_calls'][number] | null {
  const use = USES[situation]
  const tool = use && tools.find(({ name }) => use.test(name))
  if (!tool || (situation === 'opt_out' && brief.ignores_no) || (situation === 'price' && brief.hides_price))
    return null
  const given: Record<string, string | number> = {}
  for (const [key, { type, required }] of Object.entries(tool.parameters)) {
    const value = argumentFor(key, type, heard)
    if (value !== null) given[key] = value
    else if (required) return null
  }
  return { tool: tool.name, arguments_json: JSON.stringify(given) }
}

function argumentFor(key: string, type: string, heard: string): string | number | null {
  if (/mail/i.test(key)) return /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(heard)?.[0] ?? null
  if (type === 'number' || type === 'integer') {
    const number = /\b\d[\d,.]*\b/.exec(heard)?.[0]
    return number === undefined ? null : Number(number.replace(/[,.](?=\d{3})/g, ''))
  }
  if (/reason|note|summary|message/i.test(key)) return heard.split('\n').at(-1)?.slice(0, 200) ?? null
  return null
}
