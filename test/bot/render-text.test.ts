import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, line, neutralizeMrkdwn, passage } from '../../src/bot/blocks/text.js'
import { dollars } from '../../src/domain/text/dollars.js'
import { duration } from '../../src/presentation/words.js'
import { MARKUP } from './payloads.js'

const FAMILY = '👨‍👩‍👧‍👦'

describe('a text that is cut', () => {
  it('ends between words with an ellipsis, and stays whole where it fits', () => {
    expect(cut('Froths like milk, they say', 18)).toBe('Froths like milk,…')
    expect(cut('Froths', 6)).toBe('Froths')
    expect(cut('Unbreakablyletters', 8)).toBe('Unbreak…')
  })

  it('is never longer than asked for and never breaks a character as a reader sees it', () => {
    const piece = fc.constantFrom(FAMILY, '🏳️‍🌈', '🇩🇪', '👍🏽', 'é', 'a', ' ', 'नि', '한')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 80 }), (pieces, most) => {
        const text = pieces.join('')
        const short = cut(text, most)
        expect(short.length).toBeLessThanOrEqual(Math.max(1, most))
        if (text.length <= most) {
          expect(short).toBe(text)
          return
        }
        expect(short.endsWith('…')).toBe(true)
        const kept = [...new Intl.Segmenter().segment(short.slice(0, -1))].map(({ segment }) => segment)
        const whole = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
        expect(kept).toEqual(whole.slice(0, kept.length))
      }),
    )
  })

  it('of one character that is too long is nothing but the ellipsis', () => {
    expect(cut(FAMILY.repeat(3), 5)).toBe('…')
  })
})

describe('a stranger’s text', () => {
  it('on one line has no line breaks, nothing invisible, and something to show', () => {
    expect(line('  two\n\n lines\u0000 \u200b\u202e', 40)).toBe('two lines')
    expect(line('', 40)).toBe('(nothing that can be shown)')
    expect(line('\u2028\u200b', 40)).toBe('(nothing that can be shown)')
    expect(passage('one\n\n\n\ntwo', 40)).toBe('one\n\ntwo')
  })

  it('from right to left keeps to itself, so that our words around it stay where they are', () => {
    expect(line('مرحبا', 40)).toBe('\u2068مرحبا\u2069')
    expect(line('שלום', 40)).toBe('\u2068שלום\u2069')
    expect(line('Hello', 40)).toBe('Hello')
    expect(line('م'.repeat(100), 20).length).toBeLessThanOrEqual(20)
  })

  it.each([
    '<!channel> <!here|here> <@U0123ABCD> <#C0123|general>',
    '@here @channel @ana',
    'https://evil.example <https://evil.example|your bank> mailto:a@b.example',
    '*bold* _italic_ ~gone~ `code` ```block```',
    '> quoted\n> twice',
    '&lt;!channel&gt; &amp;',
    ':tada: :skull_and_crossbones:',
    '[link](https://evil.example)',
  ])('is no markup where Slack reads mrkdwn: %s', (text) => {
    expect(neutralizeMrkdwn(text, 500)).not.toMatch(MARKUP)
    expect(neutralizeMrkdwn(text, 500).length).toBeGreaterThan(5)
  })

  it('of plain words stays as it is', () => {
    expect(neutralizeMrkdwn('Takes 5 min: froths (like milk), 40% less – “really”!', 200)).toBe(
      'Takes 5 min: froths (like milk), 40% less – “really”!',
    )
  })
})

it('says money and time as people do', () => {
  expect([0, 0.004, 0.015, 0.5, 12.345].map(dollars)).toEqual(['$0', '$0.0040', '$0.02', '$0.50', '$12.35'])
  expect([400, 59_000, 60_000, 65_000, 7_500_000].map(duration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 min 5 s',
    '2 h 5 min',
  ])
})
