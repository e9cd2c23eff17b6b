import type { EvaluationInput } from '../../domain/evaluation/evaluation.js'
import type { RunKind } from '../../domain/run/kinds.js'
import type { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import type { SlackSettings } from '../../domain/workspace/slack-settings.js'
import { AppError } from '../../errors.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import type { AgentRequest } from '../../service/requests/evaluation.js'
import type { Piece } from '../../service/requests/read-pieces.js'
import { type PreparedRun, prepareRun } from '../../service/run/submit-run.js'
import { readLongText, type StartOptions } from '../../service/slack/slack-drafts.js'
import { readSettings } from '../../service/slack/slack-settings.js'
import type { readActionPayload } from '../blocks/action-payload.js'
import { originFromRequest, type RunRequest, startPrepared } from '../commands/start-run.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { readableText } from '../inbound/slack-text.js'
import { fieldErrors, listOf, numberOf, type readFields, requestedFields, settingsIn, textOf } from './form-values.js'
import { presetOf } from './presets.js'
import { readAttachments, readUpload } from './uploads.js'

/** A submitted modal with its entered values and its payload. */
export type Submission = SlackInvocation & {
  readonly fields: ReturnType<typeof readFields>
  readonly payload: NonNullable<ReturnType<typeof readActionPayload>>
}

/**
 * Settings as entered in the modal. A field that it does not have is taken from `repeated`, or else from the person’s
 * settings. `null`: the mistakes were shown.
 */
export async function readChosenSettings(
  { caller, request, answer, fields }: Submission,
  repeated: Partial<SlackSettings> = {},
): Promise<SlackSettings | null> {
  const own = await readSettings(caller.ctx, caller.user)
  const before = { ...own, ...presetOf(textOf(fields, 'preset')), ...repeated }
  const { settings, faults } = settingsIn(before, fields, requestedFields(request.view?.values))
  if (Object.keys(faults).length === 0) return settings
  await answer.ack(fieldErrors(faults))
  return null
}

/** The run a modal was opened from. */
export const runOf = ({ payload }: Submission): string => {
  if (payload.run) return payload.run
  throw new AppError('conflict', { problem: 'This window belongs to an older message; open it again.' })
}

/** Prepares a run while its modal is open, so that errors are shown there, and starts it. */
export async function startFromModal<K extends RunKind>(
  submission: Submission,
  { kind, request, ...options }: RunRequest<K>,
): Promise<void> {
  await startPreparedFromModal(
    submission,
    await prepareRun(submission.caller.ctx, kind, request, { asks: true, hasLeads: true }),
    options,
  )
}

/** Closes the modal before the run starts: errors after that are sent as messages. */
export async function startPreparedFromModal(
  submission: Submission,
  prepared: PreparedRun,
  options: Omit<StartOptions, 'delivery'>,
): Promise<void> {
  await submission.answer.ack()
  await startPrepared(submission, prepared, options)
}

/** Visibility of the result, as chosen in the modal. */
export async function visibilityIn({ caller, request, fields }: Submission): Promise<'channel' | 'only_me'> {
  // A short form has no such field: the person's settings decide.
  if (!requestedFields(request.view?.values).has('visibility'))
    return (await readSettings(caller.ctx, caller.user)).visibility
  return textOf(fields, 'visibility') === 'only_me' ? 'only_me' : 'channel'
}

/** Origin of a run from a modal: the channel it was opened in, or the person's own conversation. */
export const originFromModal = (
  { caller, request, payload }: Submission,
  visibility: SlackOrigin['visibility'] = 'channel',
) => {
  const channel = payload.channel ?? null
  return originFromRequest(
    { caller, request: { ...request, is_private: payload.open !== true } },
    {
      channel,
      thread_ts: channel === null || visibility === 'only_me' ? null : (payload.ts ?? null),
      visibility: channel === null ? 'only_me' : visibility,
    },
  )
}

/** A text as entered, or stored because it was too long for its field, or `before`. Errors: `not_found`. */
export async function typedOrStored(
  { caller, fields, payload }: Submission,
  field: 'proposition' | 'guide',
  before: string,
): Promise<string> {
  const typed = textOf(fields, field)
  if (typed !== '') return typed
  return payload.pending ? readLongText(caller.ctx, { pending: payload.pending, user_id: caller.user }) : before
}

/** What the panel is told beside the text; `before` where the modal has no such field. */
export const aboutIn = ({ fields, request }: Submission, before = ''): string =>
  requestedFields(request.view?.values).has('about') ? textOf(fields, 'about') : before

/**
 * The proposition of a modal: its text as by `typedOrStored`, with the files uploaded here and those of the message
 * that the modal was opened from. Files without a text stand for themselves.
 */
export async function propositionIn(
  submission: Submission,
  before: string,
): Promise<{ stimulus: string; attachments: Piece[] }> {
  const { fields, payload, caller, deps } = submission
  const files = [...(payload.files ?? []), ...listOf(fields, 'files')]
  const stimulus = await typedOrStored(submission, 'proposition', files.length > 0 ? '' : before)
  return { stimulus: readableText(stimulus), attachments: await readAttachments(caller, files, deps.apiUrl) }
}

/** Files uploaded in a field, to be read as propositions or as parts of one. */
export const piecesIn = ({ caller, fields, deps }: Submission, field: 'files' | 'shown_files') =>
  readAttachments(caller, listOf(fields, field), deps.apiUrl)

/** Uploaded notes for a discussion. */
export async function notesIn({ caller, fields, deps }: Submission): Promise<{ name: string; text: string }[]> {
  const notes = []
  for (const id of listOf(fields, 'files')) notes.push(await readUpload(caller, id, deps.apiUrl))
  return notes
}

/** Drops the earlier evaluation's cases where a new file has its own. */
const NO_CASES: Partial<AgentRequest> = { test_cases: [], case_set: 'default', case_notes: [] }

/** The request of an evaluation's form; `before`: the evaluation to repeat, which supplies what the form leaves out. */
export async function evaluationRequest(
  submission: Submission,
  before: EvaluationInput | null = null,
): Promise<{ request: AgentRequest; budget_usd: number | undefined }> {
  const { caller, fields, deps, request: sent } = submission
  const [file] = listOf(fields, 'agent_file')
  const text = file ? (await readUpload(caller, file, deps.apiUrl)).text : null
  const read = childReaderFor(caller.ctx.actor.workspace_id)
  const parsed = text === null ? null : await read('agent', 'agent.yaml', text, 'agent.yaml')
  const { agent, skill, ...rest } = parsed ?? { agent: null, skill: undefined }
  const known = textOf(fields, 'agent_version') || before?.agent.agent_version_id || ''
  if (!agent && known === '')
    throw new AppError('invalid_input', { problem: 'Choose a version, or upload the agent’s file.' })
  const cases = await casesIn(submission)
  const trials = numberOf(fields, 'trials')
  const asksAgainst = requestedFields(sent.view?.values).has('against')
  const against = asksAgainst ? textOf(fields, 'against') : (before?.against?.agent.agent_version_id ?? '')
  const sameVersion = agent === null && known === before?.agent.agent_version_id
  const request: AgentRequest = {
    ...(before && settingsOf(before, sameVersion)),
    ...(parsed?.test_cases || parsed?.case_set ? NO_CASES : null),
    ...rest,
    of: agent ? { agent, skill: skill ?? null } : { agent_version_id: known },
    against: against === '' ? null : { agent_version_id: against },
  }
  const redTeam = textOf(fields, 'case_set') === 'red-team'
  if (cases || redTeam) {
    request.test_cases = [...(cases?.cases ?? [])]
    request.case_notes = cases?.note ? [cases.note] : []
    request.case_set = redTeam ? 'red-team' : 'default'
    request.unreadable_cases = []
  }
  if (trials !== undefined) request.trials = trials
  return { request, budget_usd: numberOf(fields, 'budget') }
}

/**
 * Settings of an earlier evaluation without its agents. Recorded conversations belong to one version only, and people's
 * marks to those conversations, so that another version keeps neither.
 */
function settingsOf(before: EvaluationInput, sameVersion: boolean) {
  const { agent: _, skill: __, against: ___, judge_record: ____, recorded, ...settings } = before
  const kept = sameVersion ? recorded : []
  return { ...settings, recorded: kept, human_marks: kept.length > 0 ? settings.human_marks : [] }
}

async function casesIn({ caller, fields, deps }: Submission) {
  const [id] = listOf(fields, 'files')
  if (!id) return null
  const { name, text } = await readUpload(caller, id, deps.apiUrl)
  return childReaderFor(caller.ctx.actor.workspace_id)('cases', name, text, { name })
}
