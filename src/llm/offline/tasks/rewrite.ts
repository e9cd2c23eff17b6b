import { type EditingRule, PHRASES } from '../../../data/phrases.js'
import { quotedSentences } from '../../../domain/quoted-sentences.js'
import type { Finding, RewriteAnswer } from '../../../domain/refinement.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { objectionIn, withoutQuotes } from '../reading/objections.js'
import { type SpanEdit, smoothEdit } from '../voice/smooth-edit.js'

const MAX_EDITS = 8

type Edit = SpanEdit & { readonly finding_id: string; readonly why: string }

/**
 * Edits by fixed rules: removes boasts, pressure, jargon and unproven proof words, and tones down absolutes. A rule is
 * applied only where a finding calls for it, and never adds a fact.
 */
export function rewrite({ stimulus, findings }: FactsOf<'rewrite'>): RewriteAnswer {
  const found: Edit[] = []
  for (const rule of PHRASES.editing()) for (const edit of matchesOf(rule, stimulus, findings, found)) found.push(edit)
  const edits = mergeAdjacent(found.sort((a, b) => a.start - b.start))
    .map((edit) => ({ ...edit, ...smoothEdit(stimulus, edit) }))
    .filter(({ original, replacement }) => replacement !== original && occursOnce(stimulus, original))
  return {
    edits: edits
      .filter((edit, i) => edit.start >= Math.max(0, ...edits.slice(0, i).map(({ end }) => end)))
      .slice(0, MAX_EDITS)
      .map(({ finding_id, original, replacement, why }) => ({ finding_id, original, replacement, why })),
  }
}

const occursOnce = (text: string, words: string): boolean => text.indexOf(words) === text.lastIndexOf(words)

/** The edits of a rule where no other edit overlaps and a finding calls for it. */
function matchesOf(rule: EditingRule, stimulus: string, findings: readonly Finding[], taken: readonly Edit[]): Edit[] {
  const edits: Edit[] = []
  for (const match of stimulus.matchAll(new RegExp(rule.find, 'giu'))) {
    const [start, end] = [match.index, match.index + match[0].length]
    if (taken.some((other) => start < other.end && end > other.start)) continue
    const before = edits.at(-1)
    if (rule.oncePerSentence && before && !/[.!?\n]/u.test(stimulus.slice(before.end, start))) continue
    const finding =
      findings.find((candidate) => quotes(candidate, stimulus, start, end)) ??
      answeredBy(
        rule,
        findings.filter((candidate) => mayAnswer(candidate, stimulus, start, end)),
      )
    if (finding)
      edits.push({
        start,
        end,
        replacement: fillReplacement(rule, match),
        finding_id: finding.finding_id,
        why: rule.why,
      })
  }
  return edits
}

/** Merges adjacent edits: "innovative " and "next-generation device". */
function mergeAdjacent(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && last.end === edit.start) {
      const why = last.why === edit.why ? last.why : `${last.why} ${edit.why}`
      result[result.length - 1] = { ...last, end: edit.end, replacement: last.replacement + edit.replacement, why }
    } else result.push(edit)
  }
  return result
}

/** Whether a finding quotes words that overlap the span. */
function quotes({ finding, fix }: Finding, stimulus: string, start: number, end: number): boolean {
  return [...`${finding} ${fix}`.matchAll(/“([^”]+)”/gu)].some(([, quoted = '']) => {
    const words = quoted.replace(/…$/u, '')
    const at = stimulus.indexOf(words)
    return at >= 0 && start < at + words.length && end > at
  })
}

/** Whether a finding quotes nothing of the text, or quotes the sentence that contains the span. */
function mayAnswer(finding: Finding, stimulus: string, start: number, end: number): boolean {
  const quoted = quotedSentences(finding, stimulus)
  return quoted.length === 0 || quoted.some((sentence) => start < sentence.end && end > sentence.start)
}

/** The first finding of a kind that the rule addresses. */
function answeredBy({ kinds }: EditingRule, findings: readonly Finding[]): Finding | undefined {
  for (const kind of kinds) {
    const found = findings.find(
      ({ finding, fix }) => (objectionIn(finding) ?? objectionIn(withoutQuotes(fix))) === kind,
    )
    if (found) return found
  }
  return undefined
}

const fillReplacement = ({ replace }: EditingRule, match: RegExpMatchArray): string =>
  replace.replace(/\$(\d)(@?)/g, (_, group: string, base: string) => {
    const words = match[Number(group)] ?? ''
    return base === '' ? words : baseForm(words)
  })

/** Stems ("clos" of "closes") whose base form ends in a silent e. */
const SILENT_E = new Set(['clos', 'sav', 'reduc', 'improv', 'giv', 'mak', 'remov', 'replac'])
const baseForm = (stem: string): string => (SILENT_E.has(stem.toLowerCase()) ? `${stem}e` : stem)
