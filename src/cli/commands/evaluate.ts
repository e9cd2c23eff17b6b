import { mkdir } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { type EvaluationResult, judgedBy, PASS_AT } from '../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../domain/evaluation/rubric.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { formatScore } from '../../domain/text/format-score.js'
import { plural } from '../../domain/text/words.js'
import { refuse } from '../../errors.js'
import type { AgentFile } from '../../ingest/evaluation-files/read-agent-file.js'
import { readInChildProcess } from '../../ingest/read-in-child-process.js'
import { evaluationJUnit } from '../../presentation/evaluation/junit.js'
import { evaluationMarkdown } from '../../presentation/evaluation/markdown.js'
import type { AgentReference, AgentRequest, EvaluationRequest } from '../../service/requests/evaluation.js'
import type { CliDeps } from '../commands.js'
import { stripTerminalControls } from '../io.js'
import { isFile, readTextFile } from '../read-file.js'
import { writeOut } from '../write-out.js'
import { numeric } from './panel-options.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions } from './submit-and-follow.js'

type EvaluateOptions = SubmitOptions & {
  trials?: number
  judges?: number
  judgeModel?: string[]
  against?: string
  pairwise?: boolean
  cases?: string
  conversations?: string
  rubric?: string
  marks?: string
  skipInvalid?: boolean
  judgeAgain?: string
  seed?: number
  junit?: string
  markdown?: string
  allowRehearsal?: boolean
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

export function addEvaluateCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('evaluate')
    .description('is this agent fit to talk to prospects? Holds test conversations with it and judges them')
    .argument('[agent]', 'a file (.yaml, .json) or the id of a version that was evaluated before')
    .option('--trials <number>', 'how often each case is run (default: 3)', numeric)
    .option(
      '--cases <file>',
      'test cases: .csv, .jsonl, .yaml or .json, also of promptfoo or Inspect; or red-team, a set of ours',
    )
    .option('--conversations <file>', 'judge conversations that were held already (.jsonl); none is held anew')
    .option('--skip-invalid', 'leave out rows and cases that cannot be read, list them, and judge by the others')
    .option('--rubric <file>', 'a rubric of your own: .yaml or .json')
    .option('--judges <number>', 'judges per conversation (default: 1)', numeric)
    .option('--judge-model <models>', 'their models, separated by commas', list)
    .option('--against <version>', 'another version on the same cases: a file or an id; exit 3 when this one is worse')
    .option('--pairwise', 'with --against: also judge the conversations side by side, in both orders')
    .option('--judge-again <run_id>', 'judge the conversations of a finished evaluation again; none is held anew')
    .option('--marks <file>', 'people’s marks of its conversations (.csv, .jsonl), to hold the judge against')
    .option('--seed <number>', 'the same seed, the same evaluation (default: 1)', numeric)
    .option(
      '--fail-under <score>',
      'exit 3 when the score is lower, the agent is not approved or it could not be judged',
      numeric,
    )
    .option('--allow-rehearsal', 'let --fail-under pass on figures of the offline model: for demonstrations only')
    .option('--junit <file>', 'also write the outcome as JUnit XML')
    .option('--markdown <file>', 'also write it as GitHub-flavoured Markdown')
  addSubmitOptions(command).action(async (agent: string | undefined, options: EvaluateOptions) =>
    exit(await evaluate(deps, agent, options)),
  )
}

async function evaluate(deps: CliDeps, agent: string | undefined, options: EvaluateOptions): Promise<number> {
  return prepareAndFollow(deps, 'evaluation', await readRequest(deps, agent, options), options, async () => ({
    onCompleted: (run) => writeOutputs(run, options),
    gate: (run) => (run.kind === 'evaluation' ? gateOf(run.result, options) : null),
  }))
}

/** Reads every file before the database is opened, so that errors in them are reported at once. */
async function readRequest(
  deps: CliDeps,
  agent: string | undefined,
  options: EvaluateOptions,
): Promise<EvaluationRequest> {
  const judging = await readJudging(deps, options)
  const { judgeAgain } = options
  if (judgeAgain !== undefined) {
    refuseBeside(agent, options)
    return { run_id: judgeAgain, ...judging }
  }
  if (agent === undefined)
    return refuse(
      'Name the agent: a file, or the id of a version that was evaluated before. See: pressure-test evaluate --help',
    )
  const { trials, seed, pairwise, conversations, against } = options
  // Options override the settings of the agent's file.
  const file = await readAgent(agent)
  const given = await readCases(deps, options)
  const request: AgentRequest = { ...file, ...given, ...judging }
  if (given.test_cases) request.unreadable_cases = []
  else if (options.skipInvalid) {
    printSkipped(deps, agent, file.unreadable_cases ?? [])
    request.unreadable_cases = []
  }
  if (trials !== undefined) request.trials = trials
  if (seed !== undefined) request.seed = seed
  if (pairwise !== undefined) request.pairwise = pairwise
  if (conversations !== undefined) request.trials = 1
  if (against !== undefined) request.against = (await readAgent(against)).of
  return request
}

type Judging = Omit<Extract<EvaluationRequest, { run_id: string }>, 'run_id'>

/** Reads the rubric, marks and judges that the options name. */
async function readJudging(deps: CliDeps, options: EvaluateOptions): Promise<Judging> {
  const judging: Judging = {}
  if (options.rubric !== undefined) judging.rubric = await readRubric(options.rubric)
  if (options.marks !== undefined) judging.human_marks = await readMarks(deps, options.marks, options)
  if (options.judges !== undefined) judging.judges = options.judges
  if (options.judgeModel !== undefined) judging.judge_models = options.judgeModel
  return judging
}

type NamedAgent = { of: AgentReference } & Partial<Omit<AgentFile, 'agent' | 'skill'>>

/** Reads an agent file, or refers to a stored version by its id. */
async function readAgent(argument: string): Promise<NamedAgent> {
  if (!(await isFile(argument, ['.yaml', '.yml', '.json']))) return { of: { agent_version_id: argument } }
  const name = basename(argument)
  const { agent, skill, ...settings } = await readInChildProcess('agent', name, await readTextFile(argument), name)
  return { of: { agent, skill: skill ?? null }, ...settings }
}

/** Value of `--cases` that selects the red-team set instead of a file. */
const RED_TEAM = 'red-team'

async function readCases(
  deps: CliDeps,
  { cases, conversations, skipInvalid }: EvaluateOptions,
): Promise<Pick<AgentRequest, 'test_cases' | 'case_set' | 'case_notes' | 'recorded'>> {
  if (cases !== undefined && conversations !== undefined)
    return refuse('Give --cases or --conversations, not both: a conversation that was held is a case of its own.')
  const path = cases ?? conversations
  if (path === undefined) return {}
  if (cases === RED_TEAM) return { test_cases: [], case_set: RED_TEAM }
  const text = await readTextFile(path)
  const reading = { name: basename(path), skip_invalid: skipInvalid ?? false }
  if (cases !== undefined) {
    const read = await readInChildProcess('cases', reading.name, text, reading)
    printSkipped(deps, path, read.skipped)
    if (read.note !== null) deps.io.err(`${stripTerminalControls(read.note)}\n`)
    return { test_cases: [...read.cases], case_set: 'default', case_notes: read.note === null ? [] : [read.note] }
  }
  const read = await readInChildProcess('conversations', reading.name, text, reading)
  printSkipped(deps, path, read.skipped)
  return { test_cases: read.cases, case_set: 'default', recorded: read.recorded }
}

const readRubric = async (path: string): Promise<Rubric> =>
  readInChildProcess('rubric', basename(path), await readTextFile(path), basename(path))

async function readMarks(deps: CliDeps, path: string, { skipInvalid }: EvaluateOptions) {
  const reading = { name: basename(path), skip_invalid: skipInvalid ?? false }
  const read = await readInChildProcess('marks', reading.name, await readTextFile(path), reading)
  printSkipped(deps, path, read.skipped)
  return read.marks
}

export function printSkipped(
  { io }: CliDeps,
  path: string,
  skipped: readonly { line: number; problem: string }[],
): void {
  if (skipped.length === 0) return
  io.err(`Left out of ${path}: ${skipped.length} ${plural(skipped.length, 'row')}.\n`)
  for (const { line, problem } of skipped) io.err(`  line ${line}: ${problem}\n`)
}

function refuseBeside(agent: string | undefined, options: EvaluateOptions): void {
  const names = ['cases', 'conversations', 'against', 'trials', 'pairwise', 'seed'] as const
  const option = names.find((name) => options[name] !== undefined)
  if (agent === undefined && option === undefined) return
  const beside = agent === undefined ? `--${option}` : 'an agent'
  refuse(`--judge-again takes agent, cases and conversations from the run; leave ${beside} out.`)
}

async function writeOutputs(run: RunWithResult, { junit, markdown }: EvaluateOptions): Promise<void> {
  if (run.kind !== 'evaluation') return
  const { result } = run
  if (junit !== undefined) await write(junit, evaluationJUnit(result, run))
  if (markdown !== undefined) await write(markdown, evaluationMarkdown(run))
}

async function write(path: string, text: string): Promise<void> {
  // A folder that cannot be made is told by what is written into it.
  await mkdir(dirname(resolve(path)), { recursive: true }).catch(() => {})
  await writeOut(path, text)
}

const JUDGED_INSTEAD = 'Set ANTHROPIC_API_KEY to have it judged'

type Gate = { readonly failUnder?: number; readonly allowRehearsal?: boolean }

/** Why an evaluation fails its gate; `null` where it passes, or there is no gate. */
function gateOf(result: EvaluationResult, { failUnder, allowRehearsal }: Gate): string | null {
  const { overall_score, verdict, comparison } = result
  if (comparison?.verdict === 'regressed')
    return `Worse than ${stripTerminalControls(comparison.against.version)}: ${stripTerminalControls(comparison.sentence)}`
  if (failUnder === undefined) return null
  if (judgedBy(result) === 'rehearsal' && !allowRehearsal)
    return `A rehearsal passes no threshold: the offline model spoke for the agent. ${JUDGED_INSTEAD}, or add --allow-rehearsal for a demonstration.`
  const rehearsalAllowed = allowRehearsal && result.models.mode === 'offline'
  if (overall_score === null && verdict.status !== 'unjudged') return stripTerminalControls(verdict.sentence)
  if (overall_score === null || (verdict.status === 'unjudged' && !rehearsalAllowed))
    return `The agent was not judged, which is no pass. ${stripTerminalControls(verdict.sentence)}`
  if (overall_score < failUnder) return `The score ${formatScore(overall_score)} is under ${failUnder}.`
  const [critical] = verdict.critical_failures
  if (critical) return `A critical check failed: ${stripTerminalControls(critical.sentence)}`
  // With a score below what approval requires, the run passes because the caller set a lower threshold.
  return verdict.approved || rehearsalAllowed || overall_score < PASS_AT
    ? null
    : stripTerminalControls(verdict.sentence)
}
