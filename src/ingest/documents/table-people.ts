import { LEXICON } from '../../data/lexicon.js'
import { isListed, nameWords } from '../personal-data/listed-names.js'
import { isUnknown } from '../personal-data/named-speakers.js'
import { plainCopy } from '../personal-data/plain-copy.js'
import type { TextWithTables } from './docx.js'
import { identifierOf, NAMES_OF_PEOPLE } from './identifiers.js'
import { namesOfRows } from './named-people.js'
import type { Column } from './record-texts.js'

/**
 * The people in the tables of a document, each as the words of a name: those in columns that say so by their heading,
 * and behind such headings where each row has one of its own.
 */
export const peopleInTables = (tables: TextWithTables['tables']): string[][] =>
  tables.flatMap((table) => {
    const rows = table.map((cells) => cells.map((cell) => plainCopy(cell).text.trim()))
    const [headings = [], ...below] = rows
    if (isOfPairs(rows))
      return rows.flatMap(([name = '', value = '']) =>
        isHeading(value) ? [] : namesIn({ name, values: [value] }, false),
      )
    const besidePeople = headings.some((heading) => LEXICON.name_cues().of_people.test(headingWords(heading)))
    return headings.flatMap((name, at) =>
      namesIn({ name, values: below.map((cells) => cells[at] ?? '') }, besidePeople),
    )
  })

/** Whether the first of two cells says what the second is: "Vorname · Quirin", "Beruf · Koch". */
const isOfPairs = (rows: readonly (readonly string[])[]): boolean =>
  rows.every(({ length }) => length === 2) &&
  (rows.length === 1 || rows.slice(1).some(([first = '']) => isHeading(first)))

/** `besidePeople`: another column says something of people. */
function namesIn({ name, values }: Column, besidePeople: boolean): string[][] {
  const respondents = respondentsIn({ name, values }, besidePeople)
  if (respondents.length > 0) return respondents
  const identifier = identifierOf(
    name,
    values.filter((value) => value !== ''),
  )
  if (identifier?.why !== NAMES_OF_PEOPLE) return []
  // Logins, codes and answers ("by telephone") are no names; an age may follow one.
  const names = values.map((value) => (/^\p{Lu}\D/u.test(value) ? value.replace(/[(\d/].*$/, '') : ''))
  const isNamed = /names?$/.test(headingWords(name))
  const of = isNamed && besidePeople ? 'people' : identifier.of
  return namesOfRows([{ name, values: names, identifier: { ...identifier, ...(of && { of }) } }], names.length)
    .flat()
    .filter((words) => isNamed || of === 'people' || words.some(isListed))
    .map((words) => [...words])
}

/**
 * Who answers, under a heading that says so ("Participant"), whether a list has the names or not; of customers and speakers,
 * which may be companies and things, only beside what people say or are.
 */
function respondentsIn({ name, values }: Column, besidePeople: boolean): string[][] {
  const { respondent_heading, customer_heading } = LEXICON.name_cues()
  const heading = headingWords(name)
  if (!respondent_heading.test(heading) && !(besidePeople && customer_heading.test(heading))) return []
  const filled = values.map((value) => value.replace(/[,(/].*$/, '').trim()).filter((value) => value !== '')
  const named = filled.filter(looksLikeName)
  return named.length * 2 > values.filter((value) => value !== '').length ? named.map(nameWords) : []
}

/** "Quirijn Lokhorst", "Dilnoza", and no role, place or company. */
function looksLikeName(value: string): boolean {
  const words = nameWords(value)
  if (words.some(isListed)) return /^\p{Lu}/u.test(value)
  if (!NAME.test(value) || words.length !== value.split(' ').length) return false
  return words.length > 1 ? isUnknown(value, false) && words.every((word) => isUnknown(word, false)) : isUnknown(value)
}
const NAME = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]*){0,3}$/u

const isHeading = (cell: string): boolean => {
  const { plain_column, of_people } = LEXICON.name_cues()
  return identifierOf(cell, []) !== null || [plain_column, of_people].some((list) => list.test(headingWords(cell)))
}

const headingWords = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const RULE = /^ {0,3}\|?(?: {0,3}:?-{2,40}:? {0,3}\|){1,40}(?: {0,3}:?-{2,40}:? {0,3})?$/
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replace(/[*_`]/g, '').trim())

/** The tables of a Markdown or plain text: rows with bars below a heading with a rule, and lines with as many tabs. */
export function textTables(text: string): string[][][] {
  const tables: string[][][] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const start = at
    if (RULE.test(lines[at + 1] ?? '') && (lines[at] ?? '').includes('|')) {
      const rows = [cellsOf(lines[at] ?? '')]
      for (at += 2; (lines[at] ?? '').includes('|'); at++) rows.push(cellsOf(lines[at] ?? ''))
      tables.push(rows)
      at -= 1
    }
    const tabs = tabsIn(lines[start])
    if (at > start || tabs === 0) continue
    while (tabsIn(lines[at + 1]) === tabs) at++
    if (at > start) tables.push(lines.slice(start, at + 1).map((line) => line.split('\t').map((cell) => cell.trim())))
  }
  return tables
}

const tabsIn = (line = ''): number => line.split('\t').length - 1
