import type { Token } from './nlp.js'
import type { Segment } from './segments.js'

const INTRODUCES = /^(?:is|are|introducing|meet|called|:|–|—|-)$/u
const ARTICLE = /^(?:a|an|the|our|your|this)$/u
/** Words that praise or sell rather than name. */
const NOT_PART_OF_A_NAME =
  /^(?:best|better|new|first|only|ultimate|perfect|revolutionary|premium|amazing|incredible|most|future|world|one|thing|things|way|answer|solution|end|secret|miracle|time|day|week|month|year|customer|customers|people|everyone|free|next|same|easiest|smartest|reason|lot|bit|kind|pay|money|promise|choice|product)$/u
const LONGEST = 28
const SEGMENTS_LOOKED_AT = 6

/** What the text is about ("oat drink", "team calendar"), or null when no plain noun introduces itself. */
export function readThing(segments: readonly Segment[]): string | null {
  for (const { tokens } of segments.slice(0, SEGMENTS_LOOKED_AT)) {
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
  return name.length > LONGEST ? null : name
}
