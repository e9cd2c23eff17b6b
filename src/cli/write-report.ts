import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunDocument } from '../domain/run.js'
import { AppError } from '../errors.js'
import { renderReport } from '../report/report.js'

/**
 * Writes a run's report as one HTML file and returns its path; `out`: a file of one's own choice. A reader never sees
 * half of it. Errors: `configuration` when it cannot be written there.
 */
export async function writeReport(run: RunDocument, reportsDir: string, out?: string): Promise<string> {
  const path = out === undefined ? join(reportsDir, `${run.run_id}.html`) : resolve(out)
  const draft = `${path}.${process.pid}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, renderReport(run))
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

export const fileUrl = (path: string): string => pathToFileURL(path).href
