import { bandOf } from '../../domain/panel/analysis.js'
import { type JudgedResult, measuredOf } from '../../domain/panel/pressure-test.js'
import type { InputOf, RunKind } from '../../domain/run/kinds.js'
import { isRehearsal } from '../../domain/run/run.js'
import type { PanelRun, RunWithResult } from '../../domain/run/run-document.js'
import type { StageName } from '../../domain/run/run-events.js'
import { evaluationTrust } from '../../presentation/evaluation/trust.js'
import { verdictOf } from '../../presentation/evaluation/verdict.js'
import { liftWords } from '../../presentation/refinement.js'
import { TEXT_CHECK } from '../../presentation/scores.js'
import { simulationTrust, stayedAt } from '../../presentation/simulation.js'
import { type TrustView, trustOf } from '../../presentation/trust.js'
import type { RunSettings } from './differences.js'
import { line } from './text.js'

/** Words about a kind of run, for messages of every sort; `results.ts` lays out its result. */
type KindWords<K extends RunKind> = {
  /** Name of the kind, as the beginning of a line. */
  readonly name: string
  /** Whether its card quotes the subject; cards of other kinds name it themselves. */
  readonly quoted: boolean
  /** Subject of a run, in the requester's words. Input of an older version may lack parts. */
  subject(input: Partial<InputOf<K>>): string | undefined
  /** Settings that “run again with…” compares; `null` for a kind that is never repeated with a change. */
  readonly settings: ((input: InputOf<K>) => RunSettings) | null
  /** Stages of the run, so that the checklist shows the coming ones from the start. */
  stages(input: Partial<InputOf<K>>): readonly StageName[]
  /** Result in a few words. */
  outcome(run: RunWithResult<K>): string
  /** Provenance of the answers, and how far to believe them. */
  trust(run: RunWithResult<K>): TrustView
}

function panelStages({ focus_group: discussion = 'live' }: Partial<InputOf<'pressure_test'>>): StageName[] {
  const talk: Record<typeof discussion, StageName[]> = { off: [], quick: ['discuss'], live: ['discuss', 'ballots'] }
  return ['claims', 'respond', 'fidelity', ...talk[discussion], 'analyse']
}

function panelOutcome(run: PanelRun): string {
  const result: JudgedResult = run.result
  const { pressure_score } = measuredOf(result)
  const missing = result.analysis === null ? ', analysis missing' : ''
  return `${Math.round(pressure_score)} of 100, ${bandOf(run, pressure_score) ?? `a ${TEXT_CHECK}`}${missing}`
}

const panelTrust = (run: RunWithResult<'pressure_test' | 'focus_group' | 'refinement'>) =>
  trustOf(run, run.result.responses.length)

/** Words of both panel studies: a pressure test and a focus group. */
const PANEL_WORDS = {
  quoted: true,
  subject: ({ stimulus }: { stimulus?: string | undefined }) => stimulus,
  settings: (input: RunSettings) => input,
  stages: panelStages,
  outcome: panelOutcome,
  trust: panelTrust,
}

const completed = () => 'completed'

const KIND_WORDS: { readonly [K in RunKind]: KindWords<K> } = {
  pressure_test: {
    name: 'Pressure test',
    ...PANEL_WORDS,
  },
  focus_group: {
    name: 'Focus group',
    ...PANEL_WORDS,
  },
  evaluation: {
    name: 'Agent evaluation',
    quoted: false,
    subject: ({ agent }) => agent?.name,
    settings({ agent, against, test_cases, trials }) {
      const versionOf = (version: typeof agent) => `${version.name} ${version.version} (${version.agent_version_id})`
      return { version: versionOf(agent), against: against ? versionOf(against.agent) : 'none', test_cases, trials }
    },
    stages: () => ['evaluate'],
    outcome({ result }) {
      const { word, score, value } = verdictOf(result)
      return value === null ? word.toLowerCase() : `${score} of 10, ${word.toLowerCase()}`
    },
    trust: ({ result }) => evaluationTrust(result),
  },
  persona_generation: {
    name: 'Persona set',
    quoted: false,
    subject: ({ name = '' }) => `persona set ${name}`,
    settings: null,
    stages: () => ['synthesise', 'plan', 'write', 'twins'],
    outcome: completed,
    trust: (run) => trustOf(run, run.result.personas.length),
  },
  comparison: {
    name: 'Comparison',
    quoted: false,
    subject: ({ propositions = [] }) => propositions.map(({ name }) => name).join(' · '),
    settings: (input) => input,
    stages: () => ['claims', 'respond'],
    outcome(run) {
      if (isRehearsal(run)) return `${TEXT_CHECK}s side by side`
      const { best } = run.result
      return best === null ? 'none does best' : `${line(best, 20)} does best`
    },
    trust: (run) => trustOf(run, run.result.propositions[0]?.responses.length ?? 0),
  },
  refinement: {
    name: 'Fixes and re-test',
    quoted: true,
    subject: ({ stimulus }) => stimulus,
    settings: null,
    stages: () => ['rewrite', 'respond'],
    outcome: (run) => liftWords(run).toLowerCase(),
    trust: panelTrust,
  },
  simulation: {
    name: 'Simulation',
    quoted: false,
    subject: ({ product, days }) => product && `${product.name}, ${days} days`,
    settings: null,
    stages: () => ['live', 'conclude'],
    outcome({ result }) {
      const { figure, between } = stayedAt(result, result.days)
      return `${figure} still there after ${result.days} days (${between}), uncalibrated`
    },
    trust: simulationTrust,
  },
  ask: {
    name: 'Question to a respondent',
    quoted: false,
    subject: ({ question = '' }) => question,
    settings: null,
    stages: () => ['reply'],
    outcome: completed,
    trust: (run) => trustOf(run, 1),
  },
}

export const kindWords = <K extends RunKind>(kind: K): KindWords<K> => KIND_WORDS[kind]

/** Kinds whose predictions are compared with outcomes. */
export const PREDICTS: ReadonlySet<RunKind> = new Set([
  'pressure_test',
  'focus_group',
  'comparison',
  'refinement',
  'evaluation',
])
