import type { Store } from '../db/store.js'
import type { ExistingKind } from '../domain/kinds.js'
import type { Quote } from '../domain/quote.js'
import type { Actor, Run } from '../domain/run-state.js'
import type { Doorbell } from '../jobs/queue.js'
import type { ReportLinks } from './report-links.js'

/** What every verb works with. `actor` comes from the surface's authentication, never from input. */
export type Context = {
  readonly actor: Actor
  readonly store: Store
  readonly doorbell: Doorbell
  readonly model: Run['model']
  readonly run_budget_usd: number
  /** Makes links to report pages; `null` where no server shows them. */
  readonly links: ReportLinks | null
  /** Price and time of a run before it is submitted. Throws `invalid_input` for input that cannot be run. */
  readonly quote: (kind: ExistingKind, input: unknown) => Quote
}
