import { createHash } from 'node:crypto'
import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import type { EngineDeps } from '../../deps.js'
import { restoreFrame } from '../../untrusted-text.js'
import type { World } from '../world.js'
import { EXIT_RULES, productCard, SESSION_RULES } from './prompt.js'

/** The parts shared by all questions of a run. */
export type SharedPrompt = {
  readonly world: World
  /** The words that the run began with. */
  readonly rules: string
  readonly card: string
  /** The rules of the closing question; `null` in runs begun by a version that did not ask it. */
  readonly exit: string | null
  /** Hash of the product's file and its state. */
  readonly product: string
  /** The product's description in this version's words, whatever words the run began with. */
  readonly today: string
}

export function sharedPromptOf(input: SimulationInput, world: World): SharedPrompt {
  const { product } = world
  const of = `${product.state} ${JSON.stringify(input.product)}`
  const card = productCard(input.product, product)
  return {
    world,
    rules: SESSION_RULES,
    exit: EXIT_RULES,
    card,
    today: card,
    product: createHash('sha256').update(of).digest('hex').slice(0, 16),
  }
}

/**
 * The shared parts as of the run's first attempt. A run begun before there was a closing question has no rules of one
 * among them, so that it is never asked it, also where it is resumed or computed again.
 */
export async function storedSharedPrompt(
  deps: EngineDeps,
  input: SimulationInput,
  world: World,
): Promise<SharedPrompt> {
  const { rules, card, exit, ...prompt } = sharedPromptOf(input, world)
  const stored = await deps.step<Pick<SharedPrompt, 'rules' | 'card'> & Partial<Pick<SharedPrompt, 'exit'>>>(
    'rules',
    null,
    () => ({ rules, card, exit }),
  )
  return { ...prompt, rules: stored.rules, card: restoreFrame('product', stored.card), exit: stored.exit ?? null }
}
