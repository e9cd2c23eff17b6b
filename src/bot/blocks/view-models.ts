import type { DissentAction } from '../../domain/dissent.js'
import type { RunKind } from '../../domain/kinds.js'
import type { Quote } from '../../domain/quote.js'
import type { RunDocument } from '../../domain/run-document.js'
import type { StageName } from '../../domain/run-events.js'
import type { SlackSettings } from '../../domain/slack-settings.js'
import type { ObjectionRecord } from '../../domain/versions.js'
import type { Desk } from '../../service/desk.js'

/** An action on a suppressed view. `by` and `to` are display names, never mentions, so no notification is sent. */
export type MinorityMark = {
  /** v1, v2, …; `null` for all views of the report. */
  readonly view: string | null
  readonly action: DissentAction['action']
  readonly by: string
  /** ISO. */
  readonly at: string
  /** Whom it was assigned to. */
  readonly to: string | null
  /** The reason of who disagrees, the note of who assigns. */
  readonly text: string | null
  /** The day an assignment is due; a link to what came of it. */
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

/** A person's mark of one conversation, as it was last given. */
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
  /** How many of how many are done; `null` for a stage that is not counted. */
  readonly done: number | null
  readonly total: number | null
}
/** How far a run is: made from its events by `progressOf`. */
export type Progress = {
  readonly stages: readonly Stage[]
  /** What was answered so far, by whom. */
  readonly kept: readonly { readonly who: string; readonly says: string }[]
}

/** Everything a run's parent message is made from. `run.result` is there once it completed. */
export type RunCard = {
  readonly run: RunDocument
  /** What it is about: the proposition, the agent's name, the question. */
  readonly subject: string
  /** Display name. */
  readonly askedBy: string
  /** ISO, as all times. */
  readonly createdAt: string
  readonly now: string
  readonly spentUsd: number
  readonly budgetUsd: number
  /** `null` before its first event. */
  readonly progress: Progress | null
  /** Why it is paused and when it goes on by itself; `null` for `resumeAt`: when a person says so. */
  readonly pause: { readonly code: string; readonly message: string; readonly resumeAt: string | null } | null
  readonly cancelRequested: boolean
  readonly marks: readonly MinorityMark[]
  readonly review: Review | null
  /** For "run again with…": which run it repeats and what is different. */
  readonly again: { readonly runId: string; readonly differences: readonly Difference[] } | null
  /** How the workspace's predictions came out, in a sentence; `null` before there was an outcome. */
  readonly record: string | null
}

export type Difference = { readonly name: string; readonly before: string; readonly after: string }

/** A run as a list shows it. */
export type ListedRun = Pick<RunCard, 'run' | 'subject' | 'askedBy' | 'createdAt' | 'now' | 'spentUsd' | 'progress'>

/** Marks and reviews of a result. */
export type Reactions = {
  readonly marks?: readonly MinorityMark[]
  /** Of a test of a project, held against the tests before it. */
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

/** Settings a form starts with: the person’s own, which no form changes. */
export type Settings = Readonly<SlackSettings> & {
  /** A run expected to cost more is confirmed first. */
  readonly confirmAboveUsd: number
}

export type PressureTestForm = {
  readonly settings: Settings
  readonly choices: Choices
  /** Longer than a field takes (3,000): it is kept by the caller as `pending`, and the form shows its beginning. */
  readonly proposition?: string
  readonly pending?: string
  /** Files of the message it came from, which are tested with it. */
  readonly files?: readonly { readonly id: string; readonly name: string }[]
  /** What is told beside it. */
  readonly about?: string
  /** Where the answer belongs; `ts`: the thread of the message it came from. */
  readonly channel?: string
  /** Whether that channel is open to everybody. */
  readonly open?: boolean
  readonly ts?: string
}

export type Budget = {
  readonly monthSpentUsd: number
  readonly monthReservedUsd: number
  readonly monthCapUsd: number | null
  readonly runCapUsd: number
  readonly confirmAboveUsd: number
  /** First day of the month, ISO. */
  readonly month: string
  readonly offline: boolean
}

export type Confirmation = {
  readonly pending: string
  readonly kind: RunKind
  readonly subject: string
  readonly quote: Quote
  readonly confirmAboveUsd: number
  /** Why it is asked, where not for its price. */
  readonly why?: string
  /** Who asks, where a lead is to decide; `waits`: what they themselves are told. */
  readonly approval?: { readonly of: string; readonly waits: boolean }
}

/** A minority report with views still open. */
export type OpenMinority = {
  readonly run_id: string
  readonly subject: string
  /** The first view that is open. */
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
  /** Of a person's own digest: what is on the desk, of whatever week. */
  readonly desk: Desk['counts'] | null
  readonly spentUsd: number
  readonly budget: Budget
}

export type Home = {
  /** Results of this person that Slack took nowhere else. */
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
