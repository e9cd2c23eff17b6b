import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { query } from './database.js'

type Column = {
  readonly table_name: string
  readonly column_name: string
  readonly data_type: string
  /** One of the values that a check allows, where there is one. */
  readonly allowed: string | null
}

/** A value of each type that a person's words can hide in, and any value for the others. */
const columnValue = (
  { column_name, data_type, allowed }: Column,
  known: Readonly<Record<string, string>>,
  canary: string,
): string => {
  if (known[column_name]) return `'${known[column_name]}'`
  if (allowed !== null) return `'${allowed}'`
  switch (data_type) {
    case 'text':
      return `'${canary} ' || gen_random_uuid()`
    case 'json':
      return `json_build_object('words', '${canary}')`
    case 'ARRAY':
      return `array['${canary}']`
    case 'uuid':
      return 'gen_random_uuid()'
    case 'boolean':
      return 'false'
    case 'date':
      return 'current_date'
    case 'timestamp with time zone':
      return 'now()'
    default:
      return '0'
  }
}

/**
 * Adds a row with the canary in every column that holds text to every table that belongs to a workspace and, where `known`
 * names a run, to a run; gives the tables.
 */
export async function plantEverywhere(url: string, canary: string, known: Readonly<Record<string, string>>) {
  const columns = await query<Column>(
    url,
    `select table_name, column_name, data_type,
            (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''')
               from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
              where k.contype = 'c' and k.conrelid = to_regclass(quote_ident(table_name)) and a.attname = column_name limit 1) as allowed
       from information_schema.columns
      where table_schema = 'public' and table_name in (
            select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'own_workspace')
        and coalesce(column_default, '') not like 'nextval%' and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  const planted: string[] = []
  for (const table of new Set(columns.map(({ table_name }) => table_name))) {
    const own = columns.filter(({ table_name }) => table_name === table)
    if (['workspace', 'run', 'persona_set'].includes(table)) continue
    if (known.run_id && !own.some(({ column_name }) => column_name === 'run_id')) continue
    const names = own.map(({ column_name }) => `"${column_name}"`).join(', ')
    await query(
      url,
      `insert into "${table}" (${names}) values (${own.map((column) => columnValue(column, known, canary)).join(', ')})
       on conflict do nothing`,
    )
    planted.push(table)
  }
  return planted
}

/** Every place where some of these words are: tables of all schemas, files, keys of Redis. */
export async function findEverywhere(
  words: string,
  places: { readonly url: string; readonly folder: string; readonly redisUrl?: string | undefined },
): Promise<string[]> {
  const found = [...(await inDatabase(words, places.url)), ...(await inFiles(words, places.folder))]
  if (places.redisUrl) found.push(...(await inRedis(words, places.redisUrl)))
  return found
}

async function inDatabase(words: string, url: string): Promise<string[]> {
  const columns = await query<{ place: string; column: string }>(
    url,
    `select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { place, column } of columns) {
    const rows = await query(url, `select from ${place} where ${column}::text like $1 limit 1`, [`%${words}%`])
    if (rows.length > 0) found.push(`${place}.${column}`)
  }
  return found
}

async function inFiles(words: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (path.includes(words) || (entry.isFile() && (await readFile(path)).includes(words))) found.push(path)
  }
  return found
}

const SORTED: Readonly<Record<string, (key: string) => string[]>> = {
  set: (key) => ['smembers', key],
  zset: (key) => ['zrange', key, '0', '-1'],
  stream: (key) => ['xrange', key, '-', '+'],
}

async function inRedis(words: string, redisUrl: string): Promise<string[]> {
  const redis = new Redis(redisUrl)
  try {
    const found: string[] = []
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key)
      // It ended meanwhile.
      if (type === 'none') continue
      const command =
        { string: ['get', key], hash: ['hgetall', key], list: ['lrange', key, '0', '-1'] }[type] ?? SORTED[type]?.(key)
      const value = command
        ? await redis.call(command[0] as string, ...command.slice(1))
        : `unknown type ${type} ${words}`
      if (key.includes(words) || JSON.stringify(value).includes(words)) found.push(key)
    }
    return found
  } finally {
    redis.disconnect()
  }
}
