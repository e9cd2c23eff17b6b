import type { Claim } from '../../domain/claim.js'
import type { Persona } from '../../domain/persona.js'
import type { Belief } from '../../domain/response.js'
import { type Judgement, stanceOf } from './judge.js'
import { PROOF_WANTED, WHY_NOT } from './phrases/doubts.js'
import { voiceOf } from './phrases/voice.js'
import { pick } from './random.js'

/** What one person makes of each listed claim; a claim the reader does not know is judged like the text as a whole. */
export function beliefsOf(persona: Persona, judgement: Judgement, claims: readonly Claim[]): Belief[] {
  return claims.map(({ claim_id, text }) => {
    const known = judgement.claims.find(({ claim }) => text.includes(claim.quote) || claim.text.includes(text))
    const stance = known?.stance ?? stanceOf(judgement.credibility)
    if (stance === 'believes') return { claim_id, stance, why: '', proof_wanted: '' }
    const kind = known?.claim.weakness ?? (known?.claim.absurd ? 'absurd' : 'promise')
    return {
      claim_id,
      stance,
      why: WHY_NOT[kind][voiceOf(persona)],
      proof_wanted: pick(PROOF_WANTED[kind], [persona.persona_id, text]),
    }
  })
}
