import { NEVER_DRAWN } from '../../domain/text/hidden-characters.js'

/**
 * A text as the patterns read it: compatibility forms, blanks and dashes in their plain form, without characters that
 * nobody sees; and where each of its characters stands in the original.
 */
export type PlainCopy = {
  readonly text: string
  /** The part of the original behind a span of the copy, as start and end. */
  readonly original: (start: number, end: number) => readonly [number, number]
  /** What became of a part of the original. */
  readonly copied: (start: number, end: number) => readonly [number, number]
}

/** A text that is its own plain copy. */
const PLAIN = /^[\n\t -~À-ı‘-‟]*$/
/**
 * Runs that stay as they are; a letter with its marks, which are composed together; marks by themselves. A letter has
 * at most eight marks, as the time of composing grows with their square.
 */
const PARTS = /\r\n|[\n\t -~]+(?!\p{M})|\P{M}\p{M}{0,8}|\p{M}/gsu
const UNSEEN = new RegExp(NEVER_DRAWN, 'gu')
const MAX_FORM = 12
const STAYS = /^[\n\t -~]+$/

export function plainCopy(text: string): PlainCopy {
  if (PLAIN.test(text)) return { text, original: asItIs, copied: asItIs }
  let copy = ''
  /** For each character of the copy, the start and end of what it was made from. */
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const stays = STAYS.test(part)
    const plain = stays ? part : plainForm(part)
    for (let at = 0; at < plain.length; at++) {
      starts.push(stays ? index + at : index)
      ends.push(stays ? index + at + 1 : index + part.length)
    }
    copy += plain
  }
  return {
    text: copy,
    original: (start, end) => [starts[start] ?? text.length, ends[end - 1] ?? text.length],
    copied: (start, end) => [firstFrom(starts, start), firstFrom(starts, end)],
  }
}

const asItIs = (start: number, end: number): readonly [number, number] => [start, end]

/** The first place of a rising list that is not below a value. */
function firstFrom(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function plainForm(part: string): string {
  if (part === '\r\n') return '\n'
  const form = part.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '')
  // Some ligatures of whole sentences become eighteen letters.
  if (form.length > MAX_FORM) return part
  return form.replace(/\p{Zs}/gu, ' ').replace(/[\p{Pd}\u2212]/gu, '-')
}
