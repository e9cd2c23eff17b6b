import { type LabelKind, LEXICON } from '../../data/lexicon.js'
import {
  isLogin,
  isNumber,
  isPhone,
  KIND_OF_VALUE,
  kindOfHeading,
  kindOfLabel,
  wordsOf,
} from '../personal-data/labels.js'
import { isListed, isUnknown, looksLikeFullName, looksLikeName, nameWords } from '../personal-data/listed-names.js'
import { plainCopy } from '../personal-data/plain-copy.js'
import type { Known, KnownSpan } from '../personal-data/redact.js'
import type { Cell, TextWithTables } from './cell-marks.js'
import { type Identifier, identifiersOf, isAboutPeople, NAMES_OF_PEOPLE, NOBODY } from './identifiers.js'
import { namesOfRows } from './named-people.js'

/** A heading, or the label of a row, with the cells that it is of. */
type Labelled = { readonly label: string; readonly cells: readonly Cell[] }

/**
 * The personal data in the tables of a document: cells below a heading or behind a label that says so, judged as the
 * columns of records are, and the people whom they name.
 */
export function knownFromTables(tables: TextWithTables['tables']): Required<Pick<Known, 'people' | 'spans'>> {
  const spans = tables.flatMap((table) => {
    const rows = table.map((cells) => cells.map((cell) => ({ ...cell, text: plainCopy(cell.text).text.trim() })))
    return isOfRows(rows) ? inRows(rows) : inColumns(rows)
  })
  return { spans, people: spans.flatMap(({ kind, words }) => (kind === 'name' ? [words] : [])) }
}

/** Longer cells are texts. */
const MAX_VALUE = 120

/** Whether the first cells of rows say what those behind them are: "Vorname · Quirin", "Beruf · Koch". */
function isOfRows(rows: readonly (readonly Cell[])[]): boolean {
  const [head = []] = rows
  if (head.length > 1 && head.every(({ text }) => isLabel(text))) return false
  const labelled = rows.filter(([first, second]) => first && second && isLabel(first.text) && !isLabel(second.text))
  return rows.length === 1 ? labelled.length > 0 : labelled.some((row) => row !== head)
}

/** Values behind the label before them in their row: several, or another label with its own. */
function inRows(rows: readonly (readonly Cell[])[]): KnownSpan[] {
  const labelled = rows.flatMap((cells) => {
    const found: { label: string; cells: Cell[] }[] = []
    for (const cell of cells) {
      if (isLabel(cell.text)) found.push({ label: cell.text.replace(/[\s:]+$/, ''), cells: [] })
      else found.at(-1)?.cells.push(cell)
    }
    return found
  })
  return judged(labelled)
}

function inColumns([headings = [], ...below]: readonly (readonly Cell[])[]): KnownSpan[] {
  return judged(
    headings.map(({ text }, at) => ({ label: text, cells: below.flatMap((cells) => cells.slice(at, at + 1)) })),
  )
}

function judged(labelled: readonly Labelled[]): KnownSpan[] {
  const identifiers = identifiersOf(
    labelled.map(({ label, cells }) => ({ name: label, values: cells.map(({ text }) => text) })),
  )
  return labelled.flatMap((column, at) => {
    const isAlone = labelled.length === 1 && column.cells.every(({ text }) => looksLikeFullName(text))
    const besidePeople = isAlone || labelled.some(({ label }, other) => other !== at && isAboutPeople(label))
    const words = wordsOf(column.label)
    const kind = identifiers[at]?.treatment === 'dropped' ? kindOfHeading(words) : null
    if (LEXICON.name_cues().login.test(words)) return loginsIn(column)
    const people = peopleIn(column, identifiers[at] ?? null, besidePeople)
    return kind === null || people.length > 0 ? people : valuesIn(column, kind)
  })
}

const valuesIn = ({ cells }: Labelled, kind: LabelKind): KnownSpan[] =>
  cells
    .filter(({ text }) => isValue(kind, text))
    .map(({ start, end }) => ({ kind: KIND_OF_VALUE[kind], start, end, words: [] }))

/** Logins and nicknames; a name may stand there as well. */
const loginsIn = ({ cells }: Labelled): KnownSpan[] =>
  cells.flatMap((cell): KnownSpan[] => {
    if (isLogin(cell.text) && !NOBODY.test(cell.text))
      return [{ kind: 'handle', start: cell.start, end: cell.end, words: [] }]
    return looksLikeFullName(cell.text) ? nameIn(cell) : []
  })

/** Whether a cell can be what its heading says, and is no remark on it. */
const isValue = (kind: LabelKind, text: string): boolean => text.length <= MAX_VALUE && IS_VALUE[kind](text)

const IS_VALUE: Readonly<Record<LabelKind, (text: string) => boolean>> = {
  e_mails: (text) => /@|\(at\)|\[at\]/i.test(text),
  phones: isPhone,
  addresses: (text) =>
    /^(?:\p{Lu}.*\p{L}|\d+[ ,]+\p{L}|\d{1,5}(?:[ -]?[a-z\d]{1,4})?$)/su.test(text) && !isNoPlace(text),
  births: (text) => /\d/.test(text),
  official: isNumber,
  bank: isNumber,
  devices: (text) => /^(?=.*\d)\S{4,}$/.test(text),
  accounts: (text) => isLogin(text) && !NOBODY.test(text),
}
const isNoPlace = (text: string): boolean => /^[^\d]*$/.test(text) && NOBODY.test(text)

/** The people that cells name, each name as a whole. */
function peopleIn({ label, cells }: Labelled, identifier: Identifier | null, besidePeople: boolean): KnownSpan[] {
  const values = cells.map(({ text }) => text)
  const respondents = respondentsIn(label, values, besidePeople)
  if (respondents) return cells.filter(({ text }) => respondents(text)).flatMap(nameIn)
  if (identifier?.why !== NAMES_OF_PEOPLE) return []
  const isNamed = /names?$/.test(wordsOf(label))
  const of = isNamed && besidePeople ? 'people' : identifier.of
  const names = values.map((value) => (/^\p{Lu}\D/u.test(value) ? beforeRemark(value) : ''))
  const read = namesOfRows([{ name: label, values: names, identifier: { ...identifier, of } }], names.length)
  const isName = (words: readonly string[], text: string) =>
    words.some(isListed) || ((isNamed || of !== undefined) && isUnknown(beforeRemark(text), false))
  return cells.filter(({ text }, row) => read[row]?.some((words) => isName(words, text))).flatMap(nameIn)
}

/** What may follow a name in its cell: an age, a role in brackets. */
const beforeRemark = (value: string): string => value.replace(/[(\d/].*$/s, '').trim()

function nameIn({ text, start }: Cell): KnownSpan[] {
  const name = beforeRemark(text)
  const words = nameWords(name)
  return words.length === 0 ? [] : [{ kind: 'name', start, end: start + name.length, words }]
}

/**
 * Who answers, under a heading that says so ("Participant"), whether a list has the names or not; of customers and
 * speakers, which may be companies and things, only beside what people say or are. Null where the column is of others.
 */
function respondentsIn(
  label: string,
  values: readonly string[],
  besidePeople: boolean,
): ((value: string) => boolean) | null {
  const { respondent_heading, customer_heading } = LEXICON.name_cues()
  const heading = wordsOf(label)
  if (!respondent_heading.test(heading) && !(besidePeople && customer_heading.test(heading))) return null
  const filled = values.filter((value) => value !== '')
  const isName = (value: string) => looksLikeName(value.replace(/[,(/].*$/s, '').trim())
  return filled.filter(isName).length * 2 > filled.length ? isName : null
}

/** Whether all of a cell is a label: of personal data, of a name, or of what is said of people. */
function isLabel(cell: string): boolean {
  const { name_label, plain_column, of_people } = LEXICON.name_cues()
  const words = wordsOf(cell)
  if (words === '' || words.split(' ').length > MAX_LABEL_WORDS || /\d{3}/.test(cell)) return false
  return (
    kindOfLabel(cell) !== null ||
    plain_column.exec(words)?.[0] === words ||
    [name_label, of_people].some((list) => list.test(words))
  )
}
const MAX_LABEL_WORDS = 4
