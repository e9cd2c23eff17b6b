import type { PerVoice } from '../../../data/phrases.js'
import type { Category, Persona } from '../../../domain/persona.js'
import type { Point, Points } from '../model/points.js'
import { type HashSource, hashText } from '../model/random.js'
import type { Reading } from '../reading/reading.js'
import { fill, type Vars } from './template.js'
import { voiceOf } from './voice.js'

export type Say = (bank: PerVoice, slot: string, point?: Point<string>) => string

/** The verb for buying in each category. */
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
 * Phrases sentences in the persona's voice. The words depend on the archetype, the text and the seed; people of one
 * archetype use consecutive variants, so that no two of them say the same.
 */
export function createSpeaker(
  persona: Persona,
  reading: Reading,
  category: Category,
  points: Points,
  seed: number,
): Say {
  const voice = voiceOf(persona)
  const turn = turnOf(persona)
  const source: HashSource = [persona.archetype, reading.fingerprint, seed]
  const it = reading.productNoun === null ? 'this' : `this ${reading.productNoun}`
  const fallback = points.against.find(({ quote }) => quote !== '') ?? points.inFavour.find(({ quote }) => quote !== '')
  const { values, aspirations } = persona.psychographics
  const cares = [...values, ...aspirations].filter((care) => !/^(?:never|not)\b/iu.test(care))
  return (bank, slot, point) => {
    const quote = point?.quote || fallback?.quote || reading.opening
    const choice: HashSource = [...source, slot, point?.kind ?? '', quote]
    const vars: Vars = {
      q: quote === '' ? 'this' : `“${quote}”`,
      it,
      price: reading.price?.text ?? 'that price',
      buy: BUY[category],
      other: reading.price?.compared_text || 'the other one',
      value: asNoun(point?.value || values[0] || DEFAULT_VALUE),
      own: asNoun(cares[(hashText(choice.join()) + turn) % Math.max(1, cares.length)] ?? DEFAULT_VALUE),
      topic: point?.topic ?? '',
    }
    return fill(bank[voice], vars, choice, turn)
  }
}

const DEFAULT_VALUE = 'peace and quiet'

/** The number of a persona within its archetype, from ids like `label-reader-3`; other ids are hashed. */
function turnOf({ persona_id }: Persona): number {
  const number = /-(\d{1,9})$/u.exec(persona_id)?.[1]
  return number === undefined ? hashText(persona_id) : Math.max(0, Number(number) - 1)
}

/** A value such as "Honest labels" for the middle of a sentence; abbreviations keep their capitals. */
function asNoun(value: string): string {
  return /^\p{Lu}\p{Ll}/u.test(value) ? value.charAt(0).toLowerCase() + value.slice(1) : value
}
