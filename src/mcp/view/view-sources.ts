import type { StimulusSource } from '../../domain/panel/stimulus.js'
import { clean } from '../../presentation/clean.js'
import { readingSentence } from '../../service/requests/reading-sentences.js'
import type { Read } from '../reply.js'

/** What a proposition was read from; `null` for a typed text alone. */
export function viewSources(sources: readonly StimulusSource[]): Read | null {
  const sentence = readingSentence(sources)
  if (sentence === null) return null
  return {
    sentence: clean(sentence),
    sources: sources.map(({ kind, name, words, first_lines }) => ({
      kind,
      name: clean(name),
      words,
      first_lines: clean(first_lines),
    })),
  }
}
