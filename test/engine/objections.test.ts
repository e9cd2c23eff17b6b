import { expect, it, onTestFinished } from 'vitest'
import { countsOf, lettersOf, pairsOf } from '../../bench/objection-pairs.mjs'
import { JUDGING } from '../../src/data/judging.js'
import { cosine } from '../../src/engine/panel/intent/similarity-rating.js'
import { matchOf, objectionsOver } from '../../src/engine/versions/objections.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'

/** Of all pairs one in so many is matched anew: all of them would take longer than they say. */
const EVERY = 8

it('how often objections are matched rightly is said from what was measured, and still comes out so', async () => {
  const { letters, reworded, different } = JUDGING.objection_matches()
  const pairs = pairsOf('heldout')
  expect(letters).toHaveLength(pairs.length)
  expect(countsOf(pairs, letters)).toEqual({ reworded, different })

  const sampled = pairs.filter((_, index) => index % EVERY === 0)
  const { embed, close } = createBundledEmbedder()
  onTestFinished(close)
  const anew = await lettersOf(sampled, { embed, alike: cosine, matchOf })
  expect(anew).toBe([...letters].filter((_, index) => index % EVERY === 0).join(''))

  const { caution } = await objectionsOver([], embed)
  const share = (count: number, all: number) => `${Math.round((100 * count) / all)}`
  expect(caution.match(/\d+/g)?.filter((figure) => figure !== '100')).toEqual([
    ...[reworded.same, reworded.perhaps, reworded.other].map((count) => share(count, reworded.pairs)),
    ...[different.same, different.perhaps].map((count) => share(count, different.pairs)),
  ])
})
