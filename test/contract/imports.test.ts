import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))

type Import = { from: string; to: string; typeOnly: boolean }
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
  .sort()

function importsOf(file: string): Import[] {
  const source = readFileSync(join(SRC, file), 'utf8')
  const found = [
    ...source.matchAll(
      /(?:^|\n)\s*(import|export)\s+(type\s+)?([^'"]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
  ]
  return found.map(([, , type, , path, lazy]) => {
    const to = path ?? lazy ?? ''
    const target = to.startsWith('.') ? sourceOf(relative(SRC, resolve(dirname(join(SRC, file)), to))) : to
    return { from: file, to: target, typeOnly: type !== undefined }
  })
}

/** `x.js` is written as `x.ts` or, with markup in it, as `x.tsx`. */
function sourceOf(target: string): string {
  const typescript = target.replace(/\.js$/, '.ts')
  return files.includes(typescript) || !files.includes(`${typescript}x`) ? typescript : `${typescript}x`
}

const all = files.flatMap(importsOf)
const inside = (target: string): boolean => files.includes(target) || target.startsWith('db/generated')

/** The room a file belongs to. Composition roots wire rooms together and may see all of them. */
function roomOf(file: string): string {
  if (/(^|\/)main\.ts$/.test(file) || file === 'doctor.ts') return 'root'
  const [folder = '', name = ''] = file.split('/')
  if (folder !== 'jobs') return folder.replace(/\.ts$/, '')
  return ['definitions.ts', 'connection.ts', 'queue.ts', 'queue-pool.ts'].includes(name) ? 'queue' : 'jobs'
}

const GROUND = ['config', 'errors', 'log', 'domain', 'telemetry']
const SURFACE = ['service', 'ingest', 'presentation', 'report', 'domain', 'errors', 'log', 'config', 'telemetry']
const MAY_IMPORT: Record<string, string[]> = {
  config: ['errors'],
  errors: [],
  log: [],
  installation: [],
  telemetry: ['errors'],
  domain: ['errors'],
  data: ['domain', 'errors', 'installation'],
  ingest: ['data', 'domain', 'errors', 'installation'],
  llm: ['data', 'domain', 'errors', 'log'],
  db: ['domain', 'errors', 'installation', 'log'],
  engine: ['data', 'domain', 'errors'],
  presentation: ['domain', 'errors'],
  report: ['presentation', 'data', 'domain'],
  queue: ['domain', 'errors', 'log', 'telemetry'],
  jobs: ['queue', 'engine', 'db', 'llm', ...GROUND],
  service: ['ingest', 'domain', 'errors', 'db', 'queue'],
  bot: SURFACE,
  delivery: ['bot', 'db', 'data', ...SURFACE],
  mcp: SURFACE,
  api: SURFACE,
  cli: SURFACE,
  client: ['domain'],
}
const TYPES_ONLY: Record<string, string[]> = { engine: ['llm'], client: ['api'] }

/** Who alone may use a vendor's library. */
const VENDORS: [RegExp, string[]][] = [
  [/^@anthropic-ai\//, ['llm']],
  [/^(wink-|ipaddr\.js$)/, ['llm']],
  [/^(@prisma\/|pg$|prisma$)/, ['db']],
  [/^(bullmq|ioredis)$/, ['queue', 'jobs']],
  [/^(hono|@hono\/)/, ['api']],
  [/^@slack\//, ['bot', 'delivery']],
  [/^@modelcontextprotocol\//, ['mcp']],
  [/^commander$/, ['cli']],
  [/^(prom-client$|@opentelemetry\/)/, ['telemetry']],
  [
    /^(csv-parse|ibantools|libphonenumber-js|unpdf|saxes|fflate|html-to-text$|htmlparser2$|linkedom$|sharp$|@mozilla\/readability$)/,
    ['ingest'],
  ],
  [/^yaml/, ['data', 'ingest']],
  [/^(string-width|wrap-ansi|is-unicode-supported)$/, ['cli']],
  [/^graphology/, ['engine']],
  [/^(preact|preact-render-to-string|d3-)/, ['report']],
]

describe('the import table', () => {
  it('reads every file', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(all.filter(({ to }) => inside(to)).length).toBeGreaterThan(100)
  })

  it('is kept by every file', () => {
    const problems = files.flatMap((file) => {
      const room = roomOf(file)
      if (room === 'root') return []
      const known = MAY_IMPORT[room]
      if (!known) return [`${file} stands in a room the table does not know`]
      const allowed = (to: string, typeOnly: boolean): boolean => {
        if (!inside(to)) return VENDORS.every(([vendor, rooms]) => !vendor.test(to) || rooms.includes(room))
        const target = roomOf(to)
        return target === room || known.includes(target) || (typeOnly && TYPES_ONLY[room]?.includes(target) === true)
      }
      return importsOf(file).flatMap(({ to, typeOnly }) => (allowed(to, typeOnly) ? [] : [`${file} imports ${to}`]))
    })
    expect(problems).toEqual([])
  })

  it('keeps the store from the surfaces', () => {
    const holders = all.filter(({ to }) => to === 'service/context.ts').map(({ from }) => roomOf(from))
    expect([...new Set(holders)].sort()).toEqual(['root', 'service'])
  })

  it('lets the client run on fetch alone', () => {
    const needed = all.filter(
      ({ from, to, typeOnly }) => from.startsWith('client/') && !typeOnly && !/^client\//.test(to),
    )
    expect(needed.map(({ to }) => to)).toEqual(['domain/workspace/webhook-signature.ts'])
  })

  it('lets other rooms have of report/ only the page itself', () => {
    const others = all.filter(({ from, to }) => to.startsWith('report/') && !from.startsWith('report/'))
    expect([...new Set(others.map(({ to }) => to))]).toEqual(['report/report.tsx'])
  })

  it('lets other rooms import only telemetry/telemetry.ts, which starts no exporter', () => {
    const others = all.filter(
      ({ from, to }) => to.startsWith('telemetry/') && !['root', 'telemetry'].includes(roomOf(from)),
    )
    expect([...new Set(others.map(({ to }) => to))]).toEqual(['telemetry/telemetry.ts'])
  })

  it('names only files that are there', () => {
    const lost = all.filter(({ to }) => /\.ts$/.test(to) && !inside(to))
    expect(lost).toEqual([])
  })

  it('reads the environment in one place', () => {
    const readers = files.filter((file) => /process\.env/.test(readFileSync(join(SRC, file), 'utf8')))
    expect(readers).toEqual(['config.ts'])
  })

  it('has no cycle, imports of types counted', () => {
    const edges = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(({ to }) => inside(to))
          .map(({ to }) => to),
      ]),
    )
    const done = new Set<string>()
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) throw new Error(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`)
      if (done.has(file)) return
      for (const next of edges.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    expect(() => {
      for (const file of files) visit(file, [])
    }).not.toThrow()
  })
})

it('the pages that say where things are name only files that are there', () => {
  const root = join(SRC, '..')
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, 'docs', page), 'utf8').matchAll(
        /`([a-z][\w./-]*\/[\w.-]+\.(?:tsx?|mjs|yaml)|[a-z][\w-]*\.tsx?)`/g,
      ),
    ].map(([, name = '']) => ({ page, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  const names = new Set(files.map((file) => basename(file)))
  const isThere = (name: string) =>
    names.has(name) || [root, SRC, join(root, 'test')].some((at) => existsSync(join(at, name)))
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
