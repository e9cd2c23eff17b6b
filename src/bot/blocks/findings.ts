import type { PanelRun } from '../../domain/run-document.js'
import { counted } from '../../domain/words.js'
import { type Fix, type Friction, findingsOf, type Weakness } from '../../presentation/findings.js'
import { type Missing, missingOf } from '../../presentation/missing-analysis.js'
import { namesOf } from '../../presentation/panel.js'
import { contested, type MapRow, mapOf } from '../../presentation/pressure-map.js'
import type { Quotation } from '../../presentation/words.js'
import {
  actions,
  bold,
  container,
  type Inline,
  italic,
  list,
  paragraph,
  quote,
  type Room,
  rich,
  shortList,
  words,
} from './blocks.js'
import { analysisButton, missingParagraphs, refineButton } from './follow-up-actions.js'
import type { Message } from './message.js'
import { inert, line } from './text.js'
import { sectionMessage } from './thread-part.js'

const OPEN_WEAKNESSES = 2
const OPEN_FIXES = 2
const MAX_MORE = 8

/** What broke and what would mend it: the worst in sight, the rest to open. */
export function findingsMessage(run: PanelRun): Message {
  const missing = missingOf(run)
  if (missing) return missingMessage(run, missing)
  const result = run.result
  const names = namesOf(result.responses)
  const { weaknesses, fixes, frictions } = findingsOf(result, names)
  const claims = contested(mapOf(result, names).rows)
  const title =
    weaknesses.length === 0
      ? 'Weaknesses: none the panel would name'
      : `What broke: ${counted(weaknesses.length, 'weakness', 'weaknesses')}`
  const first = (room: Room) =>
    rich(
      ...weaknesses
        .slice(0, OPEN_WEAKNESSES)
        .flatMap((item, index) => [
          paragraph(...weaknessLine(item, `${index + 1}. `, room)),
          saying(item.said[0], room),
        ]),
      fixes.length > 0 ? paragraph(bold('\nFix first')) : paragraph(words('The analysis recommends no fix.')),
      list(fixes.slice(0, OPEN_FIXES).map((fix) => [words(line(fix.what, 300 * room.words))])),
    )
  const more = (room: Room) => [
    section('More weaknesses', weaknesses.slice(OPEN_WEAKNESSES), room, (item) => weaknessLine(item, '', room)),
    section('More fixes', fixes.slice(OPEN_FIXES), room, (item) => fixLine(item, room)),
    section('What holds people back', frictions, room, (item) => frictionLine(item, room)),
    section('Claims people doubt', claims, room, (row) => claimLine(row, room)),
  ]
  const next = fixes.length > 0 && run.kind === 'pressure_test' && actions(refineButton(run))
  return sectionMessage(run, {
    title,
    text: `${title}${weaknesses[0] ? `, first of all: ${inert(weaknesses[0].what, 300)}` : ''}.`,
    section: 'findings',
    blocks: (room) => [
      first(room),
      ...more(room).map((item) => item && container(item.title, [rich(...item.items)])),
      next,
    ],
    plain: (room) => [
      first(room),
      ...more({ ...room, items: room.items * 0.4 }).map(
        (item) => item && rich(paragraph(bold(item.title)), ...item.items),
      ),
      next,
    ],
  })
}

/** Takes the place of the findings while the analysis is missing. */
function missingMessage(run: PanelRun, missing: Missing): Message {
  const blocks = (room: Room) => [rich(...missingParagraphs(missing, room)), actions(analysisButton(run))]
  return sectionMessage(run, {
    title: 'What broke: the analysis is missing',
    text: `The analysis is missing. ${inert(missing.why, 300)}`,
    section: null,
    blocks,
    plain: blocks,
  })
}

/** A titled list, or nothing where it would be empty. */
const section = <T>(title: string, items: readonly T[], room: Room, write: (item: T) => readonly Inline[]) =>
  items.length > 0 && { title: `${title}: ${items.length}`, items: shortList(items, MAX_MORE, room, write) }

const weaknessLine = ({ what, severity }: Weakness, number: string, room: Room): Inline[] => [
  bold(number),
  words(line(what, 300 * room.words)),
  italic(` (${severity})`),
]
const fixLine = ({ what, priority }: Fix, room: Room): Inline[] => [
  words(line(what, 300 * room.words)),
  italic(` (${priority} priority)`),
]
const frictionLine = ({ what, severity, who }: Friction, room: Room): Inline[] => [
  words(line(what, 240 * room.words)),
  italic(` (${severity} of 10${who === '' ? '' : `; ${line(who, 100 * room.words)}`})`),
]
const claimLine = ({ claim, counts, fix }: MapRow, room: Room): Inline[] => [
  bold(line(claim, 150 * room.words)),
  words(`: ${counts.believes} believe, ${counts.doubts} doubt, ${counts.rejects} reject it.`),
  words(fix === '' ? '' : ` ${line(fix, 200 * room.words)}`),
]
const saying = (said: Quotation | undefined, room: Room) =>
  said
    ? quote(words(line(said.quote, 260 * room.words)), words('\n'), bold(line(said.who, 60)), words(`, ${said.where}`))
    : null
