import { describe, expect, it } from 'vitest'
import { renderNotice, renderReport } from '../../src/report/report.js'
import { NAUGHTY } from '../support/naughty-strings.js'
import { ASSAYS, blanksOnly, rehearsedTest, tested } from './documents/assay.js'
import { askRun, comparisonRun, refinementRun } from './documents/other-kinds.js'
import { simulated } from './documents/simulation.js'
import { completedRun, focusGroupRun, talkative, withEverything, withNothing, withTexts } from './documents.js'
import { LONG_WORD, pagesInBrowser, SCREENS, unfold, widthOf } from './screens.js'

const { pages, open, describeEveryPage } = pagesInBrowser(async () => {
  const typical = completedRun()
  const forty = completedRun({ personas: 40 })
  let at = 0
  const naughty = () => NAUGHTY[at++ % NAUGHTY.length] ?? ''
  const documents: Record<string, string> = {
    typical: renderReport(typical),
    three: renderReport(completedRun({ personas: 3, focus_group: 'off' })),
    nothing: renderReport(withNothing(typical)),
    everything: renderReport(withEverything(typical)),
    forty: renderReport(forty),
    thousand: renderReport(completedRun({ personas: 1_000 })),
    long: renderReport(withTexts(withEverything(forty), () => `${LONG_WORD} and ${LONG_WORD}`)),
    naughty: renderReport(withTexts(withEverything(forty), naughty)),
    twelve: renderReport(completedRun({ personas: 12, focus_group: 'quick' })),
    focus: renderReport(focusGroupRun()),
    comparison: renderReport(comparisonRun()),
    refinement: renderReport(tested(refinementRun(), blanksOnly(5.6))),
    tested: renderReport(tested(completedRun({ personas: 12 }), ASSAYS.red)),
    rehearsedTest: renderReport(rehearsedTest(completedRun({ personas: 12 }))),
    ask: renderReport(askRun()),
    simulation: renderReport(await simulated({ personas: 130, days: 30, network: 'small_world' })),
    longer: renderReport(withTexts(comparisonRun(), () => `${LONG_WORD} and ${LONG_WORD}`)),
    rewritten: renderReport(withTexts(refinementRun(), () => `${LONG_WORD} and ${LONG_WORD}`)),
    talkative: renderReport(talkative(typical)),
    notice: renderNotice('This link does not open a report.'),
  }
  if (at < NAUGHTY.length) throw new Error(`only ${at} naughty strings in the page`)
  return documents
})

const NAMES =
  'typical three nothing everything twelve forty long naughty focus comparison refinement ask simulation longer rewritten tested rehearsedTest notice'.split(
    ' ',
  )

describeEveryPage(NAMES)

describe('a thousand people', () => {
  it('fit a phone, folded or not', async () => {
    const { page, requests, trouble } = await open('thousand', SCREENS[2])
    await unfold(page)
    expect(await widthOf(page)).toBeLessThanOrEqual(360)
    expect(await page.locator('table.people tbody tr').count()).toBe(976)
    expect(requests).toEqual([pages.thousand])
    expect(trouble).toEqual([])
    await page.close()
  })
})

describe('above the fold', () => {
  it.each(SCREENS)(
    'at $width px, $colorScheme stand product, verdict, first finding with a quote, and whose answers these are',
    async (screen) => {
      for (const name of ['typical', 'everything']) {
        const { page } = await open(name, screen)
        const bottoms = await page.evaluate(() =>
          ['.brand', '.number', '.first .lead', '.first figcaption', '.trust > p', '.trust .light strong'].map(
            (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
          ),
        )
        expect(Math.max(...bottoms)).toBeLessThan(screen.height)
        await page.close()
      }
    },
  )
})

describe('a link into the transcript', () => {
  it('opens the folded part it leads to', async () => {
    const { page } = await open('talkative', SCREENS[0])
    const turn = page.locator('#turn-24')
    expect(await turn.isVisible()).toBe(false)
    await page.locator('a[href="#turn-24"]').click()
    expect(await turn.isVisible()).toBe(true)
    await page.close()
  })
})

describe('by keyboard', () => {
  it('focuses the skip link first, visibly', async () => {
    const { page } = await open('typical', SCREENS[0])
    await page.keyboard.press('Tab')
    const skip = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement
      return { text: at.textContent, left: at.getBoundingClientRect().left, outline: getComputedStyle(at).outlineStyle }
    })
    expect(skip).toMatchObject({ text: 'Skip to the verdict', outline: 'solid' })
    expect(skip.left).toBeGreaterThanOrEqual(0)
    await page.close()
  })
})

describe('on paper', () => {
  it.each(['light', 'dark'] as const)(
    'is black on white, with everything unfolded, also from a %s screen',
    async (colorScheme) => {
      const { page } = await open('everything', SCREENS[1])
      await page.emulateMedia({ media: 'print', colorScheme })
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
    },
  )
})
