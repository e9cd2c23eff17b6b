import { type AnswerOf, type FactsOf, TASKS, type TaskName } from '../../domain/run/tasks.js'
import { AppError } from '../../errors.js'
import type { Llm } from '../client.js'
import { createReader, type Read } from './reading/reading.js'
import { agentTurn } from './tasks/agent-turn.js'
import { analyse } from './tasks/analyse.js'
import { ballot } from './tasks/ballot.js'
import { checkFidelity } from './tasks/check-fidelity.js'
import { claims } from './tasks/claims.js'
import { discussQuick } from './tasks/discuss-quick.js'
import { judgeCase, judgePair } from './tasks/judge-case.js'
import { lookBack } from './tasks/look-back.js'
import { planPersonas } from './tasks/plan-personas.js'
import { prospectTurn } from './tasks/prospect-turn.js'
import { rateIntent, ratePanel } from './tasks/rate-intent.js'
import { reply } from './tasks/reply.js'
import { react, respond } from './tasks/respond.js'
import { rewrite } from './tasks/rewrite.js'
import { exitInterview, session } from './tasks/session.js'
import { speak } from './tasks/speak.js'
import { synthesise } from './tasks/synthesise.js'
import { writePersona } from './tasks/write-persona.js'

const MODEL = 'offline-behaviour-model'

/** The function that answers each task; a task without one does not compile. */
const ANSWERS: { readonly [T in TaskName]: (facts: FactsOf<T>, read: Read, seed: number) => AnswerOf<T> } = {
  claims,
  read_pictures: () => ({ pictures: [] }),
  respond,
  react,
  check_fidelity: checkFidelity,
  rate_intent: rateIntent,
  rate_panel: ratePanel,
  discuss_quick: discussQuick,
  speak,
  ballot,
  // The engine codes views by words and similarity; what these cannot decide stays unclear.
  code_views: () => ({ marks: [] }),
  analyse,
  rewrite,
  reply,
  look_back: lookBack,
  agent_turn: agentTurn,
  prospect_turn: prospectTurn,
  judge_case: judgeCase,
  judge_pair: judgePair,
  synthesise,
  plan_personas: planPersonas,
  write_persona: writePersona,
  session,
  exit_interview: exitInterview,
}

/**
 * An LLM client without a language model: a deterministic behaviour model answers from the facts of a request. No
 * request leaves the process, so the meter is not called and nothing is billed. Rejects with `cancelled`.
 */
export function createOfflineLlm(): Llm {
  const reader = createReader()
  const takeTurn = createTurns()
  return {
    mode: 'offline',
    models: { persona: MODEL, analysis: MODEL, judge: MODEL },
    async answer<T extends TaskName>(
      { task, facts, seed }: { task: T; facts: FactsOf<T>; seed: number },
      { signal }: { signal: AbortSignal },
    ) {
      if (signal.aborted) throw new AppError('cancelled')
      const read = await reader()
      await takeTurn()
      if (signal.aborted) throw new AppError('cancelled')
      return TASKS[task].answer.parse(ANSWERS[task](facts, read, seed)) as AnswerOf<T>
    },
    price: () => 0,
    async close() {},
  }
}

/** One answer per turn of the event loop: answers for many people in a row would block the process. */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((next) => setImmediate(next)))
    return last
  }
}
