import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { upperFirst } from '../../domain/text/words.js'
import { isUnknown, leads, nameWords } from './listed-names.js'
import { asWritten } from './names.js'

/** Where a speaker's label stands, and its words as those of a name. */
export type Speaker = { readonly start: number; readonly end: number; readonly words: readonly string[] }

const DAY = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? \p{L}{3,9}\.?(?: \d{4})?|\p{L}{3,9} \d{1,2}(?:, \d{4})?|heute|gestern|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)`
const CLOCK = String.raw`\d{1,3}[:.]\d\d(?:[:.]\d\d)?(?:[.,]\d{1,3})?(?: ?[ap]\.?m\.?)?(?: uhr)?`
const STAMP = String.raw`(?:${DAY},?(?: (?:um|at))? )?${CLOCK}(?: -{1,2}> ${CLOCK})?`
/** A label, which begins with a letter; what stands behind it in brackets is none of a name. */
const LABEL = String.raw`(?<label>\p{L}[^\n:<>[\]()|\t]{1,60}?)(?: \([^()\n]{1,40}\))?`
const LINE = String.raw`(?:^|\n)[ \t>*_#-]{0,6}`
const MARKS = String.raw`[*_]{0,2}`

/**
 * How programs write who speaks. `isSure`: nothing else is written so; the others need a text in which somebody speaks
 * twice or that counts from its beginning.
 */
const FORMS: readonly { readonly pattern: RegExp; readonly isSure: boolean }[] = [
  // WebVTT: "<v Anna Klein>".
  { isSure: true, pattern: /<v(?:\.[\w.-]{1,30}){0,3} (?<label>\p{L}[^<>\n]{1,60})>/dgiu },
  // The first line below the times of a subtitle: "Anna Klein: …".
  { isSure: true, pattern: new RegExp(String.raw`-->[^\n]{3,80}\n${LABEL}: `, 'dgiu') },
  // Messengers: "[12.03.24, 10:15:02] Anna: …", "12.03.24, 10:15 - Anna: …"; recorders: "[00:00:09] Anna: …".
  {
    isSure: true,
    pattern: new RegExp(
      String.raw`${LINE}(?:\[${STAMP}\]|\(${STAMP}\)|${DAY},? ${CLOCK})(?: ?[-–|])? {0,4}${MARKS}<?${LABEL}${MARKS}(?: ?:|>)`,
      'dgiu',
    ),
  },
  {
    isSure: false,
    pattern: new RegExp(String.raw`${LINE}${CLOCK}(?: ?[-–|])? {0,4}${MARKS}<?${LABEL}${MARKS}(?: ?:|>)`, 'dgiu'),
  },
  // Recorders and chats: "Anna Klein  00:00:09", "Anna Klein, [12.03.24 10:15]", and the words in the next line.
  {
    isSure: false,
    pattern: new RegExp(
      String.raw`${LINE}${LABEL}${MARKS}(?:,? ?[-–—·•|]? {0,8}|\t{1,3})[[(]?${STAMP}[\])]?:?${MARKS}[ \t]{0,4}(?=\n{1,2}[^\n])`,
      'dgiu',
    ),
  },
  {
    isSure: false,
    pattern: new RegExp(String.raw`${LINE}${LABEL}\n[ \t]{0,4}[[(]?${STAMP}[\])]?[ \t]{0,4}(?=\n{1,2}[^\n])`, 'dgiu'),
  },
  { isSure: false, pattern: new RegExp(String.raw`${LINE}\[${STAMP}\] ${LABEL}(?=\n[^\n])`, 'dgiu') },
  // Posts: "**#3 · Anna Klein** · 2 March, 21:07 · posts: 340".
  {
    isSure: false,
    pattern: new RegExp(
      String.raw`${LINE}(?:#\d{1,5} ?[·•|:-] ?)?${LABEL}${MARKS} ?[·•|] ?${DAY},? ${CLOCK}(?: ?[·•|][^\n]{0,60})?${MARKS}[ \t]{0,4}(?=\n{1,2}[^\n])`,
      'dgiu',
    ),
  },
  // "Anna Klein (00:12): …"
  {
    isSure: false,
    pattern: new RegExp(String.raw`${LINE}${LABEL}${MARKS} ?[[(]${STAMP}[\])]${MARKS} ?:?(?=[ \n])`, 'dgiu'),
  },
]
/** A time within the first minutes: a transcript counts from its beginning; with hours, one turn says so. */
const FROM_BEGINNING = /(?<!\d)0{1,2}:0\d(?!\d)/
const WITH_HOURS = /(?<!\d)0{1,2}:0\d:\d\d(?!\d)/
const MIN_TURNS = 2

/** Speakers by the labels that programs give them, whatever the lists hold: each label is one name. */
export function transcriptSpeakers(text: string): Speaker[] {
  return FORMS.flatMap(({ pattern, isSure }) => {
    const turns = [...text.matchAll(pattern)].flatMap((match) => {
      const label = match.groups?.label ?? ''
      const [start = 0] = match.indices?.groups?.label ?? []
      const [end, words] = nameIn(label)
      return words.length > 0 ? [{ start, end: start + end, words, stamp: match[0] }] : []
    })
    const counts = new Map<string, number>()
    for (const { words } of turns) counts.set(words.join(' '), (counts.get(words.join(' ')) ?? 0) + 1)
    const [first = ''] = turns.map(({ stamp }) => stamp)
    const isSpoken = FROM_BEGINNING.test(first) || [...counts.values()].some((count) => count >= MIN_TURNS)
    return isSure || WITH_HOURS.test(first) || (turns.length >= MIN_TURNS && isSpoken) ? turns : []
  })
}

/** "ole_77", "BeeSharp_Tom": one word with marks or figures; "Speaker_1" and "P1" count people. */
const LOGIN = /^(\p{L}{3,30})(?:[_.-]?\d|_)[\p{L}\d_.-]{0,30}$/u

/** The name that a label is: where it ends, and its words; none where the label says what somebody or something is. */
function nameIn(label: string): readonly [end: number, words: readonly string[]] {
  const login = LOGIN.exec(label)
  if (login) return isRole(login[1] ?? '', [login[1] ?? '']) ? [0, []] : [label.length, [label]]
  const name = /^[\p{L}\p{M}'’., -]+(?![\p{N}_])/u.exec(label)?.[0].replace(/[\s,-]+$/, '') ?? ''
  const words = nameWords(name).map((word) => upperFirst(asWritten(word)))
  if (words.length === 0 || isRole(name, words)) return [0, []]
  const initial = / (\p{L})\.?$/u.exec(name)?.[1]
  return [name.length, initial ? [...words, initial.toUpperCase()] : words]
}

function isRole(name: string, words: readonly string[]): boolean {
  const { line_labels, person_heading } = LEXICON.name_cues()
  const [first = ''] = words
  if (GIVEN_NAMES.given().names.has(first)) return false
  return (
    leads(name) ||
    person_heading.test(name.toLowerCase()) ||
    !isUnknown(name, false) ||
    words.every((word) => line_labels.has(word) || !isUnknown(word, false))
  )
}
