// What the scripted people are shown, and how a reader tells what became of a text: by its prices, by a sentence that says
// a harm or takes a claim back, by the words of the control concepts. Nothing but the text is known here.
import { readFileSync } from 'node:fs'
import { PANELS } from '../../../build/data/archetypes.js'
import { ASSAY_TEXTS } from '../../../build/data/assay.js'

const CATEGORIES = {
  'Monday Roast coffee subscription': 'food_drink',
  'Billbird invoicing software': 'saas',
  'Glimmer bicycle light': 'tech',
  'Pawsafe pet insurance': 'finance',
  'Fulmar down jacket': 'fmcg',
  'Open String guitar lessons': 'fmcg',
  'Highline gutter cleaning': 'fmcg',
  'Dustin robot vacuum': 'tech',
  'Stillwater herbal tea': 'food_drink',
  'Slow Ghent city break': 'travel',
}

/** Propositions, none of which the author of the assay had in mind. */
export const TEXTS = JSON.parse(
  readFileSync(new URL('../../data/trust/offer-variants-dev.json', import.meta.url), 'utf8'),
).map(({ product, base }) => ({ product, text: base, category: CATEGORIES[product] }))

const { English } = ASSAY_TEXTS().languages
const HARMS = Object.values(English.harm).flat()
const CONTROLS = [
  ...Object.values(PANELS.controls()).flatMap(({ absurd, known_good }) => [
    [absurd, 'absurd'],
    [known_good, 'good'],
  ]),
  ...Object.values(ASSAY_TEXTS().weak).map((weak) => [weak, 'weak']),
]
const beginningOf = (sentence) => sentence.slice(0, sentence.indexOf('{claim}'))

/** What a text is: `{ product, kind, price }`, the price as a multiple of the usual one. */
export function readText(stimulus) {
  const control = CONTROLS.find(([text]) => text === stimulus)
  if (control) return { product: control[0].slice(0, 40), kind: control[1], price: 1 }
  const known = TEXTS.map((candidate) => ({ candidate, shared: sharedWords(candidate.text, stimulus) })).sort(
    (a, b) => b.shared - a.shared,
  )[0].candidate
  return { product: known.product, kind: kindOf(stimulus, known.text), price: priceIn(stimulus) / priceIn(known.text) }
}

function kindOf(stimulus, plain) {
  if (HARMS.some((harm) => stimulus.includes(harm))) return 'harm'
  if (stimulus.includes(beginningOf(English.negated))) return 'negated'
  if (stimulus.includes(beginningOf(English.reversed))) return 'reversed'
  if (priceIn(stimulus) !== priceIn(plain)) return 'priced'
  return stimulus === plain ? 'plain' : 'reworded'
}

const priceIn = (text) => Number(/([\d.,]+) (?:euros|dollars|pounds|francs)/.exec(text)?.[1].replace(/,(?=\d{3})/g, ''))

const wordsOf = (text) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
function sharedWords(left, right) {
  const known = wordsOf(left)
  return [...wordsOf(right)].filter((word) => known.has(word)).length / known.size
}

export const sentencesOf = (text) => text.match(/[^.!?]+[.!?]+/g)?.map((sentence) => sentence.trim()) ?? [text]
