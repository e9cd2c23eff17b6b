import type { Database } from '../connection/client.js'
import { installationSecret } from './installation-secret.js'

/** Values of the whole installation, which no workspace can read but the budgets of a month. */
export function createInstallation(db: Database) {
  const known = new Map<string, string>()
  return {
    /** A random secret, created at the first call and the same in every process. */
    async secret(name: string): Promise<string> {
      const kept = known.get(name)
      if (kept !== undefined) return kept
      const value = await db.acrossWorkspaces((tx) => installationSecret(tx, name))
      known.set(name, value)
      return value
    },
  }
}
