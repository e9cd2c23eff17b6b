import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('no text claims that personal data is removed: some of it is recognised', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const folders = ['src', 'docs', 'examples']
  const found = await Promise.all(folders.map((folder) => readdir(join(root, folder), { recursive: true })))
  const paths = [
    'README.md',
    'CHANGELOG.md',
    ...folders.flatMap((folder, i) => (found[i] ?? []).map((path) => join(folder, path))),
  ]
  const claim =
    /personal data (?:is|are|was|gets?) (?:removed|deleted|stripped)|(?:lose|without|freed of|stripped of) (?:their |all )?identifiers|without what identifies|(?:is|are|been) (?:fully )?(?:anonymi[sz]ed|de-identified)/i
  const claiming: string[] = []
  for (const path of paths.filter((one) => /\.(?:md|tsx?|js|json)$/.test(one) && !one.includes('generated')))
    if (claim.test(await readFile(join(root, path), 'utf8'))) claiming.push(path)
  expect(paths.length).toBeGreaterThan(500)
  expect(claiming).toEqual([])
})
