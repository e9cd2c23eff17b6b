import type { AnswerOf, FactsOf } from '../../../domain/run/tasks.js'

/** Plans due features first, then open ones. Simulations do not call it: offline, arithmetic plans the sessions. */
export function session(facts: FactsOf<'session'>): AnswerOf<'session'> {
  const { open, due, last, feelings, person, steps, memories } = facts
  const needed = open.filter(({ id }) => due.includes(id))
  const targets = [...needed, ...open.filter((screen) => !needed.includes(screen))].slice(0, Math.min(3, steps))
  const why = due.length > 0 ? `I need ${due[0]} today.` : `I have ${person.minutes} minutes and look around.`
  const alike = memories.filter(
    ({ target, outcome }) => target === memories[0]?.target && outcome === memories[0].outcome,
  )
  return {
    look_back: last && {
      quote: quoteOf(feelings.frustration),
      felt: feelings,
      memory: memoryOf(last),
      insight:
        alike.length < 2 ? null : { text: 'It goes the same way every time.', evidence_ids: alike.map(({ id }) => id) },
    },
    plan:
      targets.length === 0
        ? [{ action: 'read_docs', target: 'docs', why: 'Something has to be written about it.', if_blocked: 'leave' }]
        : targets.map(({ id: target, action }) => ({
            ...{ action, target, if_blocked: 'other' as const },
            why: due.includes(target) ? `I need ${target} today.` : `I want to see ${target}.`,
          })),
    expects: 'It works as it did the last time.',
    tell_others: { trigger: targets[0]?.id ?? null, words: targets[0] ? `Look at ${targets[0].id}.` : '' },
    summary: why,
  }
}

/** The closing question. Simulations do not ask it offline. */
export function exitInterview({ reason, last_session }: FactsOf<'exit_interview'>): AnswerOf<'exit_interview'> {
  const failed = last_session.steps.some(({ outcome }) => outcome !== 'ok')
  const frustration = failed ? 0.6 : 0.2
  return {
    look_back: {
      quote: quoteOf(failed ? 1 : 0),
      felt: { frustration, confidence: 0.5, delight: failed ? 0.2 : 0.5, confusion: 0.3 },
    },
    why: reason === null ? 'It does what I need, so I stay.' : 'It did not do enough for me, so I left.',
  }
}

function memoryOf(last: NonNullable<FactsOf<'session'>['last']>) {
  const failed = last.find(({ outcome }) => outcome !== 'ok')
  const kept = failed ?? last[0]
  if (kept === undefined) return null
  return { text: `${kept.target} ${failed ? 'did not work' : 'worked'}.`, importance: failed ? 7 : 4 }
}

const quoteOf = (frustration: number): string =>
  frustration > 0.6 ? 'It did not do what I came for.' : 'It did what I came for.'
