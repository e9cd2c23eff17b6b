import { z } from 'zod'
import { MAX_INSTRUCTIONS } from '../../domain/evaluation/agent.js'
import { AppError } from '../../errors.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import type { AgentRequest } from '../../service/requests/evaluation.js'
import { defineRunTool } from '../submit-and-wait.js'

export const evaluateAgentTool = defineRunTool({
  name: 'evaluate_agent',
  title: 'Evaluate an AI agent',
  description:
    'Lets simulated prospects talk to an AI agent and judges whether it may go live. Name the agent in one way: agent_file (YAML or JSON with prompt, tools, test_cases, rubric), a new agent_version_id with system_prompt, or the agent_version_id of an earlier evaluation. 1 to 10 min. Returns a verdict with its certainty, critical failures and quotes.',
  app: true,
  kind: 'evaluation',
  input: {
    agent_version_id: z.string().min(1).max(120).describe('New, or of an earlier evaluation').optional(),
    system_prompt: z.string().max(MAX_INSTRUCTIONS).describe('Of a new version').optional(),
    agent_file: z.string().max(1_000_000).describe('Text of the file').optional(),
    against: z.string().min(1).max(120).describe('Id of a version to beat, or last').optional(),
    case_set: z.enum(['default', 'red-team']).describe('Default: its own cases').optional(),
    trials: z.int().min(1).max(30).describe('Per case, default 3').optional(),
  },
  async request({ trials, case_set, against, ...named }, { ctx }) {
    const request = await readAgent(ctx.actor.workspace_id, named)
    if (case_set !== undefined) {
      request.case_set = case_set
      request.test_cases = []
    }
    if (trials !== undefined) request.trials = trials
    if (against !== undefined) request.against = { agent_version_id: against }
    return request
  },
})

type NamedAgent = {
  agent_version_id?: string | undefined
  system_prompt?: string | undefined
  agent_file?: string | undefined
}

async function readAgent(
  workspace_id: string,
  { agent_version_id: id, system_prompt, agent_file }: NamedAgent,
): Promise<AgentRequest> {
  if (agent_file !== undefined) {
    if (id !== undefined || system_prompt !== undefined) {
      throw new AppError('invalid_input', {
        problem: 'Give agent_file alone; its text holds the id and the prompt of the agent.',
      })
    }
    const { agent, skill, ...settings } = await childReaderFor(workspace_id)(
      'agent',
      'agent_file',
      agent_file,
      'agent_file',
    )
    return { of: { agent, skill: skill ?? null }, ...settings }
  }
  if (id === undefined) {
    throw new AppError('invalid_input', {
      problem:
        'Name the agent: agent_file, or agent_version_id with system_prompt, or the agent_version_id of an earlier evaluation.',
    })
  }
  if (system_prompt === undefined) return { of: { agent_version_id: id } }
  return { of: { agent: { agent_version_id: id, name: id, system_prompt } } }
}
