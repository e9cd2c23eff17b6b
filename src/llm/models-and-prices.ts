import type { Model } from '@anthropic-ai/sdk/resources/messages'
import { HIGH_RESOLUTION, type PictureLimits } from '../domain/panel/stimulus.js'

export const DEFAULT_MODELS = {
  persona: 'claude-haiku-5-5',
  analysis: 'claude-sonnet-5-5',
  // Another and a stronger model than the one that plays: `analysis` plays the agent.
  judge: 'claude-opus-5-5',
} as const satisfies Record<string, Model>

/** Dollars per million tokens; cache figures are multiples of `input`. */
type Rates = { readonly input: number; readonly output: number }

export type ModelFacts = Rates & {
  readonly cacheRead: number
  /** Rates of a request whose whole prompt (cached or not) is longer than `above` tokens. */
  readonly long?: Rates & { readonly above: number }
  /** Shortest prefix the provider caches, in tokens; a shorter one is silently not cached. */
  readonly minimumPrefix: number
  /** How the model's thinking is suppressed; thinking is billed as output and counts towards `max_tokens`. */
  readonly thinkingControl: 'disabled' | 'between_tools' | 'low_effort' | 'silent_by_default'
  /** Resolution at which the model sees pictures; absent where that is high resolution. */
  readonly pictures?: PictureLimits
}

/** A cache entry of five minutes costs this multiple of `input` to write, for every model. */
export const CACHE_WRITE = 1.25

/**
 * 2026-11, US dollars per million tokens, from Anthropic's model and pricing pages. The 5.5 models think unless told
 * otherwise, Opus 5.5 always; Opus and Sonnet 5.5 refuse a forced tool call.
 */
const MODELS: Readonly<Record<string, ModelFacts>> = {
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.05, minimumPrefix: 512, thinkingControl: 'low_effort' },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.05, minimumPrefix: 512, thinkingControl: 'between_tools' },
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheRead: 0.1,
    long: { above: 100_000, input: 0.5, output: 2.5 },
    minimumPrefix: 512,
    thinkingControl: 'disabled',
  },
  'claude-opus-5': { input: 5, output: 25, cacheRead: 0.1, minimumPrefix: 512, thinkingControl: 'disabled' },
  'claude-sonnet-5': { input: 2, output: 10, cacheRead: 0.1, minimumPrefix: 1_024, thinkingControl: 'disabled' },
  'claude-haiku-4-5': {
    input: 1,
    output: 5,
    cacheRead: 0.1,
    minimumPrefix: 4_096,
    thinkingControl: 'silent_by_default',
    pictures: { edge: 1_568, tokens: 1_568 },
  },
}

/** Ids of the models with a known price. */
export const PRICED_MODELS: readonly string[] = Object.keys(MODELS)

/** The largest minimum among known models: a safe value for unknown models. */
const UNKNOWN_MINIMUM_PREFIX = 4_096

/** What may follow a model's name in an id of the same model: a date, `latest`, a context-window mark. */
const SAME_MODEL = /^(?:[-@]\d{8}|-latest|\[1m\])*$/

/** Facts about a model by its id, dated id or alias; `null` for any other id, however similar. */
export function factsOf(model: string): ModelFacts | null {
  const matches = Object.entries(MODELS).filter(
    ([name]) => model.startsWith(name) && SAME_MODEL.test(model.slice(name.length)),
  )
  const [longest] = matches.sort(([a], [b]) => b.length - a.length)
  return longest?.[1] ?? null
}

/** For an unknown model the largest limits, so that its estimated price is too high rather than too low. */
export const pictureLimits = (model: string): PictureLimits => factsOf(model)?.pictures ?? HIGH_RESOLUTION

export const minimumPrefix = (model: string): number => factsOf(model)?.minimumPrefix ?? UNKNOWN_MINIMUM_PREFIX

/** Extra `max_tokens` for a model whose thinking cannot be switched off. */
const THINKING_ROOM = 2_000

export const roomForThinking = (model: string): number =>
  factsOf(model)?.thinkingControl === 'low_effort' ? THINKING_ROOM : 0
