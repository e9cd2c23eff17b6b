import type { Session } from '../../domain/simulated-session.js'
import { type DiaryEntry, diary } from './diary.js'
import type { Journey } from './journey.js'
import type { ProductState } from './product-state.js'

/**
 * A person's words day by day. With a model: why they came and, from the look back in their next session, how it felt.
 * Templates where arithmetic planned the session.
 */
export function wordsOf(seed: number, journey: Journey, product: ProductState): readonly DiaryEntry[] {
  const { sessions } = journey
  const isPlayed = ({ said, planned_offline }: Session) => said !== undefined || planned_offline === true
  const templates = sessions.every(({ said }) => said !== undefined) ? [] : diary(seed, journey, product)
  if (!sessions.some(isPlayed)) return templates
  return sessions.map((session, at) => {
    if (session.said === undefined)
      return labelled(
        session,
        templates.find(({ day }) => day === session.day),
      )
    const quote = sessions[at + 1]?.said?.look_back?.quote ?? ''
    return {
      day: session.day,
      quote,
      evidence: [],
      text: [session.said.why, quote].filter((words) => words !== '').join(' '),
    }
  })
}

const labelled = ({ day }: Session, entry: DiaryEntry | undefined): DiaryEntry => ({
  day,
  quote: '',
  evidence: [],
  text: `(planned by arithmetic, the model gave no plan) ${entry?.text ?? ''}`,
})
