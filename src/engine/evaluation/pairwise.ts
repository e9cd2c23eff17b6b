import type { AgentFacts } from '../../domain/evaluation/agent.js'
import type { Trial, VersionComparison } from '../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../domain/evaluation/rubric.js'
import type { EngineDeps } from '../deps.js'
import { mcnemarP } from '../statistics/mcnemar.js'
import type { NamedCase } from './evaluation-plan.js'
import { caseFacts } from './judge/judge-conversation.js'
import { pairPrompt } from './judge/prompt.js'
import { findQuote } from './judge/transcript-quotes.js'

type Pairwise = NonNullable<VersionComparison['pairwise']>
type PairVerdict = 'this' | 'other' | 'tie' | 'cannot_judge'

/** The first trial of each case of both versions, judged side by side in both orders: a split verdict is a tie. */
export async function judgePairs(
  deps: EngineDeps,
  rules: string,
  agent: AgentFacts,
  cases: readonly NamedCase[],
  rubric: Rubric,
  own: readonly Trial[],
  others: readonly Trial[],
): Promise<Pairwise> {
  const pairs = cases.flatMap((test) => {
    const firstTrialIn = (trials: readonly Trial[]) =>
      trials.find((trial) => trial.case_id === test.case_id && trial.turns.length > 0)
    const [mine, theirs] = [firstTrialIn(own), firstTrialIn(others)]
    if (mine && theirs) return [{ test, mine, theirs }]
    return []
  })
  const outcomes = await deps.fanOut(pairs, async ({ test, mine, theirs }) => {
    const shared = { ...caseFacts(agent, test, rubric), trial: mine.trial }
    const judge = async (order: 'forwards' | 'backwards'): Promise<PairVerdict> => {
      const [first, second] = order === 'forwards' ? [mine, theirs] : [theirs, mine]
      const facts = { ...shared, first: first.turns, second: second.turns }
      const answer = await deps.ask(`pair:${test.case_id}:${order}`, 'judge_pair', facts, pairPrompt(rules, facts))
      if (answer.better === 'cannot_judge') return 'cannot_judge'
      if (!findQuote(answer.first_quote, first) || !findQuote(answer.second_quote, second)) return 'cannot_judge'
      if (answer.better === 'tie') return 'tie'
      return (answer.better === 'first') === (order === 'forwards') ? 'this' : 'other'
    }
    // In parallel: one after the other would take twice as long, and neither order may know of the other.
    const both = await deps.fanOut(['forwards', 'backwards'] as const, judge)
    return both.map((outcome): PairVerdict => ('value' in outcome ? outcome.value : 'cannot_judge'))
  })
  return countPairs(outcomes.map((outcome) => ('value' in outcome ? outcome.value : ['cannot_judge', 'cannot_judge'])))
}

/** Counts wins, losses and ties of the version under test over both orders. */
function countPairs(outcomes: readonly (readonly PairVerdict[])[]): Pairwise {
  const judged = outcomes.filter((both) => both.every((verdict) => verdict !== 'cannot_judge'))
  const agreed = judged.filter(([first, second]) => first === second)
  const won = (winner: PairVerdict) => agreed.filter(([verdict]) => verdict === winner).length
  const [wins, losses] = [won('this'), won('other')]
  return {
    wins,
    losses,
    ties: judged.length - wins - losses,
    cannot_judge: outcomes.length - judged.length,
    consistency: judged.length === 0 ? null : agreed.length / judged.length,
    p: mcnemarP(wins, losses),
  }
}
