import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { HOME_FOLDER, unwritable } from '../domain/text/unwritable.js'

const ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/
/** The file name of a report can be an agent's name; its run id is then only inside the page. */
const NAMED_BY_AGENT = /^report_.*\.html/
/**
 * Where a page states its own run (`Facts` of src/report). Ids elsewhere may be words of an agent, whose markup is
 * escaped.
 */
const OWN_RUN = new RegExp(`<dt dir="auto">Run</dt><dd dir="auto">(${ID.source})</dd>`)

export type RunFiles = ReturnType<typeof createRunFiles>

/** A file, a report with its content, or a line of archived events. */
type RunFileLine = { readonly file: string; readonly run_id: string } & (
  | { readonly sha256: string; readonly content?: string }
  | { readonly event: unknown }
)

/** The files that this machine keeps of runs: reports, and archived events of simulations. */
export function createRunFiles(folders: {
  readonly reports: string
  readonly archive: string
  readonly temporary: string
}) {
  const temporaryProblem = (error: unknown) => unwritable(error, { path: folders.temporary, ...HOME_FOLDER })
  return {
    /**
     * An empty file for what memory is too small for. It has no name, so it is gone once it is closed. Errors:
     * `storage_unavailable`.
     */
    async temporary(): Promise<FileHandle> {
      try {
        await mkdir(folders.temporary, { recursive: true })
        const path = join(folders.temporary, `${randomUUID()}.tmp`)
        const file = await open(path, 'wx+', 0o600)
        await rm(path)
        return file
      } catch (error) {
        throw temporaryProblem(error)
      }
    },
    /** An error of writing into a temporary file as `storage_unavailable`; another error as it is. */
    problemOf: (error: unknown): unknown =>
      (error as NodeJS.ErrnoException | null)?.syscall === 'write' ? temporaryProblem(error) : error,

    /** Deletes every file of these runs. */
    async deleteOfRuns(run_ids: readonly string[]): Promise<void> {
      const gone = new Set(run_ids)
      if (gone.size === 0) return
      for await (const { path, run_id } of files(folders)) if (gone.has(run_id)) await rm(path, { force: true })
    },

    /** Ids of the runs that have files here. */
    async runs(): Promise<string[]> {
      const found = new Set<string>()
      for await (const { run_id } of files(folders)) found.add(run_id)
      return [...found]
    },

    /** What the files of these runs hold: each with its hash, reports with their text, archived events one by one. */
    async *contents(run_ids: ReadonlySet<string>): AsyncGenerator<RunFileLine> {
      for await (const { path, name: file, run_id, isArchive } of files(folders)) {
        // A file that is being written ends otherwise.
        if (!run_ids.has(run_id) || !/\.(?:html|ndjson\.gz)$/.test(file)) continue
        // Its run may be deleted meanwhile.
        const bytes = await readFile(path).catch(() => null)
        if (bytes === null) continue
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        if (!isArchive) yield { file, run_id, sha256, content: bytes.toString('utf8') }
        else {
          yield { file, run_id, sha256 }
          for await (const line of linesOf(bytes)) yield { file, run_id, event: JSON.parse(line) as unknown }
        }
      }
    },
  }
}

async function* linesOf(zipped: Buffer): AsyncGenerator<string> {
  let rest = ''
  for await (const text of Readable.from([zipped]).pipe(createGunzip()).setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function* files({ reports, archive }: { reports: string; archive: string }) {
  for (const folder of [archive, reports])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const isArchive = folder === archive
      const [named] = ID.exec(name) ?? []
      if (named !== undefined && name.startsWith(named)) yield { path, name, run_id: named, isArchive }
      else if (!isArchive && NAMED_BY_AGENT.test(name)) {
        const [, run_id] = OWN_RUN.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
        if (run_id !== undefined) yield { path, name, run_id, isArchive }
      }
    }
}
