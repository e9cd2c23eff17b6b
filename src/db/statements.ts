import type pg from 'pg'

/** Tagged SQL with parameters, as in Prisma's raw queries; a Prisma transaction can stand in for it. */
export type Sql = {
  $queryRaw<Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>
}

/** Settings that hold for one transaction; they decide what row-level security shows. */
export type Scope = { readonly workspace: string; readonly housekeeping: string; readonly role: string }

/** One transaction straight on the driver. Rolled back when `work` rejects; a connection that broke is not used again. */
export async function transactOnDriver<T>(pool: pg.Pool, scope: Scope, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(beginFor(client, scope))
    const value = await work(sqlOn(client))
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Begin and the settings in one round trip, which knows no parameters. */
function beginFor(client: pg.PoolClient, { workspace, housekeeping, role }: Scope): string {
  const setting = (name: string, value: string) => `set_config('${name}', ${client.escapeLiteral(value)}, true)`
  const settings = [
    setting('pressure_test.workspace', workspace),
    setting('pressure_test.housekeeping', housekeeping),
    setting('role', role),
  ]
  return `begin; select ${settings.join(', ')}`
}

function sqlOn(client: pg.PoolClient): Sql {
  const run = (text: TemplateStringsArray, values: unknown[]) =>
    client.query(
      text.reduce((sql, part, index) => `${sql}$${index}${part}`),
      values,
    )
  return {
    $queryRaw: async <Rows>(text: TemplateStringsArray, ...values: unknown[]) => (await run(text, values)).rows as Rows,
    $executeRaw: async (text, ...values) => (await run(text, values)).rowCount ?? 0,
  }
}
