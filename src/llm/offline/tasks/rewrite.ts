import type { Objection } from '../../../data/lexicon.js'
import { type EditingRule, PHRASES } from '../../../data/phrases.js'
import { quotationsIn, quotedSentences, quotedSpans, sentencesAround } from '../../../domain/panel/quoted-sentences.js'
import type { Finding, RewriteAnswer } from '../../../domain/panel/refinement.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { Span } from '../../../domain/text/sentences.js'
import { objectionIn, withoutQuotes } from '../reading/objections.js'
import { withArticleOfItsNoun } from '../voice/noun-phrase.js'
import { readsWell } from '../voice/reads-well.js'
import { type SpanEdit, smoothEdit } from '../voice/smooth-edit.js'

const MAX_EDITS = 8
/** Edits that are looked at closely, which takes time with the square of their number. */
const MAX_CANDIDATES = 64

/** `isQuoted`: it changes words that its finding quotes, or its finding quotes none. */
type Edit = SpanEdit & {
  readonly finding_id: string
  readonly why: string
  readonly isQuoted: boolean
  /** Its words stand once in a sentence. */
  readonly isOnce: boolean
}
type SmoothEdit = Edit & { readonly original: string }

/**
 * Edits by fixed rules: removes boasts, pressure, jargon and unproven proof words, and tones down absolutes. A rule is
 * applied only where a finding calls for it, never adds a fact, leaves no sentence broken, and changes nothing that
 * somebody is quoted with.
 */
export function rewrite({ stimulus, findings }: FactsOf<'rewrite'>): RewriteAnswer {
  const found: Edit[] = []
  const read = findings.map((finding) => readFinding(finding, stimulus))
  for (const rule of PHRASES.editing()) for (const edit of matchesOf(rule, stimulus, read, found)) found.push(edit)
  const edits = mergeAdjacent(found.sort((a, b) => a.start - b.start))
    .slice(0, MAX_CANDIDATES)
    .map((edit) => ({ ...edit, ...smoothEdit(stimulus, edit) }))
    .filter(({ original, replacement }) => replacement !== original && occursOnce(stimulus, original))
    .filter((edit, i, all) => edit.start >= Math.max(0, ...all.slice(0, i).map(({ end }) => end)))
  return {
    edits: sound(stimulus, answering(sound(stimulus, edits)).slice(0, MAX_EDITS)).map(
      ({ finding_id, original, replacement, why }) => ({ finding_id, original, replacement, why }),
    ),
  }
}

/** The edits without those that leave their sentence broken: all of a sentence together, else each by itself. */
function sound(stimulus: string, edits: readonly SmoothEdit[]): SmoothEdit[] {
  return edits.filter((edit) => {
    const { start, end } = sentencesAround(stimulus, edit, edits)
    const before = stimulus.slice(start, end)
    const together = edits.filter((other) => other.start >= start && other.end <= end)
    return [together, [edit]].some((made) => readsWell(before, rewritten(stimulus, { start, end }, made)))
  })
}

/** A passage with edits, in order, that lie within it. */
const rewritten = (text: string, { start, end }: Span, edits: readonly SmoothEdit[]): string =>
  edits
    .reduceRight(
      (passage, edit) => passage.slice(0, edit.start - start) + edit.replacement + passage.slice(edit.end - start),
      text.slice(start, end),
    )
    .replace(/ {2,}/gu, ' ')

/** The edits beside what their finding quotes only where another one changes what it quotes. */
const answering = (edits: readonly SmoothEdit[]): SmoothEdit[] =>
  edits.filter(
    ({ finding_id, isQuoted }) => isQuoted || edits.some((other) => other.isQuoted && other.finding_id === finding_id),
  )

const occursOnce = (text: string, words: string): boolean => text.indexOf(words) === text.lastIndexOf(words)

/** The edits of a rule where no other edit overlaps and a finding calls for it. */
function matchesOf(rule: EditingRule, stimulus: string, findings: readonly Read[], taken: readonly Edit[]): Edit[] {
  const edits: Edit[] = []
  const said = quotationsIn(stimulus)
  for (const match of stimulus.matchAll(new RegExp(rule.find, 'giu'))) {
    const [start, end] = [match.index, match.index + match[0].length]
    if ([...taken, ...said].some((other) => start < other.end && end > other.start)) continue
    const isOnce = rule.oncePerSentence === true
    if (isOnce && [...taken, ...edits].some((other) => other.isOnce && isOneSentence(stimulus, other, { start, end })))
      continue
    const replacement = fillReplacement(rule, match)
    const finding = answeredBy(rule, findings, start, end)
    if (!finding || replacement === null) continue
    const isQuoted = finding.spans.length === 0 || isTouched(finding.spans, start, end)
    edits.push({ start, end, replacement, finding_id: finding.finding_id, why: rule.why, isQuoted, isOnce })
  }
  return edits
}

/** Whether no sentence ends between two spans; the point in 9.99 ends none. */
function isOneSentence(text: string, one: Span, other: Span): boolean {
  const [first, last] = one.start < other.start ? [one, other] : [other, one]
  return !/[.!?](?![\p{L}\p{N}])|\n/u.test(text.slice(first.end, last.start))
}

/** Merges adjacent edits: "innovative " and "next-generation device". */
function mergeAdjacent(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && last.end === edit.start) {
      const why = last.why === edit.why ? last.why : `${last.why} ${edit.why}`
      const { finding_id, isQuoted } = edit.isQuoted ? edit : last
      const replacement = last.replacement + edit.replacement
      result[result.length - 1] = { ...last, end: edit.end, replacement, finding_id, isQuoted, why }
    } else result.push(edit)
  }
  return result
}

/** A finding with what it objects to, and the spans and sentences of the text that it quotes. */
type Read = {
  readonly finding_id: string
  /** `null` for a finding in other words than this model's: it may object to anything. */
  readonly kind: Objection | null
  readonly spans: readonly Span[]
  readonly sentences: readonly Span[]
}

const readFinding = (finding: Finding, stimulus: string): Read => ({
  finding_id: finding.finding_id,
  kind: objectionIn(finding.finding) ?? objectionIn(withoutQuotes(finding.fix)),
  spans: quotedSpans(finding, stimulus),
  sentences: quotedSentences(finding, stimulus),
})

const isTouched = (spans: readonly Span[], start: number, end: number): boolean =>
  spans.some((span) => start < span.end && end > span.start)

/** The finding that quotes the words, else the first of a kind that the rule addresses that quotes their sentence or nothing. */
function answeredBy({ kinds }: EditingRule, findings: readonly Read[], start: number, end: number): Read | undefined {
  const quoting = findings.find(
    ({ kind, spans }) => isTouched(spans, start, end) && (kind === null || kinds.includes(kind)),
  )
  if (quoting) return quoting
  const beside = findings.filter(({ sentences }) => sentences.length === 0 || isTouched(sentences, start, end))
  for (const kind of kinds) {
    const found = beside.find((finding) => finding.kind === kind)
    if (found) return found
  }
  return undefined
}

/** What a rule puts in place of a match; `null` where no article would be right. */
function fillReplacement({ replace }: EditingRule, match: RegExpMatchArray): string | null {
  const filled = replace.replace(/\$(\d)(@?)/g, (_, group: string, base: string) => {
    const words = match[Number(group)] ?? ''
    // Behind other words a verb that began a sentence has no capital.
    return base === '' ? words : baseForm(words.toLowerCase())
  })
  return replace.startsWith('a $') ? withArticleOfItsNoun(filled.slice(2)) : filled
}

/** Stems ("clos" of "closes") whose base form ends in a silent e. */
const SILENT_E = new Set(
  'clos sav reduc improv giv mak remov replac eras eliminat eradicat dissolv reviv rejuvenat solv cur obliterat incinerat supercharg doubl tripl revers'.split(
    ' ',
  ),
)
const baseForm = (stem: string): string => (SILENT_E.has(stem.toLowerCase()) ? `${stem}e` : stem)
