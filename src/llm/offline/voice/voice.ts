import { PHRASES, VOICES, type Voice } from '../../../data/phrases.js'
import type { Persona } from '../../../domain/persona.js'
import { pick } from '../model/random.js'

/** The voice that matches a persona's tone: the first cue in the text wins; without a cue the archetype decides. */
export function voiceOf({ communication_tone, decision_style, archetype }: Persona): Voice {
  const tone = `${communication_tone} ${decision_style}`.toLowerCase()
  let [best, at] = [null as Voice | null, Number.POSITIVE_INFINITY]
  for (const voice of VOICES) {
    const found = tone.search(PHRASES.voices()[voice])
    if (found >= 0 && found < at) [best, at] = [voice, found]
  }
  return best ?? pick(VOICES, [archetype, communication_tone])
}
