import { type EvaluationResult, type JudgeTrust, judgedBy, type VersionComparison } from '../../domain/evaluation.js'
import { comparisonOf } from './compare-versions.js'
import { type HumanMarks, judgeTrustOf } from './verdict/judge-trust.js'

/** How far the judge of a stored evaluation can be believed by what people have marked since. */
export const trustOfJudge = ({ trials, models }: EvaluationResult, marked: HumanMarks): JudgeTrust =>
  judgeTrustOf(trials, marked, models.judge, models.judges.length)

/** A stored evaluation against an earlier one on the same cases and rubric. */
export const compareStored = (now: EvaluationResult, before: EvaluationResult, seed: number): VersionComparison =>
  comparisonOf(
    { cases: now.test_details.test_cases, trials: now.trials },
    { cases: before.test_details.test_cases, trials: before.trials },
    before.agent,
    now.rubric,
    seed,
    judgedBy(now),
  )
