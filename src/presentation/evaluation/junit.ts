import { type CaseResult, type EvaluationResult, type JudgedBy, judgedBy } from '../../domain/evaluation/evaluation.js'
import { formatScore } from '../../domain/text/format-score.js'
import { clean } from '../clean.js'
import { caseOutcome, OUTCOMES, type Outcome, remarkOf, undecidedTrials } from './outcomes.js'

/**
 * An evaluation as JUnit XML for CI servers, with a test case per case. A case that does not pass is a failure; a case
 * that could not be run or judged is an error, never a pass; cases that the offline model rehearsed, or read without a
 * check that failed, are skipped.
 */
export function evaluationJUnit(result: EvaluationResult, { duration_ms }: { duration_ms: number | null }): string {
  const { agent, test_details, verdict, overall_score } = result
  const { test_cases } = test_details
  const by = judgedBy(result)
  const outcomes = test_cases.map((test) => ({ test, outcome: caseOutcome(test, result) }))
  const kinds = outcomes.map(({ outcome }) => kindOf(outcome, by))
  const count = (wanted: Kind) => kinds.filter((kind) => kind === wanted).length
  const [failures, errors, skipped] = [count('failure'), count('error'), count('skipped')]
  // Where no case fails and the version is not approved all the same, the verdict becomes a case: otherwise the build
  // would be green.
  const open = by !== 'rehearsal' && !verdict.approved && failures + errors === 0
  const suite = attributes({
    name: `${agent.name} ${agent.version} (${agent.agent_version_id})`,
    tests: test_cases.length + Number(open),
    failures,
    errors: errors + Number(open),
    skipped,
    time: duration_ms === null ? undefined : (duration_ms / 1_000).toFixed(3),
  })
  const properties = {
    status: verdict.status,
    overall_score: overall_score === null || by !== 'model' ? 'none' : String(overall_score),
    mode: result.models.mode,
    agent_model: result.models.agent,
    judge_model: result.models.judge,
    plan_hash: result.plan_hash,
  }
  const cases = outcomes.map(({ test, outcome }) => testCase(test, outcome, agent.agent_version_id, result))
  if (open) cases.push(verdictCase(result))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped'
const KINDS: Record<Outcome, Kind> = {
  passed: 'passed',
  failed: 'failure',
  suspected: 'error',
  cannot_judge: 'error',
  error: 'error',
  checked: 'skipped',
  rehearsed: 'skipped',
}
const WHY_SKIPPED = {
  rehearsal: OUTCOMES.rehearsed.word,
  offline: 'checked, no check failed; the offline model judges nobody',
} as const

/** Of a rehearsal every case is skipped, whatever became of it. */
const kindOf = (outcome: Outcome, by: JudgedBy): Kind => (by === 'rehearsal' ? 'skipped' : KINDS[outcome])

/** The verdict as a test case, for a version that is not approved although every case passed. */
function verdictCase({ agent, verdict }: EvaluationResult): string {
  const head = `    <testcase${attributes({ name: 'Verdict', classname: `${agent.agent_version_id}.verdict` })}>`
  return `${head}\n      <error${attributes({ message: verdict.sentence })}/>\n    </testcase>`
}

function testCase(test: CaseResult, outcome: Outcome, agent: string, result: EvaluationResult): string {
  const { verdict } = result
  const by = judgedBy(result)
  const head = `    <testcase${attributes({ name: test.name, classname: `${agent}.${test.category}` })}`
  const kind = kindOf(outcome, by)
  if (kind === 'skipped') {
    const message = WHY_SKIPPED[by === 'rehearsal' ? 'rehearsal' : 'offline']
    return `${head}>\n      <skipped${attributes({ message })}/>\n    </testcase>`
  }
  if (kind === 'passed') return `${head}/>`
  const passages = [...verdict.critical_failures, ...verdict.suspected]
    .filter(({ case_id }) => case_id === test.case_id)
    .flatMap(({ evidence }) => evidence.slice(0, 1))
    .map(({ speaker, quote }) => `${speaker}: “${quote}”`)
  const against = verdict.suspected
    .filter((suspected) => suspected.case_id === test.case_id && suspected.against !== '')
    .map((suspected) => `It may go against “${suspected.against}”.`)
  const details = [remarkOf(test), ...passages, ...against].join('\n')
  return `${head}>\n      <${kind}${attributes({ message: reasonOf(test, outcome, by) })}>${escaped(details)}</${kind}>\n    </testcase>`
}

function reasonOf(test: CaseResult, outcome: Outcome, by: JudgedBy): string {
  const { score, passed_trials, trials } = test
  const { word } = OUTCOMES[outcome]
  return score === null || by !== 'model'
    ? word
    : `${word}: ${formatScore(score)} of 10, ${passed_trials} of ${trials} trials passed${undecidedTrials(test)}`
}

const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(String(value))}"`]))
    .join('')

/** XML cannot represent most control characters; `clean` has removed them. */
const escaped = (text: string): string =>
  clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
