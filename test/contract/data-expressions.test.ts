import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { DATA_FILES } from '../../src/data/check.js'
import { LEXICON } from '../../src/data/lexicon.js'
import { PHRASES } from '../../src/data/phrases.js'
import { hostileTexts } from '../support/hostile-texts.js'

/** Milliseconds on one text after which an expression has hung; all that do not take exponential time need a few. */
const HANGS = 60_000

function expressionsIn(value: unknown): RegExp[] {
  if (value instanceof RegExp) return [value]
  if (value instanceof Map || value instanceof Set) return [...value.values()].flatMap(expressionsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : []
}

/** Every expression of `data/`, also those that are compiled where they are used. */
function allExpressions(): RegExp[] {
  const { age_told, years_told } = LEXICON.research()
  const templates = [...age_told, ...years_told].map((source) => new RegExp(source.replace('#', '\\d+'), 'giu'))
  const rules = PHRASES.editing().rules.map(({ find }) => new RegExp(find, 'giu'))
  const all = [...DATA_FILES.flatMap((read) => expressionsIn(read())), ...templates, ...rules]
  return [...new Map(all.map((one) => [String(one), one])).values()]
}

const SEARCH = `
const { parentPort, workerData } = require('node:worker_threads')
for (const { source, flags, texts } of workerData) {
  const pattern = new RegExp(source, flags.replace('g', ''))
  for (const text of texts) {
    parentPort.postMessage({ source, text })
    pattern.test(text)
  }
}`

/** The first expression that hangs on one of its texts; null where none does. */
function firstThatHangs(expressions: readonly RegExp[]): Promise<{ source: string; text: string } | null> {
  const searched = expressions.map((one) => ({ source: one.source, flags: one.flags, texts: hostileTexts(one) }))
  const worker = new Worker(SEARCH, { eval: true, workerData: searched })
  onTestFinished(() => void worker.terminate())
  return new Promise((resolve, reject) => {
    let at: { source: string; text: string } | null = null
    let timer = setTimeout(() => resolve(at), HANGS)
    worker.on('message', (now) => {
      at = now
      clearTimeout(timer)
      timer = setTimeout(() => resolve(at), HANGS)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}

it('no expression of a data file hangs on its own words, many times over', async () => {
  const expressions = allExpressions()
  expect(expressions.length).toBeGreaterThan(250)
  expect(await firstThatHangs(expressions)).toBeNull()
}, 600_000)

it.each([
  /(?: (?:a true|a real|true|real|an|a))* miracle/iu,
  /error ?:(?:\s+\p{L}*)*\s+(?:uncaught|cannot)/iu,
  /(?:perfection(?:, (?=perfection )|, (?=perfection)| (?=pure ))?(?:pure )?)+ in/iu,
])(
  'the search finds that %s does',
  async (pattern) => {
    const hostile = hostileTexts(pattern)
    expect(hostile.length).toBeGreaterThan(0)
    // A step more doubles the time of what is exponential: fewer repetitions end, and many do not.
    const worker = new Worker(SEARCH, {
      eval: true,
      workerData: [{ source: pattern.source, flags: pattern.flags, texts: hostile }],
    })
    const ended = new Promise<boolean>((resolve) => worker.on('exit', () => resolve(true)))
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3_000))
    expect(await Promise.race([ended, late])).toBe(false)
    await worker.terminate()
  },
  60_000,
)
