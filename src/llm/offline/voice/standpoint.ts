import type { PerVoice } from '../../../data/phrases.js'
import { variantsOf } from './template.js'

/** From this many ways of saying it a sentence needs no lead. */
const ENOUGH = 6

/** A bank in which every sentence can be said in several ways. */
export function varied(bank: PerVoice, leads: PerVoice): PerVoice {
  const voices = Object.keys(bank) as (keyof PerVoice)[]
  return Object.fromEntries(
    voices.map((voice) => {
      const template = bank[voice]
      return [voice, variantsOf(template) >= ENOUGH ? template : `${leads[voice]}${template}`]
    }),
  ) as PerVoice
}

/** Two banks said one after the other. */
export function followed(first: PerVoice, second: PerVoice): PerVoice {
  const voices = Object.keys(first) as (keyof PerVoice)[]
  return Object.fromEntries(voices.map((voice) => [voice, `${first[voice]} ${second[voice]}`])) as PerVoice
}
