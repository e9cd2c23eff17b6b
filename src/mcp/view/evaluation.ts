import type { AgentScore } from '../../domain/agent-score.js'
import { formatScore } from '../../domain/format-score.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { clean, truncate } from '../../presentation/clean.js'
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
    sections: {
      findings: { about: 'Failures, weaknesses, strengths and what to change.', rows: findingRows(view) },
      cases: { about: 'Every case, the worst first.', rows: caseRows(view) },
      conversations: { about: 'What was said in the worst conversations, message by message.', rows: talkRows(view) },
    },
    next: { tool: 'get_run', section: 'cases', why: 'It shows every case; section conversations what was said.' },
  }
}

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
