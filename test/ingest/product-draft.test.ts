import { describe, expect, it } from 'vitest'
import { draftFromBlocks } from '../../src/ingest/product-files/draft-product.js'
import { textBlocks } from '../../src/ingest/product-files/page-blocks.js'

/** A draft of a page about a product called Tagly, with a screen “scan_receipt”. */
const draft = (text: string) => draftFromBlocks(textBlocks(`# Tagly\n\n- Scan a receipt\n\n${text}\n`), 'tagly.md')

describe('a problem', () => {
  it.each([
    '30% of paper receipts get lost. Yours never will.',
    '70% of receipts fail their first audit.',
    '1 in 3 scans fails. Ours arrive.',
    'Sometimes you lose a receipt. Tagly finds it.',
    'Unlike other apps, whose scans fail 70% of the time, this app works.',
    '## The problem\n\n12% of scans fail.',
  ])('of the market is told and is no defect: %s', (sentence) => {
    const { product, assumptions } = draft(sentence)
    expect(product.screens['scan_receipt']?.defects ?? []).toEqual([])
    expect(assumptions.join('\n')).toContain('is told and not taken over: “')
  })

  it.each([
    'Tagly drops a few: 12% of scans fail.',
    'About 12% of our scans fail.',
    'Known bug: about 12% of scans fail.',
    '## Known issues\n\n12% of scans fail.',
  ])('of the product is a defect: %s', (sentence) => {
    const { product, found } = draft(sentence)
    expect(product.screens['scan_receipt']?.defects).toMatchObject([{ p: 0.12 }])
    expect(found.get('screens.scan_receipt.defects.0.p')).toContain('12%')
  })

  it('is none where something is known for having none', () => {
    expect(draft('Known for tents that do not break.').assumptions.join('\n')).toContain('recognised no problem')
  })
})

describe('a free plan', () => {
  it.each([
    'Ad-free 200 channels.',
    'There’s nothing a good nap can’t fix.',
    "There's nothing a good nap can't fix.",
    'Gluten-free one pot meals.',
    'Feel free one more time.',
    'Free for a limited time.',
  ])('is not made of %s', (sentence) => {
    expect(draft(`${sentence} Pro costs €5 a month.`).product.price).toMatchObject({
      plans: [{ per_month: 5 }],
      free: null,
    })
  })

  it.each([
    ['Free for up to 3 beds.', { beds: 3 }],
    ['Free for one dog.', { dog: 1 }],
    ['Pay nothing for your first 2 boxes.', { boxes: 2 }],
    ['Your first 10 scans are free.', { scans: 10 }],
  ])('has the limit that is said: %s', (sentence, limits) => {
    expect(draft(`${sentence} Pro costs €5 a month.`).product.price.free).toMatchObject({ limits })
  })
})
