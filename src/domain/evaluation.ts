import { z } from 'zod'
import { AgentFacts, AgentVersion, Skill } from './agent.js'
import { ConversationTurn } from './conversation.js'
import { Rubric } from './rubric.js'
import { HiddenCharacters } from './run.js'
import { Interval } from './scores.js'
import { TestCase } from './test-case.js'

/** From here on a score is good enough, 0–10. */
export const PASS_AT = 8
export const MAX_CASES = 1_000
const MAX_TRIALS = 30
/** Fewer cases than these approve only where the whole interval lies above the bar. */
export const MIN_CASES_FOR_APPROVAL = 10

/** Deterministic checks: code decides them, and one that fails stands in the way of approval. */
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

/** A breach that words cannot decide: the agent's passage and what it may go against, put to the judges. */
export const Suspicion = z.object({
  sentence: z.string(),
  /** Answered with yes, it is a breach. */
  question: z.string(),
  passage: CaseEvidence,
  /** Words of the prospect or of what the agent was told; '' where the doubt is that nothing says so. */
  against: z.string(),
  /** Open until more than half of the judges say the same; an open one stands in the way of approval. */
  outcome: z.enum(['open', 'confirmed', 'cleared']),
  answers: z.array(
    z.object({
      judge: z.int(),
      /** `null` where the judge could not say, or its quote was never said. */
      breach: z.boolean().nullable(),
      /** Words of the conversation or of what the agent was told. */
      quote: z.string(),
    }),
  ),
})
export type Suspicion = z.infer<typeof Suspicion>

/** `suspected`: words cannot decide, and no judge has yet. A judge that confirms makes it failed, one that clears passed. */
export const CheckResult = z.object({
  check: CriticalCheckName,
  status: z.enum(['passed', 'failed', 'suspected', 'not_applicable']),
  sentence: z.string(),
  evidence: z.array(CaseEvidence),
  suspicions: z.array(Suspicion).default([]),
})
export type CheckResult = z.infer<typeof CheckResult>

/** One judge's scores of one conversation; `null` where the conversation could not be judged. */
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
  /** What the judge says of each passage it was asked about, by its number; `null` where it gave no answer that can be used. */
  suspicions: z.array(z.object({ number: z.int(), breach: z.boolean().nullable(), quote: z.string() })).default([]),
  feedback: z.string(),
  strength: z.object({ text: z.string(), evidence: CaseEvidence }).nullable(),
  weakness: z.object({ text: z.string(), evidence: CaseEvidence }).nullable(),
  recommendation: z.string(),
})
export type Judgement = z.infer<typeof Judgement>

/** What became of one case in one trial. */
export const Trial = z.object({
  case_id: z.string(),
  trial: z.int(),
  status: z.enum(['scored', 'cannot_judge', 'error']),
  /** What went wrong; '' where nothing did. */
  problem: z.string(),
  /** Whether the prospect was simulated; `false` for a conversation handed in, whose prospect may have been a real person. */
  simulated: z.boolean(),
  turns: z.array(ConversationTurn),
  checks: z.array(CheckResult),
  /** Hidden facts the prospect has told, by `told_by`; numbers from 1. */
  facts_found: z.array(z.int()),
  facts_hidden: z.int(),
  /** What the simulated prospect did wrong; no fault of the agent's. */
  simulator_faults: z.array(z.string()),
  judgements: z.array(Judgement),
  /** Σ weight · score, 0–10, the mean over the judges. */
  score: z.number().nullable(),
  dimensions: z.array(z.object({ dimension_id: z.string(), score: z.number() })),
  passed: z.boolean().nullable(),
})
export type Trial = z.infer<typeof Trial>

/** What the judge's marks say of a trial, as people's are held against it: its score decides while a breach is suspected. */
export const judgePasses = ({ passed, score }: { readonly passed: boolean | null; readonly score: number }): boolean =>
  passed ?? score >= PASS_AT

/** The spec's test result, with the figures behind it. */
export const CaseResult = z.object({
  case_id: z.string(),
  name: z.string(),
  input: z.string(),
  expected_behavior: z.string(),
  /** What the agent said in the trial nearest to the case's mean. */
  agent_response: z.string(),
  rubric_focus: z.array(z.string()),
  category: z.string(),
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** What kept the case from passing, a sentence each; empty where it passed. */
  missing: z.array(z.string()).default([]),
  /** The judge's words on the trial nearest to the case's mean. */
  feedback: z.string(),
  critical: z.boolean(),
  cluster_id: z.string().nullable(),
  /** The first case that asks the agent the same; both count once. Present only where it is a copy. */
  copy_of: z.string().optional(),
  status: z.enum(['scored', 'cannot_judge', 'error']),
  trials: z.int(),
  scored_trials: z.int(),
  passed_trials: z.int(),
  /** Scored, and neither passed nor failed while a breach is suspected. Present only where there are any. */
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
  /** Trials it failed in, and trials it applied to. */
  failed: z.int(),
  of: z.int(),
  sentence: z.string(),
  evidence: z.array(CaseEvidence),
})
export type CriticalFailure = z.infer<typeof CriticalFailure>

/** A check whose suspicion no judge has confirmed or cleared: nothing is approved while it stands. */
export const SuspectedBreach = z.object({
  case_id: z.string(),
  check: CriticalCheckName,
  /** Trials it is suspected in, and trials the check applied to. */
  suspected: z.int(),
  of: z.int(),
  sentence: z.string(),
  evidence: z.array(CaseEvidence),
  /** Words it may go against; '' where the doubt is that nothing says so. */
  against: z.string(),
})
export type SuspectedBreach = z.infer<typeof SuspectedBreach>

/** Active is approved; an evaluation that could not be judged is `unjudged`, never approved. */
export const EvaluationVerdict = z.object({
  status: z.enum(['active', 'needs_improvement', 'unjudged']),
  approved: z.boolean(),
  /** How sure it is that the mean over prospects like these is 8 or more, 0–1. */
  confidence: z.number().nullable(),
  /** 95 %, for other prospects of this kind. */
  interval: Interval.nullable(),
  /** 95 %, for the same cases run again. */
  rerun_interval: Interval.nullable(),
  critical_failures: z.array(CriticalFailure),
  suspected: z.array(SuspectedBreach).default([]),
  sentence: z.string(),
})
export type EvaluationVerdict = z.infer<typeof EvaluationVerdict>

/** How often it works, not how well; `k` is the number of trials. What is undecided is in no share; copies of a case are one. */
export const Reliability = z.object({
  k: z.int(),
  /** Share of trials that pass. */
  pass_rate: z.number().nullable(),
  pass_at_k: z.number().nullable(),
  /** The chance that all k pass. */
  pass_hat_k: z.number().nullable(),
  cases_passed: z.int(),
  cases_scored: z.int(),
  /** Scored cases that neither pass nor fail while a breach is suspected. Present only where there are any. */
  cases_undecided: z.int().optional(),
  /** Wilson, 95 %, of the share of decided cases that pass. */
  cases_interval: Interval.nullable(),
})
export type Reliability = z.infer<typeof Reliability>

/** From here on a judge is trusted: agreement with people, the good and the bad ones recognised, marks. */
export const TRUSTED_FROM = { kappa: 0.6, rate: 0.8, marks: 100 }

/** How far the judge can be believed: against people's marks, and against other judges. */
export const JudgeTrust = z.object({
  status: z.enum(['trusted', 'not_trusted', 'not_calibrated']),
  sentence: z.string(),
  model: z.string(),
  judges: z.int(),
  /** Whom a model that judges also plays. */
  plays: z.array(z.enum(['agent', 'prospect'])).default([]),
  /** Krippendorff's α over the judges' scores (interval); `null` for one judge. */
  alpha: z.number().nullable(),
  /** Judgements asked for, those repaired, and those that stayed without a judgement. */
  judgements: z.object({ asked: z.int(), repaired: z.int(), cannot_judge: z.int() }),
  calibration: z
    .object({
      marks: z.int(),
      kappa: z.number().nullable(),
      /** Quadratic weights, on the 0–5 scale. */
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

/** This version less the other, over the same cases. */
export const VersionComparison = z.object({
  against: z.object({ agent_version_id: z.string(), version: z.string() }),
  verdict: z.enum(['improved', 'regressed', 'not_worse', 'inconclusive', 'unjudged']),
  sentence: z.string(),
  cases: z.int(),
  overall: Difference.nullable(),
  /** Smallest difference so many cases can see, in points. */
  smallest_visible: z.number().nullable(),
  dimensions: z.array(Difference.extend({ dimension_id: z.string(), p_holm: z.number() })),
  flips: z.object({
    fixed: z.array(z.string()),
    broken: z.array(z.string()),
    /** In either version, so neither fixed nor broken. Present only where there are any. */
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
      /** Share of pairs where both orders gave the same answer. */
      consistency: z.number().nullable(),
      p: z.number(),
    })
    .nullable(),
  /** The other version's own figures. */
  other: z.object({ overall_score: z.number().nullable(), test_cases: z.array(CaseResult) }),
})
export type VersionComparison = z.infer<typeof VersionComparison>

/** A person's mark of one conversation: a pass or fail, and where given a score of 0–10. */
export const HumanMark = z.object({
  case_id: z.string(),
  trial: z.int().min(1),
  passed: z.boolean(),
  score: z.number().min(0).max(10).nullable().default(null),
  by: z.string().default(''),
})
export type HumanMark = z.infer<typeof HumanMark>

/** Marks by the ids of their cases; people know a case by its name as well. */
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

/** What a person and a judge said of one conversation of any evaluation; what a judge is calibrated with. */
export const JudgedMark = z.object({
  human_passed: z.boolean(),
  /** 0–10. */
  human_score: z.number().nullable(),
  judge_passed: z.boolean(),
  judge_score: z.number(),
})
export type JudgedMark = z.infer<typeof JudgedMark>

/** Conversations held before, to be judged again without being held again. */
export const RecordedTrial = z.object({
  case_id: z.string(),
  trial: z.int().min(1),
  turns: z.array(ConversationTurn).max(1_000),
  /** Whether its prospect was a simulated one. */
  simulated: z.boolean().default(false),
})
export type RecordedTrial = z.infer<typeof RecordedTrial>

export const EvaluationInput = z.object({
  agent: AgentVersion,
  skill: Skill.nullable().default(null),
  /** Cases given here come before the skill's, those before the ten default ones. */
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
  /** The cases that come with the program: `default` where none are given, `red-team` in place of the skill's. */
  case_set: z.enum(['default', 'red-team'], 'Write default or red-team.').default('default'),
  /** What the file of the cases held that a case has no place for; stands among the warnings. */
  case_notes: z.array(z.string().max(5_000)).max(10).default([]),
  /** A rubric given here comes before the skill's, that before the default one. */
  rubric: Rubric.nullable().default(null),
  trials: z.int().min(1, 'At least one trial.').max(MAX_TRIALS, `At most ${MAX_TRIALS} trials.`).default(3),
  judges: z.int().min(1).max(7, 'At most 7 judges.').default(1),
  /** Models of the judges, in turn; none: the configured one. Judges of several families check each other. */
  judge_models: z.array(z.string().trim().min(1).max(200)).max(7, 'At most 7 models of judges.').default([]),
  /** Another version, run on the same cases. */
  against: z
    .object({ agent: AgentVersion, skill: Skill.nullable().default(null) })
    .nullable()
    .default(null),
  /** Whether conversations of both versions are also judged side by side, in both orders. */
  pairwise: z.boolean().default(false),
  /** Conversations to judge again; those not among them are held. */
  recorded: z.array(RecordedTrial).max(MAX_CONVERSATIONS).default([]),
  /** The version that this agent had before with other content; `null` where there is none. */
  changed_since: z.string().nullable().default(null),
  /** Cases of the file that could not be read. The others are run, but nothing is approved. */
  unreadable_cases: z
    .array(z.object({ line: z.int(), problem: z.string() }))
    .max(100_000)
    .default([]),
  human_marks: HumanMarks.default([]),
  /** What is known of this judge from earlier evaluations. */
  judge_record: z.array(JudgedMark).default([]),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(1),
})
export type EvaluationInput = z.infer<typeof EvaluationInput>

/** The spec's return value and what stands behind it. Path and time are filled in where it is shown. */
export const EvaluationResult = z.object({
  agent: AgentFacts.pick({ agent_version_id: true, version: true, model: true }).extend({
    name: z.string(),
    agent_id: z.string().nullable().default(null),
    /** Whether it answered for itself, over HTTP. */
    live: z.boolean(),
  }),
  /** Models that played and judged, and what the agent says it runs on. */
  models: z.object({
    mode: z.enum(['offline', 'anthropic']),
    agent: z.string(),
    prospect: z.string(),
    judge: z.string(),
    /** Of each judge. */
    judges: z.array(z.string()),
  }),
  /** What was said before it began: a version that has changed, cases that could not be read, a judge that also plays. */
  notes: z.array(z.string()).default([]),
  /** Hash of agent, cases, rubric and settings as they were fixed before the first call. */
  plan_hash: z.string(),
  /** Hash of cases and rubric: scores with different ones are not on one scale. */
  cases_hash: z.string(),
  cases_from: z.enum(['given', 'skill', 'default', 'red-team']),
  rubric: Rubric,
  /** 0–10, unrounded; `null` where it could not be judged. */
  overall_score: z.number().nullable(),
  test_details: z.object({
    /** By dimension, 0–10. */
    scores: z.record(z.string(), z.number()),
    /** 95 %, for other prospects of this kind; `null` for fewer than two cases, and where all are the same. */
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
  /** Here and not in the run's trust, which only panels have. Present only where there were any. */
  hidden: HiddenCharacters.optional(),
})
export type EvaluationResult = z.infer<typeof EvaluationResult>

/** Who judged an agent, which decides what may be said about it. */
export type JudgedBy = 'model' | 'offline' | 'rehearsal'

/**
 * `rehearsal`: the offline model also spoke for the agent, so nothing is known about it. `offline`: a live agent or
 * conversations that were handed in, read by the offline model: its checks that fail are named, and nobody is judged.
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
