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
    await client.query('begin')
    await client.query(
      `select set_config('pressure_test.workspace', $1, true), set_config('pressure_test.housekeeping', $2, true), set_config('role', $3, true)`,
      [scope.workspace, scope.housekeeping, scope.role],
    )
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
