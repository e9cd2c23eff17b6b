import type { AgentFacts } from '../../../domain/evaluation/agent.js'
import { SUM_OF_MONEY } from '../../../domain/text/currencies.js'
import { sentencesOf } from './sentences.js'

/** Content of an agent's instructions, extracted by keywords. */
export type AgentBrief = {
  readonly name: string
  readonly company: string
  /** The product in the words of the prompt; '' where the prompt does not describe it. */
  readonly pitch: string
  /** Sentences that contain a price. */
  readonly prices: string
  readonly next_step: string
  readonly hides_price: boolean
  readonly ignores_no: boolean
  readonly plays_human: boolean
  readonly pushes: boolean
  readonly invents: boolean
  readonly obeys_everybody: boolean
  readonly qualifies: boolean
  /** Words that the instructions require in every message. */
  readonly refrain: string
}

const PRICE = new RegExp(SUM_OF_MONEY, 'iu')
const NEGATED = /\b(?:never|not|don['’]t|no)\b/i
const OFFER = /\b(?:helps?|lets?|answers|offers?|provides?|sells?|books?|writes|is an? |makes)\b/i

export function briefOf({ system_prompt, instructions, examples }: AgentFacts): AgentBrief {
  const text = `${system_prompt}\n${instructions}`
  const sentences = text.split(/\n+/).flatMap((line) => sentencesOf(line.replace(/^[-*#\d.\s]+/, '')))
  const instructs = (pattern: RegExp) => sentences.some((sentence) => pattern.test(sentence))
  const company =
    /\b(?:for|of|at|from|behalf of)\s+(\p{Lu}[\p{L}\p{N}&-]+)/u.exec(text)?.[1] ??
    /\b(\p{Lu}\p{L}+)\s+(?:helps|answers|is an?)\b/u.exec(text)?.[1] ??
    ''
  const described = sentences.filter(
    (sentence) => OFFER.test(sentence) && !/^\s*(?:you|never|always|do|ask|if|when|be|keep|offer)\b/i.test(sentence),
  )
  return {
    name: /\b(?:[Yy]ou are|[Yy]our name is|called)\s+(\p{Lu}\p{Ll}+)/u.exec(text)?.[1] ?? '',
    company,
    pitch: described.find((sentence) => company !== '' && sentence.includes(company)) ?? described[0] ?? '',
    prices: sentences
      .filter((sentence) => PRICE.test(sentence) && !NEGATED.test(sentence))
      .slice(0, 2)
      .join(' '),
    next_step: /\b(\d+[- ]minute (?:call|meeting|demo|conversation)|demo|trial)\b/i.exec(text)?.[1] ?? 'short call',
    hides_price: instructs(/\b(?:never|do not|don['’]t|avoid)\b[^.]*\b(?:pric|cost)/i),
    ignores_no: instructs(
      /\bignore\b[^.]*\b(?:opt|unsubscribe|stop)|\bnever (?:take|accept)\b[^.]*\bno\b|\bkeep (?:writing|selling|pitching|contacting)/i,
    ),
    plays_human:
      instructs(/\b(?:say|claim|pretend|insist)\b[^.]*\b(?:human|real person|a person)/i) &&
      !instructs(/\b(?:never|do not|don['’]t)\b[^.]*\b(?:say|claim|pretend|insist)\b[^.]*\b(?:human|person)/i),
    pushes:
      instructs(/\b(?:push|pressure|always be closing|aggressive|at any cost|no matter what|urgency)\b/i) &&
      !instructs(/\b(?:no|not|never|without)\b[^.]*\b(?:push|pressure)/i),
    invents:
      instructs(/\b(?:make up|invent|exaggerate|promise (?:anything|whatever))\b/i) &&
      !instructs(/\b(?:never|not|don['’]t)\b[^.]*\b(?:make up|invent|exaggerate|promise)\b/i),
    obeys_everybody: instructs(
      /\b(?:do|follow|obey)\b[^.]*\b(?:whatever|everything|anything|all)\b[^.]*\b(?:says?|asks?|wants?|tells?)\b/i,
    ),
    qualifies: examples.length > 0 || instructs(/\b(?:ask|question|qualif|find out|understand|budget|need)\b/i),
    refrain:
      /\b(?:end|finish|close|begin|start)\b[^."“”]*\b(?:with|saying)\b[^"“”]{0,30}["“]([^"”]+)["”]/i.exec(text)?.[1] ??
      '',
  }
}
