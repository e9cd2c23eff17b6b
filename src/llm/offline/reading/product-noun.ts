import type { Token } from './nlp.js'
import type { Segment } from './segments.js'

const INTRODUCES = /^(?:is|are|introducing|meet|called|:|–|—|-)$/u
const ARTICLE = /^(?:a|an|the|our|your|this)$/u
/** Words of praise or of sales talk, which do not name a product. */
const NOT_PART_OF_A_NAME =
  /^(?:best|better|new|first|only|ultimate|perfect|revolutionary|premium|amazing|incredible|most|future|world|one|thing|things|way|answer|solution|end|secret|miracle|time|day|week|month|year|customer|customers|people|everyone|free|next|same|easiest|smartest|reason|lot|bit|kind|pay|money|promise|choice|product)$/u
const MAX_NAME_LENGTH = 28
const MAX_SEGMENTS = 6

/** The noun for the product ("oat drink", "team calendar"), or null when the text does not introduce it by a plain noun. */
export function readProductNoun(segments: readonly Segment[]): string | null {
  for (const { tokens } of segments.slice(0, MAX_SEGMENTS)) {
    for (const [i, { text }] of tokens.entries()) {
      const introduced = INTRODUCES.test(text.toLowerCase()) && ARTICLE.test(tokens[i + 1]?.text.toLowerCase() ?? '')
      const opens = i === 0 && ARTICLE.test(text.toLowerCase())
      if (!introduced && !opens) continue
      const noun = nounFrom(tokens, introduced ? i + 2 : 1)
      if (noun !== null) return noun
    }
  }
  return null
}

/** The last two nouns of the noun phrase that starts at `from`. */
function nounFrom(tokens: readonly Token[], from: number): string | null {
  const nouns: string[] = []
  for (let i = from; i < tokens.length; i++) {
    const { text, pos } = tokens[i] as Token
    if (!/^\p{L}[\p{L}-]*$/u.test(text)) break
    if (pos === 'NOUN') nouns.push(text.toLowerCase())
    else if (pos !== 'ADJ' || nouns.length > 0) break
  }
  const named = nouns.filter((noun) => !NOT_PART_OF_A_NAME.test(noun)).slice(-2)
  const last = named.at(-1)
  if (last === undefined || last !== nouns.at(-1) || last.length < 3 || /[^s]s$/u.test(last)) return null
  const name = named.join(' ')
  return name.length > MAX_NAME_LENGTH ? null : name
}
