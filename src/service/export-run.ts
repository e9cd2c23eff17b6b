import { createHash } from 'node:crypto'
import { type EvidencePacket, PACKET_FORMAT } from '../domain/evidence-packet.js'
import { isRunKind } from '../domain/kinds.js'
import { AppError, isAppError } from '../errors.js'
import type { Context } from './context.js'
import { findRun, getRun } from './get-run.js'
import { requireResult } from './open-report.js'

type Unsigned = Omit<EvidencePacket, 'hash'>

/**
 * Everything a finished run rests on, as one document: prompts, answers, seed, models, costs, result. Before it is handed
 * out, the result is computed again from it. Errors: `not_found`, `conflict` (not completed, or made by a version that
 * asked something else).
 */
export async function exportRun(ctx: Context, input: { run_id: string }): Promise<EvidencePacket> {
  const run = await findRun(ctx, input.run_id)
  const document = requireResult(await getRun(ctx, input))
  if (!isRunKind(run.kind)) throw new AppError('conflict', { problem: `This version cannot run "${run.kind}".` })
  const [steps, sent] = await Promise.all([ctx.store.runQueries.steps(run), ctx.store.runQueries.requests(run)])
  const recorded = { kind: run.kind, input: run.input, seed: run.seed ?? 0, model: run.model, steps }
  const { outcome, calls } = await ctx.replay(recorded)
  if (!sameResult(document, outcome)) {
    throw new AppError('conflict', {
      problem:
        'The result computed again from what was stored differs from the one that was given; please report this.',
    })
  }
  const outcomeOf = new Map(steps.map((step) => [`${step.key}\n${step.input_hash}`, step.outcome]))
  const isCall = new Set(calls.map(({ key, input_hash }) => `${key}\n${input_hash}`))
  const packet: Unsigned = {
    format: PACKET_FORMAT,
    program_version: ctx.version,
    // A link that lets its holder in is nothing to pass on.
    run: { ...document, report_url: null, input: run.input, judge_model: run.model.judge },
    calls: calls.map((call) => ({
      ...call,
      outcome: outcomeOf.get(`${call.key}\n${call.input_hash}`) ?? { ok: null },
      requests: sent
        .filter(({ key, input_hash }) => key === call.key && input_hash === call.input_hash)
        .map(({ key: _, input_hash: __, ...request }) => request),
    })),
    steps: steps.filter(({ key, input_hash }) => !isCall.has(`${key}\n${input_hash}`)),
  }
  return { ...packet, hash: hashOf(packet) }
}

export type Verification = {
  readonly hash_matches: boolean
  readonly result_matches: boolean
  /** Why it could not be computed at all; null where it could. */
  readonly problem: string | null
}

/** Whether a packet is unchanged, and whether its result follows from its answers, byte for byte. Errors: `conflict`. */
export async function verifyPacket(ctx: Pick<Context, 'replay'>, packet: EvidencePacket): Promise<Verification> {
  const { hash, ...unsigned } = packet
  const { run, calls, steps } = packet
  if (!isRunKind(run.kind)) throw new AppError('conflict', { problem: `This version cannot run "${run.kind}".` })
  const recorded = {
    kind: run.kind,
    input: run.input,
    seed: run.seed ?? 0,
    model: { ...run.model, judge: run.judge_model },
    steps: [...steps, ...calls].map(({ key, input_hash, outcome }) => ({ key, input_hash, outcome })),
  }
  const hash_matches = hash === hashOf(unsigned)
  try {
    const { outcome } = await ctx.replay(recorded)
    return { hash_matches, result_matches: sameResult(run, outcome), problem: null }
  } catch (error) {
    // A changed answer leads to questions that were never asked.
    if (!isAppError(error, 'conflict')) throw error
    return { hash_matches, result_matches: false, problem: error.message }
  }
}

const sameResult = (run: { result: unknown; trust: unknown }, computed: typeof run) =>
  JSON.stringify([run.result, run.trust]) === JSON.stringify([computed.result, computed.trust])

const hashOf = (packet: Unsigned): string => createHash('sha256').update(JSON.stringify(packet)).digest('hex')
