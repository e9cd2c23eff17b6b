/** The second alternative covers a list: "no lead, arsenic or mercury". */
const NEGATION =
  /\b(?:(?:not|non|never|zero|neither|nor|isn['’]t|aren['’]t|don['’]t|doesn['’]t|stops?|prevents?|against|avoids?)[\s-](?:[\p{L}'’-]+ ){0,2}|(?:no|without|none of|free (?:of|from)|protects? (?:you )?(?:from|against))[\s-](?:[\p{L}'’-]+,? ){0,4})$/u
const LOOK_BACK = 60
/** Denials that follow a word: "lead-free". */
const DENIED_AFTER = /^[\s-]?free\b/u

/** Whether the text from `at` to `end` is denied: "no subscription", "no lead, no arsenic", "poison-free". */
function isNegated(text: string, at: number, end: number): boolean {
  return NEGATION.test(text.slice(Math.max(0, at - LOOK_BACK), at)) || DENIED_AFTER.test(text.slice(end, end + 6))
}

export type Hit = { readonly at: number; readonly text: string }

/** All hits of a pattern that are not denied. */
export function hitsOf(pattern: RegExp, text: string): Hit[] {
  const hits: Hit[] = []
  for (const match of text.matchAll(pattern)) {
    if (!isNegated(text, match.index, match.index + match[0].length)) hits.push({ at: match.index, text: match[0] })
  }
  return hits
}
