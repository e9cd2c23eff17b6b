import type { Finding, RewriteAnswer } from '../../domain/refinement.js'
import type { FactsOf } from '../../domain/tasks.js'
import { objectionIn, withoutQuotes } from './kinds.js'
import { EDITING_RULES, type EditingRule } from './phrases/editing.js'

const MOST_EDITS = 8

type Edit = RewriteAnswer['edits'][number] & { readonly start: number; readonly end: number }

/**
 * Edits by an editor's rules of thumb: take boasts, pressure, jargon and unproven proof words out, tone absolutes down. A
 * rule is used only where a finding asks for it, and never adds a fact. What only the owner can supply is left alone.
 */
export function rewrite({ stimulus, findings }: FactsOf<'rewrite'>): RewriteAnswer {
  const edits: Edit[] = []
  for (const rule of EDITING_RULES) {
    for (const match of stimulus.matchAll(new RegExp(rule.find, 'giu'))) {
      const start = match.index
      const toned = replacementFor(rule, match, stimulus, start)
      if (toned === match[0]) continue
      const { original, replacement } = widened(stimulus, start, match[0], toned)
      const end = start + original.length
      if (edits.some((other) => start < other.end && end > other.start)) continue
      const finding = findings.find((one) => quotes(one, stimulus, start, end)) ?? answeredBy(rule, findings)
      if (!finding || !standsOnce(stimulus, original)) continue
      edits.push({ finding_id: finding.finding_id, original, replacement, why: rule.why, start, end })
    }
  }
  return {
    edits: edits
      .sort((a, b) => a.start - b.start)
      .slice(0, MOST_EDITS)
      .map(({ finding_id, original, replacement, why }) => ({ finding_id, original, replacement, why })),
  }
}

const standsOnce = (text: string, words: string): boolean => text.indexOf(words) === text.lastIndexOf(words)

/** Words that stand in the text twice take the next ones along until nobody can take one place for the other. */
function widened(stimulus: string, start: number, found: string, toned: string) {
  let [original, replacement] = [found, toned]
  while (!standsOnce(stimulus, original)) {
    const next = /^[^\S\n]*[^\s.!?]+/u.exec(stimulus.slice(start + original.length))?.[0]
    if (next === undefined) break
    original += next
    replacement += next
  }
  return { original, replacement }
}

/** Whether a finding quotes the words that stand here. */
function quotes({ finding, fix }: Finding, stimulus: string, start: number, end: number): boolean {
  return [...`${finding} ${fix}`.matchAll(/“([^”]+)”/gu)].some(([, quoted = '']) => {
    const words = quoted.replace(/…$/u, '')
    const at = stimulus.indexOf(words)
    return at >= 0 && start < at + words.length && end > at
  })
}

/** The finding a rule is best for: that of the first kind it is made for. */
function answeredBy({ kinds }: EditingRule, findings: readonly Finding[]): Finding | undefined {
  for (const kind of kinds) {
    const found = findings.find(
      ({ finding, fix }) => (objectionIn(finding) ?? objectionIn(withoutQuotes(fix))) === kind,
    )
    if (found) return found
  }
  return undefined
}

/** Capital letters move on where a sentence begins with what was taken out. */
function replacementFor(rule: EditingRule, match: RegExpMatchArray, stimulus: string, start: number): string {
  const filled = withArticle(
    rule.replace.replace(/\$(\d)(@?)/g, (_, group: string, base: string) => {
      const words = match[Number(group)] ?? ''
      return base === '' ? words : baseForm(words)
    }),
  )
  const before = stimulus.slice(0, start).trimEnd()
  const begins = before === '' || /[.!?:#*\n-]$/u.test(before) || /\n\s*$/u.test(stimulus.slice(0, start))
  const tidy = filled.replace(/\s{2,}/gu, ' ')
  return begins
    ? tidy.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
    : tidy.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
}

/** Stems as the rules find them ("clos" of "closes") as verbs in their base form. */
const SILENT_E = new Set(['clos', 'sav', 'reduc', 'improv', 'giv', 'mak', 'remov', 'replac'])
const baseForm = (stem: string): string => (SILENT_E.has(stem.toLowerCase()) ? `${stem}e` : stem)

/** "a oat drink" → "an oat drink". */
const withArticle = (words: string): string => words.replace(/\b([Aa]) (?=[aeiou])/gu, '$1n ')
