import type { Analysis } from '../../src/domain/panel/analysis.js'
import type { MinorityReport } from '../../src/domain/panel/discussion.js'
import type { JudgedResult } from '../../src/domain/panel/pressure-test.js'

/** A result as nearly all tests are about it: with its analysis and its record of dissent. */
export type Analysed = JudgedResult & { analysis: Analysis; minority_report: MinorityReport }

export function analysed(result: unknown): Analysed {
  const { analysis, minority_report } = result as JudgedResult
  if (!analysis || !minority_report) throw new Error('the analysis is missing')
  return result as Analysed
}
