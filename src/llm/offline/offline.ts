import { type AnswerOf, type FactsOf, TASKS, type TaskName } from '../../domain/tasks.js'
import { AppError } from '../../errors.js'
import type { Llm } from '../client.js'
import { analyse } from './analyse.js'
import { checkFidelity } from './check-fidelity.js'
import { claims } from './claims.js'
import { discussQuick } from './discuss-quick.js'
import { agentTurn } from './evaluation/agent-turn.js'
import { judgeCase } from './evaluation/judge-case.js'
import { judgePair } from './evaluation/judge-pair.js'
import { prospectTurn } from './evaluation/prospect-turn.js'
import { planPersonas } from './personas/plan.js'
import { synthesise } from './personas/synthesise.js'
import { writePersona } from './personas/write.js'
import { rateIntent } from './rate-intent.js'
import { react } from './react.js'
import { createReader, type Read } from './reading/reading.js'
import { reply } from './reply.js'
import { respond } from './respond.js'
import { rewrite } from './rewrite.js'
import { ballot } from './room/ballot.js'
import { speak } from './room/speak.js'

const MODEL = 'offline-behaviour-model'

/** One answer per task; a task without one does not compile. */
const ANSWERS: { readonly [T in TaskName]: (facts: FactsOf<T>, read: Read, seed: number) => AnswerOf<T> } = {
  claims,
  respond,
  react,
  check_fidelity: checkFidelity,
  rate_intent: rateIntent,
  discuss_quick: discussQuick,
  speak,
  ballot,
  analyse,
  rewrite,
  reply,
  agent_turn: agentTurn,
  prospect_turn: prospectTurn,
  judge_case: judgeCase,
  judge_pair: judgePair,
  synthesise,
  plan_personas: planPersonas,
  write_persona: writePersona,
}

/**
 * The model door without a language model: a deterministic behaviour model answers from the facts of a request. No
 * request leaves the process, so the meter is not called and nothing costs. Rejects with `cancelled`.
 */
export function createOfflineLlm(): Llm {
  const reader = createReader()
  return {
    mode: 'offline',
    models: { persona: MODEL, analysis: MODEL, judge: MODEL },
    async answer<T extends TaskName>(
      { task, facts, seed }: { task: T; facts: FactsOf<T>; seed: number },
      { signal }: { signal: AbortSignal },
    ) {
      if (signal.aborted) throw new AppError('cancelled')
      const read = await reader()
      if (signal.aborted) throw new AppError('cancelled')
      return TASKS[task].answer.parse(ANSWERS[task](facts, read, seed)) as AnswerOf<T>
    },
    price: () => 0,
    async close() {},
  }
}
