import { readConfig } from '../../src/config.js'
import type { PressureTestInput, PressureTestResult } from '../../src/domain/pressure-test.js'
import type { RunDocument } from '../../src/domain/run.js'
import { silentLog } from '../../src/log.js'
import { openApp } from '../../src/main.js'
import { submitRun } from '../../src/service/submit-run.js'
import { OAT_DRINK, until } from '../support/app.js'
import { borrowDatabase } from '../support/database.js'

/** Completed runs of the offline model, one per input, from one worker. */
export async function completedRuns(...inputs: Partial<PressureTestInput>[]): Promise<RunDocument[]> {
  const database = await borrowDatabase()
  const app = await openApp(readConfig({ DATABASE_URL: database.connectionString }), silentLog)
  const worker = app.startWorker()
  const runs: RunDocument[] = []
  for (const input of inputs) {
    const submitted = await submitRun(app.local, { kind: 'pressure_test', input: { stimulus: OAT_DRINK, ...input } })
    runs.push(await until(app.local, submitted.run_id))
  }
  await worker.stop()
  await app.close()
  await database.drop()
  return runs
}

export const resultOf = (run: RunDocument) => run.result as PressureTestResult

/** Fields that are ours and no text of a stranger's. */
const OURS = new Set(
  'persona_id archetype influence_type gut_sentiment considered_sentiment severity priority source mode method why_unheard category skepticism'.split(
    ' ',
  ),
)

/** The same run with every text of a model or a stranger replaced. */
export function withTexts(run: RunDocument, next: (text: string) => string): RunDocument {
  const replaced = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return OURS.has(key) ? value : next(value)
    if (Array.isArray(value)) return value.map((one) => replaced(one, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, name)]))
  }
  return { ...run, result: replaced(run.result) }
}

/** A result in which nothing was found and nobody talked. */
export function withNothing(run: RunDocument): RunDocument {
  const result = resultOf(run)
  const { analysis, minority_report } = result
  return {
    ...run,
    trust: null,
    result: {
      ...result,
      group_dynamics: null,
      analysis: {
        ...analysis,
        pressure_score: 0,
        gut_attraction_index: 100,
        credibility_score: 100,
        key_weaknesses: [],
        credibility_gaps: [],
        friction_points: [],
        competitive_vulnerabilities: [],
        recommended_refinements: [],
      },
      minority_report: { ...minority_report, suppressed_views: [] },
    },
  }
}
