import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On two cores. Most files wait for processes and servers more than they compute; a fourth only makes them wait longer.
    maxWorkers: 3,
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
