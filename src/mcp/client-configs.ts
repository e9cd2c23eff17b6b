import { readFile, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { z } from 'zod'

/** Paths of the clients' server lists, below the user's home or the working directory. */
const PLACES = [
  { client: 'Claude Desktop', at: 'home', path: 'Library/Application Support/Claude/claude_desktop_config.json' },
  { client: 'Claude Desktop', at: 'home', path: 'AppData/Roaming/Claude/claude_desktop_config.json' },
  { client: 'Claude Desktop', at: 'home', path: '.config/Claude/claude_desktop_config.json' },
  { client: 'Claude Code', at: 'home', path: '.claude.json' },
  { client: 'Claude Code', at: 'here', path: '.mcp.json' },
  { client: 'Cursor', at: 'home', path: '.cursor/mcp.json' },
  { client: 'Cursor', at: 'here', path: '.cursor/mcp.json' },
  { client: 'VS Code', at: 'here', path: '.vscode/mcp.json' },
] as const

const Entry = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
})
type Entry = z.infer<typeof Entry>

export type ClientFinding = { readonly ok: boolean; readonly finding: string }
type Places = { readonly home: string; readonly here: string; readonly path: string }

/**
 * Checks every client configuration on this machine that names this program, and reports what would keep it from
 * starting.
 */
export async function checkClientConfigs(places: Places): Promise<ClientFinding[]> {
  const found = await Promise.all(
    PLACES.map(async ({ client, at, path }) => {
      const file = join(places[at], path)
      const text = await readFile(file, 'utf8').catch(() => null)
      return text === null ? [] : checkFile(`${client} (${file})`, text, places.path)
    }),
  )
  return found.flat()
}

async function checkFile(name: string, text: string, path: string): Promise<ClientFinding[]> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    // Some clients allow comments in JSON; a file that does not name this program is not reported.
    return /pressure-test/.test(text)
      ? [{ ok: false, finding: `${name} is not JSON; its client will not read it.` }]
      : []
  }
  const { mcpServers, servers } = (document ?? {}) as { mcpServers?: unknown; servers?: unknown }
  const entries = Object.entries((mcpServers ?? servers ?? {}) as Record<string, unknown>).filter(
    ([key, entry]) => key.includes('pressure-test') || JSON.stringify(entry ?? '').includes('pressure-test'),
  )
  return Promise.all(
    entries.map(async ([key, entry]) => {
      const parsed = Entry.safeParse(entry)
      const problem = parsed.success ? await problemOf(parsed.data, path) : 'is not of the shape that clients read'
      return problem === null
        ? { ok: true, finding: `${name}: "${key}" can start` }
        : { ok: false, finding: `${name}: "${key}" ${problem}.` }
    }),
  )
}

async function problemOf({ command, args, url, headers }: Entry, path: string): Promise<string | null> {
  if (url !== undefined) {
    if (!URL.canParse(url) || !new URL(url).pathname.endsWith('/mcp')) return `names ${url}; the address ends with /mcp`
    const sent = Object.entries(headers).some(
      ([name, value]) => /^authorization$/i.test(name) && /^Bearer \S+$/.test(value),
    )
    return sent ? null : 'sends no token; add the header "Authorization": "Bearer pt_…"'
  }
  if (!command) return 'has neither a command nor an address'
  if (!(await runnable(command, path))) return `starts ${command}, which is not there; give its full path`
  const script = args.find((arg) => isAbsolute(arg) && /\.m?js$/.test(arg))
  if (script && !(await exists(script))) return `starts ${script}, which is not there; build it or mend the path`
  return args.includes('mcp') ? null : 'lacks the argument "mcp"'
}

const exists = (file: string): Promise<boolean> =>
  stat(file)
    .then(() => true)
    .catch(() => false)

async function runnable(command: string, path: string): Promise<boolean> {
  if (/[/\\]/.test(command)) return exists(command)
  const tried = path
    .split(delimiter)
    .flatMap((folder) => ['', '.cmd', '.exe'].map((end) => join(folder, `${command}${end}`)))
  return (await Promise.all(tried.map(exists))).some(Boolean)
}

const NAME = 'pressure-test'

/** How a client starts this program over stdio. */
export type StdioServer = { readonly command: string; readonly args: readonly string[] }

const forVsCode = (server: StdioServer) => ({ type: 'stdio', ...server })
const forCursor = (server: StdioServer) => Buffer.from(JSON.stringify(server)).toString('base64')

/** Links that set up a client on this machine with one click; the operating system opens the client. */
export const directLinks = (server: StdioServer) => ({
  'VS Code': `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...forVsCode(server) }))}`,
  Cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(forCursor(server))}`,
})
