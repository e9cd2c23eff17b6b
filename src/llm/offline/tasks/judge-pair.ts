import type { PairAnswer } from '../../../domain/judgement.js'
import type { FactsOf } from '../../../domain/tasks.js'
import type { Read } from '../reading/reading.js'
import { judgeCase } from './judge-case.js'

const BETTER: Readonly<Record<number, PairAnswer['better']>> = { 1: 'first', [-1]: 'second' }

/** Prefers the conversation with more points; the order it is shown them in makes no difference to it. */
export function judgePair(facts: FactsOf<'judge_pair'>, read: Read, seed: number): PairAnswer {
  const { first, second, ...shared } = facts
  const judged = [first, second].map((conversation) =>
    judgeCase(
      { ...shared, conversation, rubric_focus: [], must: [], must_not: [], judge: 1, problems: [] },
      read,
      seed,
    ),
  )
  const points = judged.map(({ dimensions }) => dimensions.reduce((sum, one) => sum + one.points, 0))
  const [one = 0, other = 0] = points
  return {
    better: BETTER[Math.sign(one - other)] ?? 'tie',
    reason: `${one} against ${other} points.`,
    first_quote: judged[0]?.strength.quote ?? '',
    second_quote: judged[1]?.strength.quote ?? '',
  }
}
