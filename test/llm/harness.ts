import type { Persona } from '../../src/domain/personas/persona.js'
import { type AnthropicOptions, createAnthropicLlm, DEFAULT_MODELS } from '../../src/llm/anthropic.js'
import type { CallOutcome, Llm, LlmRequest, Meter } from '../../src/llm/client.js'
import { silentLog } from '../../src/log.js'

/** An LLM client for the fake API, with waits short enough for tests. */
export function openClient(baseUrl: string, options: Partial<AnthropicOptions> = {}): Llm {
  return createAnthropicLlm({
    apiKey: 'test-key',
    baseUrl,
    models: { ...DEFAULT_MODELS, analysis: 'claude-opus-5-5' },
    concurrency: 50,
    timeoutMs: 10_000,
    log: silentLog,
    backoff: { firstMs: 1, maxMs: 4, retries: 3 },
    breaker: { maxFailures: 100, minCooldownMs: 20, maxCooldownMs: 80 },
    ...options,
  })
}

export type RecordingMeter = Meter & {
  readonly opened: { id: string; model: string; reserve_usd: number | null }[]
  readonly closed: ({ id: string } & CallOutcome)[]
  readonly statuses: () => string[]
}

/** A meter that records its calls. */
export function recordingMeter(): RecordingMeter {
  const opened: RecordingMeter['opened'] = []
  const closed: RecordingMeter['closed'] = []
  return {
    opened,
    closed,
    statuses: () => closed.map(({ status }) => status),
    async open(call) {
      const id = `call-${opened.length + 1}`
      opened.push({ id, ...call })
      return id
    },
    async close(id, outcome) {
      closed.push({ id, ...outcome })
    },
  }
}

const persona: Persona = {
  persona_id: 'p1',
  name: 'Jordan Reyes',
  archetype: 'busy-parent',
  archetype_name: 'Busy parent',
  description: 'Two children and no time.',
  demographics: { age: 38, lifestage: 'family', income_bracket: 'middle' },
  psychographics: { values: ['time'], tensions: ['cost'], aspirations: ['calm'] },
  communication_tone: 'dry',
  decision_style: 'fast',
  influence_type: 'leader',
  traits: { price_sensitivity: 0.5, novelty_seeking: 0.5, need_for_evidence: 0.5, conformity: 0.5 },
  skepticism: 6,
  memories: [],
  memory_narrative: 'Once bought a juicer.',
}

/** A text of about that many tokens, as the LLM client estimates them. */
export const textOf = (tokens: number, word = 'proposition'): string =>
  `${word} `.repeat(Math.ceil((tokens * 3.5) / (word.length + 1)))

type Ask = { name?: string; rules?: string; shared?: string; own?: string; lane?: string }

export function respondRequest({
  name = 'Jordan Reyes',
  rules = 'Answer as the person.',
  shared = 'An oat drink.',
  lane = 'run-1',
  own,
}: Ask = {}): LlmRequest<'respond'> {
  return {
    task: 'respond',
    facts: {
      stimulus: 'An oat drink.',
      about: '',
      category: 'food_drink',
      skepticism: 'medium',
      persona,
      claims: [],
      ballot: false,
      variant: 0,
      seen: [],
      feedback: '',
    },
    prompt: { rules, shared, own: own ?? `You are ${name}, 38.\n\nReact to the proposition as ${name}.` },
    seed: 1,
    lane,
  }
}

export function analyseRequest({
  rules = 'Analyse.',
  shared = 'An oat drink.',
  own = 'Write the analysis.',
  lane = 'run-1',
}: Ask = {}): LlmRequest<'analyse'> {
  return {
    task: 'analyse',
    facts: {
      stimulus: 'An oat drink.',
      about: '',
      category: 'food_drink',
      skepticism: 'medium',
      claims: [],
      responses: [],
      discussion: null,
      turns: [],
      suppressed: [],
    },
    prompt: { rules, shared, own },
    seed: 1,
    lane,
  }
}

export const never = (): AbortSignal => new AbortController().signal

/** Resolves as soon as `holds` does; fails by the test's own time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
}
