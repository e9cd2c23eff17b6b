import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import { type EvaluationResult, judgedBy } from '../../domain/evaluation/evaluation.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { formatScore } from '../../domain/text/format-score.js'
import { upperFirst } from '../../domain/text/words.js'
import { clean, truncate } from '../../presentation/clean.js'
import type { VersionFigures } from '../../presentation/evaluation/comparison.js'
import { evaluationView } from '../../presentation/evaluation/evaluation.js'
import { OUTCOMES } from '../../presentation/evaluation/outcomes.js'
import type { Quote, Row, Summary } from '../reply.js'
import { type KindView, quotesOf, rowOf, scoreOf } from './rows.js'

const FINDINGS = 3
type View = ReturnType<typeof evaluationView>

/** An evaluation of an agent. */
export function evaluationKind(run: RunWithResult<'evaluation'>, history: readonly AgentScore[]): KindView {
  const view = evaluationView(run, { history })
  const { verdict } = run.result
  const { critical, failures, weaknesses } = view.findings
  const worst = [
    ...critical.map(({ title, what, said }) => ({
      finding: `${title}: ${what}`,
      weight: 'critical',
      said: quotesOf(said, 2),
    })),
    ...[...failures, ...weaknesses].map(({ what, said }) => ({ finding: what, weight: '', said: quotesOf(said, 2) })),
  ]
  return {
    headline: [headlineOf(view.verdict.word, clean(verdict.sentence)), ...view.notes].join(' '),
    title: `${view.title}; ${view.size}`,
    scores: scoresOf(view),
    trust: view.trust,
    findings: worst.slice(0, FINDINGS),
    fixes: view.findings.recommendations.slice(0, FINDINGS).map(({ what }) => truncate(what, 400)),
    evaluation: evaluatedOf(run.result, view),
    sections: {
      ...versionsSection(view),
      findings: { about: 'Failures, weaknesses, strengths and what to change.', rows: findingRows(view) },
      cases: { about: 'Every case, the worst first.', rows: caseRows(view) },
      conversations: { about: 'What was said in the worst conversations, message by message.', rows: talkRows(view) },
    },
    next: { tool: 'get_run', section: 'cases', why: 'It shows every case; section conversations what was said.' },
  }
}

function evaluatedOf(result: EvaluationResult, { versions, history }: View): Summary['evaluation'] {
  const { cases_passed: passed, cases_scored: scored, cases_undecided: undecided = 0 } = result.reliability
  return {
    cases: judgedBy(result) === 'model' ? { passed, scored, undecided } : null,
    against: versions && {
      agent_version_id: versions.otherId,
      version: versions.other,
      verdict: versions.word,
      sentence: versions.sentence,
      scores: versions.figures?.scores,
      fixed: versions.figures?.fixed.named,
      broken: versions.figures?.broken.named,
      undecided: versions.figures?.undecided.named,
    },
    versions: (history?.points ?? []).map(({ version, date, value, verdict, differs, offline }) => ({
      version,
      date,
      verdict,
      offline,
      score: tenth(value),
      same_cases: !differs.includes('other cases'),
      same_judge: !differs.includes('another judge'),
    })),
  }
}

/** The paired comparison, and the scores of every evaluated version; empty for an agent's first. */
function versionsSection({ versions, history }: View): KindView['sections'] {
  const rows: Row[] = []
  if (versions) {
    const { figures } = versions
    rows.push(
      rowOf({
        title: `Against version ${versions.other}, on the same cases: ${versions.word}`,
        text: [versions.sentence, figures?.pairwise].filter(Boolean).join(' '),
        facts: figures ? { scores: figures.scores, fixed: figures.fixed.count, broken: figures.broken.count } : {},
      }),
      ...(figures ? differenceRows(figures) : []),
    )
  }
  for (const { version, date, figure, between, verdict, differs, offline, here } of history?.points ?? [])
    rows.push(
      rowOf({
        title: `Version ${version}: ${figure} of 10`,
        facts: {
          date,
          between,
          verdict,
          offline,
          this_run: here,
          same_cases: !differs.includes('other cases'),
          same_judge: !differs.includes('another judge'),
        },
      }),
    )
  if (rows.length === 0) return {}
  const comparison = versions ? ['The paired comparison'] : []
  const about = history
    ? `${[...comparison, 'the scores of all versions, oldest first'].join(', then ')}.`
    : `${comparison.join('')}. Fewer than two versions have a score, so there are no scores to list.`
  return { versions: { about: upperFirst(about), rows } }
}

const differenceRows = ({ rows, fixed, broken, undecided }: VersionFigures): Row[] => [
  ...rows.map(({ label, points, between, p }) =>
    rowOf({ title: label, facts: { difference: points, 'between, 95%': between, p } }),
  ),
  ...[
    ...fixed.named.map((name) => ['Fixed', name]),
    ...broken.named.map((name) => ['Broken', name]),
    ...undecided.named.map((name) => ['Undecided', name]),
  ].map(([what, name]) => rowOf({ title: `${what}: ${name}` })),
]

const headlineOf = (word: string, sentence: string): string =>
  sentence.toLowerCase().startsWith(word.toLowerCase()) ? sentence : `${word}: ${sentence}`

const tenth = (value: number): number => Number(formatScore(value))

function scoresOf({ verdict, dimensions }: View): Summary['scores'] {
  const scores = dimensions.map(({ name, value, interval }) =>
    scoreOf({ name, value: tenth(value), of: 10, interval }, tenth),
  )
  if (verdict.value === null) return scores
  const { interval, confidence } = verdict
  const word = confidence ? `${confidence} sure that the mean is 8 or more` : ''
  return [scoreOf({ name: 'Overall', value: tenth(verdict.value), of: 10, interval, word }, tenth), ...scores]
}

function findingRows({ findings }: View): Row[] {
  const rows = (kind: string, list: readonly { what: string; said: readonly Quote[] }[]) =>
    list.map(({ what, said }) => rowOf({ title: what, facts: { kind }, said }))
  return [
    ...findings.critical.map(({ title, what, count, said }) =>
      rowOf({ title, text: `${what} ${count}`, facts: { kind: 'critical' }, said }),
    ),
    ...rows('failure', findings.failures),
    ...rows('weakness', findings.weaknesses),
    ...rows('warning', findings.warnings),
    ...rows('strength', findings.strengths),
    ...rows('fix', findings.recommendations),
  ]
}

const caseRows = ({ cases }: View): Row[] =>
  cases.rows.map(({ name, category, critical, outcome, score, trials, remark }) => {
    const row = rowOf({
      title: name,
      text: remark,
      facts: { outcome: OUTCOMES[outcome].word, score, trials, category },
    })
    if (critical) row.facts.critical = critical
    return row
  })

const talkRows = ({ cases }: View): Row[] =>
  cases.full.map(({ name, outcome, which, messages, expected }) =>
    rowOf({
      title: name,
      text: [which, expected && `Expected: ${expected}`].filter(Boolean).join('\n'),
      facts: { outcome: OUTCOMES[outcome].word },
      said: messages.map(quoteOf),
    }),
  )

function quoteOf({ agent, synthetic, stretches, calls }: View['cases']['full'][number]['messages'][number]) {
  const tools = calls.map(({ tool, args, answer }) => `[calls ${tool} with ${args}: ${answer}]`)
  const prospect = synthetic ? 'prospect (synthetic)' : 'prospect'
  return {
    who: agent ? 'agent' : prospect,
    quote: [...tools, stretches.map(({ text }) => text).join('')].filter(Boolean).join(' '),
    where: '',
  }
}
