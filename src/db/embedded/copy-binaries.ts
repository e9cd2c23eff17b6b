import { existsSync } from 'node:fs'
import { chmod, constants, copyFile, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buildWhole } from './build-whole.js'
import { isRoot } from './paths.js'
import { errnoOf, fileProblem } from './problems.js'

type Link = { readonly source: string; readonly target: string }

/** Makes the library links that npm leaves out when it skips install scripts. False where it may not write them. */
export async function completeLinks(native: string, options: { orCopies?: boolean } = {}): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[]) {
    // The list names paths from the package's root: native/lib/…
    const link = join(native, target.replace(/^native\//, ''))
    if (!existsSync(link) && !(await makeLink(basename(source), link, options.orCopies ?? false))) return false
  }
  return true
}

async function makeLink(source: string, link: string, orCopy: boolean): Promise<boolean> {
  try {
    await symlink(source, link)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return true
    if (!orCopy) return false
    await copyFile(join(dirname(link), source), link) // a file system without links
    return true
  }
}

/** Copies PostgreSQL's programs to `copy`, complete with links and readable by the server's user. Errors: `storage_unavailable`. */
export async function copyBinaries(native: string, copy: string): Promise<void> {
  try {
    await mkdir(dirname(copy), { recursive: true, mode: isRoot() ? 0o755 : 0o700 })
    if (isRoot()) await chmod(dirname(copy), 0o755) // whatever the umask
  } catch (error) {
    throw fileProblem(dirname(copy), error)
  }
  await buildWhole(copy, async (partial) => {
    await cp(native, partial, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    await openUp(partial)
    await completeLinks(partial, { orCopies: true })
  })
}

/** Readable for all and the programs runnable, though the original was neither. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openUp(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
