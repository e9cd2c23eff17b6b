import { PHRASES, type Voice } from '../../../data/phrases.js'

/** The number of rungs of the belief ladder. */
const BELIEF_STEPS = 8

/** The sentence of the rung for a credibility 0–1. */
export function beliefSentence(voice: Voice, credibility: number): string {
  const step = Math.min(BELIEF_STEPS - 1, Math.floor(credibility * BELIEF_STEPS))
  return PHRASES.belief()[voice][step] ?? PHRASES.belief()[voice][0]
}

/** The credibility 0–1 of the first rung of the belief ladder found in a text, or null. A sentence that the stimulus contains does not count. */
export function beliefIn(text: string, stimulus: string): number | null {
  const steps = Object.values(PHRASES.belief()).flatMap((ladder) => [...ladder.entries()])
  for (const [step, sentence] of steps) {
    const at = text.indexOf(sentence)
    const begins = at === 0 || /[.!?”…:] $/u.test(text.slice(0, Math.max(0, at)))
    if (at >= 0 && begins && !stimulus.includes(sentence)) return step / (BELIEF_STEPS - 1)
  }
  return null
}
