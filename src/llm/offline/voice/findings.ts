import { type Finding, PHRASES } from '../../../data/phrases.js'
import type { PanelObjection } from '../model/panel-objections.js'
import type { Reading } from '../reading/reading.js'
import { fill, type Vars } from './template.js'

/** One part of a finding, filled for an objection. An objection of no known kind is described in its holder's words. */
export function describeObjection(
  { kind, quote, topic, holders: held }: PanelObjection,
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

/** Rephrases for the analyst: "where I could get it" becomes "where buyers could get it". */
function impersonal(topic: string): string {
  return topic.replace(/\b(?:I|my|we|our|us)\b/gu, (word) => OTHERS[word] ?? word)
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
