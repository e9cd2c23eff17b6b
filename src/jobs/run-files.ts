import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const RUN_ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g
/** The file name of a report can be an agent's name; its run id is then only inside the page. */
const NAMED_BY_AGENT = /^report_.*\.html/

export type RunFiles = ReturnType<typeof createRunFiles>

/** The files that this machine keeps of runs: reports, and archived events of simulations. */
export function createRunFiles(folders: { readonly reports: string; readonly archive: string }) {
  return {
    /** Deletes every file of these runs. */
    async forget(run_ids: readonly string[]): Promise<void> {
      const gone = new Set(run_ids)
      if (gone.size === 0) return
      for await (const { path, runs } of files(folders))
        if (runs.some((run_id) => gone.has(run_id))) await rm(path, { force: true })
    },

    /** Ids of the runs that have files here. */
    async runs(): Promise<string[]> {
      const found = new Set<string>()
      for await (const { runs } of files(folders)) for (const run_id of runs) found.add(run_id)
      return [...found]
    },
  }
}

async function* files({ reports, archive }: { reports: string; archive: string }) {
  for (const folder of [archive, reports])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const [run_id] = name.match(RUN_ID) ?? []
      if (run_id !== undefined && name.startsWith(run_id)) yield { path, runs: [run_id] }
      else if (folder === reports && NAMED_BY_AGENT.test(name)) {
        const page = await readFile(path, 'utf8').catch(() => '')
        yield { path, runs: [...new Set(page.match(RUN_ID) ?? [])] }
      }
    }
}
