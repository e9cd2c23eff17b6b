import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.js'

const require = createRequire(import.meta.url)
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)

/** `audited`: where axe looks at a page, once in each scheme and at each width. */
export const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light', audited: true },
  { width: 1280, height: 800, colorScheme: 'dark', audited: false },
  { width: 360, height: 740, colorScheme: 'light', audited: false },
  { width: 360, height: 740, colorScheme: 'dark', audited: true },
] as const

export type Opened = { page: Page; requests: string[]; trouble: string[] }

/** Pages in a real browser, for the tests of one file. Made before them from their HTML, by name. */
export function pagesInBrowser(make: () => Promise<Record<string, string>>) {
  let browser: Browser
  let folder: string
  let axe: string
  const pages: Record<string, string> = {}

  beforeAll(async () => {
    browser = await launchBrowser()
    folder = await mkdtemp(join(tmpdir(), 'pt-pages-'))
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
    for (const [name, html] of Object.entries(await make())) {
      const file = join(folder, `${name}.html`)
      await writeFile(file, html)
      pages[name] = pathToFileURL(file).href
    }
  })
  afterAll(async () => {
    await browser?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  /** Opens a page; `trouble` is whatever it complained about, `requests` whatever it asked for. */
  async function open(name: string, { width, height, colorScheme }: (typeof SCREENS)[number]): Promise<Opened> {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    const requests: string[] = []
    const trouble: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => trouble.push(message.text()))
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('dialog', (dialog) => {
      trouble.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(pages[name] ?? '')
    return { page, requests, trouble }
  }
  /** What axe finds; evaluated, for the page's own policy would let no script in. */
  async function violationsOf(page: Page): Promise<string[]> {
    await page.evaluate(axe)
    return page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there
      const { violations } = await (globalThis as any).axe.run(document)
      // biome-ignore lint/suspicious/noExplicitAny: only for the message of a failing test
      return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`)
    })
  }
  /** What holds for each of these pages, on every screen. */
  const describeEveryPage = (names: readonly string[]) =>
    describe.each(names)('the page "%s"', (name) => {
      it.each(SCREENS)(
        'at $width px, $colorScheme: no axe violation and no sideways scrolling, folded or unfolded',
        async (screen) => {
          const { page, requests, trouble } = await open(name, screen)
          expect(await widthOf(page)).toBeLessThanOrEqual(screen.width)
          await unfold(page)
          expect(await widthOf(page)).toBeLessThanOrEqual(screen.width)
          if (screen.audited) expect(await violationsOf(page)).toEqual([])
          expect(requests).toEqual([pages[name]])
          expect(trouble).toEqual([])
          await page.close()
        },
      )
    })

  return { pages, open, describeEveryPage }
}

export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
export const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
  })
