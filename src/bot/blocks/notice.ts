import { isAppError } from '../../errors.js'
import { bold, message, paragraph, rich, words } from './blocks.js'
import type { Message } from './message.js'
import { escaped, line, neutralizeMrkdwn, passage } from './text.js'

const SENTENCES = {
  month_budget:
    'The budget of this month is spent, and nothing was started. “/pressure-test budget” shows where it stands and who can raise it.',
  run_budget: 'This would cost more than a run may. Ask fewer people, or raise the budget in the form.',
  provider_down:
    'The model provider does not answer. The run is paused and goes on by itself; there is nothing you need to do.',
  worker_dead:
    'The worker died on this run several times, so it was set aside. Press “Try again” on its card; if it happens once more, tell whoever runs the server.',
  storage_down: 'The database does not answer, so nothing could be stored. Try again in a minute.',
} as const

/** What happened and what to do, in one or two sentences. An unknown error shows only its id. */
export function problemSentence(error: unknown, id: string): string {
  const unknown = `Something went wrong on our side. Please quote error id ${line(id, 60)}.`
  if (!isAppError(error)) return unknown
  switch (error.code) {
    case 'budget_exceeded':
      return SENTENCES[error.facts.until === undefined ? 'run_budget' : 'month_budget']
    case 'provider_down':
      return SENTENCES.provider_down
    case 'quarantined':
      return SENTENCES.worker_dead
    case 'storage_unavailable':
    case 'queue_unavailable':
      return SENTENCES.storage_down
    case 'internal':
    case 'configuration':
      return unknown
    default:
      return passage(error.message, 1_500)
  }
}

/** One sentence, to one person or in a thread; `text` may hold untrusted text. */
export function noticeMessage(text: string): Message {
  return message({
    text: neutralizeMrkdwn(text, 2_000),
    blocks: (scale) => [rich(paragraph(words(passage(text, 2_500 * scale.words))))],
  })
}

/** A problem as a message. */
export const errorMessage = (sentence: string): Message =>
  message({
    text: escaped(neutralizeMrkdwn(sentence, 2_000)),
    blocks: (scale) => [rich(paragraph(bold('⚠️ '), words(passage(sentence, 1_800 * scale.words))))],
  })
