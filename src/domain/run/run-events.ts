import { z } from 'zod'
import type { SimulationLabel } from '../simulation/simulated-session.js'
import { wilsonInterval } from '../statistics/wilson.js'

const STAGES = [
  'claims',
  'respond',
  'fidelity',
  'discuss',
  'ballots',
  'analyse',
  'rewrite',
  'reply',
  'evaluate',
  'synthesise',
  'plan',
  'write',
  'twins',
  'live',
  'conclude',
] as const
export type StageName = (typeof STAGES)[number]

const StageBegun = z.object({
  stage: z.enum(STAGES),
  sentence: z.string(),
  /** Number of answers, conversations or people in the stage; absent for a stage without a count. */
  total: z.int().optional(),
  claims: z.array(z.object({ claim_id: z.string(), text: z.string() })).optional(),
})
const RespondentAnswered = z.object({
  persona_id: z.string(),
  name: z.string(),
  archetype: z.string(),
  sentiment: z.string(),
  /** 0–10. */
  purchase_intent: z.number(),
  says: z.string(),
  /** Ids of the claims the respondent does not believe. */
  doubts: z.array(z.string()),
})
const conversation = { side: z.enum(['this', 'other']), case_id: z.string(), name: z.string(), trial: z.int() }
const TrialJudged = z.object({ ...conversation, score: z.number().nullable(), passed: z.boolean().nullable() })
const TrialFailed = z.object({ ...conversation, problem: z.string() })
const PersonaWritten = z.object({ id: z.string(), name: z.string(), role: z.string() })
/** People of a cohort whose weeks are simulated, block by block; a block reported twice counts once. */
const PeopleLived = z.object({
  blocks: z.array(
    z.object({
      /** Index of the block's first person. */
      from: z.int(),
      people: z.int(),
      /** Of whom these are copies: indexes of people, also of other blocks; absent where nobody is a copy. */
      originals: z.array(z.int()).optional(),
      sessions: z.int(),
      /** People who had left after this number of days. */
      left_by: z.array(z.object({ day: z.int(), people: z.int() })),
    }),
  ),
})
/**
 * Sessions a model has planned since the last such event; `people`: the share of their weeks that passed, over all people.
 * `ids`: what is counted here, each once in a run, as person/day; events of earlier versions have none.
 */
const SessionsPlanned = z.object({ sessions: z.int(), people: z.number(), ids: z.array(z.string()).optional() })
const Turn = z.object({ speaker: z.string(), text: z.string(), moderator: z.boolean() })

/** Schemas of the events a pipeline reports, by type. */
const RUN_EVENTS = {
  stage: StageBegun,
  respondent_answered: RespondentAnswered,
  trial_judged: TrialJudged,
  trial_failed: TrialFailed,
  persona_written: PersonaWritten,
  people_lived: PeopleLived,
  sessions_planned: SessionsPlanned,
  turn: Turn,
} as const
export type RunEventType = keyof typeof RUN_EVENTS
export type RunEventData<T extends RunEventType> = z.infer<(typeof RUN_EVENTS)[T]>

/** One line of a run's history, in order of `seq`; `at` is ISO. */
export type RunEvent = {
  [T in RunEventType]: { readonly seq: number; readonly at: string; readonly type: T; readonly data: RunEventData<T> }
}[RunEventType]

/** Parses a stored event; `null` for an event that only another version can read. */
export function readRunEvent(stored: { seq: number; at: string; type: string; data: unknown }): RunEvent | null {
  if (!Object.hasOwn(RUN_EVENTS, stored.type)) return null
  const data = RUN_EVENTS[stored.type as RunEventType].safeParse(stored.data)
  return data.success ? ({ ...stored, data: data.data } as RunEvent) : null
}

/** A held conversation: judged, or without a score for the reason in `problem`. */
export type HeldTrial = RunEventData<'trial_judged'> & { readonly problem: string | null }

/** Everything reported since a stage began. */
export type StageProgress = {
  readonly stage: StageName
  readonly sentence: string
  /** ISO time. */
  readonly began: string
  /** 0 for a stage without a count. */
  readonly total: number
  readonly claims: RunEventData<'stage'>['claims']
  readonly answered: RunEventData<'respondent_answered'>[]
  readonly trials: HeldTrial[]
  readonly written: RunEventData<'persona_written'>[]
  readonly turns: RunEventData<'turn'>[]
  /** Blocks of people whose weeks are simulated, by the index of their first person. */
  readonly lived: Map<number, RunEventData<'people_lived'>['blocks'][number]>
  /** Sessions planned by a model, for finished and unfinished people. */
  readonly planned: RunEventData<'sessions_planned'>[]
  /**
   * Sessions planned by an earlier attempt, which a new one reports again from stored answers; `null`: there was none.
   */
  readonly planned_before: RunEventData<'sessions_planned'> | null
}

/**
 * Figures of a running simulation. `curve`: of the finished people, the share still there after each number of days, with
 * Wilson's 95 % interval. People may be copies of fewer `personas`: then its n is these.
 */
export type LivedSoFar = {
  readonly people: number
  readonly personas: number
  readonly of: number
  readonly sessions: number
  readonly curve: { readonly day: number; readonly rate: number; readonly low: number; readonly high: number }[]
  readonly label: SimulationLabel
}

/** Figures of a running simulation; `null` before the first people are finished. */
export function livedSoFar({
  lived,
  total,
  planned,
  planned_before,
}: Pick<StageProgress, 'lived' | 'total' | 'planned' | 'planned_before'>): LivedSoFar | null {
  const blocks = [...lived.values()]
  const people = blocks.reduce((sum, block) => sum + block.people, 0)
  if (people === 0) return null
  const personas = new Set(blocks.flatMap(originalsOf)).size
  const left = new Map<number, number>()
  for (const { left_by } of blocks)
    for (const gone of left_by) left.set(gone.day, (left.get(gone.day) ?? 0) + gone.people)
  return {
    people,
    personas,
    of: total,
    sessions: blocks.reduce((sum, { sessions }) => sum + sessions, 0),
    curve: [...left].map(([day, gone]) => {
      const stayed = people - gone
      const { low, high } = wilsonInterval((personas * stayed) / people, personas) ?? { low: 0, high: 1 }
      return { day, rate: 1 - gone / people, low, high }
    }),
    label: planned.length === 0 && planned_before === null ? 'rehearsal, uncalibrated' : 'uncalibrated',
  }
}

/** The people behind a block's copies; everybody where nobody is a copy. Blocks end in any order, so a copy may come first. */
const originalsOf = ({ from, people, originals }: RunEventData<'people_lived'>['blocks'][number]): readonly number[] =>
  originals ?? Array.from({ length: people }, (_, place) => from + place)

/** Sessions a model has planned, and the people's weeks they cover; 0 where arithmetic plans. */
export const plannedSoFar = ({
  planned,
  planned_before,
}: Pick<StageProgress, 'planned' | 'planned_before'>): RunEventData<'sessions_planned'> => ({
  sessions: Math.max(
    planned_before?.sessions ?? 0,
    planned.reduce((sum, { sessions }) => sum + sessions, 0),
  ),
  people: Math.max(
    planned_before?.people ?? 0,
    planned.reduce((sum, { people }) => sum + people, 0),
  ),
})

/** A conversation that failed may be held again. */
function addTrial(stage: StageProgress | undefined, trial: HeldTrial): void {
  if (!stage) return
  const before = stage.trials.findIndex(
    ({ side, case_id, trial: number }) => side === trial.side && case_id === trial.case_id && number === trial.trial,
  )
  if (before >= 0) stage.trials.splice(before, 1)
  stage.trials.push(trial)
}

/**
 * Every stage in the order begun, the current stage last. A second attempt begins its stages again but keeps the people
 * whose weeks are stored: parts that are done are not reported twice.
 */
export type RunProgress = StageProgress[]

/** Adds events in order to `progress` and returns it; events before the first stage are ignored. */
export function foldProgress(events: readonly RunEvent[], progress: RunProgress = []): RunProgress {
  for (const { type, at, data } of events) {
    if (type === 'stage') {
      const { stage, sentence, total = 0, claims } = data
      const before = progress.findLast((begun) => begun.stage === stage && begun.total === total)
      progress.push({
        stage,
        sentence,
        total,
        claims,
        began: at,
        answered: [],
        trials: [],
        written: [],
        turns: [],
        lived: new Map(before?.lived),
        planned: [],
        planned_before: before && (before.planned.length > 0 || before.planned_before) ? plannedSoFar(before) : null,
      })
      continue
    }
    const current = progress.at(-1)
    if (type === 'respondent_answered') current?.answered.push(data)
    if (type === 'trial_judged') addTrial(current, { ...data, problem: null })
    if (type === 'trial_failed') addTrial(current, { ...data, score: null, passed: null })
    if (type === 'persona_written') current?.written.push(data)
    if (type === 'people_lived') for (const block of data.blocks) current?.lived.set(block.from, block)
    if (type === 'sessions_planned') current?.planned.push(data)
    if (type === 'turn') current?.turns.push(data)
  }
  return progress
}
