import type { PersonaAnswer } from '../../src/domain/panel/response.js'
import type { AnswerOf, FactsOf, TaskName } from '../../src/domain/run/tasks.js'
import type { EngineDeps, Settled } from '../../src/engine/deps.js'
import { AppError, isAppError } from '../../src/errors.js'
import type { Prompt } from '../../src/llm/client.js'

export type Answers = { [T in TaskName]?: (facts: FactsOf<T>, key: string) => AnswerOf<T> }
export type RecordedCall = { [T in TaskName]: { key: string; task: T; facts: FactsOf<T>; prompt: Prompt } }[TaskName]

/** Engine deps in memory: answers are constructed by the test, and every question is kept to be looked at. */
export function fakeDeps(answers: Answers, seed = 1) {
  const calls: RecordedCall[] = []
  const reported: { type: string; data: object }[] = []
  const kept: { panel: readonly unknown[]; responses: readonly unknown[] }[] = []
  const deps: EngineDeps = {
    async ask(key, task, facts, prompt) {
      calls.push({ key, task, facts, prompt } as RecordedCall)
      const answer = answers[task]
      if (!answer) throw new Error(`nobody answers ${task}`)
      await Promise.resolve()
      return (answer as (facts: unknown, key: string) => AnswerOf<typeof task>)(facts, key)
    },
    step: async (_key, _input, work) => work(),
    async fanOut<I, O>(items: readonly I[], work: (item: I, index: number) => Promise<O>): Promise<Settled<I, O>[]> {
      return Promise.all(
        items.map((item, index) =>
          work(item, index).then(
            (value) => ({ item, value }),
            (error) => {
              if (!isAppError(error, 'model_refused')) throw error
              return { item, error }
            },
          ),
        ),
      )
    },
    storeSessions: async () => {},
    deleteOtherJoiners: async () => {},
    storeRespondents: (panel, responses) => void kept.push({ panel, responses }),
    surplus: () => ({ cut: 0, clipped: 0 }),
    reworded: () => 0,
    laterVersions: () => [],
    version: '0',
    report: (type, data) => void reported.push({ type, data }),
    liveAgent: { say: () => Promise.reject(new Error('there is no live agent')) },
    embedder: { model: 'letters', embed: async (texts) => texts.map(letters) },
    seed,
    model: { mode: 'anthropic', persona: 'persona-model', analysis: 'analysis-model', judge: 'judge-model' },
  }
  const ofTask = <T extends TaskName>(task: T) =>
    calls.filter((call): call is Extract<RecordedCall, { task: T }> => call.task === task)
  return { deps, asked: calls, ofTask, reported, kept }
}

/** A reader that finds an offer, with these claims in its favour. */
export const readAs = (...claims: string[]): AnswerOf<'claims'> => ({
  offer: { kind: 'offer', language: 'English', why: '' },
  claims: claims.map((text) => ({ text, meaning: 1 })),
})

export const refusal = (): AppError => new AppError('model_refused', { task: 'respond' })

/** How often each letter stands in a text: vectors without a model. */
function letters(text: string): number[] {
  const counts = new Array<number>(26).fill(0)
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

function viewOf(liking: number) {
  if (liking > 2 / 3) return { sentiment: 'positive', stance: 'believes' } as const
  if (liking < 1 / 3) return { sentiment: 'negative', stance: 'rejects' } as const
  return { sentiment: 'mixed', stance: 'doubts' } as const
}

/** The answer of somebody who likes what they read as much as `liking` says, 0–1: by thirds, negative to positive. */
export function answerOf({ persona, claims, stimulus }: FactsOf<'respond'>, liking: number): PersonaAnswer {
  const { sentiment, stance } = viewOf(liking)
  return {
    persona_name: persona.name,
    gut_reaction: 'Well.',
    gut_sentiment: sentiment,
    considered_response: `${persona.name} thinks about it.`,
    considered_sentiment: sentiment,
    social_response: 'Sounds fine.',
    private_thoughts: `The private thought of ${persona.name}.`,
    purchase_intent: 5,
    action_threshold: 'A smaller carton.',
    friction_points: ['the price'],
    memory_influence_notes: 'None.',
    key_quotes: ['Well.'],
    purchase_statement: `${persona.persona_id} on "${stimulus.slice(0, 24)}" would buy with ${liking.toFixed(3)}.`,
    beliefs: claims.map(({ claim_id }) => ({ claim_id, stance, why: 'Says who?', proof_wanted: 'A test.' })),
    private_reasons: [],
  }
}

/** Follow-up Likert for the statements of `answerOf`: all weight on two points around the liking. */
export function rateStatement({ purchase_statement }: FactsOf<'rate_intent'>): AnswerOf<'rate_intent'> {
  const liking = Number(/with ([\d.]+)\.$/.exec(purchase_statement)?.[1] ?? Number.NaN)
  const at = liking * 4
  return { probabilities: [0, 1, 2, 3, 4].map((point) => Math.max(0, 1 - Math.abs(point - at))) }
}
