/** Words that say nothing without the one behind them, English and German; some end a sentence as well (“plug it in”). */
const LEADS =
  'an?|the|our|your|my|their|its|every|each|of|from|with|than|and|or|very|truly|totally|completely|absolutely|utterly|entirely|incredibly|insanely|really|honestly|der|die|das|eine|einen|einem|einer|dem|den|des|und|oder|für|von|im|zum|zur|sehr|völlig|100 ?%|hundert ?prozent'
const LEAD_AT_END = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${LEADS})(?= *[.,;:!?)](?!\\p{N})| *$)`, 'giu')
/** A modifier in front of an edit that takes out the word behind it: “honestly [magical] planner”, “100% [risk-free]”. */
const MODIFIER_BEFORE =
  /(?<![\p{L}\p{N}-])(very|truly|totally|completely|absolutely|utterly|entirely|perfectly|(?:in|un|ridicul|outrage|amaz|astonish|impossi|honest|genuine|serious)[a-z]*ly|sehr|völlig|absolut|wahnsinnig|unglaublich|100 ?%) $/iu

const countOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(LEAD_AT_END)) {
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
