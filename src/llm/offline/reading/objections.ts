import { HIDDEN_OBJECTIONS, type HiddenObjection, OBJECTIONS, type Objection } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import { keyOf } from '../voice/template.js'

const QUOTED = /“[^”]*”/gu

/** The sentence in lower case, its quotations from the stimulus replaced. */
export function withoutQuotes(sentence: string): string {
  return sentence.replace(QUOTED, '…').toLowerCase()
}

type Keys<K> = readonly (readonly [key: string, kind: K])[]
let spoken: Keys<Objection> | undefined
let hidden: Keys<HiddenObjection> | undefined

/** The objection in a sentence that this model wrote; null for any other sentence. */
export function objectionIn(sentence: string): Objection | null {
  spoken ??= OBJECTIONS.flatMap((kind) => {
    const { friction, spoken: aloud, finding, fix } = PHRASES.objections()[kind]
    return [friction, ...Object.values(aloud), finding, fix].map((template) => [keyOf(template), kind] as const)
  })
  return kindIn(spoken, sentence)
}

export function privateObjectionIn(sentence: string): HiddenObjection | null {
  hidden ??= HIDDEN_OBJECTIONS.flatMap((kind) => {
    const { reason, thought } = PHRASES.answers().hidden[kind]
    return [reason, thought].map((template) => [keyOf(template), kind] as const)
  })
  return kindIn(hidden, sentence)
}

function kindIn<K>(keys: Keys<K>, sentence: string): K | null {
  const words = withoutQuotes(sentence)
  return keys.find(([key]) => words.includes(key))?.[1] ?? null
}
