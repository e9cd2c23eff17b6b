import type { KnownBlock } from '@slack/types'

type DataPoint = { readonly label: string; readonly value: number }

/** Slack's native chart, which `@slack/types` 3.2 does not know yet. */
export type ChartBlock = {
  readonly type: 'data_visualization'
  readonly title: string
  readonly chart: {
    readonly type: 'bar'
    readonly series: readonly { readonly name: string; readonly data: readonly DataPoint[] }[]
    readonly axis_config: {
      readonly categories: readonly string[]
    }
  }
}
export type Block = KnownBlock | ChartBlock

/** One message as it is sent to Slack. */
export type Message = {
  /** Read by notifications, screen readers and old clients; at most 3,000 characters, no untrusted markup. */
  readonly text: string
  readonly blocks: readonly Block[]
  /** The same content in blocks that every client knows; `null` where `blocks` has no newer ones. */
  readonly plain: readonly KnownBlock[] | null
}
