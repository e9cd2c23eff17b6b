import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that took longest when all of them were measured together: begun last they would be all that goes on. */
const LONGEST = [
  'jobs/thousand-people',
  'jobs/durability',
  'bot/durability',
  'bot/refusals',
  'bot/desk',
  'cli/cli',
  'mcp/clients',
  'db/embedded',
  'jobs/parts',
  'jobs/database-outage',
  'bot/render-properties',
  'llm/offline-properties',
  'report/browser',
  'bot/flood',
  'llm/offline',
  'jobs/persona-generation',
  'engine/persona-generation',
  'ingest/evaluation-files-properties',
  'ingest/read-research',
  'mcp/processes',
  'engine/offline-study',
  'jobs/missing-analysis',
  'bot/going-on',
  'bot/flows',
  'cli/evaluate',
  'mcp/contract',
  'mcp/hostile',
  'bot/socket-mode',
  'engine/evaluation-judge',
  'bot/faults',
  'jobs/worker',
  'cli/loop',
  'db/storage',
  'jobs/quote',
  'bot/grid',
  'service/verbs',
  'api/reports',
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
