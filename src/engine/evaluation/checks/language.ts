import { LEXICON } from '../../../data/lexicon.js'
import { LANGUAGES, type Language } from '../../../data/word-list.js'

/** The language most of whose small words stand in a text; English where none do. */
export function languageOf(text: string): Language {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? []
  const { language } = LEXICON.agents()
  const counts = LANGUAGES.map((name) => words.filter((word) => language[name].has(word.replace('’', "'"))).length)
  return LANGUAGES[counts.indexOf(Math.max(...counts))] ?? 'en'
}
