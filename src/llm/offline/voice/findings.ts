import { type Finding, PHRASES } from '../../../data/phrases.js'
import type { HeldObjection } from '../model/objections-held.js'
import type { Reading } from '../reading/reading.js'
import { fill, type Vars } from './template.js'

/** One part of a finding, filled for what was objected to. An objection of no known kind speaks in its holder's words. */
export function describeObjection(
  { kind, quote, topic, held }: HeldObjection,
  part: keyof Finding,
  reading: Reading,
): string {
  if (kind === 'other') return capital((held[0]?.friction ?? '').replace(/(?<![.!?])[.!?]+$/u, ''))
  const vars: Vars = {
    q: quote === '' ? 'this' : `“${quote}”`,
    it: 'this',
    buy: 'buy it',
    price: reading.price?.text ?? 'the price',
    other: reading.price?.compared_text || 'the other one',
    value: '',
    own: '',
    topic: impersonal(topic) || 'something people want to know',
  }
  return fill(PHRASES.findings().findings[kind][part], vars, [])
}

const OTHERS: Readonly<Record<string, string>> = { I: 'buyers', my: 'their', we: 'customers', our: 'their', us: 'them' }

/** "where I could get it" in the analyst's mouth: "where buyers could get it". */
function impersonal(topic: string): string {
  return topic.replace(/\b(?:I|my|we|our|us)\b/gu, (word) => OTHERS[word] ?? word)
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
