import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export const APP_URI = 'ui://pressure-test/result.html'
const MIME = 'text/html;profile=mcp-app'

/** A file of the view without indentation, which hosts need not carry. */
const read = async (name: string): Promise<string> =>
  (await readFile(new URL(name, import.meta.url), 'utf8')).replace(/^ +/gm, '')
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The interactive view of a result: one page without network access, whose policy runs only its own script and style. A
 * host shows it in a sandbox and passes it results by `postMessage`.
 */
export async function readApp() {
  const [script, style] = await Promise.all([read('./view.js'), read('./view.css')])
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pressure test result</title>
<style>${style}</style>
</head>
<body>
<main id="view" aria-live="polite"><p class="quiet">Waiting for a result…</p></main>
<script type="module">${script}</script>
</body>
</html>
`
  return {
    uri: APP_URI,
    mimeType: MIME,
    text,
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  }
}
