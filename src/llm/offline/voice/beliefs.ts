import { PHRASES } from '../../../data/phrases.js'
import type { Claim } from '../../../domain/claim.js'
import type { Category, Persona } from '../../../domain/persona.js'
import type { Belief } from '../../../domain/response.js'
import { type JudgedClaim, type Judgement, judge, stanceOf } from '../model/judge.js'
import { pick } from '../model/random.js'
import type { Read } from '../reading/reading.js'
import { fill } from './template.js'
import { voiceOf } from './voice.js'

/**
 * What one person makes of each listed claim: what the reader made of that sentence, weighed as everything else. A claim
 * the reader of the whole text passed over is read by itself; where even that finds nothing to judge, the text decides.
 */
export function beliefsOf(
  persona: Persona,
  judgement: Judgement,
  claims: readonly Claim[],
  category: Category,
  read: Read,
): Belief[] {
  return claims.map(({ claim_id, text }, at) => {
    const known = judgedClaim(judgement, text) ?? weakest(judge(persona, read(text), category).claims)
    const stance = known?.stance ?? stanceOf(judgement.credibility)
    if (stance === 'believes') return { claim_id, stance, why: '', proof_wanted: '' }
    const kind = known?.claim.weakness ?? (known?.claim.absurd ? 'absurd' : 'promise')
    return {
      claim_id,
      stance,
      // One after the other, so that nobody says the same of two claims as long as there is another way to say it.
      why: fill(PHRASES.doubts().why_not[kind][voiceOf(persona)], {}, [persona.persona_id, kind], at),
      proof_wanted: pick(PHRASES.doubts().proof_wanted[kind], [persona.persona_id, text]),
    }
  })
}

/** The claim of the reading that has most in common with the span. */
function judgedClaim({ claims }: Judgement, text: string): JudgedClaim | undefined {
  const same = claims.filter(({ claim }) => text.includes(claim.quote) || claim.text.includes(text))
  return same.find(({ claim }) => claim.quote === text) ?? weakest(same)
}

const weakest = (claims: readonly JudgedClaim[]): JudgedClaim | undefined =>
  [...claims].sort((a, b) => a.credibility - b.credibility)[0]
