import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errnoOf, fileProblem } from './problems.js'

const CRASHED_AFTER_MS = 10 * 60_000
const MAX_WAIT_MS = 10_000

/**
 * Builds the folder `target` under a temporary name and renames it when it is complete, so that a crash or a race never
 * leaves a partial folder. The first of two builders wins; the other's work is dropped. Errors: `storage_unavailable`.
 */
export async function buildWhole(target: string, build: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await removeCrashed(target)
    if (await isBuiltByOther(target)) return
    await build(partial)
    await rename(partial, target)
  } catch (error) {
    if (!existsSync(target)) throw fileProblem(dirname(target), error)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function partialsOf(target: string): Promise<string[]> {
  const names = await readdir(dirname(target))
  return names.filter((name) => name.startsWith(`${basename(target)}.new-`))
}

/** Removes leftovers of crashed builders: folders not modified for ten minutes. */
async function removeCrashed(target: string): Promise<void> {
  for (const name of await partialsOf(target)) {
    const path = join(dirname(target), name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > CRASHED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Waits while another living process builds the same target: two builds at once would slow each other down. */
async function isBuiltByOther(target: string): Promise<boolean> {
  const giveUpAt = Date.now() + MAX_WAIT_MS
  while (Date.now() < giveUpAt && (await partialsOf(target)).some(hasLivingBuilder)) await sleep(20)
  return existsSync(target)
}

function hasLivingBuilder(partial: string): boolean {
  const pid = Number(/\.new-(\d+)-/.exec(partial)?.[1] ?? 0)
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}
