import type { FactsOf } from '../../../domain/run/tasks.js'
import type { SessionAnswer } from '../../../domain/simulation/session-plan.js'

/** Plans due features first, then open ones. Simulations do not call it: offline, arithmetic plans the sessions. */
export function session({ open, due, last, feelings, person, steps }: FactsOf<'session'>): SessionAnswer {
  const needed = open.filter(({ id }) => due.includes(id))
  const targets = [...needed, ...open.filter((screen) => !needed.includes(screen))].slice(0, Math.min(3, steps))
  return {
    look_back: last === null ? null : { ...feelings, quote: quoteOf(feelings.frustration) },
    plan:
      targets.length === 0
        ? [{ action: 'read_docs', target: 'docs', if_blocked: 'leave' }]
        : targets.map(({ id: target, action }) => ({ action, target, if_blocked: 'other' })),
    why: due.length > 0 ? `I need ${due[0]} today.` : `I have ${person.minutes} minutes and look around.`,
  }
}

const quoteOf = (frustration: number): string =>
  frustration > 0.6 ? 'It did not do what I came for.' : 'It did what I came for.'
