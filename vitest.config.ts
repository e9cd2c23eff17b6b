import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.js'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On two cores: most files wait for processes and servers more than they compute.
    maxWorkers: 4,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
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
