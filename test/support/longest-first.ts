import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that took longest when all of them were measured together: begun last they would be all that goes on. */
const LONGEST = [
  'jobs/database-outage',
  'jobs/durability',
  'jobs/half-open',
  'jobs/suspects',
  'jobs/played-simulation',
  'bot/refusals',
  'jobs/worker',
  'bot/flood',
  'bot/durability',
  'db/storage',
  'service/brought',
  'cli/cli',
  'mcp/contract',
  'report/browser',
  'bot/flows',
  'api/processes',
  'bot/render-properties',
  'db/embedded',
  'jobs/parts',
  'cli/evaluate',
  'jobs/simulation',
  'mcp/clients',
  'bot/faults',
  'api/contract',
  'ingest/evaluation-files-properties',
  'engine/offline-study',
  'cli/personas',
  'jobs/few-connections',
  'bot/going-on',
  'ingest/read-in-child-process',
  'db/roles',
  'cli/draft',
  'jobs/persona-generation',
  'bot/desk',
  'ingest/read-research',
  'jobs/archive-events',
  'bot/socket-mode',
  'api/client',
  'service/read-stimulus',
  'api/tokens',
  'llm/anthropic',
  'jobs/missing-analysis',
  'bot/install',
  'service/erasure',
  'mcp/processes',
  'engine/simulation/network',
  'jobs/webhooks',
  'report/evaluation-browser',
  'report/report',
  'mcp/app',
  'jobs/tracing',
  'bot/grid',
  'service/versions',
  'llm/offline',
  'api/metrics',
]

/** A process is kept for the next file of the same project only. */
const PROJECTS = ['app', 'unit']

const rank = ({ moduleId, project }: TestSpecification): number => {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return PROJECTS.indexOf(project.name) * (LONGEST.length + 1) + (place < 0 ? LONGEST.length : place)
}

/** The order of files: project by project, in each of them the longest first, the rest as always. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
