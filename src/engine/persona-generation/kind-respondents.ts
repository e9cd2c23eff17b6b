import type { PlanAnswer } from '../../domain/personas/persona-plan.js'
import type { Evidence, Respondent } from '../../domain/personas/research.js'

type Kind = PlanAnswer['archetypes'][number]
type EdgeCase = PlanAnswer['edge_cases'][number]
type AssignedKinds = { readonly archetypes: Kind[]; readonly edge_cases: EdgeCase[] }

/**
 * Assigns every respondent with a finding to at most one kind: the first that names them, else the first that cites
 * their statements. A kind loses findings of other kinds' respondents. An edge case whose respondents belong to no kind
 * becomes a kind of its own, weighted by its share of the respondents.
 */
export function assignKinds(
  { archetypes, edge_cases }: Pick<PlanAnswer, 'archetypes' | 'edge_cases'>,
  evidence: readonly Evidence[],
  respondents: readonly Respondent[],
): AssignedKinds {
  const findings = new Map(evidence.map((finding) => [finding.evidence_id, finding]))
  const heard = new Set(evidence.map(({ respondent }) => respondent))
  const known = new Set(respondents.map(({ respondent_id }) => respondent_id).filter((id) => heard.has(id)))
  const restsOn = (ids: readonly string[]) => ids.flatMap((id) => findings.get(id)?.respondent || [])
  const kindOf = new Map<string, number>()
  const give = (ids: readonly string[], kind: number) => {
    for (const id of ids) if (known.has(id) && !kindOf.has(id)) kindOf.set(id, kind)
  }
  for (const [kind, archetype] of archetypes.entries()) give(archetype.respondents, kind)
  for (const [kind, { evidence_ids }] of archetypes.entries()) give(restsOn(evidence_ids), kind)

  const kinds: Kind[] = archetypes.map((archetype) => ({ ...archetype }))
  const cases = edge_cases.map((edge) => {
    const named = [...edge.respondents, ...restsOn(edge.evidence_ids)].filter((id) => known.has(id))
    const own = [...new Set(edge.respondents.some((id) => known.has(id)) ? edge.respondents : named)].filter((id) =>
      known.has(id),
    )
    const free = own.filter((id) => !kindOf.has(id))
    if (free.length > 0 && free.length === own.length) {
      const perRespondent = kinds.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, kindOf.size)
      give(free, kinds.length)
      kinds.push({
        ...edge,
        weight: Math.max(1, perRespondent * free.length),
        ages: null,
        variations: [],
        rules_out: [],
      })
    }
    return { ...edge, respondents: own }
  })
  const ofKind = (kind: number) => [...kindOf].filter(([, own]) => own === kind).map(([id]) => id)
  const kept = (ids: readonly string[], own: readonly string[]) =>
    ids.filter((id) => {
      const respondent = findings.get(id)?.respondent ?? ''
      return respondent === '' || own.includes(respondent)
    })
  return {
    archetypes: kinds.map((archetype, kind) => {
      const own = ofKind(kind)
      return { ...archetype, respondents: own, evidence_ids: kept(archetype.evidence_ids, own) }
    }),
    edge_cases: cases.map((edge) => ({ ...edge, evidence_ids: kept(edge.evidence_ids, edge.respondents) })),
  }
}
