import { z } from 'zod'
import { StimulusSource } from '../domain/panel/stimulus.js'
import { RunKind } from '../domain/run/kinds.js'
import { RunStatus, TrustLight } from '../domain/run/run.js'
import { SIMULATION_LABELS } from '../domain/simulation/simulated-session.js'

/** A quote of a synthetic person, a tested agent or an analyst, and where it was said. */
const Quote = z.object({ who: z.string(), quote: z.string(), where: z.string() })
export type Quote = z.infer<typeof Quote>

/** A row of a paged list: a claim, a person, a turn, a suppressed view, a case, a run. */
const Row = z.object({
  title: z.string(),
  text: z.string(),
  /** Short facts by name, such as `{ believes: 2, doubts: 3 }`. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** A sign per person, such as whether they doubt a claim. */
  marks: z.array(z.object({ who: z.string(), mark: z.string() })),
  said: z.array(Quote),
})
export type Row = z.infer<typeof Row>

export const SECTIONS = [
  'findings',
  'pressure_map',
  'by_archetype',
  'people',
  'discussion',
  'minority_report',
  'propositions',
  'edits',
  'cases',
  'versions',
  'conversations',
  'curve',
  'friction',
  'network',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** A page of a list. `pages` is at least 1. */
const Section = z.object({
  name: z.enum([...SECTIONS, 'runs', 'personas']),
  /** What the rows are and how they came about. */
  about: z.string(),
  page: z.int(),
  pages: z.int(),
  rows: z.array(Row),
})
export type Section = z.infer<typeof Section>

/** Shares of people, 0–1, with their 95 % interval. */
const Share = z.object({ rate: z.number(), low: z.number(), high: z.number() })

/** The figures of a simulation. */
const Simulated = z.object({
  /** `null`: the product file has no hypothesis. */
  hypothesis_verdict: z.enum(['supported', 'not', 'unclear', 'not_run']).nullable(),
  /** Share of people still there after this many days; `null` where the run is shorter. */
  retention: z.object({ day7: Share.nullable(), day30: Share.nullable() }),
  /** At most three, by priority. */
  top_frictions: z.array(
    z.object({ friction: z.string(), priority: z.string(), people: z.int(), severity: z.number() }),
  ),
  /** At most three. `effect`: in days or as a share of people; `null` where it was not simulated. */
  actions: z.array(
    z.object({
      action: z.string(),
      priority: z.string(),
      people: z.int(),
      expected: z.string(),
      effect: z.object({ metric: z.string(), estimate: z.number(), low: z.number(), high: z.number() }).nullable(),
    }),
  ),
  calibrated: z.boolean(),
  label: z.string(),
})

/** The part of an evaluation beside its scores. */
const Evaluated = z.object({
  /** `null` where the offline model judged, with which no case passes. */
  cases: z.object({ passed: z.int(), scored: z.int(), undecided: z.int() }).nullable(),
  /**
   * Paired comparison with the other version on the same cases; `null` where there was none. Without figures where the
   * offline model judged.
   */
  against: z
    .object({
      agent_version_id: z.string(),
      version: z.string(),
      verdict: z.string(),
      sentence: z.string(),
      scores: z.string().optional(),
      fixed: z.array(z.string()).optional(),
      broken: z.array(z.string()).optional(),
      undecided: z.array(z.string()).optional(),
    })
    .nullable(),
  /** The agent's scores so far, oldest first; empty for its first version. */
  versions: z.array(
    z.object({
      version: z.string(),
      date: z.string(),
      score: z.number(),
      verdict: z.string(),
      same_cases: z.boolean(),
      same_judge: z.boolean(),
      /** Whether the offline model was the judge; its scores judge nothing. */
      offline: z.boolean(),
    }),
  ),
})

/** A finished run in a screenful. */
const Summary = z.object({
  title: z.string(),
  /** What the result lacks, why, and how to get it. */
  missing: z.string().optional(),
  /** Where there was nothing to judge: the reason, and what to send instead. The summary then has no figures. */
  not_judged: z.object({ reason: z.string(), what_to_send: z.string() }).optional(),
  /** Product, price and audience, which the panel was told beside the text; not scored. */
  about: z.string().optional(),
  /**
   * `low` and `high`: the interval with other kinds of people; null where none was measured. `same_kinds`: the interval
   * with others of the same kinds. `spread`: both in words. `of`: top of the scale. `unit`: of a share, `value` per cent.
   */
  scores: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      of: z.number(),
      unit: z.literal('%').optional(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      same_kinds: z.object({ low: z.number(), high: z.number() }).nullable(),
      spread: z.string(),
      word: z.string(),
    }),
  ),
  /**
   * `panel_test`: score differences below `noise_floor` points are noise; `parts`: details that its sentence leaves
   * out.
   */
  trust: z.object({
    light: TrustLight.nullable(),
    sentence: z.string(),
    panel_test: z.object({ noise_floor: z.number().nullable(), parts: z.array(z.string()) }).optional(),
  }),
  findings: z.array(z.object({ finding: z.string(), weight: z.string(), said: z.array(Quote) })),
  /** Views that the discussion did not hear; null for a kind of run without them. */
  minority: z
    .object({
      method: z.string(),
      count: z.int(),
      /** Where there is no view: that none was found, or that it is not known. */
      none: z.string().optional(),
      /** How many views came up unclearly, and how many ballots are missing. */
      unclear: z.string().optional(),
      views: z.array(z.object({ view: z.string(), unheard: z.string(), said: z.array(Quote) })),
    })
    .nullable(),
  fixes: z.array(z.string()),
  /** Only of an evaluation. */
  evaluation: Evaluated.optional(),
  /** Only of a simulation. */
  simulation: Simulated.optional(),
  /** Sections that `get_run` can show of this run. */
  sections: z.array(z.enum(SECTIONS)),
  cost_usd: z.number().nullable(),
  seconds: z.number().nullable(),
  report_url: z.string().nullable(),
  /** Path of the report file, where the client is on this machine. */
  report_path: z.string().optional(),
})
export type Summary = z.infer<typeof Summary>

const Next = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  why: z.string(),
})
export type Next = z.infer<typeof Next>

/** Progress of a run, with a sentence for a person. */
const Progress = z.object({
  sentence: z.string(),
  percent: z.number(),
  stage: z.string(),
  /**
   * Of a running simulation: how many people are done, of how many personas they are copies, and the share of them still
   * there by day, with 95 % intervals.
   */
  partial: z
    .object({
      people: z.int(),
      personas: z.int(),
      of: z.int(),
      sessions: z.int(),
      curve: z.array(Share.extend({ day: z.int() })),
      label: z.enum(SIMULATION_LABELS),
    })
    .optional(),
})
export type Progress = z.infer<typeof Progress>

const Price = z.object({
  played_by: z.string(),
  calls: z.int(),
  cost_usd: z.object({ low: z.number(), middle: z.number(), high: z.number() }).nullable(),
  seconds: z.object({ low: z.number(), high: z.number() }),
  notes: z.array(z.string()),
})
export type Price = z.infer<typeof Price>

/** What a proposition was read from, where it was more than a typed text. */
const Read = z.object({
  sentence: z.string(),
  /** `words` is 0 for a picture; `name` is '' for a typed text. */
  sources: z.array(
    z.object({ kind: StimulusSource.shape.kind, name: z.string(), words: z.int(), first_lines: z.string() }),
  ),
})
export type Read = z.infer<typeof Read>

/** What went wrong, what to do about it, and when the same call may succeed. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  next_action: z.string(),
  /** Null where the same call will fail again. */
  retry_after_seconds: z.number().nullable(),
})
export type Problem = z.infer<typeof Problem>

/** The envelope of every tool's answer. */
export const Reply = z.object({
  headline: z.string(),
  run_id: z.string().nullable(),
  kind: RunKind.nullable(),
  /** `not_started`: nothing was submitted and nothing spent. */
  status: z.enum([...RunStatus.options, 'not_started']).nullable(),
  progress: Progress.nullable(),
  summary: Summary.nullable(),
  section: Section.nullable(),
  price: Price.nullable(),
  read: Read.nullable(),
  error: Problem.nullable(),
  next: Next.nullable(),
})
export type Reply = z.infer<typeof Reply>

/** A reply; parts that are not given are null. */
export const replyOf = (parts: Pick<Reply, 'headline'> & Partial<Reply>): Reply => ({
  run_id: null,
  kind: null,
  status: null,
  progress: null,
  summary: null,
  section: null,
  price: null,
  read: null,
  error: null,
  next: null,
  ...parts,
})
