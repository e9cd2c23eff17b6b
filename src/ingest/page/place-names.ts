/** Most characters of a line that is looked up. */
const MAX_NAME = 60
const SPOKEN = 'en de fr es da nl it sv nb fi pt pl cs hu ro el tr ja ko zh ru uk ar'.split(' ')
const OTHER_NAMES = ['uk', 'usa', 'eu', 'global', 'international']

/**
 * The lines that are nothing but countries or languages: “Österreich”, “Schweiz | Français”, “Canada (English)”.
 * Source: the names in the CLDR that Node has, in the languages that `SPOKEN` lists.
 */
export function placesAmong(lines: readonly string[]): string[] {
  const names = placeNames()
  const isPlace = (line: string): boolean => {
    const parts = line.split(/\s*[|/(),·–-]\s*/).filter((part) => part !== '')
    return line.length < MAX_NAME && parts.length > 0 && parts.every((part) => names.has(part.toLowerCase()))
  }
  return lines.filter(isPlace)
}

function placeNames(): ReadonlySet<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const countries = letters.flatMap((first) => letters.map((second) => first + second))
  const named = (type: 'region' | 'language', codes: readonly string[]) =>
    SPOKEN.flatMap((locale) => {
      const names = new Intl.DisplayNames(locale, { type, fallback: 'none' })
      return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? [])
    })
  return new Set([...named('region', countries), ...named('language', SPOKEN), ...OTHER_NAMES])
}
