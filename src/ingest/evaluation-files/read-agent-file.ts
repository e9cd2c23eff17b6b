import { z } from 'zod'
import { AgentVersion } from '../../domain/evaluation/agent.js'
import { EvaluationInput, MAX_CASES } from '../../domain/evaluation/evaluation.js'
import { TestCase } from '../../domain/evaluation/test-case.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { type Fields, isFields } from './foreign-file.js'
import { type Path, pathName, readAs, type Where } from './read-as.js'
import { readYaml } from './read-yaml.js'
import { excerpt, type Problem, refuseLines } from './refuse.js'

const inputShape = EvaluationInput.shape

const Agent = z.object(
  // Not coerced as elsewhere: an empty `version:` would become the version "null".
  { ...AgentVersion.shape, version: z.string().trim().min(1).max(60).default('1') },
  {
    error: ({ input }) =>
      input === undefined
        ? 'There is no agent in this file; begin with `agent:` and put `agent_version_id`, `name` and `system_prompt` below it.'
        : undefined,
  },
)

const Cases = z
  .array(TestCase)
  .max(MAX_CASES, `An evaluation takes at most ${MAX_CASES.toLocaleString('en-US')} cases.`)
  .superRefine((cases, context) => {
    const names = new Set<string>()
    for (const [index, { name }] of cases.entries()) {
      if (names.has(name.toLowerCase()))
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `A case before this one is named "${excerpt(name)}" too; results are told apart by the name.`,
        })
      names.add(name.toLowerCase())
    }
  })

/**
 * A file about an agent: the part of an evaluation's input that such a file may hold. Fields that the file leaves out are
 * left out here, so that options can supply them.
 */
export const AgentFile = z.object({
  agent: Agent,
  skill: inputShape.skill.unwrap().optional(),
  test_cases: Cases.optional(),
  case_set: inputShape.case_set.unwrap().optional(),
  rubric: inputShape.rubric.unwrap().optional(),
  trials: inputShape.trials.unwrap().optional(),
  judges: inputShape.judges.unwrap().optional(),
  judge_models: inputShape.judge_models.unwrap().optional(),
  pairwise: inputShape.pairwise.unwrap().optional(),
  seed: inputShape.seed.unwrap().optional(),
})
export type AgentFile = z.infer<typeof AgentFile> & Pick<EvaluationInput, 'unreadable_cases'>

/**
 * Reads a file about an agent, YAML or JSON (a subset of YAML). The agent is below `agent`, or its fields are at the
 * top level beside `skill` and the settings. Unreadable cases are left out and listed as long as others are readable.
 * Errors: `invalid_input`, each problem with its line.
 */
export function readAgentFile(text: string, name: string): AgentFile {
  const document = readYaml(text, name)
  const value = cleanDeep(document.value)
  const flat = isFlat(value)
  const inFile = (path: Path): Path => (flat && path[0] === 'agent' ? path.slice(1) : path)
  const version = document.sourceOf(flat ? ['version'] : ['agent', 'version'])
  const where: Where = (path) => ({ line: document.lineOf(inFile(path)), name: pathName(inFile(path)) })
  const { value: readable, left_out } = withoutUnreadable(withVersion(flat ? nested(value) : value, version), where)
  const reading = readAs(AgentFile, readable, where)
  if (!('value' in reading)) {
    const problems = [...reading.problems, ...left_out.flatMap((part) => part.problems)]
    return refuseLines(name, problems, reading.total + problems.length - reading.problems.length)
  }
  const { test_cases = [], skill } = reading.value
  const used = test_cases.length > 0 || !skill ? 'test_cases' : 'skill'
  const unreadable_cases = left_out
    .filter(({ list }) => list === used)
    .map(({ problems: [first] }) => ({ line: first.line, problem: first.sentence }))
  return { ...reading.value, unreadable_cases }
}

type LeftOut = { readonly list: 'test_cases' | 'skill'; readonly problems: readonly [Problem, ...Problem[]] }

/** The file without its unreadable cases. A list with unreadable cases only stays: its problems are then the file's. */
function withoutUnreadable(value: unknown, where: Where): { value: unknown; left_out: LeftOut[] } {
  if (!isFields(value)) return { value, left_out: [] }
  const { skill } = value
  const own = readableCases(value.test_cases, ['test_cases'], where)
  const skills = readableCases(isFields(skill) ? skill.test_cases : undefined, ['skill', 'test_cases'], where)
  const whole: Record<string, unknown> = { ...value }
  if (own.cases) whole.test_cases = own.cases
  if (skills.cases && isFields(skill)) whole.skill = { ...skill, test_cases: skills.cases }
  return {
    value: whole,
    left_out: [
      ...own.problems.map((problems) => ({ list: 'test_cases' as const, problems })),
      ...skills.problems.map((problems) => ({ list: 'skill' as const, problems })),
    ],
  }
}

/** `cases`: the readable cases; `null` where nothing is to be left out. */
function readableCases(
  list: unknown,
  path: Path,
  where: Where,
): { cases: unknown[] | null; problems: LeftOut['problems'][] } {
  if (!Array.isArray(list)) return { cases: null, problems: [] }
  const names = new Set<string>()
  const problems: LeftOut['problems'][] = []
  const cases = list.filter((item: unknown, index) => {
    const reading = readAs(TestCase, item, (inCase) => where([...path, index, ...inCase]))
    const name = 'value' in reading ? reading.value.name.toLowerCase() : ''
    const [first, ...more] =
      'value' in reading ? duplicateOf(names, name, where([...path, index, 'name'])) : reading.problems
    names.add(name)
    if (first) problems.push([first, ...more])
    return first === undefined
  })
  return cases.length === 0 ? { cases: null, problems: [] } : { cases, problems }
}

function duplicateOf(names: ReadonlySet<string>, name: string, { line }: ReturnType<Where>): Problem[] {
  if (!names.has(name)) return []
  return [
    { line, sentence: `A case before this one is named "${excerpt(name)}" too; results are told apart by the name.` },
  ]
}

const AGENT_FIELDS = Object.keys(Agent.shape)
const FILE_FIELDS = Object.keys(AgentFile.shape)

/** Whether the agent's own fields are at the top level. */
const isFlat = (value: unknown): value is Fields =>
  isFields(value) && !('agent' in value) && AGENT_FIELDS.some((field) => field in value)

/** Moves the fields that do not belong beside `agent` below it, mistyped ones included. */
function nested(value: Fields): Fields {
  const entries = Object.entries(value)
  const own = entries.filter(([key]) => !FILE_FIELDS.includes(key))
  return { ...Object.fromEntries(entries.filter(([key]) => FILE_FIELDS.includes(key))), agent: Object.fromEntries(own) }
}

/** Keeps a numeric version as it was written: 3.10 is not 3.1. */
function withVersion(value: unknown, typed: string | undefined): unknown {
  if (typed === undefined || !isFields(value) || !isFields(value.agent) || typeof value.agent.version !== 'number')
    return value
  return { ...value, agent: { ...value.agent, version: typed } }
}
