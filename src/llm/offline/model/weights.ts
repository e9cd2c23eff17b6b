import type { IntentBand } from '../../../data/phrases.js'
import type { Category } from '../../../domain/persona.js'

/** A number of the model and why it is that number. None of them is fitted to data: they are stated so they can be argued with. */
export type Weight = { readonly value: number; readonly why: string }
const w = (value: number, why: string): Weight => ({ value, why })

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** How much a claim asks a reader to believe, 0 (nothing) to 1. The largest that applies counts. */
export const ASKS = {
  plain: w(0.12, 'a fact one can see on the pack'),
  vague: w(0.5, 'it sounds like a promise, though nobody could say what is promised'),
  jargon: w(0.5, 'two words to look up in one sentence, and nothing one could hold it to'),
  benefit: w(0.55, 'an effect on the reader is taken on trust'),
  figure: w(0.6, 'a figure without a source looks made up'),
  superlative: w(0.7, 'better than everything else is hard to show'),
  weak_proof: w(0.6, '"clinically proven" names proof without giving any'),
  absurd: w(1, 'nothing can keep it'),
} as const

export const EVIDENCE_WEIGHTS = {
  neighbour: w(0.6, 'proof in the sentence after a claim is meant for it, though a reader may miss that'),
  stands_alone: w(0.5, 'a proof this good is a statement of its own as well as support for the one before'),
  weak_proof: w(0.08, 'a bare "proven" helps only people who wanted to believe'),
} as const

/** Credibility of one claim for one persona, 0–1; s is skepticism mapped to 0–1. */
export const CREDIBILITY = {
  base: w(0.82, 'what a trusting reader grants a plain statement'),
  skepticism_floor: w(0.14, 'a distrustful reader takes something off everything'),
  skepticism_asks: w(0.5, 'and much more off what asks for faith'),
  evidence_shields: w(0.5, 'full evidence halves what distrust takes off'),
  unproven: w(0.28, 'people who need evidence miss it in proportion to what is asked'),
  evidence: w(0.2, 'a source, a sample and a place to check'),
  evidence_distrust: w(0.35, 'the most distrustful believe a third less of any proof'),
  hype: w(0.12, 'each boast, up to three'),
  hype_most: w(3, 'after three boasts a reader has stopped counting'),
  hype_trusting: w(0.35, 'share of the hype penalty that even trusting readers feel'),
  hype_shield: w(0.5, 'share of it that full evidence takes away'),
  absurd: w(0.75, 'the impossible sinks a claim whoever reads it'),
  absurd_company: w(0.3, 'one impossible claim makes the others doubtful'),
  company_pressure: w(0.05, 'a seller in a hurry is believed less, by skepticism'),
  worst: w(0.3, 'share of the whole text’s credibility that its weakest claim decides'),
  none: w(0.5, 'a text that claims nothing is neither believed nor doubted'),
} as const

/** From here a claim counts as believed; below the second it is rejected; between them doubted. */
export const STANCE = {
  believes: w(0.56, 'a little more than an even chance of being true'),
  rejects: w(0.32, 'less than one chance in three'),
} as const

/** How much a persona would like to have it if all were true, 0–1. */
export const APPEAL = {
  base: w(0.38, 'most new things leave most people slightly cool'),
  fit_first: w(0.14, 'the first thing the persona cares about that the text speaks of'),
  fit_more: w(0.04, 'each further one, up to three'),
  fit_most: w(3, 'beyond that it is the same story again'),
  useful: w(0.14, 'a promised effect is welcome as far as it is believed'),
  no_fit: w(0.08, 'nothing the persona cares about is mentioned'),
  novelty: w(0.12, 'times novelty seeking above or below the middle, where the text says new'),
  guarantee: w(0.05, 'a way back lowers the stake'),
  crowd: w(0.1, 'others buy it: times conformity'),
  memory: w(0.16, 'each memory the text calls up, by its valence'),
  memory_most: w(0.26, 'experience colours a judgement, it does not replace it'),
  jargon: w(0.05, 'each word the reader must look up, up to three'),
  jargon_most: w(3, 'by then the reader has left'),
  absurd: w(0.3, 'people do not long for what cannot be'),
  harm: w(0.45, 'what disgusts or hurts is not wanted at any price'),
  thin: w(0.1, 'there is nothing to like yet'),
  unreadable: w(0.22, 'what cannot be read cannot be liked'),
  long: w(0.06, 'a wall of text is work'),
  hard_from: w(50, 'a Flesch reading ease below this is more than an ordinary reader wants to work for'),
  hard: w(0.03, 'times how hard it is, 0 at that ease to 1 at an ease of 0: effort spoils liking'),
  hard_unmotivated: w(0.05, 'and as much more for people who do not look for evidence'),
} as const

export const PRICE = {
  at_usual: w(0.22, 'an ordinary price is felt, but not much'),
  per_doubling: w(0.22, 'price is felt by ratio, not by difference'),
  least: w(-0.1, 'a bargain helps only so far'),
  most: w(3, 'eight thousand times the usual price hurts no more than four thousand'),
  unknown: w(0.35, 'no price reads like a price worth hiding'),
  saving: w(0.12, 'times the share saved against a compared price'),
  high: w(0.45, 'from here a price is an objection of its own'),
  low: w(0.08, 'up to here it is an argument'),
  /** Pounds that such a thing usually costs, once or per month. Orders of magnitude, from ordinary shop prices. */
  usual: {
    fmcg: { once: w(3.5, 'a pack from the supermarket shelf'), monthly: w(12, 'a household refill by post') },
    food_drink: { once: w(2.5, 'a drink or a snack'), monthly: w(20, 'a small food box') },
    beauty: { once: w(18, 'a cream from the chemist’s'), monthly: w(20, 'a beauty box') },
    tech: { once: w(120, 'a household gadget'), monthly: w(10, 'a digital service') },
    saas: { once: w(300, 'a small one-off tool or set-up'), monthly: w(25, 'one seat of a team tool') },
    finance: { once: w(50, 'a one-off fee'), monthly: w(6, 'an account or card fee') },
    travel: { once: w(450, 'a short trip for one'), monthly: w(1500, 'a month away') },
    health: { once: w(20, 'a remedy or an aid'), monthly: w(20, 'a supplement or a health app') },
  } satisfies Record<Category, { once: Weight; monthly: Weight }>,
} as const

/** Purchase intent before it is mapped to 1–10, 0–1. */
export const INTENT = {
  base: w(0.5, 'undecided'),
  credibility: w(0.75, 'per unit of credibility above or below the neutral point'),
  credibility_neutral: w(0.6, 'a credibility that neither pulls nor pushes'),
  appeal: w(0.72, 'per unit of appeal above or below one half'),
  price: w(0.1, 'what any buyer feels of the price'),
  price_sensitive: w(0.3, 'what price sensitivity adds to it'),
  guarantee: w(0.04, 'a refund makes the first purchase easier'),
  pressure: w(0.1, 'being hurried, times skepticism: reactance'),
  inertia: w(0.1, 'what people have already is good enough, times one minus novelty seeking'),
  strings: w(0.05, 'a subscription or small print to get out of'),
  own: w(0.09, 'half-width of the persona’s own constant offset: two alike are not the same person'),
} as const

/** From which purchase intent (1–10) somebody says yes, maybe, or probably not. */
export const INTENT_BANDS = {
  yes: w(7, 'clearly above the middle'),
  maybe: w(5, 'about the middle'),
  unlikely: w(3, 'below the middle, but not a flat refusal'),
} as const

export function intentBand(purchaseIntent: number): IntentBand {
  const bands = ['yes', 'maybe', 'unlikely'] as const
  return bands.find((band) => purchaseIntent >= INTENT_BANDS[band].value) ?? 'no'
}

/** The first reaction, 0–1: liking, before the claims are weighed. */
export const GUT = {
  base: w(0.5, 'indifference'),
  appeal: w(1.1, 'the first reaction is mostly liking'),
  thrill: w(0.04, 'each boast or fine word, for a trusting reader'),
  cringe: w(0.14, 'each boast or fine word, for a skeptical one'),
  sticker: w(0.16, 'the price is seen at once, times price sensitivity'),
  absurd: w(0.25, 'an eyebrow goes up before a thought is thought'),
} as const

/** The second thought, 0–1. */
export const CONSIDERED = {
  intent: w(0.55, 'what somebody would do says most about what they think'),
  credibility: w(0.45, 'the rest is whether they believe it'),
} as const

export const SENTIMENT = {
  positive: w(0.6, 'from here the words are friendly'),
  negative: w(0.42, 'below this they are not'),
  hopeless: w(0.22, 'below this nothing speaks for it'),
} as const

/** The social response leans this far, times conformity, from the own opinion to a polite middle. */
export const SOCIAL = {
  softening: w(0.65, 'a fully conforming person keeps a third of an unpopular opinion'),
  middle: w(0.52, 'polite interest'),
  warns_below: w(0.3, 'from here down one advises against it'),
  content_margin: w(0.12, 'somebody this far above friendly has no main objection left'),
  talkative: w(0.5, 'half of the people say one thing more'),
  even_memories: w(0.25, 'memories that nearly cancel out pull neither way'),
  outspoken: w(0.55, 'below this conformity the main objection is said aloud'),
} as const

/** What is said in a live discussion, and what it does to the ballot after it. */
export const ROOM = {
  outspoken: w(0.3, 'below this conformity one says in a room what one thinks'),
  timid: w(0.6, 'from this conformity on one keeps back what goes against the room'),
  unembarrassed: w(0.2, 'below this conformity a contrarian tells even what is embarrassing'),
  pull: w(0.8, 'times conformity: how far one sounds like the room'),
  takes_over: w(0.5, 'from here (conformity, less a share for skepticism) a new objection becomes one’s own'),
  mood: w(0.65, 'share of friendly words from which a room is warm'),
  moved: w(2.2, 'points of intent that the room moves somebody who fully conforms'),
  passing: w(2, 'a reason no stronger than this can be talked away'),
} as const

/** The panel’s scores, 0–100. Each is a mean over the responses. */
export const SCORES = {
  credibility: w(0.4, 'a claim that is not believed does not survive scrutiny, however liked'),
  intent: w(0.35, 'what they would do'),
  considered: w(0.25, 'how they judge it after thinking'),
} as const

export const SENTIMENT_POINTS = {
  positive: w(100, 'the whole way'),
  mixed: w(50, 'torn people count like indifferent ones: neither is half a yes'),
  neutral: w(50, 'half way'),
  negative: w(0, 'nothing'),
} as const

/** Severity of a finding, 1–10. */
export const SEVERITY = {
  least: w(1, 'somebody said it'),
  share: w(4.5, 'times the share of the panel that said it'),
  distance: w(3, 'times how far those are from buying'),
  kind: w(1.5, 'times how hard the kind of objection is to live with'),
  high: w(6.5, 'from here a weakness is called high'),
  medium: w(4, 'and from here medium'),
} as const

/** How much a point matters to its speaker, which decides what is said first and what is left out. */
export const POINTS = {
  doubt: w(1.5, 'times how far a claim is from being believed'),
  nagging: w(0.12, 'even believers see which claim asks for most faith'),
  care: w(0.25, 'it is about something the speaker cares about'),
  topic_care: w(0.12, 'so is an open question'),
  harm: w(1.2, 'disgust comes before everything'),
  illegible: w(1.5, 'who cannot read it has nothing else to say'),
  long: w(0.55, 'the length is met before the content'),
  irrelevant: w(0.5, 'no use for it'),
  indifferent: w(0.45, 'intent from which somebody evidently has a use for it'),
  missing: w(0.22, 'an open question, unless nothing worse is there'),
  topic_taste: w(0.15, 'people miss different things'),
  offer: w(0.2, 'something about the offer itself'),
  by_skepticism: w(0.4, 'times skepticism'),
  by_price: w(0.4, 'times price sensitivity'),
  by_need: w(0.4, 'times the need for evidence'),
  tight: w(0.3, 'times price sensitivity: how much earlier a tight budget objects'),
  careful_with_money: w(0.6, 'price sensitivity from which a dearer price than the rival’s is an objection'),
  wary: w(0.35, 'skepticism (0–1) from which sales tactics are noticed'),
  sheep: w(0.6, 'conformity, or novelty seeking, that counts as high'),
  thorough: w(0.75, 'need for evidence from which a second open question is raised'),
  argument: w(0.42, 'a claim that is believed and wanted'),
  proof: w(0.2, 'a claim that brings its proof'),
  whim: w(0.22, 'what people like differs more than what they object to'),
  plain: w(0.22, 'a plain statement that is simply believed'),
  guarantee: w(0.32, 'a way back'),
  proven: w(0.5, 'evidence from which a claim is praised for its proof'),
  taste: w(0.08, 'a constant whim, smaller than any reason'),
} as const

/** What is thought and not said: each motive’s weight, from traits. */
export const PRIVATE = {
  career: w(0.5, 'who buys for a company fears blame'),
  career_skeptic: w(0.5, 'more so with distrust'),
  household: w(0.75, 'somebody at home has to like it too'),
  household_novelty: w(0.25, 'less of a worry to people who change things often'),
  habit: w(0.9, 'times one minus novelty seeking'),
  image: w(0.9, 'times conformity, where there is something to show off'),
  image_intent: w(0.6, 'intent from which being seen with it becomes a thought'),
  hassle: w(0.8, 'an account or a routine to keep up'),
  hassle_novelty: w(0.3, 'less of a bother to the curious'),
  regret: w(0.9, 'times novelty seeking: the drawer of former enthusiasms'),
  regret_intent: w(0.4, 'intent below which there is nothing to regret'),
  conformity: w(0.85, 'times conformity: not wanting to spoil the mood'),
  taste: w(0.3, 'which of several motives comes to mind'),
  least: w(0.45, 'weaker ones are not thought of'),
} as const

/** Limits that keep answers readable. */
export const LIMITS = {
  claims: w(24, 'claims read from one text; a longer list is a catalogue, not a proposition'),
  quote_wanted: w(62, 'characters a person quotes from memory'),
  quote: w(84, 'and the most that is left uncut when it has no natural break'),
  thin_words: w(7, 'fewer words than this say too little to judge'),
  long_words: w(900, 'more words than this nobody reads'),
  unknown_share: w(
    0.85,
    'share of words outside the English vocabulary above which the text is in no language it reads',
  ),
  other_language: w(1.18, 'score of another language (0–1) and share of unknown words that together outweigh English'),
  sure_language: w(0.78, 'score of another language that needs only one unknown word beside it'),
  english_near: w(0.85, 'share of that score which English may reach before the other language is not believed'),
  unknown_least: w(3, 'of fewer words than this, all must be unknown'),
  foreign_letters: w(0.5, 'share of letters outside the Latin script that does the same'),
  doubted: w(3, 'doubted claims one respondent lists'),
  frictions: w(5, 'friction points one respondent lists'),
  speakers: w(8, 'people who speak in a quick discussion'),
  opinion_gap: w(2, 'points of intent a follower must be away from the leader to be moved'),
  majority: w(0.6, 'share of the panel that makes a point a consensus'),
  contested: w(4, 'points of intent between the warmest and the coldest that make a point contested'),
  cached_readings: w(32, 'stimuli whose reading is kept; a run has a handful'),
} as const
