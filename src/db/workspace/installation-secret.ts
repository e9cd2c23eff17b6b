import { randomBytes } from 'node:crypto'
import type { Tx } from '../connection/transaction.js'

/** A random secret, created at the first call and the same in every process. `tx` must be one across workspaces. */
export async function installationSecret(tx: Tx, name: string): Promise<string> {
  const made = randomBytes(32).toString('base64url')
  await tx.$executeRaw`insert into installation_value (name, value) values (${name}, ${made}) on conflict do nothing`
  const [kept] = await tx.$queryRaw<{ value: string }[]>`select value from installation_value where name = ${name}`
  return kept?.value ?? made
}
