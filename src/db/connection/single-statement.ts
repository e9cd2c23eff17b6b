import pg from 'pg'

/** A prepared statement whose name belongs to its text alone: each connection plans it once. */
export type Prepared = { readonly name: string; readonly text: string }

/** Settings that hold for one transaction; they decide what row-level security shows. */
export type Scope = {
  readonly workspace: string
  readonly housekeeping: string
  readonly role: string
  /** See `TxOptions`; a single statement holds no lock afterwards. */
  readonly yieldsLocks?: boolean | undefined
  /** See `writeInWorkspace`. */
  readonly writes?: boolean | undefined
  /** See `TxOptions`. */
  readonly snapshot?: boolean | undefined
}

/** Applies each setting and returns no row. */
const SETTINGS = {
  name: 'settings of a transaction',
  text: `select where set_config('pressure_test.workspace', $1, true) is null
                   or set_config('pressure_test.housekeeping', $2, true) is null
                   or set_config('role', $3, true) is null`,
}
/** Connections on which SETTINGS is prepared. */
const preparedOn = new WeakSet<pg.Connection>()

/**
 * Runs one statement in a transaction of its own. PostgreSQL treats everything up to a Sync as one transaction, so
 * settings and statement need only one round trip. When it rejects, the connection must not be used again.
 */
export function querySingle<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { workspace, housekeeping, role }: Scope,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const rows: Row[] = []
    const query = new pg.Query<Row>({ ...statement, values: [...values] }, (error) => {
      if (error) reject(error)
      else resolve(rows)
    })
    query.on('row', (row) => void rows.push(row))
    const sendStatement = query.submit
    query.submit = (connection) => {
      connection.stream.cork()
      sendSettings(connection, [workspace, housekeeping, role])
      sendStatement.call(query, connection)
      connection.stream.uncork()
    }
    client.query(query)
  })
}

function sendSettings(connection: pg.Connection, values: string[]): void {
  if (!preparedOn.has(connection)) connection.parse({ ...SETTINGS, types: [] }, true)
  preparedOn.add(connection)
  connection.bind({ statement: SETTINGS.name, values }, true)
  connection.execute({}, true)
}
