import { describe, expect, it } from 'vitest'
import { DEFAULT_MODELS, factsOf, minimumPrefix } from '../../src/llm/models-and-prices.js'
import { maxRequestCost, priceUsage } from '../../src/llm/pricing.js'

const MILLION = 1_000_000
const tokens = (some: Partial<Parameters<typeof priceUsage>[1]>) => ({
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  ...some,
})

describe('prices', () => {
  it.each([
    ['claude-opus-5-5', 4, 20, 5, 0.2],
    ['claude-sonnet-5-5', 2, 10, 2.5, 0.1],
    ['claude-haiku-4-5', 1, 5, 1.25, 0.1],
  ])('%s: %d in, %d out, %d cache write, %d cache read per million', (model, input, output, write, read) => {
    expect(priceUsage(model, tokens({ input_tokens: MILLION }))).toBeCloseTo(input)
    expect(priceUsage(model, tokens({ output_tokens: MILLION }))).toBeCloseTo(output)
    expect(priceUsage(model, tokens({ cache_write_tokens: MILLION }))).toBeCloseTo(write)
    expect(priceUsage(model, tokens({ cache_read_tokens: MILLION }))).toBeCloseTo(read)
  })

  it('knows the long-prompt rates of Haiku 5.5, which count what is cached too', () => {
    const short = tokens({ input_tokens: 50_000, cache_read_tokens: 50_000, output_tokens: 1_000 })
    expect(priceUsage('claude-haiku-5-5', short)).toBeCloseTo(
      (50_000 * 0.1 + 50_000 * 0.01 + 1_000 * 0.5) / MILLION,
      10,
    )
    const long = { ...short, input_tokens: 50_001 }
    expect(priceUsage('claude-haiku-5-5', long)).toBeCloseTo((50_001 * 0.5 + 50_000 * 0.05 + 1_000 * 2.5) / MILLION, 10)
  })

  it('takes dated ids and aliases for the model they name, and no other id', () => {
    for (const id of [
      'claude-haiku-5-5-20261007',
      'claude-haiku-5-5@20261007',
      'claude-haiku-5-5-latest',
      'claude-haiku-5-5[1m]',
    ]) {
      expect(factsOf(id)).toBe(factsOf('claude-haiku-5-5'))
    }
    expect(factsOf('claude-opus-5-20260724')).toBe(factsOf('claude-opus-5'))
    for (const id of ['claude-haiku-5-6', 'claude-opus-5-55', 'claude-opus-5-9', 'my-claude-haiku-5-5', 'llama', '']) {
      expect(factsOf(id)).toBeNull()
      expect(priceUsage(id, tokens({ input_tokens: 1 }))).toBeNull()
      expect(maxRequestCost(id, { bytes: 1, cached: false, max_tokens: 1 })).toBeNull()
      expect(minimumPrefix(id)).toBe(4_096)
    }
  })

  it('are known for the default models, whose prefixes are cached from 512 tokens on', () => {
    for (const model of Object.values(DEFAULT_MODELS)) {
      expect(priceUsage(model, tokens({ input_tokens: MILLION }))).toBeGreaterThan(0)
      expect(minimumPrefix(model)).toBe(512)
    }
  })

  it('reserves more than any answer can cost', () => {
    const reserve = maxRequestCost('claude-opus-5-5', { bytes: 10_000, cached: true, max_tokens: 2_000 })
    const worst = priceUsage('claude-opus-5-5', tokens({ cache_write_tokens: 4_000, output_tokens: 2_000 }))
    expect(reserve).toBeGreaterThan(worst as number)
    expect(maxRequestCost('claude-opus-5-5', { bytes: 10_000, cached: false, max_tokens: 2_000 })).toBeLessThan(
      reserve as number,
    )
  })
})
