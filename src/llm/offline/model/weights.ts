import type { Category } from '../../../domain/personas/persona.js'

/**
 * A number of the model and the reason for it. None is fitted to data; the reasons are stated so that they can be
 * disputed.
 */
export type Weight = { readonly value: number; readonly why: string }
const weight = (value: number, why: string): Weight => ({ value, why })

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** How much belief a claim asks for, 0 (none) to 1. The largest value that applies counts. */
export const ASKS = {
  plain: weight(0.3, 'a statement without proof is taken on trust'),
  vague: weight(0.5, 'it sounds like a promise, though nobody could say what is promised'),
  figure: weight(0.6, 'a figure without a source looks made up'),
  superlative: weight(0.8, 'better than everything else is hard to show'),
  absurd: weight(1, 'nothing can keep it'),
} as const

export const EVIDENCE_WEIGHTS = {
  neighbour: weight(0.6, 'proof in the sentence after a claim is meant for it, though a reader may miss that'),
  stands_alone: weight(0.5, 'a proof this good is a statement of its own as well as support for the one before'),
} as const

/** Credibility of one claim for one persona, 0–1; skepticism is mapped to 0–1. */
export const CREDIBILITY = {
  base: weight(0.85, 'what a trusting reader grants a statement'),
  skepticism_floor: weight(0.14, 'a distrustful reader takes something off everything'),
  skepticism_asks: weight(0.5, 'and much more off what asks for faith'),
  unproven: weight(0.28, 'people who need evidence miss it in proportion to what is asked'),
  evidence: weight(0.15, 'a source, a sample and a place to check'),
  absurd: weight(0.6, 'the impossible sinks a claim whoever reads it'),
  absurd_company: weight(0.3, 'one impossible claim makes the others doubtful'),
  admitted: weight(0.95, 'what a seller says against the own product is believed, by everybody alike'),
  none: weight(0.5, 'a text that claims nothing is neither believed nor doubted'),
} as const

/** Thresholds of credibility: a claim is believed from the first, rejected below the second, and doubted in between. */
export const STANCE = {
  believes: weight(0.56, 'a little more than an even chance of being true'),
  rejects: weight(0.32, 'less than one chance in three'),
} as const

export const PRICE = {
  at_usual: weight(0.22, 'an ordinary price is felt, but not much'),
  per_doubling: weight(0.22, 'price is felt by ratio, not by difference'),
  least: weight(-0.1, 'a bargain helps only so far'),
  most: weight(3, 'eight thousand times the usual price hurts no more than four thousand'),
  unknown: weight(0.35, 'no price reads like a price worth hiding'),
  saving: weight(0.12, 'times the share saved against a compared price'),
  high: weight(0.45, 'from here a price is an objection of its own'),
  low: weight(0.08, 'up to here it is an argument'),
  /** Usual prices of each category in pounds, once or per month. Orders of magnitude, from ordinary shop prices. */
  usual: {
    fmcg: { once: weight(3.5, 'a pack from the supermarket shelf'), monthly: weight(12, 'a household refill by post') },
    food_drink: { once: weight(2.5, 'a drink or a snack'), monthly: weight(20, 'a small food box') },
    beauty: { once: weight(18, 'a cream from the chemist’s'), monthly: weight(20, 'a beauty box') },
    tech: { once: weight(120, 'a household gadget'), monthly: weight(10, 'a digital service') },
    saas: { once: weight(300, 'a small one-off tool or set-up'), monthly: weight(25, 'one seat of a team tool') },
    finance: { once: weight(50, 'a one-off fee'), monthly: weight(6, 'an account or card fee') },
    travel: { once: weight(450, 'a short trip for one'), monthly: weight(1500, 'a month away') },
    health: { once: weight(20, 'a remedy or an aid'), monthly: weight(20, 'a supplement or a health app') },
  } satisfies Record<Category, { once: Weight; monthly: Weight }>,
} as const

/** How much a persona would like to have the product, 0–1, before belief and price. */
export const APPEAL = {
  base: weight(0.5, 'indifference'),
  guarantee: weight(0.02, 'a way back lowers the stake'),
  memory: weight(0.16, 'each memory the text calls up, by its valence'),
  memory_most: weight(0.26, 'experience colours a judgement, it does not replace it'),
  jargon: weight(0.06, 'words the reader must look up'),
  absurd: weight(0.35, 'people do not long for what cannot be'),
  harm: weight(0.6, 'what hurts is not wanted at any price: times the square of what the claim means'),
  thin: weight(0.1, 'there is nothing to like yet'),
} as const

/** The first reaction, 0–1: appeal, shifted by the person's novelty seeking. */
export const GUT = {
  curious: weight(0.35, 'times novelty seeking above or below the middle: a thing is met with the appetite one brings'),
} as const

/** Purchase intent before it is mapped to 1–10, 0–1. */
export const INTENT = {
  base: weight(0.66, 'a thing one likes and believes, before the price and the habit'),
  credibility: weight(0.8, 'per unit of credibility above or below the neutral point'),
  credibility_neutral: weight(0.6, 'a credibility that neither pulls nor pushes'),
  appeal: weight(0.9, 'per unit of appeal above or below one half'),
  price: weight(0.12, 'what any buyer feels of the price'),
  price_sensitive: weight(0.3, 'what price sensitivity adds to it'),
  pressure: weight(0.12, 'being hurried, times skepticism: reactance'),
  inertia: weight(0.2, 'what people have already is good enough, times one minus novelty seeking'),
  strings: weight(0.05, 'small print to get out of'),
  own: weight(0.12, 'half-width of the persona’s own constant offset: two alike are not the same person'),
} as const

/** Thresholds of purchase intent (1–10) for yes, maybe and unlikely. */
export const INTENT_BANDS = {
  yes: weight(7, 'clearly above the middle'),
  maybe: weight(5, 'about the middle'),
  unlikely: weight(3, 'below the middle, but not a flat refusal'),
} as const

/** The considered sentiment, 0–1. */
export const CONSIDERED = {
  intent: weight(0.55, 'what somebody would do says most about what they think'),
  credibility: weight(0.45, 'the rest is whether they believe it'),
} as const

export const SENTIMENT = {
  positive: weight(0.6, 'from here the words are friendly'),
  negative: weight(0.42, 'below this they are not'),
} as const

/** How far the social response moves from the person's own opinion towards a polite middle, times conformity. */
export const SOCIAL = {
  softening: weight(0.65, 'a fully conforming person keeps a third of an unpopular opinion'),
  middle: weight(0.52, 'polite interest'),
  warns_below: weight(0.3, 'from here down one advises against it'),
  outspoken: weight(0.55, 'below this conformity the main objection is said aloud'),
} as const

/** A live discussion: which people speak up, and how the discussion changes the ballot after it. */
export const ROOM = {
  outspoken: weight(0.3, 'below this conformity one says in a room what one thinks'),
  timid: weight(0.6, 'from this conformity on one keeps back what goes against the room'),
  unembarrassed: weight(0.2, 'below this conformity a contrarian tells even what is embarrassing'),
  pull: weight(0.8, 'times conformity: how far one sounds like the room'),
  takes_over: weight(0.5, 'from here (conformity, less a share for skepticism) a new objection becomes one’s own'),
  mood: weight(0.65, 'share of friendly words from which a room is warm'),
  moved: weight(2.2, 'points of intent that the room moves somebody who fully conforms'),
  passing: weight(2, 'a reason no stronger than this can be talked away'),
} as const

/** Severity of a finding, 1–10. */
export const SEVERITY = {
  least: weight(1, 'somebody said it'),
  share: weight(5, 'times the share of the panel that said it'),
  distance: weight(4, 'times how far those are from buying'),
  high: weight(6.5, 'from here a weakness is called high'),
  medium: weight(4, 'and from here medium'),
} as const

/** How much a point matters to its speaker, which decides what is said first. */
export const POINTS = {
  doubt: weight(1.5, 'times how far a claim is from being believed'),
  harm: weight(1.2, 'harm comes before everything, a mere weakness a quarter of it'),
  thin: weight(1.5, 'who learns too little has nothing else to say'),
  offer: weight(0.2, 'something about the offer itself'),
  by_skepticism: weight(0.4, 'times skepticism'),
  by_price: weight(0.4, 'times price sensitivity'),
  tight: weight(0.3, 'times price sensitivity: how much earlier a tight budget objects'),
  wary: weight(0.35, 'skepticism (0–1) from which sales tactics are noticed'),
  argument: weight(0.3, 'what is believed, or a way back'),
  proof: weight(0.5, 'a claim that brings its proof'),
  proven: weight(0.5, 'evidence from which a claim is praised for its proof'),
} as const

/** Private thoughts: the weight of each motive, from traits. */
export const PRIVATE = {
  career: weight(0.8, 'who buys for a company fears blame'),
  household: weight(0.6, 'somebody at home has to like it too'),
  habit: weight(0.9, 'times one minus novelty seeking'),
  least: weight(0.45, 'weaker ones are not thought of'),
  strength: weight(0.7, 'what is kept back weighs this much, 0–1'),
} as const

/** Limits that keep answers readable. */
export const LIMITS = {
  claims: weight(24, 'claims read from one text; a longer list is a catalogue, not a proposition'),
  quote_wanted: weight(62, 'characters a person quotes from memory'),
  quote: weight(84, 'and the most that is left uncut when it has no natural break'),
  thin_words: weight(7, 'fewer words than this say too little to judge'),
  long_words: weight(900, 'more words than this nobody reads'),
  unknown_share: weight(
    0.85,
    'share of words outside the English vocabulary above which the text is in no language it reads',
  ),
  other_language: weight(
    1.18,
    'score of another language (0–1) and share of unknown words that together outweigh English',
  ),
  sure_language: weight(0.78, 'score of another language that needs only one unknown word beside it'),
  english_near: weight(0.85, 'share of that score which English may reach before the other language is not believed'),
  unknown_least: weight(3, 'of fewer words than this, all must be unknown'),
  foreign_letters: weight(0.5, 'share of letters outside the Latin script that does the same'),
  doubted: weight(3, 'doubted claims one respondent lists'),
  frictions: weight(5, 'friction points one respondent lists'),
  speakers: weight(8, 'people who speak in a quick discussion'),
  opinion_gap: weight(2, 'points of intent a follower must be away from the leader to be moved'),
  majority: weight(0.6, 'share of the panel that makes a point a consensus'),
  cached_readings: weight(32, 'stimuli whose reading is kept; a run has a handful'),
} as const

/** The band of a purchase intent of 1–10. */
export function intentBand(purchaseIntent: number): 'yes' | 'maybe' | 'unlikely' | 'no' {
  const bands = ['yes', 'maybe', 'unlikely'] as const
  return bands.find((band) => purchaseIntent >= INTENT_BANDS[band].value) ?? 'no'
}
