import type { AgentScore } from '../../domain/agent-score.js'
import { formatScore } from '../../domain/format-score.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { clean, truncate } from '../../presentation/clean.js'
import { evaluationView } from '../../presentation/evaluation/evaluation.js'
import type { Row } from '../reply.js'
import { type KindView, rowOf, saidOf } from './rows.js'

const FINDINGS = 3
type View = ReturnType<typeof evaluationView>

/** An evaluation of an agent. */
export function evaluationKind(run: RunWithResult<'evaluation'>, history: readonly AgentScore[]): KindView {
  const view = evaluationView(run, { history })
  const { verdict } = run.result
  const worst = [...view.findings.critical, ...view.findings.failures, ...view.findings.weaknesses]
  return {
    headline: headlineOf(view.verdict.word, clean(verdict.sentence)),
    title: `${view.title}; ${view.size}`,
    scores: scoresOf(view),
    trust: view.trust,
    findings: worst.slice(0, FINDINGS).map((one) => ({
      finding: 'title' in one ? `${one.title}: ${one.what}` : one.what,
      weight: 'title' in one ? 'critical' : '',
      said: saidOf(one.said, 2),
    })),
    fixes: view.findings.recommendations.slice(0, FINDINGS).map(({ what }) => truncate(what, 400)),
    sections: {
      findings: { about: 'Failures, weaknesses, strengths and what to change.', rows: findingRows(view) },
      cases: { about: 'Every case, the worst first.', rows: caseRows(view) },
      conversations: { about: 'What was said in the worst conversations, message by message.', rows: talkRows(view) },
    },
    next: { tool: 'get_run', why: 'With section cases it shows every case, with section conversations what was said.' },
  }
}

const headlineOf = (word: string, sentence: string): string =>
  sentence.toLowerCase().startsWith(word.toLowerCase()) ? sentence : `${word}: ${sentence}`

/** Ends of intervals as the sentences round them; a score itself is rounded down. */
const rounded = (value: number): number => Number(value.toFixed(1))
const tenth = (value: number): number => Number(formatScore(value))

const scoresOf = ({ verdict, dimensions }: View) => [
  ...(verdict.value === null
    ? []
    : [
        {
          name: 'Overall',
          value: tenth(verdict.value),
          of: 10,
          low: verdict.interval && rounded(verdict.interval.low),
          high: verdict.interval && rounded(verdict.interval.high),
          word: verdict.confidence ? `${verdict.confidence} sure that the mean is 8 or more` : '',
        },
      ]),
  ...dimensions.map(({ name, value, interval }) => ({
    name,
    value: tenth(value),
    of: 10,
    low: interval && rounded(interval.low),
    high: interval && rounded(interval.high),
    word: '',
  })),
]

function findingRows({ findings }: View): Row[] {
  const rows = (
    kind: string,
    found: readonly { what: string; said: readonly { who: string; quote: string; where: string }[] }[],
  ) => found.map(({ what, said }) => rowOf({ title: what, facts: { kind }, said: [...said] }))
  return [
    ...findings.critical.map(({ title, what, count, said }) =>
      rowOf({ title, text: `${what} ${count}`, facts: { kind: 'critical' }, said: [...said] }),
    ),
    ...rows('failure', findings.failures),
    ...rows('weakness', findings.weaknesses),
    ...rows('warning', findings.warnings),
    ...rows('strength', findings.strengths),
    ...rows('fix', findings.recommendations),
  ]
}

const caseRows = ({ cases }: View): Row[] =>
  cases.rows.map(({ name, category, critical, outcome, score, trials, feedback }) =>
    rowOf({
      title: name,
      text: feedback,
      facts: { outcome, score, trials, category, ...(critical ? { critical } : {}) },
    }),
  )

const talkRows = ({ cases }: View): Row[] =>
  cases.full.map(({ name, outcome, which, messages, expected }) =>
    rowOf({
      title: name,
      text: [which, expected && `Expected: ${expected}`].filter(Boolean).join('\n'),
      facts: { outcome },
      said: messages.map(wordsOf),
    }),
  )

function wordsOf({ agent, synthetic, stretches, calls }: View['cases']['full'][number]['messages'][number]) {
  const tools = calls.map(({ tool, args, answer }) => `[calls ${tool} with ${args}: ${answer}]`)
  const prospect = synthetic ? 'prospect (synthetic)' : 'prospect'
  return {
    who: agent ? 'agent' : prospect,
    quote: [...tools, stretches.map(({ text }) => text).join('')].filter(Boolean).join(' '),
    where: '',
  }
}
