const NEGATION =
  /\b(?:no|not|non|never|without|zero|neither|nor|isn['’]t|aren['’]t|don['’]t|doesn['’]t|stops?|prevents?|against|avoids?|free (?:of|from))[\s-](?:[\p{L}'’-]+ ){0,2}$/u
const LOOK_BACK = 40

/** Whether what stands at `at` is denied: "no subscription", "without toxic dyes", "not tested". */
function isNegated(text: string, at: number): boolean {
  return NEGATION.test(text.slice(Math.max(0, at - LOOK_BACK), at))
}

export type Hit = { readonly at: number; readonly text: string }

/** All hits of a pattern that are not denied. */
export function hitsOf(pattern: RegExp, text: string): Hit[] {
  const hits: Hit[] = []
  for (const match of text.matchAll(pattern)) {
    if (!isNegated(text, match.index)) hits.push({ at: match.index, text: match[0] })
  }
  return hits
}
