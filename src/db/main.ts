import type { Config } from '../config.js'
import { AppError, isAppError } from '../errors.js'
import { QUEUE_SCHEMA } from '../jobs/connection.js'
import { migrate, requireMigrated } from './connection/migrate.js'
import { AWAY, hasNoConnections, hasNoRoom, passingTrouble } from './connection/passing-trouble.js'
import type { RuntimeLogin } from './connection/roles.js'
import { ensureEmbedded } from './embedded/embedded.js'

/** `connectionString`: what this process connects with; its login may own nothing. */
export type ReachedDatabase = { readonly embedded: boolean; readonly connectionString: string }

/** The login of every process on the embedded database; only migrations use its superuser. */
const EMBEDDED_LOGIN = 'pressure_test_runtime'

/**
 * Ensures a database with this version's schema: migrates it as its owner, unless MIGRATION_DATABASE_URL is set, which
 * leaves migrations to `pressure-test migrate`. Errors: `storage_unavailable`, `configuration`.
 */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  const { databaseUrl, migrationDatabaseUrl } = config
  return saying(config, async () => {
    if (databaseUrl === null) return { embedded: true, connectionString: await migrateEmbedded(config) }
    if (migrationDatabaseUrl === null) await migrate(databaseUrl, { extraSchemas: schemasOf(config) })
    else await requireMigrated(databaseUrl)
    return { embedded: false, connectionString: databaseUrl }
  })
}

/**
 * Migrates the database as its owner and grants the login of DATABASE_URL its rights. Returns how many migrations were
 * missing. Errors: `storage_unavailable`, `configuration`.
 */
export async function migrateDatabase(config: Config): Promise<number> {
  const { databaseUrl, migrationDatabaseUrl } = config
  return saying(config, async () => {
    if (databaseUrl === null) {
      await migrateEmbedded(config)
      return 0
    }
    if (migrationDatabaseUrl === null) return migrate(databaseUrl, { extraSchemas: schemasOf(config) })
    const login: RuntimeLogin = { name: decodeURIComponent(new URL(databaseUrl).username), password: null }
    const applied = await migrate(migrationDatabaseUrl, { login, extraSchemas: schemasOf(config) })
    await requireMigrated(databaseUrl)
    return applied
  })
}

const schemasOf = ({ redisUrl }: Config) => (redisUrl === null ? [QUEUE_SCHEMA] : [])

/** Migrates as the superuser; returns the connection string of a login with only the rights that queries need. */
async function migrateEmbedded(config: Config): Promise<string> {
  const { connectionString } = await ensureEmbedded({ home: config.home })
  const address = new URL(connectionString)
  const login = { name: EMBEDDED_LOGIN, password: decodeURIComponent(address.password) }
  await migrate(connectionString, { login, extraSchemas: schemasOf(config) })
  address.username = EMBEDDED_LOGIN
  return address.href
}

/** Maps an error of the driver to a sentence that names the variable or folder at fault. Errors: `storage_unavailable`. */
export async function saying<T>(
  { databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error)) throw error
    if (hasNoConnections(error))
      throw new AppError(
        'storage_unavailable',
        {
          problem:
            'The database has no more connections (53300); raise its max_connections, or end other programs that use it.',
        },
        { cause: error },
      )
    if (hasNoRoom(error))
      throw new AppError(
        'storage_unavailable',
        { problem: `The disk of the database${databaseUrl === null ? ` in ${home}` : ''} is full; make room on it.` },
        { cause: error },
      )
    const said = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)
    // The driver's message for a server that accepts the connection and never responds.
    const reason = said === 'timeout expired' ? 'it does not answer' : said
    const [line] = String(reason).split('\n')
    const which = databaseUrl === null ? ` in ${home}` : ' of DATABASE_URL'
    const trouble = passingTrouble(error)
    const problem =
      trouble === null || trouble === AWAY
        ? `The database${which} cannot be used: ${line}.`
        : `${trouble}: ${line}; look at the server${which}.`
    throw new AppError('storage_unavailable', { problem }, { cause: error })
  }
}
