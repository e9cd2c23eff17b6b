import type { RunKind } from './kinds.js'
import type { RunStatus } from './run.js'

/** A run's row as the services and workers see it. Times are dates, money is dollars. */
export type Run = {
  readonly run_id: string
  readonly workspace_id: string
  readonly actor_id: string
  readonly project_id: string | null
  readonly kind: RunKind
  readonly status: RunStatus
  readonly input: unknown
  readonly seed: number | null
  readonly model: { mode: 'offline' | 'anthropic'; persona: string; analysis: string; judge: string }
  readonly epoch: number
  readonly generation: number
  readonly pauses: number
  readonly crashes: number
  readonly cancel_requested: boolean
  readonly resume_at: Date | null
  readonly budget_usd: number
  readonly reserved_usd: number
  readonly spent_usd: number
  readonly reason: { code: string; message: string } | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly completed_at: Date | null
}

/** A part of a large run: its number, and the range of items it covers (`to_item` excluded). */
export type PartRange = { readonly part: number; readonly from_item: number; readonly to_item: number }

/** Who makes a request, from the surface's authentication, never from input. */
export type Actor = {
  readonly actor_id: string
  readonly workspace_id: string
  readonly kind: 'local' | 'slack_user' | 'api_token' | 'report_link'
}
