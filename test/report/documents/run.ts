import type { ResultOf, RunKind } from '../../../src/domain/run/kinds.js'
import type { Trust } from '../../../src/domain/run/run.js'
import { RunDocument, type RunWithResult } from '../../../src/domain/run/run-document.js'

/** A completed run of language models, as `runs show --json` prints it. */
export const runOf = <K extends RunKind, R extends ResultOf<K>>(
  kind: K,
  result: R,
  trust: Trust | null,
): RunWithResult<K> & { result: R } =>
  ({
    ...RunDocument.parse({
      run_id: '0191b6a2-4c1e-7a55-9d0e-3b7f5f1c2a10',
      kind,
      status: 'completed',
      model: { mode: 'anthropic', persona: 'claude-haiku-4-5', analysis: 'claude-sonnet-5' },
      seed: 1,
      result: null,
      trust,
      usage: {
        ...{ calls: 212, input_tokens: 310_500, output_tokens: 52_200 },
        ...{ cache_read_tokens: 96_000, cache_write_tokens: 8_000 },
        cost_usd: 0.8213,
        possibly_paid: 0,
      },
      error: null,
      started_at: '2026-03-02T10:00:00.000Z',
      completed_at: '2026-03-02T10:00:02.400Z',
      duration_ms: 2_400,
      report_url: null,
    }),
    result,
  }) as RunWithResult<K> & { result: R }

/** The same run as a rehearsal: the offline model played everybody. */
export const rehearsed = <R extends RunDocument>(run: R): R => ({
  ...run,
  model: { mode: 'offline', persona: 'offline-4', analysis: 'offline-4' },
  trust: run.trust && {
    ...run.trust,
    light: 'rehearsal' as const,
    sentence: 'Rehearsed by the offline behaviour model: no language model and no person was asked.',
  },
  usage: {
    ...{ calls: 0, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
    ...{ cost_usd: 0, possibly_paid: 0 },
  },
})
