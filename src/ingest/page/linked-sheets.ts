/** Most style sheets of a page that are read, and most bytes of each. */
const MAX_SHEETS = 10
export const MAX_SHEET = 1_000_000

/** The texts of style sheets by the addresses that a page's links write. */
export type LinkedSheets = ReadonlyMap<string, string>

const LINK = /<link\b[^<>]{1,2000}>/gi
const BASE = /<base\b[^<>]{1,2000}>/i

function attributeOf(tag: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i').exec(tag) ?? []
  return (quoted ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim()
}

/** Whether a link is a style sheet that a browser applies, be it once a script has loaded it. */
function isSheet(tag: string): boolean {
  const names = attributeOf(tag, 'rel').toLowerCase().split(/\s+/)
  if (/\sdisabled(?:[\s=/>])/i.test(tag) || names.includes('alternate')) return false
  return (
    names.includes('stylesheet') ||
    (attributeOf(tag, 'as') === 'style' && /stylesheet/.test(attributeOf(tag, 'onload')))
  )
}

/** The condition of a link; one that is loaded for print and then for all is no condition. */
const mediaOf = (tag: string): string => (/media/.test(attributeOf(tag, 'onload')) ? '' : attributeOf(tag, 'media'))

/** The addresses of a page's style sheets, as it writes them, and in full; those for print alone are left out. */
export function linkedSheets(html: string, page: string): ReadonlyMap<string, string> {
  const base = attributeOf(BASE.exec(html)?.[0] ?? '', 'href')
  const from = URL.canParse(base, page) ? new URL(base, page) : new URL(page)
  const addresses = new Map<string, string>()
  for (const [tag] of html.matchAll(LINK)) {
    const written = attributeOf(tag, 'href')
    if (written === '' || !isSheet(tag) || mediaOf(tag).toLowerCase() === 'print' || !URL.canParse(written, from))
      continue
    const { href, protocol } = new URL(written, from)
    if (/^https?:$/.test(protocol) && addresses.size < MAX_SHEETS) addresses.set(written, href)
  }
  return addresses
}

/** A page with its style sheets in place of the links to them, whose order decides which rule counts. */
export const withSheets = (html: string, sheets: LinkedSheets): string =>
  html.replace(LINK, (tag) => {
    const sheet = isSheet(tag) ? sheets.get(attributeOf(tag, 'href')) : undefined
    if (sheet === undefined) return tag
    const media = mediaOf(tag).replaceAll('"', '&quot;')
    return `<style media="${media}">${sheet.replaceAll('</', String.raw`<\/`)}</style>`
  })
