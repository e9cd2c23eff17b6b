const NAME = 'pressure-test'

/** How a client starts this program over stdio. */
export type StdioServer = { readonly command: string; readonly args: readonly string[] }

const forVsCode = (server: StdioServer) => ({ type: 'stdio', ...server })
const forCursor = (server: StdioServer) => Buffer.from(JSON.stringify(server)).toString('base64')

/** Addresses that set a client of this machine up with one click: an operating system opens the client with them. */
export const directLinks = (server: StdioServer) => ({
  'VS Code': `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...forVsCode(server) }))}`,
  Cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(forCursor(server))}`,
})
