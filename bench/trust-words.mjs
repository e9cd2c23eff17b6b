// How often each rule of the offline text check fires where it should not: on innocent product sentences and on claims
// labelled by somebody who had not seen the rules (bench/data/trust; or files named on the command line).
// node bench/trust-words.mjs [sentences.jsonl claims.jsonl]   needs a build.
import { readFileSync } from 'node:fs'
import { LEXICON } from '../build/data/lexicon.js'
import { wilsonInterval } from '../build/domain/statistics/wilson.js'
import { hitsOf } from '../build/llm/offline/reading/hits.js'

const DATA = new URL('data/trust/', import.meta.url)
const [sentencesFile = new URL('sentences-dev.jsonl', DATA), claimsFile = new URL('claims-dev.jsonl', DATA)] =
  process.argv.slice(2)
const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const sentences = linesOf(sentencesFile).map(({ text }) => text)
const claims = linesOf(claimsFile)
/** What a rule is meant to find among labelled claims; the others find nothing that is labelled. */
const MEANT = { harm: ['harm'], no_better: ['no-better'] }

const { evidence, ...rules } = LEXICON.claims()
const fires = (rule, text) => hitsOf(rules[rule], text.toLowerCase()).length > 0
const percent = (share) => `${Math.round(100 * share)} %`.padStart(5)

console.log(
  `rule          innocent of ${sentences.length}   (95 % Wilson)   benefit or neutral claims   meant claims found`,
)
for (const rule of Object.keys(rules)) {
  const innocent = sentences.filter((text) => fires(rule, text)).length
  const { low, high } = wilsonInterval(innocent, sentences.length)
  const good = claims.filter(({ meaning }) => meaning >= 0)
  const wrong = good.filter(({ claim }) => fires(rule, claim)).length
  const meant = claims.filter(({ kind }) => MEANT[rule]?.includes(kind))
  const found = meant.filter(({ claim }) => fires(rule, claim)).length
  const cells = [rule.padEnd(12), String(innocent).padStart(8), `${percent(low)} –${percent(high)}`.padStart(22)]
  console.log(
    ...cells,
    `${wrong} of ${good.length}`.padStart(20),
    (MEANT[rule] ? `${found} of ${meant.length}` : '').padStart(20),
  )
  if (process.env.SHOW)
    for (const text of [...sentences, ...good.map(({ claim }) => claim)])
      if (fires(rule, text)) console.log('    ', text)
}
