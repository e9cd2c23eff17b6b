import { describe, expect, it } from 'vitest'
import { renderReport } from '../../src/report/report.js'
import { NAUGHTY } from '../support/naughty-strings.js'
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
import { LONG_WORD, pagesInBrowser, SCREENS, unfold, widthOf } from './screens.js'

const { pages, open, describeEveryPage } = pagesInBrowser(async () => {
  const [approved, failing, rich] = await Promise.all([approvedRun(), failingRun(), richRun()])
  const history = historyOf(rich)
  let at = 0
  return {
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
})

describeEveryPage('approved failing unjudged improved rich naughty long'.split(' '))

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
