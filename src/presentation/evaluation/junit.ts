import { type CaseResult, type EvaluationResult, judgedBy } from '../../domain/evaluation.js'
import { formatScore } from '../../domain/format-score.js'
import { clean } from '../clean.js'
import { OUTCOMES, outcomeOf, remarkOf, undecidedTrials } from './outcomes.js'

/**
 * An evaluation as JUnit XML for CI servers, with a test case per case. A case that does not pass is a failure; a case
 * that could not be run or judged is an error, never a pass; cases of a rehearsal are skipped.
 */
export function evaluationJUnit(result: EvaluationResult, { duration_ms }: { duration_ms: number | null }): string {
  const { agent, test_details, verdict, overall_score } = result
  const { test_cases } = test_details
  const rehearsed = judgedBy(result) === 'rehearsal'
  const judged = rehearsed ? [] : test_cases
  const skipped = test_cases.length - judged.length
  const failures = judged.filter(({ passed }) => passed === false).length
  const errors = judged.filter(({ passed }) => passed === null).length
  // Where no case fails and the version is not approved all the same, the verdict becomes a case: otherwise the build
  // would be green.
  const open = !rehearsed && !verdict.approved && failures + errors === 0
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
    overall_score: overall_score === null || skipped > 0 ? 'none' : String(overall_score),
    mode: result.models.mode,
    agent_model: result.models.agent,
    judge_model: result.models.judge,
    plan_hash: result.plan_hash,
  }
  const cases = test_cases.map((test) => testCase(test, agent.agent_version_id, result))
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

/** The verdict as a test case, for a version that is not approved although every case passed. */
function verdictCase({ agent, verdict }: EvaluationResult): string {
  const head = `    <testcase${attributes({ name: 'Verdict', classname: `${agent.agent_version_id}.verdict` })}>`
  return `${head}\n      <error${attributes({ message: verdict.sentence })}/>\n    </testcase>`
}

function testCase(test: CaseResult, agent: string, result: EvaluationResult): string {
  const { verdict } = result
  const head = `    <testcase${attributes({ name: test.name, classname: `${agent}.${test.category}` })}`
  if (judgedBy(result) === 'rehearsal')
    return `${head}>\n      <skipped${attributes({ message: OUTCOMES.rehearsed.word })}/>\n    </testcase>`
  if (test.passed === true) return `${head}/>`
  const passages = [...verdict.critical_failures, ...verdict.suspected]
    .filter(({ case_id }) => case_id === test.case_id)
    .flatMap(({ evidence }) => evidence.slice(0, 1))
    .map(({ speaker, quote }) => `${speaker}: “${quote}”`)
  const against = verdict.suspected
    .filter((suspected) => suspected.case_id === test.case_id && suspected.against !== '')
    .map((suspected) => `It may go against “${suspected.against}”.`)
  const details = [remarkOf(test), ...passages, ...against].join('\n')
  const kind = test.passed === null ? 'error' : 'failure'
  return `${head}>\n      <${kind}${attributes({ message: reasonOf(test) })}>${escaped(details)}</${kind}>\n    </testcase>`
}

function reasonOf(test: CaseResult): string {
  const { score, passed_trials, trials } = test
  const { word } = OUTCOMES[outcomeOf(test, false)]
  if (score === null) return word
  return `${word}: ${formatScore(score)} of 10, ${passed_trials} of ${trials} trials passed${undecidedTrials(test)}`
}

const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(String(value))}"`]))
    .join('')

/** XML cannot represent most control characters; `clean` has removed them. */
const escaped = (text: string): string =>
  clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
