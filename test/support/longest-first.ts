import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait, for leases, limits and processes: begun last they would be all that is still going on. */
const LONGEST = [
  'jobs/durability',
  'cli/cli',
  'jobs/parts',
  'jobs/persona-generation',
  'bot/durability',
  'report/browser',
  'cli/loop',
  'jobs/database-outage',
  'cli/naughty',
  'mcp/clients',
  'bot/flood',
  'db/embedded',
  'bot/flows',
  'report/evaluation-browser',
  'bot/faults',
  'mcp/hostile',
  'bot/going-on',
  'mcp/contract',
  'jobs/quote',
  'ingest/evaluation-files-properties',
  'bot/socket-mode',
  'engine/offline-study',
  'jobs/worker',
  'mcp/processes',
  'mcp/many-processes',
  'cli/evaluate',
  'api/reports',
  'service/verbs',
]

/** A process is kept for the next file of the same project only. */
const PROJECTS = ['slow', 'app', 'unit']

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
