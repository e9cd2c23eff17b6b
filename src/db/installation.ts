import { randomBytes } from 'node:crypto'
import type { Database } from './client.js'

export type InstallationTable = ReturnType<typeof createInstallation>

/** Values of the installation as a whole, which no workspace can read. */
export function createInstallation(db: Database) {
  return {
    /** A random secret, made at the first call and the same in every process. */
    async secret(name: string): Promise<string> {
      const made = randomBytes(32).toString('base64url')
      const { value } = await db.acrossWorkspaces(async (tx) => {
        await tx.$executeRaw`insert into installation_value (name, value) values (${name}, ${made}) on conflict do nothing`
        return tx.installationValue.findUniqueOrThrow({ where: { name } })
      })
      return value
    },
  }
}
