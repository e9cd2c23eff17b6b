import type { Evidence } from '../domain/panel/analysis.js'
import type { JudgedResult } from '../domain/panel/pressure-test.js'
import { number } from '../domain/text/words.js'
import { cleanList, displayText } from './clean.js'
import { joinFirst, optional, phrase, type Quotation, WHERE } from './words.js'

export type Level = 'high' | 'medium' | 'low'
type Evidenced = { readonly said: readonly Quotation[] }
export type Fix = Evidenced & { readonly what: string; readonly addresses: string; readonly priority: Level }
export type Weakness = Evidenced & { readonly what: string; readonly severity: Level }
export type Gap = Evidenced & { readonly claim: string; readonly issue: string; readonly fix: string }
export type Friction = Evidenced & { readonly what: string; readonly severity: number; readonly who: string }
type Vulnerability = Evidenced & { readonly what: string; readonly attack: string }

export type Names = ReadonlyMap<string, string>
const NAMED = 8

/** The quotes that a finding rests on, with their speakers. */
export const quotationsBy =
  (names: Names) =>
  (evidence: readonly Evidence[]): Quotation[] =>
    evidence.map(({ persona_id, quote, source }) => ({
      who: names.get(persona_id) ?? displayText(persona_id),
      quote: displayText(quote),
      where: WHERE[source],
    }))

const NO_FINDINGS = {
  recommended_refinements: [],
  key_weaknesses: [],
  credibility_gaps: [],
  friction_points: [],
  competitive_vulnerabilities: [],
}

/** The findings of the analysis, each with its quotes; empty without an analysis. */
export function findingsOf({ analysis: made, responses }: JudgedResult, names: Names) {
  const analysis = made ?? NO_FINDINGS
  const quotations = quotationsBy(names)
  return {
    fixes: analysis.recommended_refinements.map(
      ({ recommendation, addresses, priority, evidence }): Fix => ({
        what: phrase(recommendation),
        addresses: optional(addresses),
        priority,
        said: quotations(evidence),
      }),
    ),
    weaknesses: analysis.key_weaknesses.map(
      ({ weakness, severity, evidence }): Weakness => ({
        what: phrase(weakness),
        severity,
        said: quotations(evidence),
      }),
    ),
    gaps: analysis.credibility_gaps.map(
      ({ claim, issue, fix_suggestion, evidence }): Gap => ({
        claim: displayText(claim),
        issue: optional(issue),
        fix: optional(fix_suggestion),
        said: quotations(evidence),
      }),
    ),
    frictions: analysis.friction_points.map(
      ({ barrier, severity, personas_affected, evidence }): Friction => ({
        what: phrase(barrier),
        severity: Math.round(severity),
        who: affected(personas_affected, names, responses.length),
        said: quotations(evidence),
      }),
    ),
    vulnerabilities: analysis.competitive_vulnerabilities.map(
      ({ vulnerability, attack_angle, evidence }): Vulnerability => ({
        what: phrase(vulnerability),
        attack: optional(attack_angle),
        said: quotations(evidence),
      }),
    ),
  }
}

/** "3 of 6: Rasmus, Sofia, Pierre". Analysts give names or ids of people. */
function affected(people: readonly string[], names: Names, panel: number): string {
  const named = cleanList(people.map((person) => names.get(person) ?? person))
  if (named.length === 0) return ''
  return `${number(named.length)} of ${number(panel)}: ${joinFirst(named, NAMED)}`
}
