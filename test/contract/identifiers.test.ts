import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Prefixes of constants for which the code says MAX_ and MIN_. */
const FORBIDDEN = /\b(?:MOST|LONGEST|FEWEST|SHORTEST)_[A-Z0-9_]+\b/g

/** Code without comments and texts; what stands between backticks stays, as there are expressions in it. */
const codeOf = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(['"])(?:\\.|(?!\1)[^\\\n])*\1/g, "''")
    .replace(/(^|\s)\/\/.*$/gm, '')

const files = ['src', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mts|m?js)$/.test(name) && !name.includes('generated'))
    .map((name) => `${folder}/${name}`),
)

describe('identifiers', () => {
  it('are read in every folder', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(codeOf("const a = 'MOST_X' // MOST_Y\n/* MOST_Z */ const MOST_W = 1").match(FORBIDDEN)).toEqual(['MOST_W'])
  })

  it('say MAX_ and MIN_', () => {
    const found = files.flatMap((file) => {
      const words = new Set(codeOf(readFileSync(`${ROOT}${file}`, 'utf8')).match(FORBIDDEN) ?? [])
      return words.size > 0 ? [`${file}: ${[...words].join(', ')}`] : []
    })
    expect(found).toEqual([])
  })
})
