/** Words that say nothing without the ones behind them, English and German; some end a sentence as well (“plug it in”). */
const LEADS = [
  // Articles and modifiers, conjunctions, prepositions.
  'an?|the|our|your|my|their|its|every|each|very|truly|totally|completely|absolutely|utterly|entirely|incredibly|insanely|really|honestly|100 ?%|hundert ?prozent',
  'and|or|but|nor|because|which|whose|while|where|although|unless|until|if|than|plus',
  'of|from|with|for|at|by|in|on|to|into|onto|per|via|during|without|between|against|like|as',
  'der|die|das|eine?|einen|einem|einer|dem|den|des|und|oder|aber|weil|dass|wenn|wie|als|für|von|im|zum|zur|bei|ohne|gegen|durch|sehr|völlig|ist|sind|war|waren|wird|werden',
].join('|')
const SUBJECT = '(?:it|that|this|they|you|we|which|who|everything|nothing)'
/** “Sugary it is.”, “how good it is”: what the verb needs stands in front of its subject. */
const NOT_INVERTED = `(?<!(?<![,;–—] ?|(?<!\\p{L})(?:and|but|so|because|as|while|since|if|when) )(?<=[\\p{L}\\p{N}%] )(?:it|they|you|we|he|she|this)(?: \\p{L}+n['’]t)? )`
/** Verbs that need a predicate or an object: “it’s”, “the lamp is”, “it feels”. Where they may be nouns, behind a subject. */
const VERBS = [
  "\\p{L}+['’](?:s|re|m|ve|ll|d)|(?:is|are|was|were)(?:n['’]t)?|am|be|been|being|becomes?|contains?|includes?|provides?|creates?|delivers|guarantees",
  `(?<=(?<!\\p{L})(?:${SUBJECT}|(?:our|the|this|these) \\p{L}+) )(?:has|have|can|will|may|might|must|should|would|could|feels?|looks?|tastes?|smells?|sounds?|seems?|offers?|brings?|gives?|makes?|means?|needs?|gets?)`,
].join('|')
/** A clause of a conjunction and its subject: “, so you.” */
const BARE_CLAUSE = '(?<=[,;–—] )(?:and|but|so|because|while|as) (?:it|you|we|they|he|she|i|this|that|everything)'
/** What may stand between such a word and the end of its clause and adds nothing to it. */
const ADDS_NOTHING = "(?: (?:\\p{L}+ly|just|quite|so|again|now|today|forever|overnight)(?![\\p{L}'’]))*"
const CLAUSE_ENDS = '(?: *[*_"”»]*[.,;:!?)](?!\\p{N})| +[–—-] | *\\n| *$)'
const LEFT_AT_END = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${LEADS}|${NOT_INVERTED}(?:${VERBS})|${BARE_CLAUSE})(?![\\p{L}'’])(?=${ADDS_NOTHING}${CLAUSE_ENDS})`,
  'giu',
)
/** A modifier in front of an edit that takes out the word behind it: “honestly [magical] planner”, “100% [risk-free]”. */
const MODIFIER_BEFORE =
  /(?<![\p{L}\p{N}-])(very|truly|totally|completely|absolutely|utterly|entirely|perfectly|(?:in|un|ridicul|outrage|amaz|astonish|impossi|honest|genuine|serious)[a-z]*ly|sehr|völlig|absolut|wahnsinnig|unglaublich|100 ?%) $/iu

const countOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(LEFT_AT_END)) {
    const known = word.toLowerCase()
    counts.set(known, (counts.get(known) ?? 0) + 1)
  }
  return counts
}

/** A word that `after` leaves at the end of a clause without what belongs to it, and `before` did not; `null` for none. */
export function danglingWord(before: string, after: string): string | null {
  const known = countOf(before)
  for (const [word, count] of countOf(after)) if (count > (known.get(word) ?? 0)) return word
  return null
}

/**
 * The modifier in front of an edit whose word the edit takes out; `null` for none. `lead`: the text in front of it. A
 * replacement with a word of its own in that place keeps the modifier.
 */
export function modifierLeft(lead: string, original: string, replacement: string): string | null {
  const modifier = MODIFIER_BEFORE.exec(lead)?.[1]
  const [cut, kept] = [original.trim(), replacement.trim()]
  return modifier !== undefined && /^[\p{L}\p{N}]/u.test(cut) && cut !== kept && cut.endsWith(kept) ? modifier : null
}
