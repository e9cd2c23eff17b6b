import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
import type { RecordsTable, Respondent } from '../../domain/personas/research.js'

/** Level numbers of a respondent's record. */
const levelsOf = ({ record }: Respondent, records: readonly RecordsTable[]): readonly number[] =>
  record ? (records[record.table]?.sample[record.row] ?? []) : []

/**
 * The respondent each person stands for: one of the person's kind, everybody once before anybody twice, respondents of
 * an edge case first. Where a kind has too few seats, a share of 1 − `diversity` is taken at even distances and the
 * rest by the rarest records. '' where the kind has no respondents.
 */
export function seatRespondents(
  plan: PersonaPlan,
  respondents: ReadonlyMap<string, Respondent>,
  kinds: readonly number[],
  records: readonly RecordsTable[],
  diversity: number,
): string[] {
  const unusual = new Set(plan.edge_cases.flatMap((edge) => edge.respondents))
  const seated = new Array<string>(kinds.length).fill('')
  for (const [kind, archetype] of plan.archetypes.entries()) {
    const people = kinds.flatMap((own, person) => (own === kind ? [person] : []))
    const own = archetype.respondents.flatMap((id) => respondents.get(id) ?? [])
    if (own.length === 0) continue
    const first = own.filter(({ respondent_id }) => unusual.has(respondent_id))
    const others = own.filter(({ respondent_id }) => !unusual.has(respondent_id))
    for (let at = 0; at < people.length; at += own.length) {
      const places = people.slice(at, at + own.length)
      const round = [...first, ...chosen(others, Math.max(0, places.length - first.length), records, diversity)]
      for (const [index, person] of places.entries()) seated[person] = round[index]?.respondent_id ?? ''
    }
  }
  return seated
}

function chosen(
  respondents: readonly Respondent[],
  count: number,
  records: readonly RecordsTable[],
  diversity: number,
): Respondent[] {
  if (count >= respondents.length) return [...respondents]
  const even = Math.round((1 - diversity) * count)
  const taken = new Set<Respondent>()
  for (let i = 0; i < even; i++)
    taken.add(respondents[Math.floor(((i + 0.5) / even) * respondents.length)] as Respondent)
  const used = new Map<string, number>()
  const keysOf = (respondent: Respondent) =>
    levelsOf(respondent, records).map((level, axis) => `${respondent.record?.table} ${axis} ${level}`)
  const use = (respondent: Respondent) => {
    taken.add(respondent)
    for (const key of keysOf(respondent)) used.set(key, (used.get(key) ?? 0) + 1)
  }
  for (const respondent of [...taken]) use(respondent)
  while (taken.size < count) {
    let best: { respondent: Respondent; cost: number } | null = null
    for (const respondent of respondents) {
      if (taken.has(respondent)) continue
      const cost = keysOf(respondent).reduce((sum, key) => sum + (used.get(key) ?? 0), 0)
      if (!best || cost < best.cost) best = { respondent, cost }
    }
    if (!best) break
    use(best.respondent)
  }
  return respondents.filter((respondent) => taken.has(respondent))
}
