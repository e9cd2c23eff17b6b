import type { RunDocument } from '../../domain/run.js'
import type { ThreadOptions } from './given.js'
import type { ThreadMessage } from './message.js'
import { minorityMessage } from './minority.js'
import { chartMessage } from './thread/chart.js'
import { comparisonThread } from './thread/comparison.js'
import { discussionMessage } from './thread/discussion.js'
import { evaluationThread } from './thread/evaluation.js'
import { findingsMessage } from './thread/findings.js'
import { nextMessage } from './thread/next.js'
import { personaSetThread } from './thread/persona-set.js'
import { personaMessages } from './thread/personas.js'
import { refinementThread } from './thread/refinement.js'

/**
 * What is said under a completed run, in order; each message is posted once by its key. Of a panel the minority report
 * comes first. Nothing for a run without a result, and for an answer, which stands in its parent message.
 */
export function threadMessages(run: RunDocument, options: ThreadOptions = {}): ThreadMessage[] {
  if (run.result === null) return []
  return messagesOf(run, options).filter((one): one is ThreadMessage => one !== null)
}

function messagesOf(run: RunDocument, options: ThreadOptions): (ThreadMessage | null)[] {
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group':
      return [
        minorityMessage(run, options.marks ?? []),
        findingsMessage(run),
        chartMessage(run, options),
        discussionMessage(run),
        ...personaMessages(run),
        nextMessage(run),
      ]
    case 'comparison':
      return [comparisonThread(run), nextMessage(run)]
    case 'refinement':
      return [refinementThread(run), nextMessage(run)]
    case 'evaluation':
      return [...evaluationThread(run, options), chartMessage(run, options), nextMessage(run)]
    case 'persona_generation':
      return [personaSetThread(run), nextMessage(run)]
    default:
      return []
  }
}
