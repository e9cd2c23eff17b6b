import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunDocument } from '../domain/run-document.js'
import { AppError } from '../errors.js'
import type { ReportReading } from '../service/read-report.js'

/**
 * Writes a run's report as one HTML file and returns its path; `out`: a file of one's own choice. A reader never sees
 * half of it. Errors: `configuration` when it cannot be written there.
 */
export async function writeReport({ run, history }: ReportReading, reportsDir: string, out?: string): Promise<string> {
  const path = out === undefined ? join(reportsDir, reportName(run)) : resolve(out)
  const draft = `${path}.${process.pid}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    // Pages and charts are most of what a command would have to load, and few commands write any.
    const { renderReport } = await import('../report/report.js')
    await writeFile(draft, renderReport(run, { history }))
    await rename(draft, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new AppError(
      'configuration',
      {
        problem: `The report cannot be written to ${path} (${code}); set REPORTS_OUTPUT_DIR to a folder you may write to.`,
      },
      { cause: error },
    )
  }
  return path
}

/** An evaluation's is named by its agent and its time, as people look for it; any other by its run. */
function reportName(run: RunDocument): string {
  if (run.kind !== 'evaluation' || run.result === null) return `${run.run_id}.html`
  const { agent } = run.result
  const id = agent.agent_version_id.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'agent'
  const [day = '', time = ''] = (run.completed_at ?? '').split('T')
  return `report_${id}_${day.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}.html`
}

export const fileUrl = (path: string): string => pathToFileURL(path).href
