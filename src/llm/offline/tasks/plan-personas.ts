import type { PlanAnswer } from '../../../domain/personas/persona-plan.js'
import type { Evidence, Respondent } from '../../../domain/personas/research.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { upperFirst } from '../../../domain/text/words.js'
import { groupKey } from '../reading/sentences.js'
import { planOfAudience } from './plan-audience.js'

const MAX_ARCHETYPES = 12
const MAX_EVIDENCE_IDS = 8

/** Kinds of people by the documents' own labels, weighted by their respondents. Axes and unusual cases are not read. */
export function planPersonas({ evidence, respondents, audience }: FactsOf<'plan_personas'>): PlanAnswer {
  if (audience !== undefined) return planOfAudience(audience)
  const heard = new Set(evidence.map(({ respondent }) => respondent))
  const speaking = respondents.filter(({ respondent_id }) => heard.has(respondent_id))
  const kinds = kindsOf(speaking)
  return {
    archetypes: speaking.length === 0 ? [recorded(evidence)] : kinds.map((kind) => archetypeOf(kind, evidence)),
    axes: [],
    edge_cases: [],
    rationale:
      'Kinds of people are what the documents call their respondents, weighted by how many there are; whom they call nothing is taken alone or, where there are many, as one kind a document. Nothing else was read.',
  }
}

type Kind = { readonly name: string; readonly respondents: readonly Respondent[] }

/**
 * Groups respondents by description ("Ward manager"), undescribed ones singly or by document; all by document where
 * there would be too many kinds.
 */
function kindsOf(respondents: readonly Respondent[]): Kind[] {
  const documents = [...new Set(respondents.map(({ document }) => document))].map(
    (name) => [name, respondents.filter(({ document }) => document === name)] as const,
  )
  const kinds = documents.flatMap(([document, own]) => kindsIn(document, own))
  if (kinds.length <= MAX_ARCHETYPES) return kinds
  return documents
    .map(([document, own]) => ({ name: `Respondent of ${document}`, respondents: own }))
    .slice(0, MAX_ARCHETYPES)
}

function kindsIn(document: string, respondents: readonly Respondent[]): Kind[] {
  const described = new Map<string, { name: string; respondents: Respondent[] }>()
  const others: Respondent[] = []
  for (const respondent of respondents) {
    const [name = ''] = respondent.description.split(/[,;(]/)
    const key = groupKey(name)
    if (key === '') others.push(respondent)
    else {
      const kind = described.get(key) ?? { name: upperFirst(name.trim()), respondents: [] }
      kind.respondents.push(respondent)
      described.set(key, kind)
    }
  }
  if (others.length === 0) return [...described.values()]
  const alone = others.map((respondent) => ({
    name:
      respondents.length === 1
        ? `Respondent of ${document}`
        : `Respondent ${respondents.indexOf(respondent) + 1} of ${document}`,
    respondents: [respondent],
  }))
  const together = [{ name: `Respondent of ${document}`, respondents: others }]
  return [...described.values(), ...(others.length <= MAX_ARCHETYPES ? alone : together)]
}

const archetypeOf = ({ name, respondents }: Kind, evidence: readonly Evidence[]): PlanAnswer['archetypes'][number] => ({
  name,
  description: `${respondents
    .slice(0, 3)
    .map(({ label, document }) => `“${label}” in ${document}`)
    .join(', ')}${respondents.length > 3 ? ` and ${respondents.length - 3} more` : ''}.`,
  weight: Math.min(100, respondents.length),
  evidence_ids: respondents
    .flatMap(({ respondent_id }) => evidence.find(({ respondent }) => respondent === respondent_id)?.evidence_id ?? [])
    .slice(0, MAX_EVIDENCE_IDS),
  respondents: respondents.map(({ respondent_id }) => respondent_id),
  ages: null,
  variations: [],
  rules_out: [],
})

/** The kind for documents with figures and without anybody's words. */
const recorded = (evidence: readonly Evidence[]): PlanAnswer['archetypes'][number] => ({
  name: 'Recorded user',
  description: 'Known by the records alone.',
  weight: 1,
  evidence_ids: evidence.slice(0, MAX_EVIDENCE_IDS).map(({ evidence_id }) => evidence_id),
  respondents: [],
  ages: null,
  variations: [],
  rules_out: [],
})
