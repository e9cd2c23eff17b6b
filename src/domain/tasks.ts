import { z } from 'zod'
import { AnalystAnswer } from './analysis.js'
import { DiscussionScript } from './discussion.js'
import { Category, Persona, SkepticismLevel } from './persona.js'
import { PersonaAnswer, Response } from './response.js'

type TaskDefinition = {
  /** Which configured model answers. */
  readonly role: 'persona' | 'analysis' | 'judge'
  /** The structured material behind the prompt. The offline model answers from it; its hash is the memo key. */
  readonly facts: z.ZodType
  /** What comes back. No records and no unions at the root: structured output has neither. */
  readonly answer: z.ZodType
  readonly max_tokens: number
}

const stimulus = { stimulus: z.string(), category: Category, skepticism: SkepticismLevel }

/** Everything a language model is ever asked. A new task is an entry here, a prompt in the engine and an offline answer. */
export const TASKS = {
  respond: {
    role: 'persona',
    facts: z.object({ ...stimulus, persona: Persona }),
    answer: PersonaAnswer,
    max_tokens: 2_000,
  },
  discuss_quick: {
    role: 'persona',
    facts: z.object({ ...stimulus, personas: z.array(Persona), responses: z.array(Response) }),
    answer: DiscussionScript,
    max_tokens: 4_000,
  },
  analyse: {
    role: 'analysis',
    facts: z.object({ ...stimulus, responses: z.array(Response), discussion: DiscussionScript.nullable() }),
    answer: AnalystAnswer,
    max_tokens: 6_000,
  },
} as const satisfies Record<string, TaskDefinition>

export type TaskName = keyof typeof TASKS
export type FactsOf<T extends TaskName> = z.infer<(typeof TASKS)[T]['facts']>
export type AnswerOf<T extends TaskName> = z.infer<(typeof TASKS)[T]['answer']>
