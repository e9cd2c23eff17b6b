import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ArchivedEvent, SimulationArchiveTable } from '../db/simulation/simulation-archive.js'
import { jsonLines } from '../domain/text/json-lines.js'
import type { Log } from '../log.js'
import { runHourly } from './run-hourly.js'

/** Days after its end for which a simulation's events stay in the database. */
const KEPT_DAYS = 90
const ENDING = '.ndjson.gz'

export type ArchiveDeps = {
  readonly archive: SimulationArchiveTable
  /** Folder of the archive files of this database; no other database writes there. */
  readonly folder: string
  readonly log: Log
}

/**
 * Moves events of old simulations out of the database into files: a file a run, a JSON line an event. The program never
 * reads these files: queries about a run compute its events again from its answers. Files of deleted runs are deleted.
 */
export const startArchive = (deps: ArchiveDeps): { stop(): Promise<void> } =>
  runHourly(
    (stopping) => archiveDue(deps, stopping),
    (error) => deps.log.warn({ error: String(error) }, 'old events not archived'),
  )

async function archiveDue({ archive, folder, log }: ArchiveDeps, stopping: AbortSignal): Promise<void> {
  await deleteForgotten(archive, folder)
  for (const run of await archive.due(KEPT_DAYS)) {
    if (stopping.aborted) return
    try {
      await archive.archive(run, (events) => writeFile(folder, run.run_id, events, stopping))
      while (!stopping.aborted && (await archive.deleteSome(run)));
    } catch (error) {
      if (!stopping.aborted) log.warn({ run_id: run.run_id, error: String(error) }, 'events not archived')
    }
  }
}

/** Writes under a temporary name and renames: the file is complete or absent, also after a kill. */
async function writeFile(
  folder: string,
  run_id: string,
  events: AsyncIterable<ArchivedEvent>,
  stopping: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder))
    if (name.startsWith(run_id) && !name.endsWith(ENDING)) await rm(join(folder, name), { force: true })
  const partial = join(folder, `${run_id}.${randomUUID()}`)
  const file = createWriteStream(partial, { mode: 0o600, flush: true })
  await pipeline(Readable.from(jsonLines(events)), createGzip(), file, { signal: stopping })
  await rename(partial, join(folder, `${run_id}${ENDING}`))
}

async function deleteForgotten(archive: SimulationArchiveTable, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const run_ids = names.flatMap((name) => (name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : []))
  for (const run_id of await archive.gone(run_ids)) await rm(join(folder, `${run_id}${ENDING}`), { force: true })
}
