import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.js'

/** What kills processes, drives a browser, installs the bundle or computes over a whole corpus; names below test/. */
const SLOW = [
  'bot/{durability,flood,render,render-properties}',
  'cli/{cli,naughty}',
  'db/embedded',
  'engine/{offline-study,persona-generation,refine-examples}',
  'jobs/{database-outage,durability,parts,persona-generation,thousand-people}',
  'llm/{offline,offline-answers,offline-contract,offline-findings,offline-properties,offline-room}',
  'mcp/{app,bundle,clients,many-processes,processes}',
  'report/{browser,evaluation,evaluation-browser,report}',
  '{ingest,service}/{evaluation-files-properties,read-research}',
]
/** What needs neither a server nor a database. */
const UNIT = [
  'bot/{manifest,render-schema,render-text}',
  'cli/{guide,terminal}',
  'contract/{commands,containers,identifiers,imports}',
  'engine/{ask,comparison,evaluation-{checks,conversation,offline,statistics,verdict},focus-group/*}',
  'engine/{panel,persona-sampling,personas,refinement,scores,ssr,statistics}',
  'llm/*',
  'mcp/client-configs',
  'presentation/*',
  '{ingest,service}/evaluation-files',
]

const files = (names: readonly string[]) => names.map((name) => `test/${name}.test.ts`)
const withServer = { globalSetup: ['test/support/global-setup.ts'] }

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On two cores: most files wait for processes and servers more than they compute.
    maxWorkers: 4,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/slowest-files.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: files(UNIT), exclude: files(SLOW) } },
      {
        extends: true,
        test: { name: 'app', ...withServer, include: ['test/**/*.test.ts'], exclude: files([...UNIT, ...SLOW]) },
      },
      { extends: true, test: { name: 'slow', ...withServer, include: files(SLOW) } },
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
