import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { EvaluationInput } from '../../domain/evaluation.js'
import type { Rubric } from '../../domain/rubric.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { AppError, refuse } from '../../errors.js'
import { importCases } from '../../ingest/evaluation-files/import-cases.js'
import { importConversations } from '../../ingest/evaluation-files/import-conversations.js'
import { importMarks } from '../../ingest/evaluation-files/import-marks.js'
import { type AgentFile, readAgentFile } from '../../ingest/evaluation-files/read-agent-file.js'
import { readRubricFile } from '../../ingest/evaluation-files/read-rubric-file.js'
import { evaluationJUnit } from '../../report/evaluation-junit.js'
import { evaluationMarkdown } from '../../report/evaluation-markdown.js'
import {
  type AgentReference,
  type EvaluateAgentInput,
  evaluationInput,
  judgeAgainInput,
  submitEvaluation,
} from '../../service/evaluate-agent.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import type { CliDeps } from '../commands.js'
import { gateOf } from '../evaluation-gate.js'
import { isFile, readTextFile } from '../read-file.js'
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
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function addEvaluateCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('evaluate')
    .description('is this agent fit to talk to prospects? Holds test conversations with it and judges them')
    .argument('[agent]', 'a file (.yaml, .json) or the id of a version that was evaluated before')
    .option('--trials <number>', 'how often each case is run (default: 3)', numeric)
    .option('--cases <file>', 'test cases: .csv, .jsonl, .yaml or .json')
    .option('--conversations <file>', 'judge conversations that were held already (.jsonl); none is held anew')
    .option('--skip-invalid', 'leave out rows that cannot be read, and list them')
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
      'exit 3 when the score is lower, a critical check failed or it could not be judged',
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
  const prepare = await preparation(deps, agent, options)
  return prepareAndFollow(
    deps,
    async (ctx) => {
      const input = await prepare(ctx)
      return { kind: 'evaluation', input, submit: () => submitEvaluation(ctx, input, { budget_usd: options.budget }) }
    },
    options,
    {
      onCompleted: (run) => writeOutputs(run, options),
      gate: (run) => (run.kind === 'evaluation' ? gateOf(run.result, options) : null),
    },
  )
}

/** Reads every file before anything is opened, so that what is wrong in one is said at once. */
async function preparation(
  deps: CliDeps,
  agent: string | undefined,
  options: EvaluateOptions,
): Promise<(ctx: SurfaceContext) => Promise<EvaluationInput>> {
  const rubric = options.rubric === undefined ? {} : { rubric: await readRubric(options.rubric) }
  const human_marks = options.marks === undefined ? {} : { human_marks: await readMarks(deps, options.marks, options) }
  const jury = {
    ...(options.judges === undefined ? {} : { judges: options.judges }),
    ...(options.judgeModel === undefined ? {} : { judge_models: options.judgeModel }),
  }
  const { judgeAgain } = options
  if (judgeAgain !== undefined) {
    refuseBeside(agent, options)
    return (ctx) => judgeAgainInput(ctx, { run_id: judgeAgain, ...rubric, ...human_marks, ...jury })
  }
  if (agent === undefined)
    return refuse(
      'Name the agent: a file, or the id of a version that was evaluated before. See: pressure-test evaluate --help',
    )
  const { of, ...file } = await readAgent(agent)
  const input: EvaluateAgentInput = {
    ...file,
    ...(await readCases(deps, options)),
    ...rubric,
    ...human_marks,
    ...jury,
    ...(options.trials === undefined ? {} : { trials: options.trials }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.pairwise === undefined ? {} : { pairwise: options.pairwise }),
    ...(options.conversations === undefined ? {} : { trials: 1 }),
    of,
    against: options.against === undefined ? null : (await readAgent(options.against)).of,
  }
  return (ctx) => evaluationInput(ctx, input)
}

type NamedAgent = { of: AgentReference } & Omit<AgentFile, 'agent' | 'skill'>

/** A file's content, or the id of a version that is kept. */
async function readAgent(argument: string): Promise<NamedAgent> {
  if (!(await isFile(argument, ['.yaml', '.yml', '.json']))) return { of: { agent_version_id: argument } }
  const { agent, skill, ...settings } = readAgentFile(await readTextFile(argument), basename(argument))
  return { of: { agent, skill: skill ?? null }, ...settings }
}

async function readCases(
  deps: CliDeps,
  { cases, conversations, skipInvalid }: EvaluateOptions,
): Promise<Pick<EvaluateAgentInput, 'test_cases' | 'recorded'>> {
  if (cases !== undefined && conversations !== undefined)
    return refuse('Give --cases or --conversations, not both: a conversation that was held is a case of its own.')
  const path = cases ?? conversations
  if (path === undefined) return {}
  const text = await readTextFile(path)
  const reading = { name: basename(path), skip_invalid: skipInvalid ?? false }
  if (cases !== undefined) {
    const read = importCases(text, reading)
    sayLeftOut(deps, path, read.skipped)
    return { test_cases: read.cases }
  }
  const read = importConversations(text, reading)
  sayLeftOut(deps, path, read.skipped)
  return { test_cases: read.cases, recorded: read.recorded }
}

const readRubric = async (path: string): Promise<Rubric> => readRubricFile(await readTextFile(path), basename(path))

async function readMarks(deps: CliDeps, path: string, { skipInvalid }: EvaluateOptions) {
  const read = importMarks(await readTextFile(path), { name: basename(path), skip_invalid: skipInvalid ?? false })
  sayLeftOut(deps, path, read.skipped)
  return read.marks
}

export function sayLeftOut({ io }: CliDeps, path: string, skipped: readonly { line: number; problem: string }[]): void {
  if (skipped.length === 0) return
  io.err(`Left out of ${path}: ${skipped.length} ${skipped.length === 1 ? 'row' : 'rows'}.\n`)
  for (const { line, problem } of skipped) io.err(`  line ${line}: ${problem}\n`)
}

function refuseBeside(agent: string | undefined, options: EvaluateOptions): void {
  const beside = [
    agent === undefined ? null : 'an agent',
    ...(['cases', 'conversations', 'against', 'trials', 'pairwise', 'seed'] as const).map((name) =>
      options[name] === undefined ? null : `--${name}`,
    ),
  ].find((one) => one !== null)
  if (beside !== undefined)
    refuse(`--judge-again takes agent, cases and conversations from the run; leave ${beside} out.`)
}

async function writeOutputs(run: RunWithResult, { junit, markdown }: EvaluateOptions): Promise<void> {
  if (run.kind !== 'evaluation') return
  const { result } = run
  if (junit !== undefined) await write(junit, evaluationJUnit(result, run))
  if (markdown !== undefined) await write(markdown, evaluationMarkdown(run))
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(resolve(path)), { recursive: true })
    await writeFile(path, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new AppError('configuration', { problem: `${path} cannot be written (${code}).` }, { cause: error })
  }
}
