import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

export type SchemaFile = [path: string, text: string]
type Bindings = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: object): void }
// Node's types leave WebAssembly to the DOM library, which a server does not include.
type Wasm = {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: Wasm }

/**
 * Runs `work` with Prisma's own schema engine as WebAssembly and frees the engine afterwards. The binary that the
 * Prisma command line would download is not reachable everywhere; this engine comes with npm.
 */
export async function withSchemaEngine<T>(
  connectionString: string,
  schema: SchemaFile[],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= load()
  const bindings = await loading
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool))
  const engine = await bindings.SchemaEngine.new({ datamodels: schema }, () => {}, adapter as never)
  try {
    return await work(engine)
  } finally {
    engine.free()
    await pool.end()
  }
}

// The bindings keep the state of one engine instance: a second instance in a process hangs (measured).
let loading: Promise<Bindings> | undefined

async function load(): Promise<Bindings> {
  const entry = '@prisma/schema-engine-wasm/schema_engine_bg'
  const bindings = (await import(entry)) as Bindings
  const wasm = createRequire(import.meta.url)
    .resolve(entry)
    .replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(wasm), { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}
