import { readText, type TextReader } from '../../../data/text-readers.js'
import { normalized, type Pmf, POINTS, type Vector } from './ssr.js'

/**
 * The distribution of one answer about buying by a reader trained on graded statements: a normal around its grade (1–5),
 * as wide as the reader's error on statements it was not trained on.
 */
export function gradedPmf(reader: TextReader, text: string, vector: Vector): Pmf {
  const grade = Math.min(5, Math.max(1, readText(reader, text, vector)))
  return normalized(POINTS.map((point) => Math.exp(-0.5 * ((point - grade) / reader.error) ** 2)))
}
