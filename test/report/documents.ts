import type { PressureTestResult } from '../../src/domain/pressure-test.js'
import { PressureTestInput } from '../../src/domain/pressure-test.js'
import type { RunDocument } from '../../src/domain/run.js'
import type { EngineDeps } from '../../src/engine/deps.js'
import { pressureTestPipeline } from '../../src/engine/panel/pressure-test.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'

const STIMULUS = `Havn Oat: the oat drink that froths like milk.

Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas in Aarhus.
Now €1.49 instead of €2.29. Money back if your cappuccino fails.
The best oat drink in the world, clinically proven to boost your energy. Hurry, it ends on Sunday.`

const llm = createOfflineLlm()
const model = { mode: 'offline', persona: llm.models.persona, analysis: llm.models.analysis } as const

/** What a pipeline may do to the world, without a database: nothing is stored, everything is answered offline. */
function inMemory(seed: number): EngineDeps {
  const meter = { open: async () => '', close: async () => {} }
  return {
    seed,
    model,
    ask: (_key, task, facts, prompt) =>
      llm.answer({ task, facts, prompt, seed, lane: 'test' }, { meter, signal: new AbortController().signal }),
    step: async (_key, _input, work) => work(),
    fanOut: (items, work) => Promise.all(items.map(async (item, index) => ({ item, value: await work(item, index) }))),
    keep() {},
    report() {},
  }
}

/** A completed run of the offline model, as `runs show --json` prints it. */
export async function completedRun(
  given: Partial<PressureTestInput> = {},
): Promise<RunDocument & { result: PressureTestResult }> {
  const input = PressureTestInput.parse({ stimulus: STIMULUS, category: 'food_drink', ...given })
  const { result, trust } = await pressureTestPipeline.run(inMemory(input.seed), input)
  return {
    run_id: '0191b6a2-4c1e-7a55-9d0e-3b7f5f1c2a10',
    kind: 'pressure_test',
    status: 'completed',
    model,
    seed: input.seed,
    result,
    trust,
    usage: {
      ...{ calls: 0, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
      cost_usd: 0,
      possibly_paid: 0,
    },
    error: null,
    started_at: '2026-03-02T10:00:00.000Z',
    completed_at: '2026-03-02T10:00:02.400Z',
    duration_ms: 2_400,
    report_url: null,
  }
}

export const resultOf = (run: RunDocument) => run.result as PressureTestResult

/** The same run with parts of its result changed. */
export const withResult = (run: RunDocument, changed: Partial<PressureTestResult>): RunDocument => ({
  ...run,
  result: { ...resultOf(run), ...changed },
})

/** Fields that are ours and no text of a stranger's. */
const OURS = new Set(
  'persona_id archetype influence_type gut_sentiment considered_sentiment severity priority source mode method why_unheard category skepticism'.split(
    ' ',
  ),
)

/** The same run with every text of a model or a stranger replaced. */
export function withTexts(run: RunDocument, next: (text: string) => string): RunDocument {
  const replaced = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return OURS.has(key) ? value : next(value)
    if (Array.isArray(value)) return value.map((one) => replaced(one, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, name)]))
  }
  const failed = run.trust?.respondents.failed.map((one) => ({
    ...one,
    name: next(one.name),
    message: next(one.message),
  }))
  return {
    ...run,
    result: replaced(run.result),
    trust: run.trust && { ...run.trust, respondents: { ...run.trust.respondents, failed: failed ?? [] } },
  }
}

/** A result in which nothing was found and nobody talked. */
export function withNothing(run: RunDocument): RunDocument {
  const { analysis, minority_report } = resultOf(run)
  return {
    ...withResult(run, {
      group_dynamics: null,
      analysis: {
        ...analysis,
        pressure_score: 0,
        gut_attraction_index: 100,
        credibility_score: 100,
        key_weaknesses: [],
        credibility_gaps: [],
        friction_points: [],
        competitive_vulnerabilities: [],
        recommended_refinements: [],
      },
      minority_report: { ...minority_report, suppressed_views: [], importance_assessment: '' },
    }),
    trust: null,
    seed: null,
    completed_at: null,
    duration_ms: null,
  }
}

/** Every part that the offline model leaves out: intervals, a measured minority report, failures, costs, changed minds. */
export function withEverything(run: RunDocument): RunDocument {
  const { analysis, minority_report, group_dynamics, responses } = resultOf(run)
  const [first, second] = responses
  if (!run.trust || !group_dynamics || !first || !second) throw new Error('not a typical run')
  const failed = { persona_id: 'gone-1', name: 'Nadia', code: 'model_refused', message: 'The model would not answer.' }
  return {
    ...withResult(run, {
      analysis: {
        ...analysis,
        intervals: {
          pressure_score: { low: 31.4, high: 62.2 },
          gut_attraction_index: { low: 0, high: 100 },
          credibility_score: { low: 50, high: 50 },
        },
      },
      group_dynamics: {
        ...group_dynamics,
        mode: 'live',
        turns: group_dynamics.turns.map((turn, i) => ({ ...turn, moderator: i === 0 })),
        opinion_shifts: [
          {
            participant: first.persona_name,
            initial_position: 'For it',
            final_position: 'Against it',
            catalyst: 'Price',
          },
        ],
      },
      minority_report: {
        ...minority_report,
        method: 'measured',
        conformity: [
          {
            persona_id: second.persona_id,
            public_stance: 'Would try it',
            private_before: 'Would not buy',
            private_after: 'Would not buy',
            shift: -0.4,
          },
        ],
        participation: { gini: 0.31, chain_depth: 3.2, median_words: 41, short_turn_share: 0.22 },
      },
    }),
    model: { mode: 'anthropic', persona: 'claude-haiku-4-5', analysis: 'claude-sonnet-5' },
    trust: {
      ...run.trust,
      light: 'red',
      sentence: 'Played by claude-haiku-4-5. Do not rely on it: the panel liked an absurd concept.',
      respondents: { asked: responses.length + 1, answered: responses.length, failed: [failed] },
      controls: {
        status: 'fail',
        sentence: 'The panel liked the absurd concept.',
        absurd_score: 71,
        known_good_score: 68,
      },
    },
    usage: {
      ...{ calls: 9, input_tokens: 21_500, output_tokens: 7_200, cache_read_tokens: 12_000, cache_write_tokens: 2_000 },
      cost_usd: 0.0823,
      possibly_paid: 1,
    },
  }
}
