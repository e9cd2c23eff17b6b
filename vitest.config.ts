import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.js'

/** What needs neither a server nor a database, and no long time; names below test/. */
const UNIT = [
  'bot/{manifest,render-schema,render-text}',
  'cli/{guide,terminal}',
  'contract/{commands,containers,identifiers,imports,operations}',
  'engine/simulation/*',
  'engine/{ask,audience,comparison,evaluation-{check-table,checks,conversation,offline,statistics,verdict,versions},focus-group/*}',
  'engine/{panel,trust-rules,persona-contradictions,persona-sampling,personas,refinement,scores,simulated-traits,similarity-rating,statistics}',
  'llm/!(offline*|anthropic*|embeddings*|cache-warmer*)',
  'llm/offline-reading',
  'mcp/client-configs',
  'presentation/*',
  'ingest/{office-text,product-files,web-page,web-page-seen}',
  'ingest/evaluation-{files,imports}',
]

const files = (names: readonly string[]) => names.map((name) => `test/${name}.test.ts`)

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On two cores: most files wait for processes and servers more than they compute.
    maxWorkers: 6,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/slowest-files.ts'],
    // Few, as each has processes of its own, which load the whole program.
    projects: [
      { extends: true, test: { name: 'unit', include: files(UNIT) } },
      {
        extends: true,
        test: {
          name: 'app',
          globalSetup: ['test/support/global-setup.ts'],
          include: ['test/**/*.test.ts'],
          exclude: files(UNIT),
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/db/generated/**'],
      reporter: ['text-summary', 'json-summary', 'html'],
      thresholds: {
        'src/engine/**': { lines: 90 },
        'src/jobs/**': { lines: 90 },
        'src/llm/**': { lines: 90 },
      },
    },
  },
})
