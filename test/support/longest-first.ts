import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait, for leases, limits and processes: begun last they would be all that is still going on. */
const LONGEST = [
  'jobs/durability',
  'jobs/persona-generation',
  'bot/durability',
  'cli/cli',
  'mcp/clients',
  'report/browser',
  'jobs/parts',
  'jobs/database-outage',
  'bot/flows',
  'db/embedded',
  'cli/loop',
  'report/evaluation-browser',
  'cli/naughty',
  'jobs/worker',
  'bot/going-on',
  'mcp/processes',
  'bot/faults',
  'engine/offline-study',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return place < 0 ? LONGEST.length : place
}

/** The order of files: the longest first, the rest as always. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
