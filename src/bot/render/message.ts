import type { KnownBlock } from '@slack/types'

/** Blocks newer than the types we have; checked against our own schema in tests. */
export type NewBlock = { readonly type: 'plan' | 'container' | 'carousel' | 'data_table' | 'markdown' | 'data_visualization' | 'context_actions'; readonly [field: string]: unknown }
export type Block = KnownBlock | NewBlock

/** One message as Slack is asked to show it. */
export type Message = {
  /** What a notification, a screen reader and an old client read; at most 4,000 characters, no markup of strangers. */
  readonly text: string
  readonly blocks: readonly Block[]
  /** The same for a client or workspace that does not know the newer blocks; `null` where `blocks` has none. */
  readonly plain: readonly KnownBlock[] | null
}

/** A message of a run's thread, in its order. `key` says what it is and never changes: each is posted once. */
export type ThreadMessage = Message & { readonly key: string }
