import type { Archetype, Category, Memory } from '../../domain/personas/persona.js'

/** Minimum number of matching cues that recall a memory of another category: a single common word is chance. */
const CUES_ACROSS_CATEGORIES = 2
const MAX_RECALLED = 3

/** The memories a stimulus recalls: those with matching cues, most cues first, then others of the category. */
export function recallMemories(
  archetype: Archetype,
  category: Category,
  stimulus: string,
  limit = MAX_RECALLED,
): Memory[] {
  const line = wordLine(stimulus)
  const text = { line, words: new Set(line.split(' ')) }
  return archetype.memories
    .map((memory, order) => ({ memory, order, hits: cueWordsOf(memory).filter((cue) => contains(text, cue)).length }))
    .filter(({ memory, hits }) => memory.category === category || hits >= CUES_ACROSS_CATEGORIES)
    .sort(
      (a, b) =>
        b.hits - a.hits ||
        Number(b.memory.category === category) - Number(a.memory.category === category) ||
        a.order - b.order,
    )
    .slice(0, limit)
    .map(({ memory }) => memory)
}

/** The words of a text in lower case, with spaces between and around them. */
function wordLine(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []).join(' ')} `
}

/** Cache of each memory's cue words, as every panel uses the same archetypes. */
const cueWords = new WeakMap<Memory, readonly string[]>()

function cueWordsOf(memory: Memory): readonly string[] {
  const known = cueWords.get(memory) ?? memory.cues.map((cue) => wordLine(cue).trim())
  cueWords.set(memory, known)
  return known
}

type StimulusWords = { readonly line: string; readonly words: ReadonlySet<string> }

/** Whether a cue matches: a whole word, singular or plural, or a phrase. */
function contains({ line, words }: StimulusWords, cue: string): boolean {
  if (cue.includes(' ')) return line.includes(` ${cue} `) || line.includes(` ${cue}s `)
  return cue !== '' && (words.has(cue) || words.has(`${cue}s`))
}

/** The memories in the first person, with the lesson from them. */
export function memoryNarrative(memories: readonly Memory[]): string {
  if (memories.length === 0) {
    return 'I have no particular experience with things like this. I take them as they come.'
  }
  const texts = memories.map(({ text }) => text.trim()).join(' ')
  return `${texts} ${lesson(memories)}`.trim()
}

/** Mean valence beyond which the memories count as good or bad. */
const CLEAR_VALENCE = 0.2

function lesson(memories: readonly Memory[]): string {
  // A respondent's own words have no rated valence, so no lesson is added.
  if (memories.every(({ valence }) => valence === 0)) return ''
  const mean = memories.reduce((sum, { valence }) => sum + valence, 0) / memories.length
  if (mean <= -CLEAR_VALENCE) return 'So I come to things like this with my guard up.'
  if (mean >= CLEAR_VALENCE) return 'So I am inclined to give things like this a fair chance.'
  return 'So I have learned to try, and to look twice.'
}
