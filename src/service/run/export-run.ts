import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type EvidencePacket, PACKET_FORMAT } from '../../domain/run/evidence-packet.js'
import { isRunKind } from '../../domain/run/kinds.js'
import { OtherVersions } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import type { SimulatedLife, SimulationReferral } from '../../domain/simulation/simulated-life.js'
import { plural } from '../../domain/text/words.js'
import { AppError, isAppError } from '../../errors.js'
import type { Context } from '../context.js'
import { noteExport } from '../workspace/note-export.js'
import { finishedRun } from './finished-run.js'
import { findRun, getRun } from './get-run.js'
import { requireResult } from './open-report.js'
import { refuseLargePanel } from './panel-ceiling.js'

type Unsigned = Omit<EvidencePacket, 'hash'>

/**
 * Everything a finished run rests on, as one document: prompts, answers, seed, models, costs, result. The result is
 * first computed again from it and compared. Errors: `not_found`, `conflict` (not completed, or made by a version whose
 * pipeline asked for other steps).
 */
export async function exportRun(ctx: Context, input: { run_id: string }): Promise<EvidencePacket> {
  const run = await findRun(ctx, input.run_id)
  const document = requireResult(await getRun(ctx, input))
  const [recorded, sent] = await Promise.all([storedRun(ctx, run), ctx.store.runQueries.requests(run)])
  const { steps } = recorded
  const { outcome, calls } = await ctx.replay(recorded)
  if (!sameResult(document, outcome)) {
    throw new AppError('conflict', {
      problem:
        otherWording(document, outcome) ??
        'The result computed again from what was stored differs from the one that was given; please report this.',
    })
  }
  const outcomeOf = new Map(steps.map((step) => [`${step.key}\n${step.input_hash}`, step.outcome]))
  const isCall = new Set(calls.map(({ key, input_hash }) => `${key}\n${input_hash}`))
  const packet: Unsigned = {
    format: PACKET_FORMAT,
    program_version: ctx.version,
    // A report link gives access to its holder, so it is left out.
    run: { ...document, report_url: null, input: recorded.input, judge_model: run.model.judge },
    calls: calls.map((call) => ({
      ...call,
      outcome: outcomeOf.get(`${call.key}\n${call.input_hash}`) ?? { ok: null },
      requests: sent
        .filter(({ key, input_hash }) => key === call.key && input_hash === call.input_hash)
        .map(({ key: _, input_hash: __, ...request }) => request),
    })),
    steps: steps.filter(({ key, input_hash }) => !isCall.has(`${key}\n${input_hash}`)),
  }
  await noteExport(ctx, 'run.exported', run.run_id)
  return { ...packet, hash: hashOf(packet) }
}

/** A run with all its stored steps. Errors: `conflict` (a kind that only another version knows). */
export async function storedRun(ctx: Context, run: Run) {
  const { kind, model } = run
  if (!isRunKind(kind)) throw new AppError('conflict', { problem: `This version cannot run "${kind}".` })
  const { input } = await ctx.store.runs.withPictures(run)
  return { kind, input, seed: run.seed ?? 0, model, steps: await ctx.store.runQueries.steps(run) }
}

const EVERYBODY = 2 ** 31 - 1

/**
 * All people of a finished simulation with their sessions and events, computed again; from the first whom this version
 * computes differently, as they are stored. It is noted before the first. Errors: `not_found`, `invalid_input`,
 * `conflict` (computed differently, and their events are archived). Where they were computed again, the invitations
 * follow.
 */
export async function* exportLives(
  ctx: Context,
  { run_id }: { run_id: string },
): AsyncGenerator<SimulatedLife | SimulationReferral> {
  const { run } = await finishedRun(ctx, run_id, ['simulation'], 'an export of sessions')
  const recorded = await storedRun(ctx, run)
  await noteExport(ctx, 'run.exported', run.run_id)
  // The cohort comes in order, and then who joined.
  let computed = 0
  let conflict: AppError
  try {
    const all = ctx.simulations.lives(recorded)
    let lives = await all.next()
    for (; !lives.done; lives = await all.next()) {
      yield* lives.value
      computed += lives.value.length
    }
    yield* lives.value
    return
  } catch (error) {
    if (!isAppError(error, 'conflict')) throw error
    conflict = error
  }
  const { record } = ctx.simulations.fromRows(recorded)
  const before = computed
  for await (const lives of ctx.store.storedLives.read(run, { from: computed, to: EVERYBODY })) {
    yield* lives.map(record)
    computed += lives.length
  }
  if (computed === before) throw conflict
}

/**
 * Checks that a finished run follows from its stored steps, by computing it again; for a simulation, every person's
 * weeks against their stored hash. Errors: `not_found`, `conflict` (not completed).
 */
export async function verifyRun(
  ctx: Context,
  { run_id }: { run_id: string },
): Promise<Omit<Verification, 'hash_matches'>> {
  const run = await findRun(ctx, run_id)
  const document = requireResult(await getRun(ctx, { run_id }))
  try {
    const { outcome } = await ctx.replay(await storedRun(ctx, run))
    return { result_matches: sameResult(document, outcome), problem: otherWording(document, outcome) }
  } catch (error) {
    if (!isAppError(error, 'conflict')) throw error
    return { result_matches: false, problem: error.message }
  }
}

export type Verification = {
  readonly hash_matches: boolean
  readonly result_matches: boolean
  /** Why the result could not be computed at all; null where it could. */
  readonly problem: string | null
}

/**
 * Checks whether a packet is unchanged, and whether its result follows from its answers, byte for byte. Errors:
 * `conflict`, `invalid_input` where its run is larger than this installation would start.
 */
export async function verifyPacket(
  ctx: Pick<Context, 'replay' | 'ceilings'>,
  packet: EvidencePacket,
): Promise<Verification> {
  const { hash, ...unsigned } = packet
  const { run, calls, steps } = packet
  if (!isRunKind(run.kind)) throw new AppError('conflict', { problem: `This version cannot run "${run.kind}".` })
  // Computing takes as long as the input asks for, and the input is somebody else's.
  if (run.kind !== 'simulation') refuseLargePanel(ctx, Object(run.input))
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
    return { hash_matches, result_matches: sameResult(run, outcome), problem: otherWording(run, outcome) }
  } catch (error) {
    // A changed answer leads to steps that the packet does not hold.
    if (!isAppError(error, 'conflict')) throw error
    return { hash_matches, result_matches: false, problem: error.message }
  }
}

type Outcome = { readonly result: unknown; readonly trust: unknown }

/**
 * Why this version cannot tell whether a result follows from its answers, `null` where it can: it finds another number
 * of answers to other wording than the run counted.
 */
function otherWording(run: Outcome, computed: Outcome): string | null {
  const found = rewordedAnswers(computed)
  if (found === rewordedAnswers(run)) return null
  const answers = `${found} stored ${plural(found, 'answer', 'answers')}`
  return `The result cannot be computed again by this version: ${answers} ${plural(found, 'was', 'were')} given to another wording than its own.`
}

const WithVersions = z.object({ versions: OtherVersions })
const rewordedAnswers = ({ result, trust }: Outcome): number =>
  WithVersions.safeParse(trust ?? result).data?.versions.answers ?? 0

const sameResult = (run: Outcome, computed: Outcome) =>
  JSON.stringify([run.result, run.trust]) === JSON.stringify([computed.result, computed.trust])

const hashOf = (packet: Unsigned): string => createHash('sha256').update(JSON.stringify(packet)).digest('hex')
