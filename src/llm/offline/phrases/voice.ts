import type { Persona } from '../../../domain/persona.js'
import { pick } from '../random.js'

/** Ways of talking. Every bank of phrases holds one sentence per voice, so people of different voices never share one. */
export const VOICES = ['blunt', 'warm', 'dry', 'precise', 'keen', 'gentle', 'formal', 'story'] as const
export type Voice = (typeof VOICES)[number]
export type PerVoice = Readonly<Record<Voice, string>>

const CUES: Readonly<Record<Voice, RegExp>> = {
  blunt: /blunt|plain|direct|terse|no-nonsense|short sentences/u,
  warm: /warm|chatty|friendly|talkative/u,
  dry: /\bdry\b|wry|ironic|sardonic|droll|understated/u,
  precise: /precise|analytic|technical|exact|factual|methodical/u,
  keen: /enthusias|quick|energetic|playful|lively|upbeat|breezy/u,
  gentle: /gentle|soft|hesitant|thoughtful|tentative|quiet|earnest/u,
  formal: /formal|businesslike|professional|crisp|diplomatic|executive/u,
  story: /story|stories|anecdot|reflective|rambling|nostalgic|conversational/u,
}

/** The voice a persona's tone describes: the cue named first wins; a tone without any gets one by its archetype. */
export function voiceOf({ communication_tone, decision_style, archetype }: Persona): Voice {
  const tone = `${communication_tone} ${decision_style}`.toLowerCase()
  let [best, at] = [null as Voice | null, Number.POSITIVE_INFINITY]
  for (const voice of VOICES) {
    const found = tone.search(CUES[voice])
    if (found >= 0 && found < at) [best, at] = [voice, found]
  }
  return best ?? pick(VOICES, [archetype, communication_tone])
}
