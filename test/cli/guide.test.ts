import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FocusGroupInput } from '../../src/domain/panel/pressure-test.js'
import { readGuide, writeGuide } from '../../src/ingest/read-guide.js'

describe('reading a discussion guide', () => {
  it('takes headings as topics, with the questions below them', () => {
    expect(
      readGuide(
        '# Oats\n\nA drink.\n\n- cheap\n- good\n\n## Price\n- When would you pay it?\n- When not?\n\n### Taste ##\nSay it.',
      ),
    ).toEqual({
      stimulus: '# Oats\n\nA drink.\n\n- cheap\n- good',
      topics: ['Price: When would you pay it? When not?', 'Taste: Say it.'],
    })
  })

  it('takes list items as topics where there are no headings', () => {
    expect(
      readGuide('An oat drink.\r\n\r\n1. The **price**\r\n   of a litre\r\n2) The taste\r\n* The name').topics,
    ).toEqual(['The price of a litre', 'The taste', 'The name'])
  })

  it('reads headings that are closed, and lines of a hundred thousand blanks', () => {
    expect(readGuide('An oat drink.\n## Price ##\n## C#\n## #').topics).toEqual(['Price', 'C', '#'])
    const [blank, hash] = [' '.repeat(100_000), '#'.repeat(100_000)]
    expect(readGuide(`An oat drink.\n## a${blank}b\n## ${hash} ${hash}x\n##${blank}c`).topics[0]).toBe('a b')
    expect(readGuide(`An oat drink.\n- a${blank}b\n-${blank}c`).topics).toEqual(['a b', 'c'])
  })

  it('takes a plain text as its own topic, shortened by whole sentences', () => {
    expect(readGuide('# Oat drinks\nat breakfast.')).toEqual({
      stimulus: '# Oat drinks\nat breakfast.',
      topics: ['Oat drinks at breakfast.'],
    })
    const long = `${'This is a sentence about oats. '.repeat(30)}`.trim()
    const [topic = ''] = readGuide(long).topics
    expect(topic.length).toBeLessThanOrEqual(500)
    expect(topic).toMatch(/oats\.$/)
  })

  it('asks for a subject where a guide begins with a topic', () => {
    expect(() => readGuide('## Price\n- Why?')).toThrow(/write above it what the discussion is about/)
  })

  it('is written again so that it reads the same', () => {
    const words = fc.constantFrom(
      'An oat drink.',
      'the **price**',
      '# Oats',
      '40 % less',
      '12. May',
      '#hashtag',
      'a: b',
      '…',
    )
    const line = fc
      .tuple(fc.constantFrom('', '- ', '* ', '3) ', '## ', '### '), fc.array(words, { minLength: 1, maxLength: 4 }))
      .map(([mark, said]) => `${mark}${said.join(' ')}`)
    let read = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.constant('')), { maxLength: 12 }), (lines) => {
        const text = ['What it is about.', ...lines].join('\n')
        const guide = readGuide(text)
        expect(readGuide(writeGuide(guide))).toEqual(guide)
        if (guide.topics.length > 1) read++
      }),
    )
    expect(read).toBeGreaterThan(10)
  })

  it('reads the example as a valid guide', () => {
    const guide = readGuide(readFileSync('examples/guide-oat-drink.md', 'utf8'))
    expect(FocusGroupInput.parse(guide)).toMatchObject(guide)
    expect(guide.topics).toHaveLength(4)
  })
})
