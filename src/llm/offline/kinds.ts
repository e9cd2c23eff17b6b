/**
 * What people object to. The respondent speaks of an objection, the analyst recognises it again by the words of
 * `heard` (quoted stimulus left out), and `weight` says how hard it is to live with, 0–1.
 * The order matters: the first kind that recognises a sentence has it.
 */
export const OBJECTIONS = {
  unreadable: {
    weight: 1,
    heard:
      /\b(?:can['’]?t|cannot|could not|couldn['’]t|unable to) (?:\w+ )?(?:read|make (?:it|this|that|sense|anything|head))|\bin a language\b|\bnot written for\b/u,
  },
  harm: {
    weight: 1,
    heard:
      /\boff-putting\b|\bputs? me (?:right )?off\b|\bturn(?:s|ed)? my stomach\b|\bunpleasant\b|\bharm\b|\bunsafe\b|\brevolting\b/u,
  },
  absurd: {
    weight: 1,
    heard:
      /\bimpossible\b|\bnot possible\b|\bcannot be true\b|\bcan['’]t be true\b|\btoo good to be true\b|\bnonsense\b|\bfairy tale\b|\bfantasy\b|\bnothing on earth\b|\blaws of nature\b/u,
  },
  thin: {
    weight: 0.9,
    heard:
      /\btoo little\b|\bhardly anything\b|\bhandful of words\b|\bhalf a sentence\b|\bnot enough (?:here|text|words|to go on)\b/u,
  },
  long: {
    weight: 0.5,
    heard: /\btoo long\b|\bwall of text\b|\bso much text\b|\bstopped reading\b|\bhalf the length\b/u,
  },
  price_missing: {
    weight: 0.5,
    heard:
      /\bno price\b|\bwithout a price\b|\bprice (?:tag )?is (?:missing|nowhere|not|left)\b|\bwhat it costs\b|\bhow much it (?:is|costs)\b|\bleave(?:s)? out the price\b|\bname (?:the|a|its) price\b|\blooked for a price\b/u,
  },
  price_dearer: {
    weight: 0.6,
    heard: /\b(?:dearer|more|above|against|beside|over|next to|than)(?: than)? [£$€¥₹]?\s?\d/u,
  },
  pressure: {
    weight: 0.4,
    heard:
      /\brush(?:ed|es|ing)?\b|\bpush(?:ed|y|ing)?\b|\bhurr(?:y|ied|ies|ying)\b|\bdeadline\b|\bcountdown\b|\bpressure\b|\bclock\b|\bcorner(?:ed)?\b/u,
  },
  strings: {
    weight: 0.5,
    heard:
      /\bcatch\b|\bsmall print\b|\btied\b|\bgets? out of (?:it|this|that|things)\b|\bconditions\b|\bstrings\b|\bsign(?:ing)? up to\b/u,
  },
  crowd: {
    weight: 0.3,
    heard:
      /\bother people['’]s\b|\bwho (?:are )?(?:all )?(?:these|those) people\b|\bcrowd\b|\bherd\b|\bpopularity\b|\bwho counted\b/u,
  },
  jargon: {
    weight: 0.5,
    heard: /\bjargon\b|\bplain english\b|\bplain words\b|\btranslat(?:e|ed|ion|ing)\b|\bdictionary\b/u,
  },
  superlative: {
    weight: 0.7,
    heard:
      /\bboast(?:s|ing|ful)?\b|\bbig (?:a )?words?\b|\bhype\b|\bsuperlatives?\b|\bbragg?(?:s|ing)?\b|\bexaggerat\w*\b|\boverblown\b/u,
  },
  vague: {
    weight: 0.5,
    heard: /\bvague\b|\bwoolly\b|\bmeans? nothing\b|\bcould mean anything\b|\bempty words?\b|\bsays nothing\b|\bfog\b/u,
  },
  figure: {
    weight: 0.8,
    heard: /\bfigures?\b|\bnumbers?\b|\bmeasur(?:ed|ement|es?)\b|\bsource\b|\bcounted\b|\bcalculat\w+\b|\bsample\b/u,
  },
  promise: {
    weight: 0.7,
    heard:
      /\bproof\b|\bprove(?:d|s|n)?\b|\bevidence\b|\bback(?:s|ed|ing)? (?:it|this|that) up\b|\bshow(?:n|s)? me\b|\bsays who\?|\bpromis(?:e|es|ed|ing)\b|\bon trust\b/u,
  },
  price_high: {
    weight: 0.7,
    heard: /\bprice\b|\bpric(?:e)?y\b|\bexpensive\b|\bdear(?:er)?\b|\bpay(?:ing)?\b|\bcosts?\b|\bmoney for\b/u,
  },
  missing: {
    weight: 0.5,
    heard:
      /\bnot a word (?:on|about)\b|\bsilent\b|\bleft (?:it )?out\b|\b(?:nothing|no mention|no word|nowhere)\b.{0,20}\b(?:on|about)\b|\bno mention of\b|\bthere['’]s nothing[.,]?$|\bdoes(?:n['’]t| not) (?:say|mention|tell)\b|\bstill (?:don['’]t|do not) know\b|\bmissing\b/u,
  },
  irrelevant: {
    weight: 0.6,
    heard:
      /\bnot for (?:me|us|people like)\b|\bno use for\b|\bnothing (?:here )?(?:for|to do with) (?:me|us|my|our)\b|\bdon['’]t need\b|\bdo not need\b|\bproblem i (?:don['’]t|do not) have\b|\bwhat (?:it|this) has to do with\b/u,
  },
} as const satisfies Record<string, { weight: number; heard: RegExp }>
export type Objection = keyof typeof OBJECTIONS

/** What people think and do not say. Recognised first, because such a sentence may name a price or a promise as well. */
export const PRIVATE_OBJECTIONS = {
  money: {
    weight: 0.8,
    heard:
      /\b(?:can['’]t|cannot|could not|couldn['’]t) (?:really )?(?:afford|spare)\b|\baccount is (?:low|thin)\b|\bend of the month\b|\bask(?:ing)? for the money\b|\bcounting\b.{0,12}\bpennies\b/u,
  },
  household: { weight: 0.6, heard: /\bat home\b|\bkids\b|\bchildren\b|\bmy lot\b|\bthe family\b|\bpartner\b/u },
  habit: {
    weight: 0.6,
    heard:
      /\bhabits?\b|\bused to\b|\bwhat i (?:have|know|always)\b|\bgo(?:ing)? back to (?:my|the) (?:usual|old)\b|\busual one\b/u,
  },
  image: {
    weight: 0.4,
    heard:
      /\blook(?:ing)? (?:foolish|silly|gullible|cheap|stupid)\b|\bwhat (?:people|others|they) would think\b|\blaugh(?:ed)? at\b|\bfall(?:en|ing)? for\b/u,
  },
  hassle: {
    weight: 0.5,
    heard:
      /\bhassle\b|\bbother(?:ed)?\b|\bmore work\b|\bone more (?:thing|account|login|password|tool)\b|\btoo tired\b|\bset(?:ting)? (?:it|this) up\b/u,
  },
  motive: {
    weight: 0.6,
    heard:
      /\bafter my (?:money|data)\b|\bworked? out how to sell\b|\bmarketing (?:team|department|people)\b|\bmanipulat\w+\b|\bwritten to sell\b|\btrick\b/u,
  },
  regret: {
    weight: 0.5,
    heard:
      /\bcupboard\b|\bdrawer\b|\bregret\b|\bgather(?:s|ing)? dust\b|\bforget about (?:it|this)\b|\bnovelty (?:goes|wears)\b/u,
  },
  career: {
    weight: 0.7,
    heard: /\bmy name (?:is )?on\b|\bmy neck\b|\bdefend (?:it|this)\b|\bblame\b|\bmy boss\b|\bthe board\b/u,
  },
  conformity: {
    weight: 0.4,
    heard:
      /\bnod(?:ding)? along\b|\bgo along with\b|\bkeep (?:it|that|this) to myself\b|\bspoil the mood\b|\bwouldn['’]t say so\b|\bwould not say so\b/u,
  },
} as const satisfies Record<string, { weight: number; heard: RegExp }>
export type PrivateObjection = keyof typeof PRIVATE_OBJECTIONS

const QUOTED = /“[^”]*”/gu

/** The sentence in lower case without what it quotes from the stimulus. */
export function withoutQuotes(sentence: string): string {
  return sentence.replace(QUOTED, '…').toLowerCase()
}

export function objectionIn(sentence: string): Objection | null {
  return firstHeard(OBJECTIONS, sentence)
}

export function privateObjectionIn(sentence: string): PrivateObjection | null {
  return firstHeard(PRIVATE_OBJECTIONS, sentence)
}

function firstHeard<K extends string>(kinds: Readonly<Record<K, { heard: RegExp }>>, sentence: string): K | null {
  const words = withoutQuotes(sentence)
  for (const kind of Object.keys(kinds) as K[]) if (kinds[kind].heard.test(words)) return kind
  return null
}

/** What speaks for a proposition. */
export const ARGUMENTS = ['proof', 'fit', 'plain', 'guarantee', 'value', 'crowd_good', 'novel'] as const
export type Argument = (typeof ARGUMENTS)[number]
