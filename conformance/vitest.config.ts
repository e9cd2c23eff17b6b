import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The official checks against this checkout: `npm run conformance`. They need more than `npm ci` installs. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['conformance/*.check.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
