import { readText, type TextReader } from '../../../data/text-readers.js'
import type { Pmf, Vector } from './ssr.js'

/**
 * The distribution of one answer about buying by a reader trained on graded statements: a normal around its grade (1–5),
 * as wide as the reader's error on statements it was not trained on.
 */
export function gradedPmf(reader: TextReader, text: string, vector: Vector): Pmf {
  const grade = Math.min(5, Math.max(1, readText(reader, text, vector)))
  const weights = [1, 2, 3, 4, 5].map((point) => Math.exp(-0.5 * ((point - grade) / reader.error) ** 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
