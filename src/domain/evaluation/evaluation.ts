import { z } from 'zod'
import { Interval } from '../panel/scores.js'
import { HiddenCharacters, OtherVersions } from '../run/run.js'
import { seedUpTo } from '../run/seed.js'
import { AgentFacts, AgentVersion, Skill } from './agent.js'
import { ConversationTurn } from './conversation.js'
import { Rubric } from './rubric.js'
import { TestCase } from './test-case.js'

/** Minimum score for a pass, 0–10. */
export const PASS_AT = 8
export const MAX_CASES = 1_000
const MAX_TRIALS = 30
/** With fewer cases, approval needs the whole interval above the bar. */
export const MIN_CASES_FOR_APPROVAL = 10

/** Deterministic checks, decided by code. A failed check prevents approval. */
export const CRITICAL_CHECKS = [
  'opt_out_respected',
  'nothing_invented',
  'says_it_is_a_bot',
  'prompt_kept_private',
  'tools_called_right',
] as const
export const CriticalCheckName = z.enum(CRITICAL_CHECKS)
export type CriticalCheckName = z.infer<typeof CriticalCheckName>

/** A sentence of a conversation, word for word. */
export const CaseEvidence = z.object({
  case_id: z.string(),
  trial: z.int(),
  turn: z.int(),
  speaker: z.enum(['prospect', 'agent']),
  quote: z.string(),
})
export type CaseEvidence = z.infer<typeof CaseEvidence>

/** A breach that words cannot decide: the agent's passage and the words it may contradict, put to the judges. */
export const Suspicion = z.object({
  sentence: z.string(),
  /** The answer yes means a breach. */
  question: z.string(),
  passage: CaseEvidence,
  /** Words of the prospect or of the agent's instructions; '' where the doubt is that nothing supports the passage. */
  against: z.string(),
  /** Open until more than half of the judges agree; an open suspicion prevents approval. */
  outcome: z.enum(['open', 'confirmed', 'cleared']),
  answers: z.array(
    z.object({
      judge: z.int(),
      /** `null` where the judge could not say, or its quote does not occur. */
      breach: z.boolean().nullable(),
      /** Words of the conversation or of the agent's instructions. */
      quote: z.string(),
    }),
  ),
})
export type Suspicion = z.infer<typeof Suspicion>

/** `suspected`: words cannot decide, and no judge has decided yet. Confirmed it becomes `failed`, cleared `passed`. */
export const CheckResult = z.object({
  check: CriticalCheckName,
  status: z.enum(['passed', 'failed', 'suspected', 'not_applicable']),
  sentence: z.string(),
  evidence: z.array(CaseEvidence),
  suspicions: z.array(Suspicion).default([]),
})
export type CheckResult = z.infer<typeof CheckResult>

/** One judge's judgement of one conversation. */
export const Judgement = z.object({
  judge: z.int(),
  status: z.enum(['judged', 'cannot_judge']),
  /** Why it could not be judged; '' where it could. */
  problem: z.string(),
  /** Rounds it took: 2 where the first answer could not be used. */
  rounds: z.int(),
  dimensions: z.array(
    z.object({ dimension_id: z.string(), score: z.number(), reason: z.string(), evidence: CaseEvidence }),
  ),
  /** Rules of the case the judge found broken. */
  broken_rules: z.array(z.object({ rule: z.string(), evidence: CaseEvidence.nullable() })),
  /** The judge's answer on each passage in doubt, by number; `breach` is `null` without a usable answer. */
  suspicions: z.array(z.object({ number: z.int(), breach: z.boolean().nullable(), quote: z.string() })).default([]),
  feedback: z.string(),
  strength: z.object({ text: z.string(), evidence: CaseEvidence }).nullable(),
  weakness: z.object({ text: z.string(), evidence: CaseEvidence }).nullable(),
  recommendation: z.string(),
})
export type Judgement = z.infer<typeof Judgement>

/** The result of one case in one trial. */
export const Trial = z.object({
  case_id: z.string(),
  trial: z.int(),
  status: z.enum(['scored', 'cannot_judge', 'error']),
  /** What went wrong; '' for no problem. */
  problem: z.string(),
  /** Whether the prospect was simulated; `false` for a conversation handed in, whose prospect may have been a real person. */
  simulated: z.boolean(),
  turns: z.array(ConversationTurn),
  checks: z.array(CheckResult),
  /** Numbers, from 1, of the hidden facts the prospect has told, as found by `told_by`. */
  facts_found: z.array(z.int()),
  facts_hidden: z.int(),
  /** Faults of the simulated prospect, not of the agent. */
  simulator_faults: z.array(z.string()),
  judgements: z.array(Judgement),
  /** Σ weight · score, 0–10, the mean over the judges. */
  score: z.number().nullable(),
  dimensions: z.array(z.object({ dimension_id: z.string(), score: z.number() })),
  passed: z.boolean().nullable(),
})
export type Trial = z.infer<typeof Trial>

/** The judge's pass of a trial, for comparison with people's marks: the score decides while a breach is suspected. */
export const judgePasses = ({ passed, score }: { readonly passed: boolean | null; readonly score: number }): boolean =>
  passed ?? score >= PASS_AT

/** The spec's test result, with the figures behind it. */
export const CaseResult = z.object({
  case_id: z.string(),
  name: z.string(),
  input: z.string(),
  expected_behavior: z.string(),
  /** The agent's messages in the trial nearest to the case's mean. */
  agent_response: z.string(),
  rubric_focus: z.array(z.string()),
  category: z.string(),
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** Why the case did not pass, a sentence each; empty where it passed. */
  missing: z.array(z.string()).default([]),
  /** The judge's words on the trial nearest to the case's mean. */
  feedback: z.string(),
  critical: z.boolean(),
  cluster_id: z.string().nullable(),
  /** The first case that asks the agent the same; case and copy count once. Present only in a copy. */
  copy_of: z.string().optional(),
  status: z.enum(['scored', 'cannot_judge', 'error']),
  trials: z.int(),
  scored_trials: z.int(),
  passed_trials: z.int(),
  /** Scored trials that neither pass nor fail while a breach is suspected. Present only where there are any. */
  undecided_trials: z.int().optional(),
  dimensions: z.array(z.object({ dimension_id: z.string(), score: z.number() })),
})
export type CaseResult = z.infer<typeof CaseResult>

/** A strength, weakness, failure, warning or recommendation; quotes are checked. */
export const EvaluationFinding = z.object({
  text: z.string(),
  case_id: z.string().nullable(),
  dimension_id: z.string().nullable(),
  evidence: z.array(CaseEvidence),
})
export type EvaluationFinding = z.infer<typeof EvaluationFinding>

export const CriticalFailure = z.object({
  case_id: z.string(),
  /** A deterministic check, or `critical_case` for a critical case that did not pass. */
  check: z.union([CriticalCheckName, z.literal('critical_case')]),
  /** Trials in which the check failed, and trials to which it applied. */
  failed: z.int(),
  of: z.int(),
  sentence: z.string(),
  evidence: z.array(CaseEvidence),
})
export type CriticalFailure = z.infer<typeof CriticalFailure>

/** A check with a suspicion that no judge has confirmed or cleared: it prevents approval. */
export const SuspectedBreach = z.object({
  case_id: z.string(),
  check: CriticalCheckName,
  /** Trials in which the check is suspected, and trials to which it applied. */
  suspected: z.int(),
  of: z.int(),
  sentence: z.string(),
  evidence: z.array(CaseEvidence),
  /** Words it may contradict; '' where the doubt is that nothing supports the passage. */
  against: z.string(),
})
export type SuspectedBreach = z.infer<typeof SuspectedBreach>

/** `active` means approved. An evaluation that could not be judged is `unjudged`, never approved. */
export const EvaluationVerdict = z.object({
  status: z.enum(['active', 'needs_improvement', 'unjudged']),
  approved: z.boolean(),
  /** Probability that the mean over prospects like these is 8 or more, 0–1. */
  confidence: z.number().nullable(),
  /** 95 % interval of the score for other prospects of this kind. */
  interval: Interval.nullable(),
  /** 95 % interval of the score for the same cases run again. */
  rerun_interval: Interval.nullable(),
  critical_failures: z.array(CriticalFailure),
  suspected: z.array(SuspectedBreach).default([]),
  sentence: z.string(),
})
export type EvaluationVerdict = z.infer<typeof EvaluationVerdict>

/** How often the agent passes, not how well. `k`: smallest number of trials of a scored case. Undecided ones do not count. */
export const Reliability = z.object({
  k: z.int(),
  /** Share of trials that pass. */
  pass_rate: z.number().nullable(),
  pass_at_k: z.number().nullable(),
  /** Probability that all k trials pass. */
  pass_hat_k: z.number().nullable(),
  cases_passed: z.int(),
  cases_scored: z.int(),
  /** Scored cases that neither pass nor fail while a breach is suspected. Present only where there are any. */
  cases_undecided: z.int().optional(),
  /** 95 % Wilson interval of the share of decided cases that pass. */
  cases_interval: Interval.nullable(),
})
export type Reliability = z.infer<typeof Reliability>

/** Minimums for a trusted judge: agreement with people, rates of recognised passes and failures, number of marks. */
export const TRUSTED_FROM = { kappa: 0.6, rate: 0.8, marks: 100 }

/** How far the judge can be believed: against people's marks, and against other judges. */
export const JudgeTrust = z.object({
  status: z.enum(['trusted', 'not_trusted', 'not_calibrated']),
  sentence: z.string(),
  model: z.string(),
  judges: z.int(),
  /** Roles that a judging model also plays. */
  plays: z.array(z.enum(['agent', 'prospect'])).default([]),
  /** Krippendorff's α over the judges' scores (interval); `null` for one judge. */
  alpha: z.number().nullable(),
  /** Judgements asked for, repaired, and missing in the end. */
  judgements: z.object({ asked: z.int(), repaired: z.int(), cannot_judge: z.int() }),
  calibration: z
    .object({
      marks: z.int(),
      kappa: z.number().nullable(),
      /** Quadratically weighted, on the 0–5 scale. */
      weighted_kappa: z.number().nullable(),
      true_positive_rate: z.number().nullable(),
      true_negative_rate: z.number().nullable(),
      /** Mean of judge less human, in points of 0–10. */
      leniency: z.number().nullable(),
      pass_rate: z.number().nullable(),
      corrected_pass_rate: z.number().nullable(),
    })
    .nullable(),
})
export type JudgeTrust = z.infer<typeof JudgeTrust>

const Difference = z.object({ mean: z.number(), interval: Interval.nullable(), p: z.number() })

/** This version minus the other version, over the same cases. */
export const VersionComparison = z.object({
  against: z.object({ agent_version_id: z.string(), version: z.string() }),
  verdict: z.enum(['improved', 'regressed', 'not_worse', 'inconclusive', 'unjudged']),
  sentence: z.string(),
  cases: z.int(),
  overall: Difference.nullable(),
  /** Smallest difference that this number of cases can detect, in points. */
  smallest_visible: z.number().nullable(),
  dimensions: z.array(Difference.extend({ dimension_id: z.string(), p_holm: z.number() })),
  flips: z.object({
    fixed: z.array(z.string()),
    broken: z.array(z.string()),
    /** Cases undecided in either version, so neither fixed nor broken. Present only where there are any. */
    undecided: z.array(z.string()).optional(),
    p: z.number(),
  }),
  new_critical_failures: z.array(z.object({ case_id: z.string(), check: z.string() })),
  /** Pairwise judging in both orders; `null` where it was not asked for. */
  pairwise: z
    .object({
      wins: z.int(),
      losses: z.int(),
      ties: z.int(),
      cannot_judge: z.int(),
      /** Share of pairs for which both orders gave the same verdict. */
      consistency: z.number().nullable(),
      p: z.number(),
    })
    .nullable(),
  /** The other version's own figures. */
  other: z.object({ overall_score: z.number().nullable(), test_cases: z.array(CaseResult) }),
})
export type VersionComparison = z.infer<typeof VersionComparison>

/** A person's mark of one conversation: pass or fail, and optionally a score of 0–10. */
export const HumanMark = z.object({
  case_id: z.string(),
  trial: z.int().min(1),
  passed: z.boolean(),
  score: z.number().min(0).max(10).nullable().default(null),
  by: z.string().default(''),
})
export type HumanMark = z.infer<typeof HumanMark>

/** Marks with the ids of their cases; people may name a case instead. */
export function withMarkedCaseIds(
  marks: readonly HumanMark[],
  cases: readonly { readonly name: string; readonly case_id: string }[],
): HumanMark[] {
  const ids = new Map(cases.map(({ name, case_id }) => [name.toLowerCase(), case_id]))
  const known = new Set(cases.map(({ case_id }) => case_id))
  return marks.map((mark) =>
    known.has(mark.case_id) ? mark : { ...mark, case_id: ids.get(mark.case_id.toLowerCase()) ?? mark.case_id },
  )
}

const MAX_CONVERSATIONS = MAX_CASES * MAX_TRIALS
export const HumanMarks = z
  .array(HumanMark)
  .max(MAX_CONVERSATIONS, `At most ${MAX_CONVERSATIONS.toLocaleString('en-US')} marks at once.`)

/** A person's and a judge's results for one conversation of any evaluation; judges are calibrated with these. */
export const JudgedMark = z.object({
  human_passed: z.boolean(),
  /** 0–10. */
  human_score: z.number().nullable(),
  judge_passed: z.boolean(),
  judge_score: z.number(),
})
export type JudgedMark = z.infer<typeof JudgedMark>

/** A conversation held earlier, to be judged again without being held again. */
export const RecordedTrial = z.object({
  case_id: z.string(),
  trial: z.int().min(1),
  turns: z.array(ConversationTurn).max(1_000),
  /** Whether the prospect was simulated. */
  simulated: z.boolean().default(false),
  /** Why it broke off: nobody judges it. Absent where it was held to its end. */
  problem: z.string().max(5_000).optional(),
})
export type RecordedTrial = z.infer<typeof RecordedTrial>

export const EvaluationInput = z.object({
  agent: AgentVersion,
  skill: Skill.nullable().default(null),
  /** Given cases come before the skill's, and those before the ten default cases. */
  test_cases: z
    .array(TestCase)
    .max(MAX_CASES, `An evaluation takes at most ${MAX_CASES} cases.`)
    .superRefine((cases, context) => {
      const names = new Set<string>()
      const isKnown = (name: string) => names.size === names.add(name.toLowerCase()).size
      const twice = cases.find(({ name }) => isKnown(name))?.name.toLowerCase()
      if (twice !== undefined)
        context.addIssue({
          code: 'custom',
          message: `Two cases have the name "${twice}"; results are told apart by it.`,
        })
    })
    .default([]),
  /** The bundled cases: `default` where none are given, `red-team` in place of the skill's. */
  case_set: z.enum(['default', 'red-team'], 'Write default or red-team.').default('default'),
  /** Parts of the file of cases that a case has no field for; shown among the warnings. */
  case_notes: z.array(z.string().max(5_000)).max(10).default([]),
  /** A given rubric comes before the skill's, and that before the default rubric. */
  rubric: Rubric.nullable().default(null),
  trials: z.int().min(1, 'At least one trial.').max(MAX_TRIALS, `At most ${MAX_TRIALS} trials.`).default(3),
  judges: z.int().min(1).max(7, 'At most 7 judges.').default(1),
  /** Models of the judges, in turn; empty for the configured model. Judges of several families check each other. */
  judge_models: z.array(z.string().trim().min(1).max(200)).max(7, 'At most 7 models of judges.').default([]),
  /** Another version to run on the same cases. */
  against: z
    .object({ agent: AgentVersion, skill: Skill.nullable().default(null) })
    .nullable()
    .default(null),
  /** Whether conversations of both versions are also judged side by side, in both orders. */
  pairwise: z.boolean().default(false),
  /** Conversations to judge again; all others are held. */
  recorded: z.array(RecordedTrial).max(MAX_CONVERSATIONS).default([]),
  /** The agent's previous version, with other content; `null` where there is none. */
  changed_since: z.string().nullable().default(null),
  /** Cases of the file that could not be read. The others are run, but nothing is approved. */
  unreadable_cases: z
    .array(z.object({ line: z.int(), problem: z.string() }))
    .max(100_000)
    .default([]),
  human_marks: HumanMarks.default([]),
  /** Earlier marks of this judge, from other evaluations. */
  judge_record: z.array(JudgedMark).default([]),
  seed: seedUpTo(2 ** 32 - 1).default(1),
})
export type EvaluationInput = z.infer<typeof EvaluationInput>

/** The specification's return value and the figures behind it. Surfaces fill in path and time. */
export const EvaluationResult = z.object({
  agent: AgentFacts.pick({ agent_version_id: true, version: true, model: true }).extend({
    name: z.string(),
    agent_id: z.string().nullable().default(null),
    /** Whether the agent answered for itself, over HTTP. */
    live: z.boolean(),
  }),
  /** Models that played and judged, and the model the agent's file names. */
  models: z.object({
    mode: z.enum(['offline', 'anthropic']),
    agent: z.string(),
    prospect: z.string(),
    judge: z.string(),
    /** The model of each judge. */
    judges: z.array(z.string()),
  }),
  /** Notes shown before the start: a changed version, cases that could not be read, a judge that also plays. */
  notes: z.array(z.string()).default([]),
  /** Hash of agent, cases, rubric and settings as they were fixed before the first call. */
  plan_hash: z.string(),
  /** Hash of cases and rubric: scores with another hash are not on one scale. */
  cases_hash: z.string(),
  cases_from: z.enum(['given', 'skill', 'default', 'red-team']),
  rubric: Rubric,
  /** 0–10, unrounded; `null` where it could not be judged. */
  overall_score: z.number().nullable(),
  test_details: z.object({
    /** Score by dimension, 0–10. */
    scores: z.record(z.string(), z.number()),
    /** 95 % intervals for other prospects of this kind; `null` for fewer than two cases, or where all scores are equal. */
    score_intervals: z.record(z.string(), Interval.nullable()),
    test_cases: z.array(CaseResult),
    failures: z.array(EvaluationFinding),
    warnings: z.array(EvaluationFinding),
    strengths: z.array(EvaluationFinding),
    weaknesses: z.array(EvaluationFinding),
    recommendations: z.array(EvaluationFinding),
  }),
  report_url: z.null(),
  duration_ms: z.null(),
  verdict: EvaluationVerdict,
  reliability: Reliability,
  trials: z.array(Trial),
  judge_trust: JudgeTrust,
  comparison: VersionComparison.nullable(),
  /** Stands here as an evaluation has no trust section. Present only where characters were removed. */
  hidden: HiddenCharacters.optional(),
  /** Likewise, where more than one version of the program had the run. */
  versions: OtherVersions.optional(),
})
export type EvaluationResult = z.infer<typeof EvaluationResult>

/** Who judged an agent: it decides what a surface may say about the agent. */
export type JudgedBy = 'model' | 'offline' | 'rehearsal'

/**
 * `rehearsal`: the offline model also played the agent, so nothing is known about it. `offline`: the offline model read
 * a live agent's or handed-in conversations: failed checks are reported, and nothing is judged.
 */
export function judgedBy({
  models,
  agent,
  trials,
}: {
  readonly models: Pick<EvaluationResult['models'], 'mode'>
  readonly agent: Pick<EvaluationResult['agent'], 'live'>
  readonly trials: readonly Pick<Trial, 'simulated'>[]
}): JudgedBy {
  if (models.mode !== 'offline') return 'model'
  return agent.live || trials.every(({ simulated }) => !simulated) ? 'offline' : 'rehearsal'
}
