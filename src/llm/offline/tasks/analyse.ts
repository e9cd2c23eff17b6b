import { PHRASES } from '../../../data/phrases.js'
import type { AnalystAnswer } from '../../../domain/panel/analysis.js'
import type { Claim } from '../../../domain/panel/claim.js'
import type { Response } from '../../../domain/panel/response.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { intentShare, mean, type PanelObjection, panelObjections, quotesFor } from '../model/panel-objections.js'
import { SEVERITY } from '../model/weights.js'
import { privateObjectionIn } from '../reading/objections.js'
import type { Read, Reading } from '../reading/reading.js'
import { sentencesOf } from '../reading/sentences.js'
import { varsOf } from '../voice/speaker.js'
import { fill } from '../voice/template.js'

/** Maximum numbers of findings, by sort; the schema allows more. */
const MAX_FINDINGS = { weaknesses: 6, gaps: 6, frictions: 10, vulnerabilities: 4, unsaid: 6, refinements: 6 } as const
const CLAIM_KINDS: ReadonlySet<string> = new Set([
  'harm',
  'no_better',
  'absurd',
  'superlative',
  'figure',
  'vague',
  'unproven',
])
const MAX_UNSAID_QUOTES = 4

/** A text check, counted over the panel: each finding names its rule and the words that violate it. */
export function analyse(facts: FactsOf<'analyse'>, read: Read): AnalystAnswer {
  const { stimulus, category, claims, responses, discussion, turns, suppressed } = facts
  const reading = read(stimulus)
  const vars = varsOf(reading, category)
  const objections = panelObjections(responses)
  const say = ({ kind, quote, holders }: PanelObjection, part: 'finding' | 'fix' | 'attack') =>
    kind === 'other'
      ? (holders[0]?.friction ?? '').replace(/[.!?]+$/u, '')
      : fill(PHRASES.objections()[kind][part], quote === '' ? vars : { ...vars, q: `“${quote}”` })
  const counted = (objection: PanelObjection) =>
    `${say(objection, 'finding')} (${objection.holders.length} of ${responses.length} synthetic respondents).`
  const known = objections.filter(({ kind }) => kind !== 'other')
  const unraised = unraisedBoasts(reading, objections)
  const unsaid = turns.length > 0 ? [] : unsaidThoughts(responses, discussion?.discussion_flow ?? [])

  return {
    ...scoresOf(responses, claims),
    key_weaknesses: objections.slice(0, MAX_FINDINGS.weaknesses).map((objection) => ({
      weakness: counted(objection),
      severity: levelOf(objection.severity),
      quotes: quotesFor(objection),
    })),
    credibility_gaps: known
      .filter(({ kind }) => CLAIM_KINDS.has(kind))
      .slice(0, MAX_FINDINGS.gaps)
      .map((objection) => ({
        claim_id: claimIdOf(objection, claims),
        claim: objection.quote,
        issue: counted(objection),
        fix_suggestion: say(objection, 'fix'),
        quotes: quotesFor(objection),
      })),
    friction_points: objections.slice(0, MAX_FINDINGS.frictions).map((objection) => ({
      barrier: `${say(objection, 'finding')}.`,
      severity: objection.severity,
      personas_affected: objection.holders.map(({ response }) => response.persona_name),
      quotes: quotesFor(objection),
    })),
    competitive_vulnerabilities: known.slice(0, MAX_FINDINGS.vulnerabilities).map((objection) => ({
      claim_id: claimIdOf(objection, claims),
      vulnerability: `${say(objection, 'finding')}.`,
      attack_angle: say(objection, 'attack'),
      quotes: quotesFor(objection).slice(0, 1),
    })),
    unsaid_objections: unsaid.slice(0, MAX_FINDINGS.unsaid).map(({ thoughts }) => ({
      objection: `${thoughts[0]} (${thoughts.length} of ${responses.length} synthetic respondents; such people think so of nearly every text.)`,
      quotes: [...new Set(thoughts)].slice(0, MAX_UNSAID_QUOTES),
    })),
    why_they_matter: turns.length > 0 ? whyTheyMatter(suppressed, responses) : '',
    recommended_refinements: [
      ...known.slice(0, Math.min(MAX_FINDINGS.refinements, MAX_REFINEMENTS - unraised.length)).map((objection) => ({
        recommendation: say(objection, 'fix'),
        addresses: counted(objection),
        priority: levelOf(objection.severity),
        quotes: quotesFor(objection).slice(0, 1),
      })),
      ...unraised.map((boast) => {
        const objection = { ...boast, holders: [], severity: 1 }
        return {
          recommendation: say(objection, 'fix'),
          addresses: `${say(objection, 'finding')} (the rule's alone: no synthetic respondent names it).`,
          priority: levelOf(objection.severity),
          quotes: [],
        }
      }),
    ],
  }
}

/** That the schema allows. */
const MAX_REFINEMENTS = 8
const MAX_UNRAISED = 4

/** Boasts that the rules find and no respondent objects to: each names few of its objections. */
const unraisedBoasts = ({ claims }: Reading, objections: readonly PanelObjection[]) =>
  claims
    .flatMap(({ boasts }) => boasts)
    .filter(({ quote }) => objections.every((objection) => objection.quote !== quote))
    .slice(0, MAX_UNRAISED)

const SENTIMENT_POINTS = { positive: 1, mixed: 0.5, neutral: 0.5, negative: 0 } as const
const STANCE_POINTS = { believes: 1, doubts: 0.5, rejects: 0 } as const

/**
 * The analyst's own impression: means of belief, purchase intent and sentiment. Belief in a harm counts against the
 * product.
 */
function scoresOf(responses: readonly Response[], claims: readonly Claim[]) {
  const harmful = new Set(claims.filter(({ meaning }) => meaning < 0).map(({ claim_id }) => claim_id))
  const believed = mean(
    responses.flatMap(({ beliefs }) =>
      (beliefs ?? []).map(({ claim_id, stance }) =>
        harmful.has(claim_id) ? 1 - STANCE_POINTS[stance] : STANCE_POINTS[stance],
      ),
    ),
  )
  const judged = mean(responses.map(({ considered_sentiment }) => SENTIMENT_POINTS[considered_sentiment]))
  return {
    pressure_score: Math.round(100 * mean([believed, mean(responses.map(intentShare)), judged])),
    gut_attraction_index: Math.round(100 * mean(responses.map(({ gut_sentiment }) => SENTIMENT_POINTS[gut_sentiment]))),
    credibility_score: Math.round(100 * believed),
  }
}

/** The id of the listed claim that an objection concerns; '' for none. */
const claimIdOf = ({ quote }: PanelObjection, claims: readonly Claim[]): string =>
  claims.find(({ text }) => quote !== '' && (text.includes(quote) || quote.includes(text)))?.claim_id ?? ''

/** Hidden objections among private thoughts that nobody said to friends or in the discussion, most frequent first. */
function unsaidThoughts(responses: readonly Response[], spoken: readonly { statement: string }[]) {
  const aloud = [
    ...responses.map(({ social_response }) => social_response),
    ...spoken.map(({ statement }) => statement),
  ]
  const found = new Map<string, string[]>()
  for (const { private_thoughts } of responses) {
    for (const thought of sentencesOf(private_thoughts)) {
      const kind = privateObjectionIn(thought)
      if (kind !== null && !aloud.some((text) => text.includes(thought)))
        found.set(kind, [...(found.get(kind) ?? []), thought])
    }
  }
  return [...found.values()].map((thoughts) => ({ thoughts })).sort((a, b) => b.thoughts.length - a.thoughts.length)
}

/**
 * Compares holders of suppressed views with the others; the views themselves come from the measurement and are not
 * changed. '' for none.
 */
function whyTheyMatter(suppressed: FactsOf<'analyse'>['suppressed'], responses: readonly Response[]): string {
  const [first] = suppressed
  if (!first) return ''
  const holders = new Set(suppressed.flatMap((view) => view.holders))
  const intentOf = (some: readonly Response[]) => mean(some.map(({ purchase_intent }) => purchase_intent)).toFixed(1)
  const holding = responses.filter(({ persona_name }) => holders.has(persona_name))
  const others = responses.filter(({ persona_name }) => !holders.has(persona_name))
  const compared = others.length > 0 ? `, that of the others ${intentOf(others)}` : ''
  return `${holders.size} of ${responses.length} synthetic respondents hold what the discussion did not hear, “${first.view}” first. Their mean purchase intent is ${intentOf(holding)} of 10${compared}.`
}

function levelOf(severity: number): 'high' | 'medium' | 'low' {
  if (severity >= SEVERITY.high.value) return 'high'
  return severity >= SEVERITY.medium.value ? 'medium' : 'low'
}
