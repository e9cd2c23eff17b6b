import type { Objection, PrivateObjection } from './kinds.js'
import type { HeldObjection } from './objections-held.js'
import { fill, type Vars } from './phrases/template.js'
import type { Reading } from './reading/reading.js'

/** What the analyst says of an objection. `{q}` quotes the text, `{topic}` names what is missing. */
export type Finding = {
  readonly weakness: string
  readonly issue: string
  readonly fix: string
  readonly vulnerability: string
  readonly attack: string
}

export const FINDINGS: Readonly<Record<Objection, Finding>> = {
  figure: {
    weakness: 'The figure in {q} stands without a source, so it works against you',
    issue: 'A figure without a sample, a baseline or a source reads as invented.',
    fix: 'Beside {q}, say who measured it, on how many, when, and compared with what; or drop the figure and keep the plain fact.',
    vulnerability: 'The figure in {q} can be questioned by anyone who asks for its source',
    attack: 'A rival prints a smaller figure with its test report and asks where yours comes from.',
  },
  promise: {
    weakness: '{q} promises an effect and shows nothing for it',
    issue: 'The effect is asserted; the text gives no test, comparison or experience for it.',
    fix: 'Support {q} with one test people can look up or a comparison with what they use now, or say less than that.',
    vulnerability: '{q} is a promise that any seller could print',
    attack: 'A rival makes the same promise with a demonstration, a sample or a named user.',
  },
  superlative: {
    weakness: '{q} is heard as boasting and lowers trust in the claims around it',
    issue: 'A superlative without a named comparison cannot be checked and sounds like every other advert.',
    fix: 'Replace {q} by a comparison with something named and measurable, or delete it: the text loses nothing.',
    vulnerability: '{q} invites being taken at its word',
    attack: 'A rival asks publicly what {q} rests on, or files a complaint with the advertising regulator.',
  },
  absurd: {
    weakness: '{q} is taken for impossible and sinks everything near it',
    issue: 'People hold it for untrue on its face; no proof is expected because none could exist.',
    fix: 'Remove {q}. Start again from what the product demonstrably does.',
    vulnerability: '{q} can be quoted on its own to ridicule the rest',
    attack: 'A rival, a journalist or a customer needs only to repeat {q}.',
  },
  vague: {
    weakness: '{q} says nothing that could be checked or pictured',
    issue: 'The words could describe any product of the category.',
    fix: 'Say what {q} means in one concrete fact: an ingredient, a number, a place, a limit.',
    vulnerability: '{q} leaves the specific ground to others',
    attack: 'A rival says the concrete thing first and owns it.',
  },
  price_high: {
    weakness: 'At {price} the text gives too little reason for what it costs',
    issue: 'The price is compared with what people pay now, and nothing in the text pays for the difference.',
    fix: 'Say what {price} replaces or saves, or offer a smaller first purchase.',
    vulnerability: 'At {price} a cheaper alternative needs no other argument',
    attack: 'A rival puts a lower price beside {price} and says the same things.',
  },
  price_dearer: {
    weakness: 'The text itself says it is dearer ({price}) than {other} and never says why',
    issue: 'Naming the cheaper rival without an argument makes the rival’s case.',
    fix: 'Beside {price}, say in one line what it gives that the one for {other} does not; or leave the comparison out.',
    vulnerability: 'The comparison {price} against {other} is a ready-made advert for the other side',
    attack: 'The one for {other} repeats your own sentence.',
  },
  price_missing: {
    weakness: 'No price is given, and people fill the gap with a high one',
    issue: 'Without a price nobody can judge the value.',
    fix: 'Give the price in the first half of the text, with what it includes.',
    vulnerability: 'Without a price the comparison is made without you',
    attack: 'A rival prints its price and looks honest by contrast.',
  },
  pressure: {
    weakness: '{q} is felt as pressure and makes careful people wait',
    issue: 'The deadline has no reason people can see.',
    fix: 'Drop {q}, or give the honest reason for the date.',
    vulnerability: '{q} makes the offer look as if it would not survive a second thought',
    attack: 'A rival says: take your time, the price stays.',
  },
  strings: {
    weakness: '{q} makes people look for the catch',
    issue: 'How to get out again is not said.',
    fix: 'Put the way out next to {q}: how, when, and what it costs.',
    vulnerability: '{q} can be set against an offer without conditions',
    attack: 'A rival offers the same without signing up to anything.',
  },
  crowd: {
    weakness: '{q} is popularity without names and persuades only those who would have followed anyway',
    issue: 'Nobody can tell who was counted and who was left out.',
    fix: 'Replace {q} by one or two people who can be asked, with the critical voices left in.',
    vulnerability: '{q} is matched by any larger number',
    attack: 'A rival shows one named customer with a problem solved.',
  },
  jargon: {
    weakness: '{q} has to be translated before it can be believed',
    issue: 'The term is not explained, and people do not ask.',
    fix: 'Say {q} in plain words, with what follows from it for the reader.',
    vulnerability: '{q} keeps out the people who decide',
    attack: 'A rival explains the same thing in one plain sentence.',
  },
  harm: {
    weakness: '{q} puts people off before anything else is read',
    issue: 'The text itself names something unpleasant or unsafe.',
    fix: 'Take the cause of {q} out of the product; wording will not help.',
    vulnerability: '{q} is repeated as a story',
    attack: 'Nobody needs to attack; people tell it to each other.',
  },
  missing: {
    weakness: 'The text says nothing on {topic}',
    issue: 'People want to know it before they pay and read the silence as bad news.',
    fix: 'Add one plain sentence on {topic}.',
    vulnerability: 'The silence on {topic} leaves a question open',
    attack: 'A rival answers the open question ({topic}) in its first line.',
  },
  irrelevant: {
    weakness: 'People cannot see what it would do for them',
    issue: 'Nothing in the text touches what these people care about.',
    fix: 'Name the person and the moment it is for, or choose a narrower audience on purpose.',
    vulnerability: 'People without a reason to need it are open to anyone who gives them one',
    attack: 'A rival speaks to one situation these people know.',
  },
  thin: {
    weakness: 'There is too little text to judge: {q}',
    issue: 'Neither what it is nor what it does or costs can be told from it.',
    fix: 'Write at least what it is, for whom, what it does better than today’s way, and the price; then test again.',
    vulnerability: 'There is nothing yet that could be defended',
    attack: 'Anybody may fill the empty space.',
  },
  unreadable: {
    weakness: 'The synthetic panel could not read the text',
    issue: 'The offline behaviour model reads English only; no judgement on the content was made.',
    fix: 'Test an English version, or use a language model for this text.',
    vulnerability: 'Nothing can be said about competitors from a text that was not read',
    attack: 'None was examined.',
  },
  long: {
    weakness: 'The text is so long that the claims that matter are not found',
    issue: 'People stop before the argument begins.',
    fix: 'Put what it is, the best-proven claim and the price into the first hundred words.',
    vulnerability: 'The best argument is buried',
    attack: 'A rival makes the same point in one line.',
  },
}

/** What it is that nobody said aloud. */
export const UNSAID: Readonly<Record<PrivateObjection | Objection, string>> = {
  money: 'It is more than they can spare, and they would give any other reason first',
  household: 'Others at home would not go along, and they shy away from that argument',
  habit: 'They expect to go back to what they have after one try',
  image: 'They are afraid to look foolish for having bought it',
  hassle: 'It looks like one more thing to set up and keep going',
  motive: 'They take the text for an attempt to manipulate them',
  regret: 'They expect to lose interest and regret it',
  career: 'They fear the blame if it fails, more than they value the gain',
  conformity: 'They would nod along in company and keep their doubts',
  figure: 'They believe the figure was made up',
  promise: 'They do not expect the promise to be kept',
  superlative: 'The boasting embarrasses them',
  absurd: 'They consider it a lie',
  vague: 'They suspect that nothing stands behind the words',
  price_high: 'They think the price is for other people, or for the label',
  price_dearer: 'They would quietly take the cheaper one',
  price_missing: 'They take the missing price for a bad one',
  pressure: 'The hurry makes them feel like prey',
  strings: 'They expect to be caught by the conditions',
  crowd: 'They suspect that the popularity is bought',
  jargon: 'They feel small when they read it',
  harm: 'It disgusts them more than they admit',
  missing: 'They read what was left out as bad news',
  irrelevant: 'They do not care about it at all, and are too polite to say so',
  thin: 'They feel that no effort was made',
  unreadable: 'They could not read it and would rather not say so',
  long: 'They did not read it to the end',
}

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
  return fill(FINDINGS[kind][part], vars, [])
}

const OTHERS: Readonly<Record<string, string>> = { I: 'buyers', my: 'their', we: 'customers', our: 'their', us: 'them' }

/** "where I could get it" in the analyst's mouth: "where buyers could get it". */
function impersonal(topic: string): string {
  return topic.replace(/\b(?:I|my|we|our|us)\b/gu, (word) => OTHERS[word] ?? word)
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
