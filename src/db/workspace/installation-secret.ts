import { randomBytes } from 'node:crypto'
import type { Tx } from '../connection/transaction.js'

/** A random secret, created at the first call and the same in every process. `tx` must be one across workspaces. */
export async function installationSecret(tx: Tx, name: string): Promise<string> {
  const read = async () => {
    const [kept] = await tx.$queryRaw<{ value: string }[]>`select value from installation_value where name = ${name}`
    return kept?.value
  }
  // Reads first: a database may take no writes.
  const known = await read()
  if (known !== undefined) return known
  const made = randomBytes(32).toString('base64url')
  await tx.$executeRaw`insert into installation_value (name, value) values (${name}, ${made}) on conflict do nothing`
  return (await read()) ?? made
}
