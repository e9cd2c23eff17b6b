import type { Session } from '../../../domain/simulation/simulated-session.js'
import type { Journey } from '../journey.js'
import type { ProductState } from '../product-state.js'
import { type DiaryEntry, diary } from './diary.js'

/**
 * A person's words day by day. With a model: why they came and, from the look back in their next session, how it felt.
 * Templates where arithmetic planned the session, and, labelled, on a day without one on which they left or bought.
 */
export function wordsOf(seed: number, journey: Journey, product: ProductState): readonly DiaryEntry[] {
  const { sessions } = journey
  const isPlayed = ({ said, planned_offline }: Session) => said !== undefined || planned_offline === true
  const templates = diary(seed, journey, product)
  if (!sessions.some(isPlayed)) return templates
  return templates.map((template): DiaryEntry => {
    const at = sessions.findIndex(({ day }) => day === template.day)
    const session = sessions[at]
    if (session === undefined) return labelled(template, 'no session, so no words of the model')
    if (session.said === undefined) return labelled(template, 'planned by arithmetic, the model gave no plan')
    const { why, to_others = '' } = session.said
    const quote = quoteOf(journey, at)
    return {
      day: session.day,
      quote,
      evidence: [],
      text: [why, quote, to_others && `I told them: “${to_others}”`].filter((words) => words !== '').join(' '),
    }
  })
}

/** What a model said of a session when it was over: in the next one, or of the last at the end. */
export const quoteOf = ({ sessions, exit }: Pick<Journey, 'sessions' | 'exit'>, at: number): string =>
  (at === sessions.length - 1 ? exit?.look_back.quote : sessions[at + 1]?.said?.look_back?.quote) ?? ''

const labelled = ({ day, text }: DiaryEntry, label: string): DiaryEntry => ({
  day,
  quote: '',
  evidence: [],
  text: `(${label}) ${text}`,
})
