import type { PerVoice } from '../../../data/phrases.js'
import type { Category, Persona } from '../../../domain/persona.js'
import type { Point, Points } from '../model/points.js'
import { hashText, type Source } from '../model/random.js'
import type { Reading } from '../reading/reading.js'
import { fill, type Vars } from './template.js'
import { voiceOf } from './voice.js'

export type Say = (bank: PerVoice, slot: string, point?: Point<string>) => string

/** What buying is called where there is nothing to carry home. */
const BUY: Readonly<Record<Category, string>> = {
  fmcg: 'buy it',
  beauty: 'buy it',
  food_drink: 'buy it',
  tech: 'buy it',
  saas: 'sign up for it',
  finance: 'sign up for it',
  travel: 'book it',
  health: 'buy it',
}

/**
 * Speaks in the persona's voice. The words depend on the archetype, the text and the seed; people of one archetype
 * take turns through what can be said, so that the next one never says the same.
 */
export function sayer(persona: Persona, reading: Reading, category: Category, points: Points, seed: number): Say {
  const voice = voiceOf(persona)
  const turn = turnOf(persona)
  const source: Source = [persona.archetype, reading.fingerprint, seed]
  const it = reading.thing === null ? 'this' : `this ${reading.thing}`
  const fallback = points.against.find(({ quote }) => quote !== '') ?? points.forIt.find(({ quote }) => quote !== '')
  const { values, aspirations } = persona.psychographics
  const cares = [...values, ...aspirations].filter((care) => !/^(?:never|not)\b/iu.test(care))
  return (bank, slot, point) => {
    const quote = point?.quote || fallback?.quote || reading.opening
    const choice: Source = [...source, slot, point?.kind ?? '', quote]
    const vars: Vars = {
      q: quote === '' ? 'this' : `“${quote}”`,
      it,
      price: reading.price?.text ?? 'that price',
      buy: BUY[category],
      other: reading.price?.compared_text || 'the other one',
      value: asNoun(point?.value || values[0] || PEACE),
      own: asNoun(cares[(hashText(choice.join()) + turn) % Math.max(1, cares.length)] ?? PEACE),
      topic: point?.topic ?? '',
    }
    return fill(bank[voice], vars, choice, turn)
  }
}

const PEACE = 'peace and quiet'

/** The number of somebody within their archetype, from ids like `label-reader-3`; of other ids, a number of their own. */
function turnOf({ persona_id }: Persona): number {
  const number = /-(\d{1,9})$/u.exec(persona_id)?.[1]
  return number === undefined ? hashText(persona_id) : Math.max(0, Number(number) - 1)
}

/** "Honest labels" in the middle of a sentence; abbreviations and names keep their capital. */
function asNoun(value: string): string {
  return /^\p{Lu}\p{Ll}/u.test(value) ? value.charAt(0).toLowerCase() + value.slice(1) : value
}
