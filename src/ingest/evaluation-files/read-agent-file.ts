import { z } from 'zod'
import { AgentVersion } from '../../domain/agent.js'
import { cleanDeep } from '../../domain/clean-text.js'
import { EvaluationInput, MAX_CASES } from '../../domain/evaluation.js'
import { TestCase } from '../../domain/test-case.js'
import { nameOf, type Path, readAs } from './read-as.js'
import { readYaml } from './read-yaml.js'
import { excerpt, refuseLines } from './refuse.js'

const given = EvaluationInput.shape

const Agent = z.object(
  // Not coerced as elsewhere: a file's `version:` with nothing or a list behind it would become a version "null".
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
    const taken = new Set<string>()
    for (const [index, { name }] of cases.entries()) {
      if (taken.has(name.toLowerCase()))
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `A case before this one is named "${excerpt(name)}" too; results are told apart by the name.`,
        })
      taken.add(name.toLowerCase())
    }
  })

/**
 * What a file about an agent says: an evaluation's input, less what is not said about an agent in a file of its own. What
 * the file leaves out is left out here, so that options can take its place.
 */
export const AgentFile = z.object({
  agent: Agent,
  skill: given.skill.unwrap().optional(),
  test_cases: Cases.optional(),
  rubric: given.rubric.unwrap().optional(),
  trials: given.trials.unwrap().optional(),
  judges: given.judges.unwrap().optional(),
  judge_models: given.judge_models.unwrap().optional(),
  pairwise: given.pairwise.unwrap().optional(),
  seed: given.seed.unwrap().optional(),
})
export type AgentFile = z.infer<typeof AgentFile>

/**
 * Reads the file about an agent, YAML or JSON (which YAML reads as well). The agent stands below `agent`, or its fields
 * stand at the top beside `skill` and the settings. Errors: `invalid_input`, each problem with its line.
 */
export function readAgentFile(text: string, name: string): AgentFile {
  const document = readYaml(text, name)
  const value = cleanDeep(document.value)
  const flat = isFlat(value)
  const inFile = (path: Path): Path => (flat && path[0] === 'agent' ? path.slice(1) : path)
  const version = document.typed(flat ? ['version'] : ['agent', 'version'])
  const reading = readAs(AgentFile, withVersion(flat ? nested(value) : value, version), (path) => ({
    line: document.lineOf(inFile(path)),
    name: nameOf(inFile(path)),
  }))
  return 'value' in reading ? reading.value : refuseLines(name, reading.problems, reading.total)
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const OWN = Object.keys(Agent.shape)
const BESIDE = Object.keys(AgentFile.shape)

/** Whether the agent's own fields stand at the top. */
const isFlat = (value: unknown): value is Fields =>
  isFields(value) && !('agent' in value) && OWN.some((field) => field in value)

/** Below `agent` what is not known beside it, also what is mistyped. */
function nested(value: Fields): Fields {
  const entries = Object.entries(value)
  const own = entries.filter(([key]) => !BESIDE.includes(key))
  return { ...Object.fromEntries(entries.filter(([key]) => BESIDE.includes(key))), agent: Object.fromEntries(own) }
}

/** A number as version is meant as it was typed: 3.10 is not 3.1. */
function withVersion(value: unknown, typed: string | undefined): unknown {
  if (typed === undefined || !isFields(value) || !isFields(value.agent) || typeof value.agent.version !== 'number')
    return value
  return { ...value, agent: { ...value.agent, version: typed } }
}
