import type { Objection } from '../kinds.js'

/** Words an editor takes out or tones down. `find`: a regular expression; `replace`: words with groups $1, $2. */
export type EditingRule = {
  readonly kinds: readonly Objection[]
  readonly find: string
  readonly replace: string
  readonly why: string
  /** Said twice in one sentence it would sound like a form letter. */
  readonly oncePerSentence?: true
}

const WHERE =
  "(?: (?:in|on) (?:the|all the) (?:\\w+ )?(?:world|planet|market|universe|country)| on earth| of all time| ever(?: made)?| you(?: will|[’']ll|[’']ve| have)? ever \\w+)?"
/** The thing itself in one word or two, without what comes after it. */
const THING =
  '[\\w-]+(?: (?!in\\b|on\\b|of\\b|at\\b|for\\b|from\\b|to\\b|with\\b|and\\b|or\\b|ever\\b|you\\b|that\\b|is\\b)[\\w-]+)?'

/** In order: whole sentences first, so that smaller rules do not nibble at them. */
export const EDITING_RULES: readonly EditingRule[] = [
  {
    kinds: ['pressure'],
    find: "[^.!?\\n]*\\b(?:hurry|only today|today only|last chance|while stocks? lasts?|don[’']t (?:wait|miss)|act now|offer ends|limited time|selling (?:out )?fast|before it[’']s too late)\\b[^.!?\\n]*[.!?]+ ?",
    replace: '',
    why: 'Haste makes careful people leave; the sentence says nothing else.',
  },
  {
    kinds: ['absurd'],
    find: '[^.!?\\n]*\\b(?:cures? (?:all|every)|never (?:age|die|sleep)|reads? (?:the )?minds?|predicts? the future|instantly replaces|laws of (?:nature|physics))\\b[^.!?\\n]*[.!?]+ ?',
    replace: '',
    why: 'Taken for impossible, it discredits everything near it.',
  },
  {
    kinds: ['crowd'],
    find: '[^.!?\\n]*\\b(?:join (?:over )?[\\d,.]+|everyone is|everybody is|millions of|thousands of happy|loved by)\\b[^.!?\\n]*[.!?]+ ?',
    replace: '',
    why: 'Other people’s taste is no reason for somebody who doubts.',
  },
  {
    kinds: ['superlative', 'absurd', 'promise'],
    find: `, ?(?:the |our |your )?(?:best|greatest|finest|number one|no\\.? ?1|#1|leading|ultimate|perfect) [^,.!?;\\n]*${WHERE}(?=[,.!?;\\n])`,
    replace: '',
    why: 'The boast lowers trust in the claims around it and adds nothing.',
  },
  {
    kinds: ['superlative', 'absurd', 'promise'],
    find: `\\b(?:the )?(?:world[’']s )?(?:most) (\\w+) (${THING})${WHERE}`,
    replace: 'a $1 $2',
    why: 'A superlative without a named comparison is heard as boasting.',
  },
  {
    kinds: ['superlative', 'absurd', 'promise'],
    find: `\\b(?:the )?(?:world[’']s )?(?:best|greatest|finest|ultimate|perfect) (${THING})${WHERE}`,
    replace: 'a $1',
    why: 'A superlative without a named comparison is heard as boasting.',
  },
  {
    kinds: ['promise', 'figure', 'superlative'],
    find: '\\b(?:clinically|scientifically) (?:proven|tested) to (\\w+)',
    replace: 'meant to $1',
    why: 'The proof is asserted and not shown; without it the words cost trust.',
  },
  {
    kinds: ['promise', 'superlative', 'absurd'],
    find: '\\b(?:guaranteed to|will always|always|never fails to) (\\w+)',
    replace: 'made to $1',
    why: 'An absolute promise asks for the exception.',
  },
  {
    kinds: ['superlative', 'vague', 'jargon', 'promise'],
    find: '\\b(?:revolutionary|groundbreaking|game-chang(?:er|ing)|cutting-edge|world-class|state-of-the-art|next-generation|unparalleled|unrivalled|amazing|incredible|unbelievable|seamless|effortless|stunning|truly|simply|literally|100 ?% natural|all-natural) ([\\w-]+)',
    replace: '$1',
    why: 'The word could describe any product and says nothing about this one.',
  },
  {
    kinds: ['jargon', 'vague'],
    find: '\\bleverag(e|es|ing)\\b',
    replace: 'us$1',
    why: 'A plain word says the same.',
  },
  {
    kinds: ['jargon', 'vague'],
    find: '\\b(?:AI-powered|AI-driven|end-to-end|omnichannel|best-in-class|holistic|synergistic|data-driven|frictionless|scalable|robust) ([\\w-]+)',
    replace: '$1',
    why: 'Jargon that people have to translate; nothing is lost without it.',
  },
  {
    kinds: ['vague', 'promise', 'superlative'],
    find: '(?<!% )\\b(?:(?:sustainable|eco-friendly|natural|premium|authentic|artisanal|wholesome|nourishing|innovative|unique|smart|clean) )+(?=[a-z])',
    replace: '',
    why: 'The word names nothing that could be checked or pictured.',
  },
  {
    kinds: ['promise', 'superlative', 'absurd', 'vague'],
    find: '!+',
    replace: '.',
    why: 'An exclamation mark sounds like selling; the sentence stands without it.',
  },
  {
    kinds: ['promise', 'figure'],
    find: ',? so (?:that )?you [^,.!?;\\n]+(?=[,.!?;\\n])',
    replace: '',
    why: 'The conclusion is the reader’s to draw; as a promise it asks for proof.',
  },
  {
    kinds: ['promise', 'figure'],
    find: '(?<=[,;] (?:and |it )?|\\bit |\\band )(keep|clos|cut|sav|boost|reduc|improv|giv|help|mak|protect|prevent|remov|replac)(es|s) (?!for\\b|in\\b|to\\b|on\\b)(?=\\w)',
    replace: 'is made to $1@',
    why: 'Says what it is for, which one may believe, and no longer promises that it always works.',
    oncePerSentence: true,
  },
  {
    kinds: ['price_dearer', 'price_high'],
    find: '\\bwill cost ([£$€¥₹] ?[\\d.,]*\\d)((?: (?:a|per) \\w+)?) instead of ([£$€¥₹] ?[\\d.,]*\\d)',
    replace: 'goes from $3 to $1$2',
    why: 'A rise said as a rise, the old price first; it does not sound like a choice between two offers.',
  },
]
