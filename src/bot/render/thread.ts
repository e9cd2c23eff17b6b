import { hasResult, type RunDocument } from '../../domain/run-document.js'
import type { ThreadOptions } from './given.js'
import type { ThreadMessage } from './message.js'
import { resultView } from './results.js'

/**
 * What is said under a completed run, in order; each message is posted once by its key. Of a panel the minority report
 * comes first. Nothing for a run without a result, and for an answer, which stands in its parent message.
 */
export function threadMessages(run: RunDocument, options: ThreadOptions = {}): ThreadMessage[] {
  if (!hasResult(run)) return []
  return resultView(run)
    .thread(run, options)
    .filter((message) => message !== null)
}
