const NAME = 'pressure-test'

/** How a client starts this program over stdio. */
export type StdioServer = { readonly command: string; readonly args: readonly string[] }

/** The program as the package registry delivers it, in a version that is named. */
export const publishedServer = (version: string): StdioServer => ({
  command: 'npx',
  args: ['-y', `pressure-test@${version}`, 'mcp'],
})

const forVsCode = (server: StdioServer) => ({ type: 'stdio', ...server })
const forCursor = (server: StdioServer) => Buffer.from(JSON.stringify(server)).toString('base64')

/** Addresses that set a client of this machine up with one click: an operating system opens the client with them. */
export const directLinks = (server: StdioServer) => ({
  'VS Code': `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...forVsCode(server) }))}`,
  Cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(forCursor(server))}`,
})

/** The same over the clients' own sites: places that show a README take out links of other schemes. */
export const webLinks = (server: StdioServer) => ({
  'VS Code': `https://insiders.vscode.dev/redirect/mcp/install?name=${NAME}&config=${encodeURIComponent(JSON.stringify(forVsCode(server)))}`,
  Cursor: `https://cursor.com/en/install-mcp?name=${NAME}&config=${encodeURIComponent(forCursor(server))}`,
})
