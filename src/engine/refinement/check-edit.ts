import { lostThing } from '../../data/lost-thing.js'
import { sentencesAround, sentencesMeant } from '../../domain/panel/quoted-sentences.js'
import type { Edit, Finding, RewriteAnswer } from '../../domain/panel/refinement.js'
import { MAX_STIMULUS } from '../../domain/panel/stimulus.js'
import { danglingWord, modifierLeft } from '../../domain/text/dangling-words.js'
import { findSpans, type Span } from '../panel/find-span.js'
import { applyEdits, type Replacement, withMarkdown } from './apply-edits.js'
import { lostFigure, newFigure } from './figures.js'
import { inventedFact } from './invented.js'
import { lostQualifier } from './qualifiers.js'

/** An edit with its place in the text; `place` is `null` for a dropped edit, and `problem` gives the reason. */
export type CheckedEdit = Pick<Edit, 'edit_id' | 'finding_id' | 'original' | 'replacement' | 'why' | 'problem'> & {
  readonly place: Replacement | null
}

/**
 * Checks a model's edits one by one against the text and the earlier edits. An invalid edit is dropped with the reason
 * in one sentence; no edit is ever corrected.
 */
export function checkEdits(
  stimulus: string,
  findings: readonly Finding[],
  edits: RewriteAnswer['edits'],
): CheckedEdit[] {
  const taken: Replacement[] = []
  return edits.map((edit, index) => {
    const checked = checkEdit(stimulus, findings, edit, taken)
    const known = { ...edit, edit_id: `e${index + 1}` }
    if (typeof checked === 'string') return { ...known, problem: checked, place: null }
    taken.push(checked)
    return { ...known, original: stimulus.slice(checked.start, checked.end), problem: '', place: checked }
  })
}

function checkEdit(
  stimulus: string,
  findings: readonly Finding[],
  { finding_id, original, replacement }: RewriteAnswer['edits'][number],
  taken: readonly Replacement[],
): Replacement | string {
  const answered = findings.find((finding) => finding.finding_id === finding_id)
  if (!answered) return `It answers no finding: there is no “${finding_id}”.`
  const quoted = sentencesMeant(answered, stimulus)
  const answers = (span: Span) =>
    quoted.length === 0 || quoted.some((sentence) => span.start < sentence.end && span.end > sentence.start)
  const places = findSpans(stimulus, original)
  const free = places.filter((span) => taken.every(({ start, end }) => span.end <= start || span.start >= end))
  // The same words may occur in several sentences; the sentence that the finding is about is preferred.
  const span = free.find((candidate) => answers(candidate) && !cutsAWord(stimulus, candidate)) ?? free[0]
  if (span === undefined)
    return places.length === 0
      ? 'What it wants to change does not stand in the text word for word.'
      : 'It changes words that an earlier edit has changed already.'
  if (cutsAWord(stimulus, span)) return 'It would cut a word or a figure of the text in two.'
  if (sameWords(stimulus.slice(span.start, span.end), replacement)) return 'It changes nothing.'
  const invented = inventedFact(replacement, stimulus, stimulus.slice(0, span.start))
  if (invented !== null) return invented
  if (!answers(span)) return 'It does not answer its finding: it changes another sentence than the one it is about.'
  const replaced = replacement === '' ? withMarkdown(stimulus, span) : span
  const place = { ...replaced, replacement }
  const refined = applyEdits(stimulus, [...taken, place])
  if (refined.trim() === '') return 'It would leave nothing of the text.'
  if (refined.length > MAX_STIMULUS)
    return `It would make the text longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters.`
  const lost = lostFigure(refined, stimulus)
  if (lost !== null) return `It takes the figure “${lost}” out of the text; a refinement keeps the facts.`
  const thing = lostThing(refined, stimulus)
  if (thing !== null) return `It takes out “${thing}”, and nothing else in the text says what that is.`
  const added = newFigure(refined, stimulus)
  if (added !== null) return `It would make the figure “${added}”, which the text does not have.`
  const { before, after } = passageOf(stimulus, place, taken)
  const left = modifierLeft(stimulus.slice(0, place.start), stimulus.slice(place.start, place.end), replacement)
  const dangling = left ?? danglingWord(before, after)
  if (dangling !== null) return `It would leave “${dangling}” without the words that belong to it.`
  return lostQualifier(before, after, stimulus) ?? place
}

/** The edits that leave no sentence broken where only these are made: what one leaves behind, another may have taken out. */
export function soundTogether(stimulus: string, places: readonly Replacement[]): Replacement[] {
  const sound = places.filter((place) => {
    const { before, after } = passageOf(
      stimulus,
      place,
      places.filter((other) => other !== place),
    )
    return danglingWord(before, after) === null
  })
  return sound.length === places.length ? sound : soundTogether(stimulus, sound)
}

/** The whole sentences around an edit, before and after it and the earlier edits in them. */
function passageOf(stimulus: string, place: Replacement, taken: readonly Replacement[]) {
  const { start, end } = sentencesAround(stimulus, place, taken)
  const edits = [...taken, place].filter((edit) => edit.start >= start && edit.end <= end)
  const inPassage = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
  const before = stimulus.slice(start, end)
  return { before, after: applyEdits(before, inPassage) }
}

const sameWords = (left: string, right: string): boolean =>
  left.replace(/\s+/g, ' ').trim() === right.replace(/\s+/g, ' ').trim()

const WITHIN_WORD = /[\p{L}\p{N}]$/u
const GOES_ON = /^[\p{L}\p{N}]/u
/** “9” and “.99”, or “9.” and “99”, are two halves of a figure. */
const WITHIN_FIGURE = /\p{N}[.,:]?$/u
const FIGURE_GOES_ON = /^[.,:]?\p{N}/u
const cutsAWord = (text: string, { start, end }: Span): boolean =>
  [start, end].some((at) => {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)]
    return (
      (WITHIN_WORD.test(before) && GOES_ON.test(after)) || (WITHIN_FIGURE.test(before) && FIGURE_GOES_ON.test(after))
    )
  })
