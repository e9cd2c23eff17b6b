import { type Finding, PHRASES } from '../../../data/phrases.js'
import type { AnalystAnswer } from '../../../domain/analysis.js'
import type { Claim } from '../../../domain/claim.js'
import type { Response } from '../../../domain/response.js'
import type { FactsOf } from '../../../domain/tasks.js'
import type { Stance } from '../model/judge.js'
import { intentShare, mean, type PanelObjection, panelObjections, quotesFor } from '../model/panel-objections.js'
import { type UnsaidObjection, unsaidObjections } from '../model/unsaid-objections.js'
import { SCORES, SENTIMENT_POINTS, SEVERITY } from '../model/weights.js'
import type { Read } from '../reading/reading.js'
import { beliefIn } from '../voice/belief.js'
import { describeObjection } from '../voice/findings.js'

/** Maximum numbers of findings, by sort; the schema allows more. */
const MAX_FINDINGS = { weaknesses: 6, gaps: 6, frictions: 10, vulnerabilities: 4, unsaid: 6, refinements: 6 } as const
const CLAIM_KINDS: ReadonlySet<string> = new Set(['figure', 'promise', 'superlative', 'absurd', 'vague'])
const MAX_UNSAID_QUOTES = 4

/** The analysis of a panel: scores by arithmetic, findings by counting objections. */
export function analyse(facts: FactsOf<'analyse'>, read: Read): AnalystAnswer {
  const { stimulus, category, claims, responses, discussion, turns, suppressed } = facts
  const reading = read(stimulus)
  const objections = panelObjections(responses, reading, category)
  const say = (objection: PanelObjection, part: keyof Finding) => describeObjection(objection, part, reading)
  const doubted = objections.filter(({ kind }) => CLAIM_KINDS.has(kind))
  const unsaid = unsaidObjections(responses, discussion).slice(0, MAX_FINDINGS.unsaid)

  return {
    ...scoresOf(responses, stimulus),
    key_weaknesses: objections.slice(0, MAX_FINDINGS.weaknesses).map((objection) => ({
      weakness: `${say(objection, 'weakness')} (${countOf(objection, responses.length)}).`,
      severity: levelOf(objection.severity),
      quotes: quotesFor(objection),
    })),
    credibility_gaps: doubted.slice(0, MAX_FINDINGS.gaps).map((objection) => ({
      claim_id: claimIdOf(objection, claims),
      claim: objection.claim?.quote ?? objection.quote,
      issue: `${say(objection, 'issue')} ${countOf(objection, responses.length)} ${objection.holders.length === 1 ? 'says' : 'say'} so.`,
      fix_suggestion: say(objection, 'fix'),
      quotes: quotesFor(objection),
    })),
    friction_points: objections.slice(0, MAX_FINDINGS.frictions).map((objection) => ({
      barrier: `${say(objection, 'weakness')}.`,
      severity: objection.severity,
      personas_affected: objection.holders.map(({ response }) => response.persona_name),
      quotes: quotesFor(objection),
    })),
    competitive_vulnerabilities: firstOfEachKind(objections)
      .slice(0, MAX_FINDINGS.vulnerabilities)
      .map((objection) => ({
        claim_id: claimIdOf(objection, claims),
        vulnerability: `${say(objection, 'vulnerability')}.`,
        attack_angle: say(objection, 'attack'),
        quotes: quotesFor(objection).slice(0, 1),
      })),
    unsaid_objections: (turns.length > 0 ? [] : unsaid).map(({ kind, holders }) => ({
      objection: `${PHRASES.findings().unsaid[kind]} (${holders.length} of ${responses.length}).`,
      quotes: [...new Set(holders.map(({ sentence }) => sentence))].slice(0, MAX_UNSAID_QUOTES),
    })),
    why_they_matter:
      turns.length > 0
        ? whySuppressedMatter(suppressed, responses)
        : whyTheyMatter(unsaid, responses, discussion !== null),
    recommended_refinements: objections.slice(0, MAX_FINDINGS.refinements).map((objection) => ({
      recommendation: say(objection, 'fix'),
      addresses: `${say(objection, 'weakness')} (${countOf(objection, responses.length)}).`,
      priority: levelOf(objection.severity),
      quotes: quotesFor(objection).slice(0, 1),
    })),
  }
}

/**
 * credibility = mean of what each says it believes (its beliefs, else its rung of the belief ladder, else its doubts);
 * gut = mean points of the first sentiment; pressure = weighted mean of credibility, intent and considered sentiment.
 */
function scoresOf(responses: readonly Response[], stimulus: string) {
  const credibility = 100 * mean(responses.map((response) => believedShare(response, stimulus)))
  const intent = 100 * mean(responses.map(intentShare))
  const considered = mean(responses.map(({ considered_sentiment }) => SENTIMENT_POINTS[considered_sentiment].value))
  const pressure =
    SCORES.credibility.value * credibility + SCORES.intent.value * intent + SCORES.considered.value * considered
  return {
    pressure_score: Math.round(pressure),
    gut_attraction_index: Math.round(mean(responses.map(({ gut_sentiment }) => SENTIMENT_POINTS[gut_sentiment].value))),
    credibility_score: Math.round(credibility),
  }
}

const STANCE_POINTS: Readonly<Record<Stance, number>> = { believes: 1, doubts: 0.5, rejects: 0 }

function believedShare(response: Response, stimulus: string): number {
  if (response.beliefs && response.beliefs.length > 0)
    return mean(response.beliefs.map(({ stance }) => STANCE_POINTS[stance]))
  return beliefIn(response.considered_response, stimulus) ?? SENTIMENT_POINTS[response.considered_sentiment].value / 100
}

/** The id of the listed claim that an objection is about; '' for none. */
function claimIdOf({ quote, claim }: PanelObjection, claims: readonly Claim[]): string {
  const words = claim?.quote ?? quote
  if (words === '') return ''
  return claims.find(({ text }) => text.includes(words) || words.includes(text))?.claim_id ?? ''
}

/** Why the suppressed views matter; the views themselves come from the measurement and are not changed. */
function whySuppressedMatter(suppressed: FactsOf<'analyse'>['suppressed'], responses: readonly Response[]): string {
  if (suppressed.length === 0) return 'Every view that somebody held privately was heard in the discussion.'
  const holders = new Set(suppressed.flatMap((view) => view.holders))
  const intentOf = (some: readonly Response[]) => mean(some.map(({ purchase_intent }) => purchase_intent)).toFixed(1)
  const holding = responses.filter(({ persona_name }) => holders.has(persona_name))
  const others = responses.filter(({ persona_name }) => !holders.has(persona_name))
  const compared = others.length > 0 ? `, of the others ${intentOf(others)}` : ''
  return (
    `${holders.size} of ${responses.length} synthetic respondents hold a view that the discussion did not hear. ` +
    `Their mean purchase intent is ${intentOf(holding)} of 10${compared}. ` +
    'Nobody could answer what nobody said, so it stands unanswered where they decide.'
  )
}

function countOf({ holders: held }: PanelObjection, panel: number): string {
  return `${held.length} of ${panel} synthetic respondents`
}

function levelOf(severity: number): 'high' | 'medium' | 'low' {
  if (severity >= SEVERITY.high.value) return 'high'
  return severity >= SEVERITY.medium.value ? 'medium' : 'low'
}

function firstOfEachKind(objections: readonly PanelObjection[]): PanelObjection[] {
  return objections.filter(({ kind }, i) => objections.findIndex((other) => other.kind === kind) === i)
}

function whyTheyMatter(unsaid: readonly UnsaidObjection[], responses: readonly Response[], discussed: boolean): string {
  const where = discussed ? 'in the discussion or to friends' : 'to friends'
  if (unsaid.length === 0) return `Nothing was held back: every private objection was also said ${where}.`
  const holders = new Set(unsaid.flatMap((objection) => objection.holders.map(({ response }) => response)))
  const others = responses.filter((response) => !holders.has(response))
  const intent = (panel: readonly Response[]) => mean(panel.map(({ purchase_intent }) => purchase_intent)).toFixed(1)
  const compared = others.length > 0 ? ` against ${intent(others)} for the others` : ''
  const first = unsaid.slice(0, 2).map(({ kind }) => lowered(PHRASES.findings().unsaid[kind]))
  return (
    `${holders.size} of ${responses.length} synthetic respondents hold something back that nobody says ${where}: ` +
    `${first.map((objection) => `that ${objection}`).join('; and ')}. Their mean purchase intent is ${intent([...holders])} of 10${compared}. ` +
    'What is not said is not answered, and it comes up again in front of the shelf or the order button.'
  )
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
