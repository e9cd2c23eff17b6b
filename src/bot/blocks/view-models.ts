import type { DissentAction } from '../../domain/panel/dissent.js'
import type { StimulusSource } from '../../domain/panel/stimulus.js'
import type { ObjectionRecord } from '../../domain/panel/versions.js'
import type { RunKind } from '../../domain/run/kinds.js'
import type { Quote } from '../../domain/run/quote.js'
import type { RunDocument } from '../../domain/run/run-document.js'
import type { StageName } from '../../domain/run/run-events.js'
import type { SlackSettings } from '../../domain/workspace/slack-settings.js'
import type { Desk } from '../../service/panel/desk.js'

/** An action on a suppressed view. `by` and `to` are display names, never mentions, so no notification is sent. */
export type MinorityMark = {
  /** v1, v2, …; `null` for all views of the report. */
  readonly view: string | null
  readonly action: DissentAction['action']
  readonly by: string
  /** ISO. */
  readonly at: string
  /** Display name of the assignee. */
  readonly to: string | null
  /** The reason of a disagreement, or the note of an assignment. */
  readonly text: string | null
  /** `due`: the day an assignment is due. `link`: to what came of the view. */
  readonly due: string | null
  readonly link: string | null
}

/** A person's decision about an evaluated agent. */
export type Review = {
  readonly action: 'approved' | 'changes_requested'
  readonly by: string
  readonly at: string
  readonly text: string | null
}

/** A person's latest mark of one conversation. */
export type ConversationMark = {
  readonly case_id: string
  readonly trial: number
  readonly passed: boolean
  readonly by: string
}

export type StageStatus = 'pending' | 'in_progress' | 'complete' | 'error'
export type Stage = {
  readonly key: StageName
  readonly title: string
  readonly status: StageStatus
  /** Number of items done, out of `total`; `null` for a stage without a count. */
  readonly done: number | null
  readonly total: number | null
}
/** Progress of a run, made from its events by `progressOf`. */
export type Progress = {
  readonly stages: readonly Stage[]
  /** Answers so far, with their respondents. */
  readonly partialAnswers: readonly { readonly who: string; readonly says: string }[]
}

/** Everything a run's parent message is made from. `run.result` exists once the run completed. */
export type RunCard = {
  readonly run: RunDocument
  /** The proposition, the agent's name or the question. */
  readonly subject: string
  /** Display name of the requester. */
  readonly askedBy: string
  /** ISO, as all times. */
  readonly createdAt: string
  readonly now: string
  readonly spentUsd: number
  readonly budgetUsd: number
  /** `null` before the run's first event. */
  readonly progress: Progress | null
  /** Why the run is paused and when it resumes by itself; `resumeAt` is `null` where a person has to resume it. */
  readonly pause: { readonly code: string; readonly message: string; readonly resumeAt: string | null } | null
  readonly cancelRequested: boolean
  readonly marks: readonly MinorityMark[]
  readonly review: Review | null
  /** For “run again with…”: the run that it repeats, and the differences. */
  readonly again: { readonly runId: string; readonly differences: readonly Difference[] } | null
  /** The workspace's track record in a sentence; `null` before its first outcome. */
  readonly record: string | null
}

export type Difference = { readonly name: string; readonly before: string; readonly after: string }

/** A run as a list shows it. */
export type ListedRun = Pick<
  RunCard,
  'run' | 'subject' | 'askedBy' | 'createdAt' | 'now' | 'spentUsd' | 'progress' | 'pause'
>

/** Marks and reviews of a result. */
export type Reactions = {
  readonly marks?: readonly MinorityMark[]
  /** For a test of a project: its objections beside those of the tests before it. */
  readonly objections?: ObjectionRecord | null
  readonly review?: Review | null
  readonly conversationMarks?: readonly ConversationMark[]
}

export type Choice = { readonly id: string; readonly name: string }

/** What a form can offer; lists longer than 100 are cut to the first 100 and say so. */
export type Choices = {
  readonly archetypes: readonly Choice[]
  readonly personaSets: readonly Choice[]
  /** Agent versions known in the workspace. */
  readonly agents: readonly Choice[]
}

/** Initial settings of a form: the person’s own, which no form changes. */
export type Settings = Readonly<SlackSettings> & {
  /** A run expected to cost more is confirmed first. */
  readonly confirmAboveUsd: number
}

export type RunForm = {
  readonly settings: Settings
  readonly choices: Choices
  /** Where it is longer than a field (3,000), the caller keeps it as `pending` and the form shows its beginning. */
  readonly proposition?: string
  readonly pending?: string
  /** Files of the source message, which are tested with it. */
  readonly files?: readonly { readonly id: string; readonly name: string }[]
  /** Product, price and audience, which the panel is told beside the proposition. */
  readonly about?: string
  /** Channel of the answer; `ts`: thread of the source message. */
  readonly channel?: string
  /** Whether that channel is open to everybody. */
  readonly open?: boolean
  readonly ts?: string
}

export type Budget = {
  readonly monthSpentUsd: number
  readonly monthReservedUsd: number
  readonly monthCapUsd: number | null
  /** The most that leads may set. */
  readonly monthCeilingUsd: number
  readonly runCapUsd: number
  readonly confirmAboveUsd: number
  readonly offline: boolean
}

export type Confirmation = {
  readonly pending: string
  readonly kind: RunKind
  readonly subject: string
  readonly quote: Quote
  /** What was read; each source is shown. */
  readonly sources: readonly StimulusSource[]
  readonly confirmAboveUsd: number
  /** Why confirmation is asked, where not for the price; with `approval`, the ceiling that it passes. */
  readonly why?: string
  /** `of`: the requester, where a lead decides. `waits`: this message goes to the requester, not to a lead. */
  readonly approval?: { readonly of: string; readonly waits: boolean }
}

/** A minority report with views still open. */
export type OpenMinority = {
  readonly run_id: string
  readonly subject: string
  /** The first open view. */
  readonly view: string
  readonly open: number
  readonly at: string
  readonly offline: boolean
  /** Link to its thread in Slack; `null` where there is none. */
  readonly url: string | null
}

export type Digest = {
  /** First and last day, ISO. */
  readonly from: string
  readonly to: string
  readonly runs: readonly ListedRun[]
  readonly openMinorities: readonly OpenMinority[]
  /** On a person's own digest: counts of the desk, of every week. */
  readonly desk: Desk['counts'] | null
  readonly spentUsd: number
  readonly budget: Budget
}

export type Home = {
  /** Results of this person that Slack accepted nowhere else. */
  readonly undelivered: readonly ListedRun[]
  readonly running: readonly ListedRun[]
  readonly past: readonly ListedRun[]
  readonly desk: Desk
  readonly personaSets: readonly (Choice & { readonly people: number })[]
  readonly budget: Budget
  readonly settings: Settings
  /** Display names. */
  readonly leads: readonly string[]
  readonly isAdmin: boolean
  readonly more: boolean
}
