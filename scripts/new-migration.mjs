// npm run db:migration -- name : writes prisma/migrations/<time>_<name>/migration.sql from what changed in prisma/schema
// since the last migration. Needs a build (npm run build) and a PostgreSQL to talk to (DATABASE_URL or the local one).
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSchema } from '../build/db/connection/migrate.js'
import { withSchemaEngine } from '../build/db/connection/schema-engine.js'

const name = process.argv[2]
if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
  process.stderr.write('usage: npm run db:migration -- name_in_snake_case\n')
  process.exit(2)
}
const migrations = fileURLToPath(new URL('../prisma/migrations/', import.meta.url))
const snapshot = join(migrations, 'schema.snapshot.json')
const before = JSON.parse(await readFile(snapshot, 'utf8').catch(() => 'null'))
const after = await readSchema()
const asFiles = (schema) => ({
  tag: 'schemaDatamodel',
  files: schema.map(([path, content]) => ({ path, content })),
})

const url = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const { stdout } = await withSchemaEngine(url, after, (engine) =>
  engine.diff({
    from: before ? asFiles(before) : { tag: 'empty' },
    to: asFiles(after),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
    shadowDatabaseUrl: null,
  }),
)
if (!stdout || /empty migration/.test(stdout)) {
  process.stderr.write('prisma/schema has not changed since the last migration.\n')
  process.exit(0)
}
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const folder = join(migrations, `${stamp}_${name}`)
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'migration.sql'), stdout)
await writeFile(snapshot, `${JSON.stringify(after, null, 1)}\n`)
process.stdout.write(
  `${folder}\nAdd row-level security for each new table (see the first migration), then read the SQL.\n`,
)
