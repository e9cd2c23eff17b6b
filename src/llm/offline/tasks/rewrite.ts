import { JUDGING } from '../../../data/judging.js'
import type { Objection } from '../../../data/lexicon.js'
import { lostThing } from '../../../data/lost-thing.js'
import { type EditingRule, PHRASES } from '../../../data/phrases.js'
import { quotationsIn, quotedSpans, sentencesAround } from '../../../domain/panel/quoted-sentences.js'
import type { Finding, RewriteAnswer } from '../../../domain/panel/refinement.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { modifierLeft } from '../../../domain/text/dangling-words.js'
import { type Span, sentencesIn } from '../../../domain/text/sentences.js'
import { lowerFirst } from '../../../domain/text/words.js'
import { objectionIn, withoutQuotes } from '../reading/objections.js'
import type { Read } from '../reading/reading.js'
import { isPlural, namedThing, ourThing, withArticleOfItsNoun } from '../voice/noun-phrase.js'
import { readsWell } from '../voice/reads-well.js'
import { isOrdinary, type SpanEdit, smoothEdit } from '../voice/smooth-edit.js'
import { wholeClause } from '../voice/whole-clause.js'

const MAX_EDITS = 8
/** Edits that are looked at closely, which takes time with the square of their number. */
const MAX_CANDIDATES = 64

type Edit = SpanEdit & {
  readonly finding_id: string
  readonly why: string
  /** Its words stand once in a sentence. */
  readonly isOnce: boolean
}
type SmoothEdit = Edit & { readonly original: string }

/**
 * Edits by fixed rules: removes boasts, pressure, jargon and unproven proof words, and tones down absolutes. A rule is
 * applied only where a finding calls for it, never adds a fact, leaves no sentence broken, and changes nothing that
 * somebody is quoted with.
 */
export function rewrite({ stimulus, findings }: FactsOf<'rewrite'>, read: Read): RewriteAnswer {
  const edits = editsOf(stimulus, findings)
  const left = read(rewritten(stimulus, { start: 0, end: stimulus.length }, edits))
    .claims.flatMap(({ boasts }) => boasts)
    .map(({ kind, quote }) => ({ words: quote, why: PHRASES.editing().left[kind] }))
  return {
    edits: edits.map(({ finding_id, original, replacement, why }) => ({ finding_id, original, replacement, why })),
    left: left.slice(0, MAX_EDITS),
  }
}

function editsOf(stimulus: string, findings: readonly Finding[]): SmoothEdit[] {
  const found: Edit[] = []
  const told = findings.map((finding) => readFinding(finding, stimulus))
  for (const rule of PHRASES.editing().rules)
    for (const edit of matchesOf(rule, stimulus, told, found)) found.push(edit)
  const merged = mergeAdjacent(found.sort((a, b) => a.start - b.start)).slice(0, MAX_CANDIDATES)
  const edits = withoutInner(merged.map((edit) => ({ ...edit, ...wholeClause(stimulus, edit) })))
    .map((edit) => ({ ...edit, ...smoothEdit(stimulus, edit) }))
    .filter(({ original, replacement }) => replacement !== original && occursOnce(stimulus, original))
    .filter((edit, i, all) => edit.start >= Math.max(0, ...all.slice(0, i).map(({ end }) => end)))
  return sound(stimulus, sound(stimulus, edits).slice(0, MAX_EDITS))
}

/** The edits without those that lie within another. */
const withoutInner = (edits: readonly Edit[]): Edit[] =>
  edits.filter((edit) => !edits.some((other) => other !== edit && other.start <= edit.start && other.end >= edit.end))

/** The edits without those that leave their sentence broken: all of a sentence together, else each by itself. */
function sound(stimulus: string, edits: readonly SmoothEdit[]): SmoothEdit[] {
  return edits.filter((edit) => {
    const { start, end } = sentencesAround(stimulus, edit, edits)
    const before = stimulus.slice(start, end)
    const together = edits.filter((other) => other.start >= start && other.end <= end)
    const rest = `${stimulus.slice(0, start)} ${stimulus.slice(end)}`
    const isNeeded = rest.trim() !== '' && lostThing(rest, stimulus) !== null
    return [together, [edit]].some((made) => readsWell(before, rewritten(stimulus, { start, end }, made), isNeeded))
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

const occursOnce = (text: string, words: string): boolean => text.indexOf(words) === text.lastIndexOf(words)

/** The edits of a rule where no other edit overlaps and a finding calls for it. */
function matchesOf(rule: EditingRule, stimulus: string, findings: readonly Told[], taken: readonly Edit[]): Edit[] {
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
    if (modifierLeft(stimulus.slice(0, start), stimulus.slice(start, end), replacement) !== null) continue
    // A later rule may take out less.
    const rest = `${stimulus.slice(0, start)}${replacement}${stimulus.slice(end)}`
    if (lostThing(rest, stimulus) !== null || (rule.saysElsewhere && !saysWhatItIs(rest))) continue
    edits.push({ start, end, replacement, finding_id: finding.finding_id, why: rule.why, isOnce })
  }
  return edits
}

const WONDER = /\b(?:miracles?|wonders?|magic|marvels?|heaven|dreams?|bliss|perfection)\b/iu
/** First words of sentences that say something of a thing without naming it: “50 ml for £24”, “Made in Leeds”. */
const NAMES_NOTHING =
  /^(?:[^\p{L}]|(?:\p{L}+ed|made|built|grown|in|on|at|for|from|with|by|to|no|not|free|only|now|just|buy|order|try|get|ask|one|two|three|four|five|six|it|they|you|there|that)\b)/iu
const MIN_WORDS = 2

/** Whether a sentence of a text says what is offered, as far as words tell: without a wonder, and by a noun of its own. */
const saysWhatItIs = (text: string): boolean =>
  sentencesIn(text).some(
    (sentence) =>
      !WONDER.test(sentence) &&
      !NAMES_NOTHING.test(sentence.trim()) &&
      (sentence.match(/\p{L}{2,}/gu)?.length ?? 0) >= MIN_WORDS,
  )

/** Whether no sentence ends between two spans; the point in 9.99 ends none. */
function isOneSentence(text: string, span: Span, other: Span): boolean {
  const [first, last] = span.start < other.start ? [span, other] : [other, span]
  return !/[.!?](?![\p{L}\p{N}])|\n/u.test(text.slice(first.end, last.start))
}

/** Merges adjacent edits of one finding: "innovative " and "next-generation device". */
function mergeAdjacent(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && last.end === edit.start && last.finding_id === edit.finding_id) {
      const why = last.why === edit.why ? last.why : `${last.why} ${edit.why}`
      result[result.length - 1] = { ...last, end: edit.end, replacement: last.replacement + edit.replacement, why }
    } else result.push(edit)
  }
  return result
}

/** A finding with what it objects to, and the spans of the text that it quotes, with the marks that end them. */
type Told = {
  readonly finding_id: string
  /** `null` for a finding in other words than this model's: it may object to anything. */
  readonly kind: Objection | null
  readonly spans: readonly Span[]
}

const MARKS_BEHIND = /^[.,:;!?”"»’*_)]*/u

const readFinding = (finding: Finding, stimulus: string): Told => ({
  finding_id: finding.finding_id,
  kind: objectionIn(finding.finding) ?? objectionIn(withoutQuotes(finding.fix)),
  spans: quotedSpans(finding, stimulus).map(({ start, end }) => ({
    start,
    end: end + (MARKS_BEHIND.exec(stimulus.slice(end))?.[0].length ?? 0),
  })),
})

const shared = (spans: readonly Span[], start: number, end: number): number =>
  Math.max(0, ...spans.map((span) => Math.min(end, span.end) - Math.max(start, span.start)))

/** The finding that quotes most of the words, else the first of a kind that the rule addresses that quotes nothing. */
function answeredBy({ kinds }: EditingRule, findings: readonly Told[], start: number, end: number): Told | undefined {
  const isOfKind = ({ kind }: Told) => kind !== null && kinds.includes(kind)
  const quoting = findings.filter((finding) => finding.kind === null || isOfKind(finding))
  const most = Math.max(0, ...quoting.map(({ spans }) => shared(spans, start, end)))
  if (most > 0) return quoting.find(({ spans }) => shared(spans, start, end) === most)
  return findings.find((finding) => isOfKind(finding) && finding.spans.length === 0)
}

/** What a rule puts in place of a match, as data/phrases/editing.yaml explains; `null` where it cannot be said. */
function fillReplacement({ replace }: EditingRule, match: RegExpExecArray): string | null {
  const [label = '', next] = replace.split(/: (?=\$\d$)/)
  const [, lead = '', article = '', thing = ''] = /^(\$\d (?=the ))?(a |our |the )?(\$.*)$/.exec(label) ?? []
  const said = article === '' ? filled(label, match) : withArticle(article, thing, match)
  if (said === null) return null
  const words = `${filled(lead, match)}${said}`
  return next === undefined ? words : joined(words, filled(next, match), match)
}

function withArticle(article: string, thing: string, match: RegExpMatchArray): string | null {
  if (article === 'a ') return withArticleOfItsNoun(filled(thing, match))
  if (article === 'our ') return ourThing(filled(thing, match))
  const [name = '', noun = ''] = thing.split(' ').map((group) => filled(group, match))
  return namedThing(name, noun)
}

const filled = (template: string, match: RegExpMatchArray): string =>
  template.replace(/\$(\d)(@?)/g, (_, group: string, base: string) => {
    const words = match[Number(group)] ?? ''
    // Behind other words a verb that began a sentence has no capital.
    return base === '' ? words : baseForm(words.toLowerCase())
  })

/** A label with the sentence behind it, whose first word keeps its capital where it may be a name. */
function joined(label: string, word: string, { input, index, 0: { length } }: RegExpExecArray): string {
  const span = { start: index, end: index + length }
  const isSmall =
    JUDGING.neutral_words().has(word.toLowerCase()) ||
    isPlural(word) ||
    /(?:ed|en)$/u.test(word) ||
    /^ (?:from|with|of|in|for|on)\b/u.test(input.slice(span.end))
  return `${label}: ${isSmall && isOrdinary(input, span, word) ? lowerFirst(word) : word}`
}

/** Stems ("clos" of "closes") whose base form ends in a silent e. */
const SILENT_E = new Set(
  'clos sav reduc improv giv mak remov replac eras eliminat eradicat dissolv reviv rejuvenat solv cur obliterat incinerat supercharg doubl tripl revers wip tak shav'.split(
    ' ',
  ),
)
const baseForm = (stem: string): string => (SILENT_E.has(stem.toLowerCase()) ? `${stem}e` : stem)
