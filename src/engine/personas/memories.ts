import type { Archetype, Category, Memory } from '../../domain/persona.js'

/** A memory of another category must share this many cues before it is called up: one word in common is chance. */
const CUES_ACROSS_CATEGORIES = 2
const MAX_RECALLED = 3

/** The memories a stimulus calls up: those whose cues it contains, most cues first, then others of the category. */
export function recallMemories(
  archetype: Archetype,
  category: Category,
  stimulus: string,
  limit = MAX_RECALLED,
): Memory[] {
  const words = wordLine(stimulus)
  return archetype.memories
    .map((memory, order) => ({ memory, order, hits: memory.cues.filter((cue) => contains(words, cue)).length }))
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

/** The words of a text in lower case, with blanks between and around. */
function wordLine(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []).join(' ')} `
}

function contains(words: string, cue: string): boolean {
  const cueWords = wordLine(cue).trim()
  return cueWords !== '' && (words.includes(` ${cueWords} `) || words.includes(` ${cueWords}s `))
}

/** The memories as a person would tell them, in the first person, with what they left behind. */
export function memoryNarrative(memories: readonly Memory[]): string {
  if (memories.length === 0) {
    return 'I have no particular experience with things like this. I take them as they come.'
  }
  const texts = memories.map(({ text }) => text.trim()).join(' ')
  return `${texts} ${lesson(memories)}`
}

/** Mean valence beyond which the memories count as good or bad. */
const CLEAR_VALENCE = 0.2

function lesson(memories: readonly Memory[]): string {
  const mean = memories.reduce((sum, { valence }) => sum + valence, 0) / memories.length
  if (mean <= -CLEAR_VALENCE) return 'So I come to things like this with my guard up.'
  if (mean >= CLEAR_VALENCE) return 'So I am inclined to give things like this a fair chance.'
  return 'So I have learned to try, and to look twice.'
}
