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
 * One person's belief in each listed claim: the judgement of that sentence in the reading. A claim that the reading does
 * not contain is read by itself; where that finds no claim either, the credibility of the whole text decides.
 */
export function beliefsOf(
  persona: Persona,
  judgement: Judgement,
  claims: readonly Claim[],
  category: Category,
  read: Read,
): Belief[] {
  return claims.map(({ claim_id, text }, at) => {
    const judged = judgedClaim(judgement, text) ?? weakest(judge(persona, read(text), category).claims)
    const stance = judged?.stance ?? stanceOf(judgement.credibility)
    if (stance === 'believes') return { claim_id, stance, why: '', proof_wanted: '' }
    const kind = judged?.claim.weakness ?? (judged?.claim.absurd ? 'absurd' : 'promise')
    return {
      claim_id,
      stance,
      // Variants in turn, so that a person does not say the same of two claims while another variant is left.
      why: fill(PHRASES.doubts().why_not[kind][voiceOf(persona)], {}, [persona.persona_id, kind], at),
      proof_wanted: pick(PHRASES.doubts().proof_wanted[kind], [persona.persona_id, text]),
    }
  })
}

/** The judged claim that overlaps the span. */
function judgedClaim({ claims }: Judgement, text: string): JudgedClaim | undefined {
  const same = claims.filter(({ claim }) => text.includes(claim.quote) || claim.text.includes(text))
  return same.find(({ claim }) => claim.quote === text) ?? weakest(same)
}

const weakest = (claims: readonly JudgedClaim[]): JudgedClaim | undefined =>
  [...claims].sort((a, b) => a.credibility - b.credibility)[0]
