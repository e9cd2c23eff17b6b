// The scripted discussions that a run reads to try its own reading: how many of the planted silences are found, over texts,
// by a coder that reads polarity and by similarity.
import { ASSAY_TEXTS } from '../../build/data/assay.js'
import { CODE_VIEWS_RULES } from '../../build/engine/focus-group/live/code-views.js'
import { plantRoom, readPlantedRoom } from '../../build/engine/focus-group/live/planted-room.js'
import { codeViews } from './light/coder.mjs'
import { sentencesOf, TEXTS } from './light/texts.mjs'
import { benchDeps, createRandom, share } from './rooms.mjs'

const ROOMS_EACH = 6
const BARS = { reads: { precision: 0.9, recall: 0.9 }, offline: { precision: 0.8, recall: 0.6 } }

export async function planted() {
  const random = createRandom(17)
  const coders = [
    ['coder that reads polarity', (seed) => benchDeps((_, facts) => ({ marks: codeViews(facts) }), seed), BARS.reads],
    [
      'the same, errs in 5 % of its marks',
      (seed) => benchDeps((_, facts) => ({ marks: codeViews(facts, random) }), seed),
      BARS.reads,
    ],
    ['offline, by similarity', (seed) => benchDeps(null, seed), BARS.offline],
  ]
  console.log(`planted silences, ${ROOMS_EACH} rooms on each of ${TEXTS.length} texts\n`)
  console.log('| coder | precision | recall | bar | rooms below 0.8 in either | rooms below 0.6 |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  const missed = []
  for (const [name, depsOf, bar] of coders) {
    const readings = await readingsBy(depsOf)
    missed.push(...print(name, readings, bar))
  }
  const rooms = await readingsBy((seed) => benchDeps(() => ({ marks: [] }), seed))
  const all = rooms.map(({ unheard }) => ({ unheard, found: unheard, named: 10 }))
  print('always: nobody said it', all, null)
  print(
    'a coin',
    rooms.map(({ unheard }) => guess(unheard, random)),
    null,
  )
  return missed
}

async function readingsBy(depsOf) {
  const { English } = ASSAY_TEXTS().languages
  const readings = []
  for (const { product, text } of TEXTS)
    for (let room = 0; room < ROOMS_EACH; room++) {
      const claims = sentencesOf(text)
        .slice(0, 6)
        .map((claim) => claim.replace(/[.!?]+$/u, ''))
      const seed = `${product}/${room}`
      readings.push(
        await readPlantedRoom(depsOf(seed), CODE_VIEWS_RULES, 'planted', plantRoom(English, claims, seed), text),
      )
    }
  return readings
}

const VIEWS = 10
function guess(unheard, random) {
  const heads = (count) => Array.from({ length: count }, random).filter((value) => value < 0.5).length
  const found = heads(unheard)
  return { unheard, found, named: found + heads(VIEWS - unheard) }
}

function print(name, readings, bar) {
  const sum = (of) => readings.reduce((total, reading) => total + reading[of], 0)
  const precision = sum('found') / Math.max(1, sum('named'))
  const recall = sum('found') / sum('unheard')
  const worst = readings.map(({ unheard, found, named }) => Math.min(found / unheard, named === 0 ? 0 : found / named))
  const below = (limit) => share(worst.filter((value) => value < limit).length, worst.length)
  const wanted = bar ? `${bar.precision} / ${bar.recall}` : ''
  console.log(
    `| ${name} | ${precision.toFixed(2)} | ${recall.toFixed(2)} | ${wanted} | ${below(0.8)} | ${below(0.6)} |`,
  )
  if (!bar) return []
  return [
    ...(precision < bar.precision
      ? [`planted, ${name}: precision ${precision.toFixed(2)} (bar ${bar.precision})`]
      : []),
    ...(recall < bar.recall ? [`planted, ${name}: recall ${recall.toFixed(2)} (bar ${bar.recall})`] : []),
  ]
}
