import type { AnswerOf } from '../../../src/domain/run/tasks.js'
import type { Product } from '../../../src/domain/simulation/product.js'
import type { SessionAnswer, SessionFacts } from '../../../src/domain/simulation/session-plan.js'
import type { SimulatedLife } from '../../../src/domain/simulation/simulated-life.js'
import type { RecordedStep } from '../../../src/engine/replay.js'
import { recomputeLives } from '../../../src/engine/simulation/recompute-life.js'
import { createOfflineLlm } from '../../../src/llm/offline/offline.js'
import { hashInMemory, runInMemory } from '../../support/engine.js'
import { SLOTWISE } from './support.js'

export const MODEL = { mode: 'anthropic', persona: 'a-model', analysis: 'a-model', judge: 'a-model' } as const
export const INPUT = { product: SLOTWISE, personas: 6, days: 8, seed: 3 }

const { connect } = SLOTWISE.screens
const [loop] = connect?.defects ?? []
const worse = { ...connect, defects: [{ ...loop, p: 0.8, severity: 0.9 }] }
/** Connecting the calendar seldom works. */
export const WORSE = { ...SLOTWISE, screens: { ...SLOTWISE.screens, connect: worse } } as Product

type Said = {
  readonly quote?: string
  readonly why?: string
  readonly plan?: readonly string[]
  readonly product?: Product
  /** The reason for each step. */
  readonly step?: string
  readonly memory?: { readonly text: string; readonly importance: number }
  /** A conclusion from the memories shown, or from others. */
  readonly insight?: (shown: readonly number[]) => { readonly text: string; readonly evidence_ids: readonly number[] }
  readonly tells?: { readonly trigger: string | null; readonly words: string }
  readonly exit?: () => AnswerOf<'exit_interview'>
}

/** A run in which everybody says and plans the same in every session. */
export const saying = (
  { quote, why, plan, product = SLOTWISE, step, memory, insight, tells, exit }: Said,
  stored?: RecordedStep[],
  more: object = {},
) =>
  runInMemory(
    'simulation',
    { ...INPUT, product, ...more },
    {
      model: MODEL,
      ...(stored && { stored }),
      answer: ({ task, facts }, made) => {
        if (task === 'exit_interview') return exit?.() ?? made
        const answer = made as SessionAnswer
        return {
          ...answer,
          look_back: answer.look_back && {
            ...answer.look_back,
            memory: memory ?? null,
            insight: insight?.((facts as SessionFacts).memories.map(({ id }) => id)) ?? null,
            quote: quote ?? answer.look_back.quote,
          },
          plan:
            plan?.map((target) => ({
              ...{ target, if_blocked: 'other', why: step ?? '' },
              action: SLOTWISE.screens[target]?.action ?? 'use_feature',
            })) ?? answer.plan.map((one) => ({ ...one, why: step ?? one.why })),
          ...(tells && { tell_others: tells }),
          summary: why ?? answer.summary,
        }
      },
    },
  )

/** Everybody's exported weeks of a run in which all say and plan the same. */
export async function exportedOf(said: Said, more: object = {}): Promise<SimulatedLife[]> {
  const stored: RecordedStep[] = []
  await saying(said, stored, more)
  const run = { input: { ...INPUT, ...(said.product && { product: said.product }), ...more }, seed: 1, steps: stored }
  const exported: SimulatedLife[] = []
  const model = { ...MODEL, ...createOfflineLlm().models }
  for await (const lives of recomputeLives({ ...run, model }, hashInMemory)) exported.push(...lives)
  return exported
}
