import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from './errors.js'

const blank = z.literal('').transform(() => undefined)
const optional = <T extends z.ZodType>(schema: T) => z.union([blank, schema]).optional()
const words = (accepted: string) => ({ error: accepted })

const url = (protocols: string[], accepted: string) =>
  optional(
    z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), words(accepted)),
  )
/** In "postgres://u:1/2@host/d" the host is parsed as u: such characters of a password have to be percent-encoded. */
const server = (protocols: string[], accepted: string) =>
  optional(
    z
      .string()
      .refine(
        (text) =>
          URL.canParse(text) &&
          protocols.includes(new URL(text).protocol) &&
          !/^[^@/?#]*[/?#].*@/.test(text.slice(text.indexOf('//') + 2)),
        words(`${accepted}, with / ? # and @ of a password written as %2F %3F %23 and %40`),
      ),
  )
const whole = (least: number, most: number, accepted: string) =>
  optional(
    z
      .string()
      .regex(/^\d+$/, accepted)
      .transform(Number)
      .refine((n) => n >= least && n <= most, words(accepted)),
  )
const dollars = optional(
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'an amount in US dollars, such as 2 or 0.50')
    .transform(Number),
)
const text = optional(z.string())

/** A comma-separated list; `read` returns null for an invalid entry, and each invalid entry is an issue of its own. */
const list = <T>(read: (entry: string) => T | null, accepted: (entry: number) => string) =>
  z
    .string()
    .default('')
    .transform((value, context) => {
      const entries = value.split(',').flatMap((entry) => entry.trim() || [])
      return entries.flatMap((entry, index) => {
        const found = read(entry)
        if (found === null) context.issues.push({ code: 'custom', message: accepted(index + 1), input: value })
        return found ?? []
      })
    })
const http = ['http:', 'https:']
/** A shorter token could not be removed from an agent's messages without damage to other words. */
const MIN_TOKEN_LENGTH = 8
const TOKEN_FORM = `at least ${MIN_TOKEN_LENGTH} visible characters without quotes, commas and backslashes`

/** Every environment variable of the program; all are optional. Each message says which values are accepted. */
const ENVIRONMENT = z.object({
  PRESSURE_TEST_HOME: text,
  DATABASE_URL: server(
    ['postgres:', 'postgresql:'],
    'a PostgreSQL address: postgres://user:password@host:5432/database',
  ),
  MIGRATION_DATABASE_URL: server(
    ['postgres:', 'postgresql:'],
    'the PostgreSQL address of DATABASE_URL for the owner of its tables: postgres://owner:password@host:5432/database',
  ),
  REDIS_URL: server(['redis:', 'rediss:'], 'a Redis address: redis://host:6379 or rediss://…'),
  ANTHROPIC_API_KEY: text,
  ANTHROPIC_BASE_URL: url(http, 'an address with http:// or https://'),
  PRESSURE_TEST_MODEL: optional(z.enum(['offline', 'anthropic'], words('offline or anthropic'))),
  PERSONA_MODEL: text,
  ANALYSIS_MODEL: text,
  JUDGE_MODEL: text,
  SECOND_MODEL: text,
  MODEL_CONCURRENCY: whole(1, 10_000, 'a whole number from 1 to 10000'),
  MODEL_TIMEOUT_MS: whole(100, 3_600_000, 'milliseconds, a whole number from 100 to 3600000'),
  EMBEDDINGS_URL: url(http, 'an address with http:// or https://'),
  EMBEDDINGS_API_KEY: text,
  EMBEDDINGS_MODEL: text,
  AGENT_HOSTS_ALLOWED: list(
    readHost,
    (entry) =>
      `host names with or without a port and nothing else, such as localhost:8080,agent.internal (entry ${entry} is not)`,
  ),
  AGENT_TOKENS: list(
    readHostToken,
    (entry) =>
      `host=token with commas between, such as agent.example.com=…, or workspace@host=token for the runs of one workspace, each token ${TOKEN_FORM} (entry ${entry} is not)`,
  ).superRefine((tokens, context) => {
    const names = tokens.map(
      ({ host, port, workspace }) =>
        `${workspace === undefined ? '' : `${workspace}@`}${host}${port === null ? '' : `:${port}`}`,
    )
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) context.addIssue(`one token for each host (there are two for ${twice})`)
  }),
  RUN_BUDGET_USD: dollars,
  MONTHLY_BUDGET_USD: dollars,
  MAX_RUN_BUDGET_USD: dollars,
  MAX_MONTHLY_BUDGET_USD: dollars,
  MAX_PANEL_SIZE: whole(3, 1_000, 'people, a whole number from 3 to 1000'),
  MCP_CONFIRM_ABOVE_USD: dollars,
  SIGNING_SECRET: optional(z.string().min(16, 'at least 16 characters')),
  SLACK_BOT_TOKEN: optional(z.string().regex(/^xoxb-/, 'a bot token that begins with xoxb-')),
  SLACK_SIGNING_SECRET: text,
  SLACK_APP_TOKEN: optional(z.string().regex(/^xapp-/, 'an app token that begins with xapp-')),
  SLACK_CLIENT_ID: text,
  SLACK_CLIENT_SECRET: text,
  SLACK_STATE_SECRET: text,
  TOKEN_ENCRYPTION_KEY: text,
  SLACK_API_URL: url(http, 'an address with http:// or https://'),
  PORT: whole(0, 65_535, 'a port, a whole number from 0 to 65535'),
  HOST: text,
  PUBLIC_URL: url(http, 'an address with http:// or https://'),
  REPORTS_OUTPUT_DIR: text,
  RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000, 'requests, a whole number from 0 (no limit) to 1000000'),
  METRICS_PORT: whole(0, 65_535, 'a port, a whole number from 0 to 65535'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    http,
    'an address with http:// or https:// (OTLP over HTTP, such as http://localhost:4318)',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(http, 'an address with http:// or https://'),
  RETENTION_DAYS: whole(1, 36_500, 'days, a whole number from 1 to 36500'),
  LOG_LEVEL: optional(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      words('trace, debug, info, warn, error, fatal or silent'),
    ),
  ),
})

export type Config = ReturnType<typeof toConfig>

/**
 * Reads the environment once. Throws `configuration` with one line for every wrong value: the variable, the value found
 * (secrets masked), the values accepted.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = ENVIRONMENT.safeParse(environment)
  const problems = parsed.success ? crossChecks(parsed.data) : wrongValues(parsed.error, environment)
  const agentKeys = readAgentKeys(environment)
  problems.push(...agentKeys.problems)
  if (!parsed.success || problems.length > 0) throw new AppError('configuration', { problem: problems.join('\n') })
  return toConfig(parsed.data, agentKeys.keys, environment.PATH ?? '')
}

/**
 * Keys of agents, in variables that agent files name: `AGENT_KEY_MIRA=host=key`. An empty variable counts as not set.
 */
function readAgentKeys(environment: Record<string, string | undefined>) {
  const named = Object.entries(environment).flatMap(([name, value]) => {
    if (!name.startsWith('AGENT_KEY_') || value === undefined || value.trim() === '') return []
    return [{ name, value, key: readHostToken(value.trim()) }]
  })
  return {
    keys: Object.fromEntries(named.flatMap(({ name, key }) => (key ? [[name, key]] : []))),
    problems: named
      .filter(({ key }) => key === null)
      .map(({ name, value }) => `${name} is ${shown(name, value)}; accepted: host=key, ${TOKEN_FORM}.`),
  }
}

function wrongValues(error: z.ZodError, environment: Record<string, string | undefined>): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0])
    return `${name} is ${shown(name, environment[name] ?? '')}; accepted: ${messageOf(issue)}.`
  })
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message
  return issue.errors.at(-1)?.at(-1)?.message ?? issue.message
}

/** A value as logs may show it: secrets, and passwords in addresses, are masked. */
function shown(name: string, value: string): string {
  if (/KEY|SECRET|TOKEN/.test(name)) return `*** (${value.length} characters)`
  return `"${value.replace(/\/\/.*@/, '//***@')}"`
}

function crossChecks(env: z.infer<typeof ENVIRONMENT>): string[] {
  const problems: string[] = []
  if (env.PRESSURE_TEST_MODEL === 'anthropic' && !env.ANTHROPIC_API_KEY && !env.ANTHROPIC_BASE_URL)
    problems.push(
      'PRESSURE_TEST_MODEL is "anthropic"; accepted: only together with ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL.',
    )
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL)
    problems.push(
      'MIGRATION_DATABASE_URL is set alone; accepted: only together with DATABASE_URL, the address of the same database for a login that owns nothing.',
    )
  for (const [cap, ceiling] of [
    ['RUN_BUDGET_USD', 'MAX_RUN_BUDGET_USD'],
    ['MONTHLY_BUDGET_USD', 'MAX_MONTHLY_BUDGET_USD'],
  ] as const) {
    const [budget, most] = [env[cap], env[ceiling]]
    if (budget !== undefined && most !== undefined && budget > most)
      problems.push(`${cap} is ${budget}; accepted: at most ${ceiling}, which is ${most}.`)
  }
  return problems
}

/** A host in its URL form (lower case, no final dot, IPv6 in brackets), with its port, or null for any port. */
function readHost(entry: string): { host: string; port: number | null } | null {
  const [, name = '', port] = /^(\[[\da-f:.]+\]|[^\s:/?#@*=\\[\]%]+)(?::(\d{1,5}))?$/i.exec(entry) ?? []
  if (name === '' || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535 || !URL.canParse(`http://${name}`)) return null
  return { host: new URL(`http://${name}`).hostname.replace(/\.$/, ''), port: port === undefined ? null : Number(port) }
}

type HostToken = { host: string; port: number | null; token: string; workspace?: string }

/** `host=token`, or `workspace@host=token` for the runs of one workspace. */
function readHostToken(entry: string): HostToken | null {
  const [, workspace, name = '', token = ''] = /^(?:([a-z0-9][\w:-]*)@)?([^=]+)=(.*)$/i.exec(entry) ?? []
  const host = readHost(name)
  const usable = token.length >= MIN_TOKEN_LENGTH && /^[!#-[\]-~]+$/.test(token)
  if (!host || !usable) return null
  return workspace === undefined ? { ...host, token } : { ...host, token, workspace }
}

function toConfig(
  env: z.infer<typeof ENVIRONMENT>,
  agentKeys: ReturnType<typeof readAgentKeys>['keys'],
  searchPath: string,
) {
  const home = resolve(env.PRESSURE_TEST_HOME ?? join(homedir(), '.pressure-test'))
  const offline = env.PRESSURE_TEST_MODEL === 'offline' || (!env.ANTHROPIC_API_KEY && !env.ANTHROPIC_BASE_URL)
  const runBudgetUsd = env.RUN_BUDGET_USD ?? Math.min(2, env.MAX_RUN_BUDGET_USD ?? 2)
  const monthlyBudgetUsd = env.MONTHLY_BUDGET_USD ?? Math.min(50, env.MAX_MONTHLY_BUDGET_USD ?? 50)
  return {
    home,
    databaseUrl: env.DATABASE_URL ?? null,
    /** Address of the same database for its owner; null: the user of `databaseUrl` migrates. */
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    model: {
      mode: offline ? ('offline' as const) : ('anthropic' as const),
      apiKey: env.ANTHROPIC_API_KEY ?? null,
      baseUrl: env.ANTHROPIC_BASE_URL ?? null,
      persona: env.PERSONA_MODEL ?? null,
      analysis: env.ANALYSIS_MODEL ?? null,
      judge: env.JUDGE_MODEL ?? null,
      second: env.SECOND_MODEL ?? null,
      concurrency: env.MODEL_CONCURRENCY ?? 50,
      timeoutMs: env.MODEL_TIMEOUT_MS ?? 120_000,
    },
    embeddings: {
      url: env.EMBEDDINGS_URL ?? null,
      apiKey: env.EMBEDDINGS_API_KEY ?? null,
      model: env.EMBEDDINGS_MODEL ?? null,
    },
    agents: {
      hostsAllowed: env.AGENT_HOSTS_ALLOWED,
      tokens: env.AGENT_TOKENS,
      keys: agentKeys,
      // With a client id any Slack team can install the app: its runs get no token that the operator meant for their
      // own.
      unboundForAll: env.SLACK_CLIENT_ID === undefined,
    },
    runBudgetUsd,
    monthlyBudgetUsd,
    /** What somebody set; the rest is as stored in the installation, or follows from that. */
    sets: {
      month: env.MONTHLY_BUDGET_USD !== undefined,
      month_ceiling: (env.MONTHLY_BUDGET_USD ?? env.MAX_MONTHLY_BUDGET_USD) !== undefined,
      run_ceiling: env.MAX_RUN_BUDGET_USD !== undefined,
    },
    ceilings: {
      run_usd: env.MAX_RUN_BUDGET_USD ?? Math.max(runBudgetUsd, monthlyBudgetUsd),
      month_usd: env.MAX_MONTHLY_BUDGET_USD ?? monthlyBudgetUsd,
      panel_size: env.MAX_PANEL_SIZE ?? 1_000,
    },
    /** Directories in which this machine looks for programs. */
    searchPath,
    mcp: { confirmAboveUsd: env.MCP_CONFIRM_ABOVE_USD ?? 0.5 },
    signingSecret: env.SIGNING_SECRET ?? null,
    slack: {
      botToken: env.SLACK_BOT_TOKEN ?? null,
      signingSecret: env.SLACK_SIGNING_SECRET ?? null,
      appToken: env.SLACK_APP_TOKEN ?? null,
      clientId: env.SLACK_CLIENT_ID ?? null,
      clientSecret: env.SLACK_CLIENT_SECRET ?? null,
      stateSecret: env.SLACK_STATE_SECRET ?? null,
      tokenEncryptionKey: env.TOKEN_ENCRYPTION_KEY ?? null,
      apiUrl: env.SLACK_API_URL ?? null,
    },
    http: { port: env.PORT ?? 3000, host: env.HOST ?? '127.0.0.1', publicUrl: env.PUBLIC_URL ?? null },
    rateLimit: { perMinute: env.RATE_LIMIT_PER_MINUTE ?? 1_200, behindProxy: env.PUBLIC_URL !== undefined },
    reportsDir: resolve(env.REPORTS_OUTPUT_DIR ?? join(home, 'reports')),
    /** Port for the health and metrics of a worker by itself; null: none. */
    metricsPort: env.METRICS_PORT ?? null,
    /** Address for spans; null: none. */
    tracesUrl:
      env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
      (env.OTEL_EXPORTER_OTLP_ENDPOINT ? `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces` : null),
    retentionDays: env.RETENTION_DAYS ?? null,
    logLevel: env.LOG_LEVEL ?? 'warn',
  }
}
