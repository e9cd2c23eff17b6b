import type { CaseResult, Trial } from '../../../domain/evaluation/evaluation.js'
import { groupBy } from '../../group-by.js'
import { mean } from '../../statistics/descriptive.js'
import type { NamedCase } from '../evaluation-plan.js'

/**
 * Maps each copy to the first case that asks the agent the same; `undefined` for all others. Copies agree in persona,
 * message, hidden facts and mocks and, for conversations handed in, in the prospect's messages. Name, rules and answers
 * may differ.
 */
export function originals(cases: readonly NamedCase[], trials: readonly Trial[]): Map<string, string | undefined> {
  const said = new Map<string, string>()
  for (const { case_id, simulated, turns } of trials)
    if (!simulated && !said.has(case_id))
      said.set(
        case_id,
        JSON.stringify(turns.flatMap(({ speaker, text }) => (speaker === 'prospect' ? [plain(text)] : []))),
      )
  const firsts = new Map<string, string>()
  return new Map(
    cases.map((test) => {
      const scenario = JSON.stringify([scenarioOf(test), said.get(test.case_id)])
      const first = firsts.get(scenario)
      if (first === undefined) firsts.set(scenario, test.case_id)
      return [test.case_id, first]
    }),
  )
}

const scenarioOf = ({ persona, input, hidden_facts, tools_mock }: NamedCase) => [
  plain(persona ?? ''),
  plain(input),
  hidden_facts.map(({ fact }) => plain(fact)),
  tools_mock.map(({ tool, arguments: args, answer }) => [tool, args, answer]),
]

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

type Case = Pick<CaseResult, 'case_id' | 'copy_of'>

/** Groups cases with their copies, ordered by the first case of each group. Older results record no copies. */
export const groupCopies = <C extends Case>(cases: readonly C[]): C[][] => [
  ...groupBy(cases, ({ copy_of, case_id }) => copy_of ?? case_id).values(),
]

/** One value per case without copies: the mean over the case and its copies. */
export const meanOfCopies = (
  cases: readonly (Case & Pick<CaseResult, 'cluster_id'>)[],
  values: readonly number[],
): { readonly case_id: string; readonly cluster_id: string | null; readonly value: number }[] =>
  groupCopies(cases.map((test, index) => ({ ...test, value: values[index] ?? 0 }))).map((copies) => ({
    case_id: copies[0]?.case_id ?? '',
    cluster_id: copies.find(({ cluster_id }) => cluster_id !== null)?.cluster_id ?? null,
    value: mean(copies.map(({ value }) => value)),
  }))
