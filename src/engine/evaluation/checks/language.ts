import { LEXICON } from '../../../data/lexicon.js'
import { LANGUAGES, type Language } from '../../../data/word-list.js'

/** The language with the most small words in a text; English where there are none. */
export function languageOf(text: string): Language {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? []
  const { language } = LEXICON.agents()
  const counts = LANGUAGES.map((name) => words.filter((word) => language[name].has(word.replace('’', "'"))).length)
  return LANGUAGES[counts.indexOf(Math.max(...counts))] ?? 'en'
}
