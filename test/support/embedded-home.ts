import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { migrate } from '../../src/db/connection/migrate.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.js'
import { QUEUE_SCHEMA } from '../../src/jobs/connection.js'

let made: Promise<string> | undefined

/** The files of a stopped embedded server with a migrated database. */
async function make(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'pt-cluster-'))
  await chmod(home, 0o755)
  const { connectionString } = await ensureEmbedded({ home })
  await migrate(connectionString, { extraSchemas: [QUEUE_SCHEMA] })
  await stopEmbedded({ home })
  const { data, folder } = embeddedPaths({ home })
  // It names the port, which every copy would try to take.
  await rm(join(data, 'postmaster.opts'))
  return folder
}

/** Makes a home whose embedded server only has to be started: to initialise and migrate one takes seconds of computing. */
export async function fillHome(home: string): Promise<void> {
  made ??= make()
  const folder = await made
  await mkdir(home, { recursive: true })
  // Root's server runs as another user, who has to get there.
  await chmod(home, 0o755)
  // Node's own copy gives the files to whoever copies.
  await promisify(execFile)('cp', ['-a', folder, join(home, 'postgres')])
}

/** A home with an embedded server of the test's own, which is stopped and removed when the test is over. */
export async function ownHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'pt-own-'))
  await fillHome(home)
  onTestFinished(async () => {
    await stopEmbedded({ home })
    await rm(home, { recursive: true, force: true })
  })
  return home
}
