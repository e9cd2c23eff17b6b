import { type PerRegister, PHRASES, type Register } from '../../../data/phrases.js'
import type { Category, Persona } from '../../../domain/personas/persona.js'
import { lowerFirstWord } from '../../../domain/text/words.js'
import type { Point } from '../model/points.js'
import { pick } from '../model/random.js'
import type { Reading } from '../reading/reading.js'
import { fill, type Vars } from './template.js'

/** The register whose words come first in a persona's tone, else plain. */
export function registerOf({ communication_tone }: Persona): Register {
  const { warm, formal } = PHRASES.answers().registers
  const tone = communication_tone.toLowerCase()
  const at = (words: RegExp) => {
    const place = tone.search(words)
    return place < 0 ? Number.POSITIVE_INFINITY : place
  }
  if (at(warm) === at(formal)) return 'plain'
  return at(warm) < at(formal) ? 'warm' : 'formal'
}

/**
 * Renders a sentence, in the speaker's register where the bank has several, about a point or else the text's opening.
 */
export type Say = (bank: string | PerRegister, point?: Pick<Point<string>, 'quote'>, more?: Vars) => string

const BOOKED: ReadonlySet<Category> = new Set<Category>(['travel'])

export function createSpeaker(persona: Persona, reading: Reading, category: Category): Say {
  const register = registerOf(persona)
  const fixed = varsOf(reading, category)
  const { values, aspirations } = persona.psychographics
  const cares = [...values, ...aspirations].filter((care) => !/^(?:never|not)\b/iu.test(care))
  const [first = 'what I need myself', ...others] = cares
  return (bank, point, more = {}) => {
    const own = lowerFirstWord(pick([first, ...others], [persona.persona_id, reading.fingerprint]))
    const q = point && point.quote !== '' ? `“${point.quote}”` : fixed.q
    return fill(typeof bank === 'string' ? bank : bank[register], { ...fixed, q, own, ...more })
  }
}

/** Variables for sentences about a text that do not depend on the speaker. */
export function varsOf(reading: Reading, category: Category): Vars & { readonly q: string } {
  const q = reading.opening === '' ? 'this' : `“${reading.opening}”`
  return {
    q,
    it: reading.subject || q,
    product: reading.subject || 'this',
    price: reading.price?.is_open === false ? reading.price.text : 'the price',
    dear: dearness(reading.price),
    buy: BOOKED.has(category) ? 'book' : 'buy',
  }
}

/**
 * What a price is compared with: the price that the text itself names beside it, or the model's idea of a usual one.
 */
function dearness(price: Reading['price']): string {
  if (price?.compared == null || price.amount <= price.compared) return 'above what this model takes for usual'
  return `more than the “${price.compared_text}” that the text names beside it`
}
