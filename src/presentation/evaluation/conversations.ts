import type { ToolCall } from '../../domain/evaluation/conversation.js'
import {
  type CaseEvidence,
  type CaseResult,
  type EvaluationResult,
  type JudgedBy,
  type Judgement,
  judgedBy,
  type Suspicion,
  type Trial,
} from '../../domain/evaluation/evaluation.js'
import { FAILED_CHECKS } from '../../domain/evaluation/failed-checks.js'
import { formatScore } from '../../domain/text/format-score.js'
import { counted } from '../../domain/text/words.js'
import { clean, cleanList, displayText, headline, truncate } from '../clean.js'
import { optional, phrase, type Quotation, readable } from '../words.js'
import { CHECKS, type EvaluationNames, SUSPECTED_CHECKS } from './names.js'
import { caseOutcome, OUTCOMES, type Outcome, remarkOf, trialOutcome, undecidedTrials } from './outcomes.js'

/** Most conversations shown in full, the worst first; the table has the other cases. */
export const MAX_IN_FULL = 20
/** Number of cases that are unfolded at first. */
const OPEN = 2

export type CaseRow = {
  readonly name: string
  readonly category: string
  readonly critical: boolean
  readonly outcome: Outcome
  readonly score: string
  /** Passed trials, such as "2 of 3 trials"; a dash where the offline model judged, with which no trial passes. */
  readonly trials: string
  /** What the case lacked, and the judge's words. */
  readonly remark: string
  /** Anchor of the case's conversation on the page; '' where it is not shown in full. */
  readonly place: string
}
export type CaseView = CaseRow & {
  readonly open: boolean
  readonly expected: string
  readonly missing: readonly string[]
} & ConversationView

/** All cases, the worst first: the first ones in full, each with its worst conversation, and every case as a row. */
export function casesOf(result: EvaluationResult, names: EvaluationNames) {
  const ranked = worstFirst(result)
  const by = judgedBy(result)
  const rows = ranked.map(({ test, outcome }, i) => ({
    test,
    row: rowOf(test, outcome, names, by, i < MAX_IN_FULL ? `case-${i + 1}` : ''),
  }))
  const bad = ranked.filter(({ test }) => test.passed !== true).length
  const open = Math.min(OPEN, Math.max(1, bad))
  return {
    rows: rows.map(({ row }) => row),
    full: rows.slice(0, MAX_IN_FULL).map(
      ({ test, row }, i): CaseView => ({
        ...row,
        open: i < open,
        expected: optional(test.expected_behavior),
        missing: cleanList(test.missing),
        ...conversationOf(
          result.trials.filter(({ case_id }) => case_id === test.case_id),
          names,
          by,
        ),
      }),
    ),
    places: new Map(rows.map(({ test, row }) => [test.case_id, row.place])),
  }
}

/**
 * Order: cases with a critical failure, then the failed ones, then those without a score, then the passed; each group
 * by score.
 */
export function worstFirst(
  result: EvaluationResult,
): readonly { readonly test: CaseResult; readonly outcome: Outcome }[] {
  const { test_details, verdict } = result
  const critical = new Set(verdict.critical_failures.map(({ case_id }) => case_id))
  const ranked = test_details.test_cases.map((test) => {
    const outcome = caseOutcome(test, result)
    return { test, outcome, rank: critical.has(test.case_id) ? 0 : RANKS[outcome] }
  })
  return ranked.sort((a, b) => a.rank - b.rank || (a.test.score ?? 0) - (b.test.score ?? 0))
}

const RANKS: Record<Outcome, number> = {
  failed: 1,
  suspected: 2,
  error: 2,
  cannot_judge: 2,
  rehearsed: 3,
  checked: 3,
  passed: 3,
}

const trialsPassed = (test: CaseResult): string =>
  `${test.passed_trials} of ${counted(test.trials, 'trial')}${undecidedTrials(test)}`

function rowOf(test: CaseResult, outcome: Outcome, names: EvaluationNames, by: JudgedBy, place: string): CaseRow {
  return {
    name: names.caseName(test.case_id),
    category: truncate(readable(test.category), 40),
    critical: test.critical,
    outcome,
    score: formatScore(test.score),
    trials: by !== 'model' ? '–' : trialsPassed(test).replaceAll(' ', '\u00a0'),
    remark: headline(remarkOf(test), 240),
    place,
  }
}

type FailedCheck = { readonly title: string; readonly sentence: string; readonly said: readonly Quotation[] }

/** The worst conversation of a case, with what checks and judges found in it. */
type ConversationView = ReturnType<typeof conversationOf>

export function conversationOf(trials: readonly Trial[], names: EvaluationNames, by: JudgedBy) {
  const worst = worstOf(trials)
  const checks = worst?.checks ?? []
  return {
    which: worst && trials.length > 1 ? whichOf(worst, trials.length, by) : '',
    /** Why the conversation has no score; '' where it has one, or where a judge gives the reason. */
    problem: worst?.judgements.some(({ problem }) => problem !== '') ? '' : optional(worst?.problem ?? ''),
    messages: worst ? messagesOf(worst) : [],
    checksFailed: checks
      .filter(({ status }) => status === 'failed')
      .map(
        ({ check, sentence, evidence }): FailedCheck => ({
          title: FAILED_CHECKS[check],
          sentence: phrase(sentence),
          said: names.quotations(evidence),
        }),
      ),
    suspicions: checks.flatMap(({ check, suspicions }) =>
      suspicions.map((suspicion) =>
        suspicionView(SUSPECTED_CHECKS[check as keyof typeof SUSPECTED_CHECKS], suspicion, names),
      ),
    ),
    checksPassed: checks.filter(({ status }) => status === 'passed').map(({ check }) => CHECKS[check]),
    facts: worst && worst.facts_hidden > 0 ? phrase(`${worst.facts_found.length} of ${worst.facts_hidden}`) : '',
    faults: cleanList(worst?.simulator_faults ?? []),
    judges: worst ? judgesOf(worst, names) : [],
    others: trials.filter((trial) => trial !== worst).map((trial) => inShort(trial, by)),
  }
}

const SUSPICIONS: Record<Suspicion['outcome'], string> = {
  open: 'No judge has confirmed or cleared it.',
  confirmed: 'The judge confirms it.',
  cleared: 'The judge clears it.',
}

/** A passage that code could not decide: what it may violate, and the outcome. */
const suspicionView = (title: string, { passage, against, outcome, answers }: Suspicion, names: EvaluationNames) => ({
  title,
  outcome,
  said: names.quotations([passage]),
  against: optional(against),
  decision: SUSPICIONS[outcome],
  /** The words by which a judge decided it; '' where no judge did. */
  by: optional(answers.find(({ breach }) => breach === (outcome === 'confirmed'))?.quote ?? ''),
})

/** The worst conversation: one that was held before one that was not, then by failed checks, then by score. */
function worstOf(trials: readonly Trial[]): Trial | undefined {
  const held = ({ turns }: Trial) => (turns.length > 0 ? 0 : 1)
  const failed = ({ checks }: Trial) =>
    checks.filter(({ status }) => status === 'failed').length * 100 +
    checks.filter(({ status }) => status === 'suspected').length
  // `MAX_VALUE` instead of infinity, because the difference of two infinities is NaN.
  const score = (trial: Trial) => trial.score ?? Number.MAX_VALUE
  return [...trials].sort(
    (a, b) => held(a) - held(b) || failed(b) - failed(a) || score(a) - score(b) || a.trial - b.trial,
  )[0]
}

function whichOf(trial: Trial, of: number, by: JudgedBy): string {
  const place = `Trial ${trial.trial} of ${of}`
  if (trial.score === null) return place
  return `${place}, the one that went worst: it ${ENDED[trialOutcome(trial, by)]} ${formatScore(trial.score)}`
}

const ENDED: Record<Outcome, string> = {
  passed: 'passed with',
  failed: 'failed with',
  suspected: 'is suspected with',
  checked: 'was checked with',
  rehearsed: 'was rehearsed with',
  cannot_judge: 'could not be judged with',
  error: 'broke off with',
}

function inShort(held: Trial, by: JudgedBy): string {
  const { trial, score } = held
  const outcome = trialOutcome(held, by)
  return score === null
    ? `trial ${trial}: ${OUTCOMES[outcome].word}`
    : `trial ${trial} ${ENDED[outcome]} ${formatScore(score)}`
}

/** One judge's view of a conversation. */
export type JudgeView = {
  readonly title: string
  /** Why there is no judgement; '' where there is one. */
  readonly problem: string
  readonly feedback: string
  readonly reasons: readonly {
    readonly name: string
    readonly score: string
    readonly reason: string
    readonly said: readonly Quotation[]
  }[]
  readonly broken: readonly { readonly rule: string; readonly said: readonly Quotation[] }[]
}

const judgesOf = ({ judgements }: Trial, names: EvaluationNames): JudgeView[] =>
  judgements.map((judgement) => judgeOf(judgement, judgements.length, names))

function judgeOf(judgement: Judgement, of: number, names: EvaluationNames): JudgeView {
  const model = names.judge(judgement.judge)
  const repaired = judgement.status === 'judged' && judgement.rounds > 1 ? ', in a second round' : ''
  return {
    title: `${of === 1 ? 'The judge’s reasons' : `Judge ${judgement.judge} of ${of}`}${model && ` (${model})`}${repaired}`,
    problem: judgement.status === 'judged' ? '' : optional(judgement.problem) || 'It could not judge this.',
    feedback: optional(judgement.feedback),
    reasons: judgement.dimensions.map(({ dimension_id, score, reason, evidence }) => ({
      name: names.dimension(dimension_id),
      score: formatScore(score),
      reason: optional(reason),
      said: names.quotations([evidence]),
    })),
    broken: judgement.broken_rules.map(({ rule, evidence }) => ({
      rule: phrase(rule),
      said: names.quotations(evidence ? [evidence] : []),
    })),
  }
}

/** Longest message and tool result in characters; the run's data has the whole texts. */
const MAX_MESSAGE = 4_000
const MAX_JSON = 600

/** A stretch of a message; `marked` where it counts against the agent. */
type Stretch = { readonly text: string; readonly marked: boolean }
export type Call = {
  readonly tool: string
  readonly args: string
  /** The tool's result, or why there was none. */
  readonly answer: string
  readonly refused: boolean
}
export type Message = {
  readonly turn: number
  readonly agent: boolean
  /** Whether a simulated prospect is the speaker. */
  readonly synthetic: boolean
  readonly calls: readonly Call[]
  /** Empty for a message without text. */
  readonly stretches: readonly Stretch[]
}

/** A conversation message by message; words that checks and judges count against the agent are marked. */
export function messagesOf(trial: Trial): Message[] {
  const against = heldAgainst(trial)
  return trial.turns.map(({ turn, speaker, text, tool_calls }) => ({
    turn,
    agent: speaker === 'agent',
    synthetic: speaker === 'prospect' && trial.simulated,
    calls: tool_calls.map(callOf),
    stretches: stretchesOf(
      truncate(clean(text), MAX_MESSAGE),
      against.filter((evidence) => evidence.turn === turn),
    ),
  }))
}

const heldAgainst = ({ checks, judgements }: Trial): CaseEvidence[] => [
  ...checks.filter(({ status }) => status === 'failed' || status === 'suspected').flatMap(({ evidence }) => evidence),
  ...judgements.flatMap(({ broken_rules }) => broken_rules.flatMap(({ evidence }) => evidence ?? [])),
  ...judgements.flatMap(({ weakness }) => weakness?.evidence ?? []).filter(({ speaker }) => speaker === 'agent'),
]

/** Splits a text at the ends of quotes; overlapping quotes are marked as one. */
function stretchesOf(text: string, quotes: readonly CaseEvidence[]): Stretch[] {
  const found = quotes
    .map(({ quote }) => ({ from: text.indexOf(clean(quote)), length: clean(quote).length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((a, b) => a.from - b.from)
  const stretches: Stretch[] = []
  let at = 0
  for (const { from, length } of found) {
    if (from > at) stretches.push({ text: text.slice(at, from), marked: false })
    const start = Math.max(at, from)
    if (from + length > start) stretches.push({ text: text.slice(start, from + length), marked: true })
    at = Math.max(at, from + length)
  }
  return at < text.length ? [...stretches, { text: text.slice(at), marked: false }] : stretches
}

const callOf = ({ tool, arguments: args, answer, accepted, problem }: ToolCall): Call => ({
  tool: truncate(displayText(tool), 80),
  args: args === null ? 'no readable arguments' : json(args),
  answer: accepted ? json(answer) : truncate(displayText(problem ?? 'The call was refused.'), MAX_JSON),
  refused: !accepted,
})

const json = (value: unknown): string => truncate(clean(JSON.stringify(value)), MAX_JSON)
