import { type EditingRule, PHRASES } from '../../../data/phrases.js'
import type { Finding, RewriteAnswer } from '../../../domain/refinement.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { objectionIn, withoutQuotes } from '../reading/objections.js'
import { smoothed, type Toned } from '../voice/smooth-edit.js'

const MOST_EDITS = 8

type Edit = Toned & { readonly finding_id: string; readonly why: string }

/**
 * Edits by an editor's rules of thumb: take boasts, pressure, jargon and unproven proof words out, tone absolutes down. A
 * rule is used only where a finding asks for it, and never adds a fact. What only the owner can supply is left alone.
 */
export function rewrite({ stimulus, findings }: FactsOf<'rewrite'>): RewriteAnswer {
  const found: Edit[] = []
  for (const rule of PHRASES.editing()) for (const edit of matchesOf(rule, stimulus, findings, found)) found.push(edit)
  const edits = joined(found.sort((a, b) => a.start - b.start))
    .map((edit) => ({ ...edit, ...smoothed(stimulus, edit) }))
    .filter(({ original, replacement }) => replacement !== original && standsOnce(stimulus, original))
  return {
    edits: edits
      .filter((edit, i) => edit.start >= Math.max(0, ...edits.slice(0, i).map(({ end }) => end)))
      .slice(0, MOST_EDITS)
      .map(({ finding_id, original, replacement, why }) => ({ finding_id, original, replacement, why })),
  }
}

const standsOnce = (text: string, words: string): boolean => text.indexOf(words) === text.lastIndexOf(words)

/** What a rule would do to the text, where nothing was done yet and a finding asks for it. */
function matchesOf(rule: EditingRule, stimulus: string, findings: readonly Finding[], taken: readonly Edit[]): Edit[] {
  const edits: Edit[] = []
  for (const match of stimulus.matchAll(new RegExp(rule.find, 'giu'))) {
    const [start, end] = [match.index, match.index + match[0].length]
    if (taken.some((other) => start < other.end && end > other.start)) continue
    const before = edits.at(-1)
    if (rule.oncePerSentence && before && !/[.!?\n]/u.test(stimulus.slice(before.end, start))) continue
    const finding = findings.find((one) => quotes(one, stimulus, start, end)) ?? answeredBy(rule, findings)
    if (finding)
      edits.push({ start, end, replacement: filled(rule, match), finding_id: finding.finding_id, why: rule.why })
  }
  return edits
}

/** Two edits that touch are one: "innovative " and "next-generation device". */
function joined(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && last.end === edit.start) {
      result[result.length - 1] = { ...last, end: edit.end, replacement: last.replacement + edit.replacement }
    } else result.push(edit)
  }
  return result
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

const filled = ({ replace }: EditingRule, match: RegExpMatchArray): string =>
  replace.replace(/\$(\d)(@?)/g, (_, group: string, base: string) => {
    const words = match[Number(group)] ?? ''
    return base === '' ? words : baseForm(words)
  })

/** Stems as the rules find them ("clos" of "closes") as verbs in their base form. */
const SILENT_E = new Set(['clos', 'sav', 'reduc', 'improv', 'giv', 'mak', 'remov', 'replac'])
const baseForm = (stem: string): string => (SILENT_E.has(stem.toLowerCase()) ? `${stem}e` : stem)
