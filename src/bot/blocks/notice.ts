import { isAppError } from '../../errors.js'
import { bold, message, paragraph, rich, words } from './blocks.js'
import type { Message } from './message.js'
import { escaped, inert, line, passage } from './text.js'

/** Everything that can go wrong on the way to Slack or to an answer, as a closed set. */
export type SlackProblem =
  | { readonly code: 'not_in_channel'; readonly channel?: string }
  | { readonly code: 'channel_archived' }
  | { readonly code: 'provider_down' }
  | { readonly code: 'run_budget'; readonly quoteUsd?: number; readonly capUsd?: number }
  | { readonly code: 'month_budget' }
  | { readonly code: 'worker_dead' }
  | { readonly code: 'storage_down' }
  | { readonly code: 'expired_trigger' }
  | { readonly code: 'not_allowed' }
  | { readonly code: 'old_button' }
  | { readonly code: 'upload_failed'; readonly name: string }
  /** A sentence the program has already worded for a person; it may quote what they wrote. */
  | { readonly code: 'said'; readonly sentence: string }
  | { readonly code: 'unknown'; readonly id: string }

/** What happened and what to do, in one or two sentences. */
export function problemSentence(problem: SlackProblem): string {
  switch (problem.code) {
    case 'not_in_channel':
      return `I am not in ${problem.channel ? `#${line(problem.channel, 80)}` : 'that channel'}, so I cannot post there. Type “/invite @pressure-test” in it, then try again.`
    case 'channel_archived':
      return 'That channel is archived and takes no messages. Share the result to another channel; nothing was lost.'
    case 'provider_down':
      return 'The model provider does not answer. The run is paused and goes on by itself; there is nothing you need to do.'
    case 'run_budget':
      return problem.quoteUsd === undefined || problem.capUsd === undefined
        ? 'This would cost more than a run may. Ask fewer people, or raise the budget in the form.'
        : `This would cost about $${problem.quoteUsd.toFixed(2)}, and a run may cost $${problem.capUsd.toFixed(2)}. Ask fewer people, or raise the budget in the form.`
    case 'month_budget':
      return 'The budget of this month is spent, and nothing was started. An admin can raise it; “/pressure-test budget” shows where it stands.'
    case 'worker_dead':
      return 'The worker died on this run several times, so it was set aside. Press “Try again” on its card; if it happens once more, tell whoever runs the server.'
    case 'storage_down':
      return 'The database does not answer, so nothing could be stored. Try again in a minute.'
    case 'expired_trigger':
      return 'That took too long and Slack let the form go. Press the button or type the command once more.'
    case 'not_allowed':
      return 'Only admins and leads may do this. Somebody named in the app’s Home tab can, or can add you.'
    case 'old_button':
      return 'This button belongs to a run that is not there any more. Start a new one with “/pressure-test”.'
    case 'upload_failed':
      return `The file ${line(problem.name, 80)} could not be read. Upload it again as plain text, Markdown or CSV.`
    case 'said':
      return passage(problem.sentence, 1_500)
    case 'unknown':
      return `Something went wrong on our side. Please quote error id ${line(problem.id, 60)}.`
  }
}

/** What a caught error is to the person who waits. An error we do not know says nothing but its id. */
export function problemOf(error: unknown, id: string): SlackProblem {
  if (!isAppError(error)) return { code: 'unknown', id }
  switch (error.code) {
    case 'budget_exceeded':
      return error.facts.until === 'next_month' ? { code: 'month_budget' } : { code: 'run_budget' }
    case 'provider_down':
      return { code: 'provider_down' }
    case 'quarantined':
      return { code: 'worker_dead' }
    case 'storage_unavailable':
    case 'queue_unavailable':
      return { code: 'storage_down' }
    case 'internal':
    case 'configuration':
      return { code: 'unknown', id }
    default:
      return { code: 'said', sentence: error.message }
  }
}

/** One sentence, to one person or in a thread; `text` may hold what somebody wrote. */
export function noticeMessage(text: string): Message {
  return message({
    text: inert(text, 2_000),
    blocks: (room) => [rich(paragraph(words(passage(text, 2_500 * room.words))))],
  })
}

/** A problem as a message. */
export const errorMessage = (problem: SlackProblem): Message =>
  message({
    text: escaped(inert(problemSentence(problem), 2_000)),
    blocks: (room) => [rich(paragraph(bold('⚠️ '), words(passage(problemSentence(problem), 1_800 * room.words))))],
  })
