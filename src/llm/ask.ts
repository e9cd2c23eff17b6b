import { createHash } from 'node:crypto'
import { TASKS, type TaskDefinition, type TaskName } from '../domain/tasks.js'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import type { Breaker } from './breaker.js'
import { cancelReason, sleep } from './cancellation.js'
import type { CallOutcome, Meter } from './client.js'
import type { Gate } from './gate.js'
import { judge, type Verdict } from './judge.js'
import { isCacheable, type Question, type Repair, type RequestWriter, reservation } from './request-body.js'
import type { RequestForms } from './request-form.js'
import type { Body } from './transport.js'
import { lost, Trouble } from './trouble.js'
import type { Lead, Vanguard } from './warm.js'
import type { Reply, Wire, WireRequest } from './wire.js'

export type Backoff = { readonly firstMs: number; readonly mostMs: number; readonly retries: number }

/** What all calls of this process share. */
export type Door = {
  readonly wire: Wire
  readonly gate: Gate
  readonly breaker: Breaker
  readonly forms: RequestForms
  readonly write: RequestWriter
  readonly warm: Vanguard
  /** Whose first call finds out what a server can do; `null` for the API itself, which can do everything. */
  readonly scouts: Vanguard | null
  readonly backoff: Backoff
  readonly retryAfterBoundMs: number
  readonly log: Log
}

export type Call = {
  readonly task: TaskName
  readonly question: Question
  readonly lane: string
  readonly meter: Meter
  readonly signal: AbortSignal
}

/**
 * Sends a question until a message comes back, and judges it. Each request is opened and closed at the meter. Rejects
 * with `provider_down`, `provider_rejected`, the reason of a cancellation, or what the meter rejects with.
 */
export async function ask(door: Door, call: Call, repair: Repair | null): Promise<Verdict> {
  const leads: Lead[] = []
  try {
    await goAhead(door, call, leads)
    return await untilMessage(door, call, repair, leads)
  } finally {
    for (const lead of leads) lead.gaveUp()
  }
}

/** Waits where another call goes ahead; fills `leads` where this one does. */
async function goAhead(door: Door, { task, question, signal }: Call, leads: Lead[]): Promise<void> {
  const scout = await door.scouts?.join(question.model, signal)
  if (scout) leads.push(scout)
  if (!isCacheable(question)) return
  const { rules, shared } = question.prompt
  // Another task has another format, and another format is another cache entry.
  const prefix = createHash('sha256').update(`${question.model}\0${task}\0${rules}\0${shared}`).digest('base64')
  const lead = await door.warm.join(prefix, signal)
  if (lead) leads.push(lead)
}

/** The one retry loop. */
async function untilMessage(door: Door, call: Call, repair: Repair | null, leads: Lead[]): Promise<Verdict> {
  const { model } = call.question
  for (let failures = 0; ; ) {
    const form = door.forms.of(model)
    const request = wireRequest(model, door.write(call.question, form, repair, leads.length > 0), leads)
    const result = await exchange(door, call, request, repair !== null, leads)
    if (!(result instanceof Trouble)) return result
    if (result.refusal !== null && door.forms.refused(model, form, result.refusal)) continue
    if (result.kind === 'rejected') throw rejected(call.task, result)
    for (const lead of leads.splice(0)) lead.gaveUp()

    failures += 1
    const { retryAfterMs } = result
    if (failures > door.backoff.retries || (retryAfterMs ?? 0) > door.retryAfterBoundMs) throw providerDown(result)
    // With a `retry-after` the gate is what waits, for everybody.
    const wait = retryAfterMs === null ? fullJitter(door.backoff, failures) : 0
    door.log.info(
      { model, problem: result.message, failures, wait_ms: retryAfterMs ?? wait },
      'model call failed; trying again',
    )
    if (wait > 0) await sleep(wait, call.signal)
  }
}

const fullJitter = ({ firstMs, mostMs }: Backoff, failures: number): number =>
  Math.random() * Math.min(mostMs, firstMs * 2 ** (failures - 1))

/** A rejected key or account ends the run; a request of which only one optional answer hangs ends that step. */
function rejected(task: TaskName, trouble: Trouble): AppError {
  const problem = trouble.message
  const { optional }: TaskDefinition = TASKS[task]
  return optional && trouble.refusal !== null
    ? new AppError('request_refused', { task, problem }, { cause: trouble })
    : new AppError('provider_rejected', { problem }, { cause: trouble })
}

const providerDown = (trouble: Trouble): AppError =>
  new AppError(
    'provider_down',
    { problem: trouble.message, ...(trouble.retryAfterMs === null ? {} : { retry_after_ms: trouble.retryAfterMs }) },
    { cause: trouble },
  )

/** One request with its place in flight, its entry at the meter and its news for the breaker. */
async function exchange(
  door: Door,
  call: Call,
  request: WireRequest,
  repaired: boolean,
  leads: readonly Lead[],
): Promise<Verdict | Trouble> {
  const { question, meter, signal } = call
  door.breaker.check()
  await door.gate.enter(call.lane, signal)
  const leave = once(door.gate.leave)
  try {
    const pass = door.breaker.admit()
    try {
      const callId = await meter.open({ model: question.model, reserve_usd: reservation(question, request.body) })
      const started = performance.now()
      const result = await transmit(door, request, signal, leads)
      if (!(result instanceof Trouble)) pass.up()
      else heed(door, result, pass)
      // A place is for requests: it does not wait for our own database.
      leave()
      const duration = Math.round(performance.now() - started)
      if (result instanceof Trouble) {
        await meter.close(callId, lostOutcome(result, duration))
        if (signal.aborted) throw cancelReason(signal)
        return result
      }
      const verdict = judge(call.task, question, result, repaired)
      await meter.close(callId, paidOutcome(result, verdict, duration))
      return verdict
    } finally {
      pass.unknown()
    }
  } finally {
    leave()
  }
}

/** A call that others wait for is streamed: they may follow at its first piece. */
const wireRequest = (model: string, body: Body, leads: readonly Lead[]): WireRequest =>
  leads.length === 0 ? { model, body } : { model, body, onStart: () => announce(leads) }

function announce(leads: readonly Lead[]): void {
  for (const lead of leads) lead.arrived()
}

async function transmit(
  door: Door,
  request: WireRequest,
  signal: AbortSignal,
  leads: readonly Lead[],
): Promise<Reply | Trouble> {
  for (const lead of leads) lead.sent()
  try {
    const reply = await door.wire.send(request, signal)
    announce(leads)
    return reply
  } catch (error) {
    return error instanceof Trouble ? error : lost(String(error), { cause: error })
  }
}

/** What a failed request means for everybody else. Before its place is given up, so that nobody slips through. */
function heed(door: Door, trouble: Trouble, pass: ReturnType<Breaker['admit']>): void {
  const { retryAfterMs } = trouble
  if (trouble.kind === 'rejected') pass.up()
  if (trouble.kind === 'transient' && !trouble.harmless) pass.down(trouble.message)
  if (retryAfterMs === null) return
  if (retryAfterMs > door.retryAfterBoundMs) door.breaker.trip(retryAfterMs, trouble.message)
  else door.gate.pause(retryAfterMs)
}

const TROUBLE_CODES = { transient: 'provider_down', rejected: 'provider_rejected', cancelled: 'cancelled' } as const

function lostOutcome(trouble: Trouble, duration_ms: number): CallOutcome {
  const error = { code: TROUBLE_CODES[trouble.kind], message: trouble.message }
  return { status: trouble.status, usage: null, stop_reason: null, request_id: trouble.requestId, error, duration_ms }
}

/** Usage is recorded whatever the message is worth: it was paid. */
function paidOutcome(reply: Reply, verdict: Verdict, duration_ms: number): CallOutcome {
  const { usage, requestId: request_id } = reply
  const facts = { usage, stop_reason: reply.message.stop_reason, request_id, duration_ms }
  if (verdict.status === 'answered') {
    const { answer, surplus } = verdict
    return { status: 'answered', ...facts, error: null, answer, ...(surplus && { surplus }) }
  }
  const { code, message, facts: details } = verdict.error
  if (verdict.status === 'final') return { status: 'final', ...facts, error: { code, message, facts: details } }
  return { status: 'unusable', ...facts, error: { code, message: verdict.repair.problems.join(' ') } }
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}
