import type { FileHandle } from 'node:fs/promises'
import type { Store } from '../db/store.js'
import type {
  EvaluationResult,
  HumanMark,
  JudgedMark,
  JudgeTrust,
  VersionComparison,
} from '../domain/evaluation/evaluation.js'
import type { Life } from '../domain/panel/ask.js'
import type { JudgedOutcome, OutcomeInput, TrackRecord } from '../domain/panel/outcome.js'
import type { Prediction } from '../domain/panel/prediction.js'
import type { ObjectionRecord, VersionChange } from '../domain/panel/versions.js'
import type { EvidencePacket } from '../domain/run/evidence-packet.js'
import type { InputOf, RunKind } from '../domain/run/kinds.js'
import type { Quote } from '../domain/run/quote.js'
import type { PanelRun } from '../domain/run/run-document.js'
import type { Actor, Run } from '../domain/run/run-state.js'
import type { SimulatedLife, SimulationReferral } from '../domain/simulation/simulated-life.js'
import type { StoredLife } from '../domain/simulation/stored-life.js'
import type { Grant } from '../domain/workspace/token-scopes.js'
import type { RunQueue } from '../jobs/queue.js'
import type { ReportLinks } from './run/report-links.js'
import type { WebhookSecrets } from './workspace/webhook-secrets.js'

/** Dependencies of every verb. `actor` comes from the surface's authentication, never from input. */
export type Context = {
  readonly actor: Actor
  /** What the actor may do; it comes from the surface's authentication, too. */
  readonly grant: Grant
  /** The surface and, where there is one, the caller's address, for the security log: `cli`, `http 192.0.2.7`. */
  readonly origin: string
  /** Writes a line to the process log. */
  readonly warn: (facts: object, message: string) => void
  readonly store: Store
  readonly runQueue: RunQueue
  readonly model: Run['model']
  /** A second model that plays the panel in a full assay; `null` where none is configured. */
  readonly second_model: string | null
  readonly run_budget_usd: number
  /**
   * The most that a run may cost and that a workspace may set for its month, in dollars, and the largest panel; no
   * confirmation exceeds them.
   */
  readonly ceilings: { readonly run_usd: number; readonly panel_size: number }
  /** Creates links to report pages; `null` where no server serves them. */
  readonly links: ReportLinks | null
  /** Price and time of a run before it is submitted. Errors: `invalid_input` for input that cannot be run. */
  readonly quote: <K extends RunKind>(kind: K, input: InputOf<K>) => Promise<Quote>
  /**
   * Why a text cannot be judged as an offer, and what to send instead, as far as code can tell; `null` where it may be
   * one. `offline`: also with a language model, which would decide the rest, the bundled reader is asked; `strict`: so
   * that a text has to be an offer surely.
   */
  readonly notOffered: (
    text: string,
    reader?: 'offline' | 'strict',
  ) => Promise<{ readonly understood: boolean; readonly sentence: string } | null>
  /** Downloads a page under the guard for strangers' addresses. Errors: `invalid_input`, with what to do instead. */
  readonly fetchPage: (address: string) => Promise<{
    /** Address after all redirects. */
    readonly address: string
    readonly bytes: Uint8Array
    /** Lower case, without parameters; '' where the server sends none. */
    readonly media_type: string
    readonly charset: string | null
  }>
  /** Whether the model reads pictures; false where it is offline. */
  readonly seesPictures: boolean
  /** Approximate cost of a run's analysis alone, in dollars; `null` where it is not known. */
  readonly analysisPrice: (run: Pick<Run, 'kind' | 'input' | 'model'>) => number | null
  /**
   * Computes a finished run again from its stored steps. Rejects with `conflict` where this version's pipeline asks for
   * other steps.
   */
  readonly replay: (run: StoredRun) => Promise<Recomputed>
  /** The arithmetic of the track record. `judge` rejects with `invalid_input` an outcome that does not fit the run. */
  readonly outcomes: {
    judge(
      predicted: { own: Prediction; other: Prediction | null; paired_p: number | null },
      outcome: OutcomeInput,
    ): Judgement
    record(rows: readonly JudgedOutcome[], not_counted: { corrected: number; deleted: number }): TrackRecord
  }
  /** Comparison of tested versions of one thing: an encoder compares words, the rest is arithmetic. */
  readonly versions: {
    /** `versions`: oldest first. */
    objections(versions: readonly PanelRun[]): Promise<ObjectionRecord>
    compare(before: PanelRun, after: PanelRun, options: { readonly allow_rehearsal: boolean }): Promise<VersionChange>
    /** p of the paired difference of two tests; `null` where they were not asked by one instrument. */
    pairedP(before: PanelRun, after: PanelRun): number | null
  }
  /** The arithmetic of stored evaluations. */
  readonly evaluations: {
    judgeTrust(
      result: EvaluationResult,
      marked: { marks: readonly HumanMark[]; record: readonly JudgedMark[] },
    ): JudgeTrust
    /** `null` where something besides the agent has changed, or the agent has not. */
    compare(now: EvaluationResult, before: EvaluationResult, seed: number): VersionComparison | null
  }
  /**
   * People of a finished simulation, computed again. Rejects with `conflict` where this version computes other lives;
   * `fromRows` says what is stored of them.
   */
  readonly simulations: {
    /** The place in the cohort of somebody by name or id. Throws `invalid_input` where nobody matches. */
    place(run: Pick<StoredRun, 'input' | 'steps'>, wanted: string): number
    /** `wanted`: a name or an id. Rejects with `invalid_input` where nobody matches. */
    life(run: StoredRun, wanted: string): Promise<Life>
    lives(run: StoredRun): AsyncGenerator<readonly SimulatedLife[], readonly SimulationReferral[]>
    fromRows(run: Pick<StoredRun, 'input' | 'seed' | 'steps'>): {
      record(stored: StoredLife): SimulatedLife
      life(stored: StoredLife): Life
    }
  }
  readonly webhooks: WebhookRules
  /** Files of runs on this machine, outside the database. */
  readonly files: {
    deleteOfRuns(run_ids: readonly string[]): Promise<void>
    contents(run_ids: ReadonlySet<string>): AsyncIterable<object>
    temporary(): Promise<FileHandle>
    problemOf(error: unknown): unknown
  }
  /** Version of this program. */
  readonly version: string
}

/** How an outcome compares with its prediction; `question`: what was measured in reality. */
type Judgement = Pick<
  JudgedOutcome,
  'predicted' | 'happened' | 'direction' | 'interval' | 'no_difference' | 'not_counted' | 'red'
> & { readonly question: string }

/** The actor and origin of a request, for the security log. */
export const auditActor = ({ actor, origin }: Pick<Context, 'actor' | 'origin'>) => ({ ...actor, origin })

/** Whether the request is of who runs this installation, at this machine. */
export const isOperator = ({ actor, grant }: Pick<Context, 'actor' | 'grant'>): boolean =>
  actor.kind === 'local' && grant.token === null

type WebhookRules = {
  /** Why this address is refused; `null` where it may be called. */
  readonly refuse: (address: string) => Promise<string | null>
  readonly secretOf: WebhookSecrets
}

/** A run's input and all its stored steps. */
type StoredRun = {
  readonly kind: RunKind
  readonly input: unknown
  readonly seed: number
  readonly model: Run['model']
  readonly steps: readonly Pick<EvidencePacket['steps'][number], 'key' | 'input_hash' | 'outcome'>[]
}
type Recomputed = {
  readonly outcome: { readonly result: unknown; readonly trust: unknown }
  readonly calls: readonly Omit<EvidencePacket['calls'][number], 'outcome' | 'requests'>[]
}
