import type { EvaluationInput } from '../../domain/evaluation.js'
import { AppError } from '../../errors.js'
import { importCases } from '../../ingest/evaluation-files/import-cases.js'
import { readAgentFile } from '../../ingest/evaluation-files/read-agent-file.js'
import { evaluationInput } from '../../service/evaluate-agent.js'
import { askedIn, listOf, numberOf, textOf } from './form-values.js'
import type { Submitted } from './submission.js'
import { readUpload } from './uploads.js'

/** What the form of an evaluation asks for; `before`: the evaluation that is run again, which gives what is left out. */
export async function evaluationAsked(
  submitted: Submitted,
  before: EvaluationInput | null = null,
): Promise<{ input: EvaluationInput; budget_usd: number | undefined }> {
  const { caller, fields, deps, request } = submitted
  const [file] = listOf(fields, 'agent_file')
  const parsed = file ? readAgentFile((await readUpload(caller, file, deps.apiUrl)).text, 'agent.yaml') : null
  const { agent, skill, ...rest } = parsed ?? { agent: null, skill: undefined }
  const known = textOf(fields, 'agent_version') || before?.agent.agent_version_id || ''
  if (!agent && known === '')
    throw new AppError('invalid_input', { problem: 'Choose a version, or upload the agent’s file.' })
  const cases = await casesIn(submitted)
  const trials = numberOf(fields, 'trials')
  const asksAgainst = askedIn(request.view?.values).has('against')
  const against = asksAgainst ? textOf(fields, 'against') : (before?.against?.agent.agent_version_id ?? '')
  const input = await evaluationInput(caller.ctx, {
    ...(before === null ? {} : settingsOf(before, agent === null && known === before.agent.agent_version_id)),
    ...rest,
    ...(cases ? { test_cases: cases } : {}),
    of: agent ? { agent, skill: skill ?? null } : { agent_version_id: known },
    against: against === '' ? null : { agent_version_id: against },
    ...(trials === undefined ? {} : { trials }),
  })
  return { input, budget_usd: numberOf(fields, 'budget') }
}

/** What an evaluation was asked with, less the agents. Conversations that were handed in belong to one version only. */
function settingsOf(before: EvaluationInput, sameVersion: boolean) {
  const { agent: _, skill: __, against: ___, judge_record: ____, recorded, ...settings } = before
  return { ...settings, recorded: sameVersion ? recorded : [] }
}

async function casesIn({ caller, fields, deps }: Submitted) {
  const [id] = listOf(fields, 'files')
  if (!id) return null
  const { name, text } = await readUpload(caller, id, deps.apiUrl)
  return importCases(text, { name }).cases
}
