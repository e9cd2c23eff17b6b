import type { KnownBlock } from '@slack/types'
import type { RunWithResult } from '../../domain/run/run-document.js'
import type { Section } from './action-ids.js'
import { type BlockBuilder, context, feedback, header, message } from './blocks.js'
import type { Block, Message } from './message.js'
import { provenanceLine, provenanceShort } from './trust.js'
import type { Reactions } from './view-models.js'

/** A message of a run's thread. `key` names it and never changes, so that it is posted once. */
export type ThreadPart = {
  readonly key: string
  render(reactions: Reactions): Message
}

type SectionContent = {
  readonly title: string
  /** For a notification: our own whole sentences; untrusted text in it has been through `neutralizeMrkdwn`. */
  readonly text: string
  /** Section that the feedback buttons vote on; `null` for a message without them. */
  readonly section: Section | null
  /** Small print of the newer blocks. */
  readonly note?: string
  readonly blocks: BlockBuilder<Block>
  readonly plain: BlockBuilder<KnownBlock>
}

/** A section of a thread: its title, its content, and the provenance of the answers. */
export const sectionMessage = (run: RunWithResult, content: SectionContent): Message =>
  message({
    text: `${content.text} ${provenanceShort(run)}.`,
    blocks: (scale) => [
      header(content.title),
      ...content.blocks(scale),
      context(provenanceLine(run), content.note ?? ''),
      content.section !== null && feedback(run.run_id, content.section),
    ],
    plain: (scale) => [header(content.title), ...content.plain(scale), context(provenanceLine(run))],
  })
