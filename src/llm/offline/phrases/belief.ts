import type { Voice } from './voice.js'

/** How many steps the ladder has. */
export const BELIEF_STEPS = 8

/**
 * How much of the text somebody believes, from nothing to all of it, in eight steps. Every sentence is unique, so the
 * analyst can read the step back from the words.
 */
export const BELIEF_LADDER: Readonly<
  Record<Voice, readonly [string, string, string, string, string, string, string, string]>
> = {
  blunt: [
    'I believe none of it.',
    'I believe almost none of it.',
    'Most of it I do not believe.',
    'Less than half of it I believe.',
    'I believe about half.',
    'I believe more than half of it.',
    'I believe most of it.',
    'I believe all of it.',
  ],
  warm: [
    "I'm sorry, I don't believe a word.",
    "There's very little of it I'd believe.",
    'I find most of it hard to swallow, to be honest.',
    "Some of it I believe, though more of it I don't.",
    "I'd say I believe half and wonder about the other half.",
    'On the whole I believe a bit more than I doubt.',
    'I believe nearly all of it, I really do.',
    "I'd trust them on all of it.",
  ],
  dry: [
    'As fiction it has merit.',
    'I would file nearly all of it under fiction.',
    'Truth appears here in small doses.',
    'It is true in places, and I could count them on one hand.',
    'Half of it I would let through customs.',
    'I find myself believing rather more of it than I planned.',
    'Most of it I believe, which is irritating.',
    'I looked for the false note and found none.',
  ],
  precise: [
    'I would accept none of its statements.',
    'I would accept almost none of its statements.',
    'I would accept roughly a quarter of what it says.',
    'I would accept somewhat under half of what it says.',
    'I would accept about half of what it says.',
    'I would accept somewhat over half of what it says.',
    'I would accept most of what it says.',
    'I would accept everything it says.',
  ],
  keen: [
    'My belief level is zero.',
    'My belief level is close to zero.',
    'My belief level is low, a little if I squint.',
    'My belief level is a bit under half.',
    'My belief level is fifty-fifty.',
    'My belief level is more yes than no.',
    'My belief level is pretty high.',
    'My belief level is all the way up.',
  ],
  gentle: [
    'I am afraid I could not believe any of it.',
    'I am afraid I could believe very little of it.',
    'I found it hard to believe the greater part of it.',
    'I believed some of it, but the doubts were stronger.',
    'My belief and my doubts weigh about the same.',
    'I lean towards believing it, with some doubts.',
    'I believe most of it, with only small doubts.',
    'I believe it, and I do not say that lightly.',
  ],
  formal: [
    'I give it no credence.',
    'I give it very little credence.',
    'I regard the larger part of it as unsupported.',
    'I regard rather less than half of it as credible.',
    'I regard about half of it as credible.',
    'I regard it as credible on balance.',
    'I regard it as largely credible.',
    'I regard it as fully credible.',
  ],
  story: [
    'I did not believe a line of it from start to finish.',
    'If there is truth in it, it is a crumb.',
    'I believed it about as far as I would an angler.',
    'I believed it now and then, and doubted it in between.',
    'It went half and half with me, believing and doubting.',
    'I believed a good part of it as I went along.',
    'By the end I believed most of what I had read.',
    'I believed it the way I believe an old friend.',
  ],
}

const STEPS = new Map(
  Object.values(BELIEF_LADDER).flatMap((ladder) => ladder.map((sentence, step) => [sentence, step] as const)),
)

/** The rung for a credibility 0–1. */
export function beliefSentence(voice: Voice, credibility: number): string {
  const step = Math.min(BELIEF_STEPS - 1, Math.floor(credibility * BELIEF_STEPS))
  return BELIEF_LADDER[voice][step] ?? BELIEF_LADDER[voice][0]
}

/** The credibility 0–1 that a text names by a rung of the ladder, or null. A sentence the stimulus itself holds does not count. */
export function beliefIn(text: string, stimulus: string): number | null {
  for (const [sentence, step] of STEPS) {
    const at = text.indexOf(sentence)
    const begins = at === 0 || /[.!?”…:] $/u.test(text.slice(0, Math.max(0, at)))
    if (at >= 0 && begins && !stimulus.includes(sentence)) return step / (BELIEF_STEPS - 1)
  }
  return null
}
