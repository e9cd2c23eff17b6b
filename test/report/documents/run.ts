import { RunDocument, type RunKind, type Trust } from '../../../src/domain/run.js'

/** A completed run of the offline model, as `runs show --json` prints it. */
export const runOf = <T>(kind: RunKind, result: T, trust: Trust | null): RunDocument & { result: T } => ({
  ...RunDocument.parse({
    run_id: '0191b6a2-4c1e-7a55-9d0e-3b7f5f1c2a10',
    kind,
    status: 'completed',
    model: { mode: 'offline', persona: 'offline-4', analysis: 'offline-4' },
    seed: 1,
    result: null,
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
  }),
  result,
})
