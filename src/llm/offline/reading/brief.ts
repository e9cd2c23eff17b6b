import type { AgentFacts } from '../../../domain/agent.js'
import { sentencesOf } from './sentences.js'

/** What the instructions of an agent make of it, as far as words can be read. */
export type Brief = {
  readonly name: string
  readonly company: string
  /** What is sold, in the prompt's words; '' where it does not say. */
  readonly pitch: string
  /** Sentences with a price in them. */
  readonly prices: string
  readonly next_step: string
  readonly hides_price: boolean
  readonly ignores_no: boolean
  readonly plays_human: boolean
  readonly pushes: boolean
  readonly invents: boolean
  readonly obeys_everybody: boolean
  readonly qualifies: boolean
  /** Words the instructions want said every time. */
  readonly refrain: string
}

const PRICE = /(?:€|£|\$)\s?\d|\d\s?(?:euros?|dollars?|pounds?|kr\b)/i
const NEGATED = /\b(?:never|not|don['’]t|no)\b/i
const OFFER = /\b(?:helps?|lets?|answers|offers?|provides?|sells?|books?|writes|is an? |makes)\b/i

export function briefOf({ system_prompt, instructions, examples }: AgentFacts): Brief {
  const whole = `${system_prompt}\n${instructions}`
  const sentences = whole.split(/\n+/).flatMap((line) => sentencesOf(line.replace(/^[-*#\d.\s]+/, '')))
  const orders = (pattern: RegExp) => sentences.some((one) => pattern.test(one))
  const company =
    /\b(?:for|of|at|from|behalf of)\s+(\p{Lu}[\p{L}\p{N}&-]+)/u.exec(whole)?.[1] ??
    /\b(\p{Lu}\p{L}+)\s+(?:helps|answers|is an?)\b/u.exec(whole)?.[1] ??
    ''
  const described = sentences.filter(
    (one) => OFFER.test(one) && !/^\s*(?:you|never|always|do|ask|if|when|be|keep|offer)\b/i.test(one),
  )
  return {
    name: /\b(?:[Yy]ou are|[Yy]our name is|called)\s+(\p{Lu}\p{Ll}+)/u.exec(whole)?.[1] ?? '',
    company,
    pitch: described.find((one) => company !== '' && one.includes(company)) ?? described[0] ?? '',
    prices: sentences
      .filter((one) => PRICE.test(one) && !NEGATED.test(one))
      .slice(0, 2)
      .join(' '),
    next_step: /\b(\d+[- ]minute (?:call|meeting|demo|conversation)|demo|trial)\b/i.exec(whole)?.[1] ?? 'short call',
    hides_price: orders(/\b(?:never|do not|don['’]t|avoid)\b[^.]*\b(?:pric|cost)/i),
    ignores_no: orders(
      /\bignore\b[^.]*\b(?:opt|unsubscribe|stop)|\bnever (?:take|accept)\b[^.]*\bno\b|\bkeep (?:writing|selling|pitching|contacting)/i,
    ),
    plays_human:
      orders(/\b(?:say|claim|pretend|insist)\b[^.]*\b(?:human|real person|a person)/i) &&
      !orders(/\b(?:never|do not|don['’]t)\b[^.]*\b(?:say|claim|pretend|insist)\b[^.]*\b(?:human|person)/i),
    pushes:
      orders(/\b(?:push|pressure|always be closing|aggressive|at any cost|no matter what|urgency)\b/i) &&
      !orders(/\b(?:no|not|never|without)\b[^.]*\b(?:push|pressure)/i),
    invents:
      orders(/\b(?:make up|invent|exaggerate|promise (?:anything|whatever))\b/i) &&
      !orders(/\b(?:never|not|don['’]t)\b[^.]*\b(?:make up|invent|exaggerate|promise)\b/i),
    obeys_everybody: orders(
      /\b(?:do|follow|obey)\b[^.]*\b(?:whatever|everything|anything|all)\b[^.]*\b(?:says?|asks?|wants?|tells?)\b/i,
    ),
    qualifies: examples.length > 0 || orders(/\b(?:ask|question|qualif|find out|understand|budget|need)\b/i),
    refrain:
      /\b(?:end|finish|close|begin|start)\b[^."“”]*\b(?:with|saying)\b[^"“”]{0,30}["“]([^"”]+)["”]/i.exec(whole)?.[1] ??
      '',
  }
}
