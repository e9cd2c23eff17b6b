import type { App, ReceiverEvent } from '@slack/bolt'
import { type ErrorCode, isAppError } from '../errors.js'
import type { Log } from '../log.js'

/** Slack allows 3 s; the network wants some of it. */
const ANSWER_MS = 2_400

type Body = Record<string, unknown>
type Retry = Pick<ReceiverEvent, 'retryNum' | 'retryReason'>

/** What Slack is told: to bring it again, or what the listener answers, if anything. */
export type Taken = 'again' | { readonly answer: object | null }

export type IntakeDeps = {
  readonly log: Log
  /** False: this very request was taken in before. */
  readonly firstArrival: (key: string) => Promise<boolean>
}

export type Intake = {
  init(app: App): void
  /** `arrival` names this very request; `null` where it may come again, since what it starts is known by its own id. */
  take(body: Body, arrival: string | null, retry: Retry): Promise<Taken>
}

const NOTHING: Taken = { answer: null }

/**
 * Hands what Slack brings to Bolt, by whichever way it came. Slack gets its answer in time, whatever the work is waiting
 * for; an event is confirmed once it is stored, so that Slack brings it again where it was not.
 */
export function createIntake({ log, firstArrival }: IntakeDeps): Intake {
  let app: App | null = null
  return {
    init: (bolt) => {
      app = bolt
    },
    take: (body, arrival, retry) =>
      new Promise<Taken>((tell) => {
        const isEvent = body.type === 'event_callback'
        let begun = false
        const late = setTimeout(() => tell(isEvent && !begun ? 'again' : NOTHING), ANSWER_MS)
        const ack: ReceiverEvent['ack'] = async (given?: unknown) => {
          if (!isEvent) tell({ answer: answerOf(given) })
        }
        const work = async (): Promise<Taken> => {
          try {
            if (arrival !== null && !(await firstArrival(arrival))) return NOTHING
          } catch (error) {
            log.warn({ error: String(error) }, 'the database does not answer to a request from Slack')
            return away(body)
          }
          begun = true
          try {
            await app?.processEvent({ body, ack, ...retry })
            return NOTHING
          } catch (error) {
            const detail = error instanceof Error ? error.stack : String(error)
            log.error({ error: detail }, 'a request from Slack failed')
            return isEvent && passes(error) ? 'again' : NOTHING
          }
        }
        void work()
          .then(tell)
          .finally(() => clearTimeout(late))
      }),
  }
}

/** Nothing can be stored now. An event comes again by itself; a person reads what to do. */
function away(body: Body): Taken {
  if (body.type === 'event_callback') return 'again'
  const text = 'The database does not answer at the moment, so nothing was started. Try again in a minute.'
  return { answer: body.command === undefined ? null : { response_type: 'ephemeral', text } }
}

const PASSING: ErrorCode[] = ['storage_unavailable', 'queue_unavailable', 'internal']
const passes = (error: unknown): boolean => !isAppError(error) || isAppError(error, ...PASSING)

const answerOf = (answer: unknown): object | null => {
  if (answer === undefined || answer === null || answer === '') return null
  return typeof answer === 'object' ? answer : { response_type: 'ephemeral', text: String(answer) }
}
