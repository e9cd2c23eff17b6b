import { randomUUID } from 'node:crypto'
import { hasEnded, type RunStatus } from '../domain/run/run.js'
import { type AppError, ERRORS, type ErrorCode, isAppError } from '../errors.js'
import type { Log } from '../log.js'
import { clean, truncate } from '../presentation/clean.js'
import type { Problem } from './reply.js'

/** What a caller can do about each error code. */
const ACTIONS: Record<ErrorCode, string> = {
  invalid_input: 'Correct the arguments named above and call the tool again.',
  nothing_to_judge: 'Send a text that offers something to somebody and call the tool again.',
  nothing_to_mend: 'Tell the person that there is nothing to mend.',
  too_large: 'Send less at once and call again.',
  configuration: 'Tell the person who runs this server; `pressure-test doctor` says what to mend.',
  wrong_method: 'Call the tool again.',
  wrong_type: 'Call the tool again.',
  not_found: 'Call list_runs to see the ids there are; ids of other workspaces are not found either.',
  unauthorized: 'Ask the person for a valid token of their workspace and reconnect.',
  forbidden: 'Tell the person what their token may not do; they can connect with another one.',
  conflict: 'Do what the message says, or call it with other arguments.',
  budget_exceeded:
    'Ask for less (fewer personas, cases or trials), or ask the person and call again with a higher budget_usd.',
  paused: 'Ask the person: they paused it, and can let it go on (pressure-test runs resume).',
  provider_down: 'Wait: the run goes on by itself. Call get_run later.',
  provider_rejected: 'Tell the person: the key or the account of the model provider needs mending.',
  request_refused: 'Tell the person what the provider would not take; a retry buys only what is missing.',
  model_refused: 'Word the proposition differently and run it again, or tell the person that the model refused.',
  answer_truncated: 'Give a shorter text and run it again.',
  answer_invalid: 'Run it again; if it happens twice, tell the person which model is configured.',
  session_failed:
    'Tell the person: resumed it asks again, and with a fallback of offline arithmetic plans such sessions.',
  agent_failed: 'Check with the person that the live agent is up, then run it again.',
  too_few_answers: 'Run it again.',
  execution_failed: 'Call get_run to see why it failed.',
  not_implemented: 'Tell the person that this version cannot do it.',
  too_many_requests: 'Wait and call again.',
  cancelled: 'Run it again if the person still wants it.',
  quarantined: 'Tell the person to look at the log.',
  storage_unavailable: 'Wait and call again; if it lasts, the person can run `pressure-test doctor`.',
  queue_unavailable: 'Wait and call again; what was accepted is not lost.',
  lease_lost: 'Call get_run: another worker goes on with it.',
  handed_back: 'Call get_run: the run goes on when a worker is there.',
  internal: 'Tell the person the error id; calling again will not help.',
}
const RUN_GOES_ON = 'Call get_run with this run id to see how far it is; go on when it is completed.'
/** The tool that starts a run of a kind that others go on from. */
const STARTED_BY: Readonly<Record<string, string>> = {
  pressure_test: 'run_pressure_test',
  focus_group: 'run_focus_group',
  evaluation: 'evaluate_agent',
  simulation: 'simulate_users',
}
/** What to do where something other than a run is not found. */
const ACTIONS_NOT_FOUND: Readonly<Record<string, string>> = {
  'persona set': 'Call list_personas to see the sets there are.',
  respondent: 'Call get_run with this run_id and section: people to see who answered.',
  project: 'Ask the person what the project is called, or leave project out.',
  'agent version':
    'Ask the person for the id, or call it with system_prompt, which makes a new version; get_run with section: versions shows those of an earlier evaluation.',
}
const RETRY_SECONDS = 5

/**
 * The failure of a run as a problem. Repeating the call that started the run does not help: a person has to reopen the
 * run.
 */
export function problemOfRun(run_id: string, reason: { readonly code: string; readonly message: string }): Problem {
  const code = Object.hasOwn(ERRORS, reason.code) ? (reason.code as ErrorCode) : 'internal'
  return {
    code: reason.code,
    message: truncate(clean(reason.message), 1_500),
    next_action: `${ACTIONS[code]} A person can also reopen this run, which reuses what was paid for: pressure-test runs retry ${run_id}.`,
    retry_after_seconds: null,
  }
}

/** Any error in words for a model. An unknown error gets a fixed sentence and an id; its detail is logged. */
export function problemOf(error: unknown, log: Log): Problem {
  if (isAppError(error)) {
    return {
      code: error.code,
      message: truncate(clean(error.message), 1_500),
      next_action: actionOf(error),
      retry_after_seconds: ERRORS[error.code].retry ? RETRY_SECONDS : null,
    }
  }
  const id = randomUUID().slice(0, 8)
  log.error({ error_id: id, error: error instanceof Error ? error.stack : String(error) }, 'a tool failed')
  return {
    code: 'internal',
    message: ERRORS.internal.say({ id }),
    next_action: ACTIONS.internal,
    retry_after_seconds: null,
  }
}

function actionOf({ code, facts }: AppError): string {
  const missing = ACTIONS_NOT_FOUND[String(facts.what)]
  if (code === 'not_found' && missing !== undefined) return missing
  const run = facts.run as { kind: string; status: RunStatus } | undefined
  if (code !== 'conflict' || run === undefined) return ACTIONS[code]
  if (!hasEnded(run)) return RUN_GOES_ON
  const again = STARTED_BY[run.kind]
  return `It never will be completed as it is. ${again ? `Start it again with ${again}` : 'Start it again'} and use the run_id of that run; a person can also reopen this one, which reuses what was paid for.`
}
