import type { PanelRun } from '../../domain/run/run-document.js'
import { counted } from '../../domain/text/words.js'
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
  type MessageScale,
  paragraph,
  quote,
  rich,
  shortList,
  words,
} from './blocks.js'
import { analysisButton, missingParagraphs, refineButton } from './follow-up-actions.js'
import type { Message } from './message.js'
import { line, neutralizeMrkdwn } from './text.js'
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
  const first = (scale: MessageScale) =>
    rich(
      ...weaknesses
        .slice(0, OPEN_WEAKNESSES)
        .flatMap((item, index) => [
          paragraph(...weaknessLine(item, `${index + 1}. `, scale)),
          saying(item.said[0], scale),
        ]),
      fixes.length > 0 ? paragraph(bold('\nFix first')) : paragraph(words('The analysis recommends no fix.')),
      list(fixes.slice(0, OPEN_FIXES).map((fix) => [words(line(fix.what, 300 * scale.words))])),
    )
  const more = (scale: MessageScale) => [
    section('More weaknesses', weaknesses.slice(OPEN_WEAKNESSES), scale, (item) => weaknessLine(item, '', scale)),
    section('More fixes', fixes.slice(OPEN_FIXES), scale, (item) => fixLine(item, scale)),
    section('What holds people back', frictions, scale, (item) => frictionLine(item, scale)),
    section('Claims people doubt', claims, scale, (row) => claimLine(row, scale)),
  ]
  const fixThem = refineButton(run)
  const next = fixThem && actions(fixThem)
  return sectionMessage(run, {
    title,
    text: `${title}${weaknesses[0] ? `, first of all: ${neutralizeMrkdwn(weaknesses[0].what, 300)}` : ''}.`,
    section: 'findings',
    blocks: (scale) => [
      first(scale),
      ...more(scale).map((item) => item && container(item.title, [rich(...item.items)])),
      next,
    ],
    plain: (scale) => [
      first(scale),
      ...more({ ...scale, items: scale.items * 0.4 }).map(
        (item) => item && rich(paragraph(bold(item.title)), ...item.items),
      ),
      next,
    ],
  })
}

/** Takes the place of the findings while the analysis is missing. */
function missingMessage(run: PanelRun, missing: Missing): Message {
  const blocks = (scale: MessageScale) => [rich(...missingParagraphs(missing, scale)), actions(analysisButton(run))]
  return sectionMessage(run, {
    title: 'What broke: the analysis is missing',
    text: `The analysis is missing. ${neutralizeMrkdwn(missing.why, 300)}`,
    section: null,
    blocks,
    plain: blocks,
  })
}

/** A titled list, or nothing where it would be empty. */
const section = <T>(title: string, items: readonly T[], scale: MessageScale, write: (item: T) => readonly Inline[]) =>
  items.length > 0 && { title: `${title}: ${items.length}`, items: shortList(items, MAX_MORE, scale, write) }

const weaknessLine = ({ what, severity }: Weakness, number: string, scale: MessageScale): Inline[] => [
  bold(number),
  words(line(what, 300 * scale.words)),
  italic(` (${severity})`),
]
const fixLine = ({ what, priority }: Fix, scale: MessageScale): Inline[] => [
  words(line(what, 300 * scale.words)),
  italic(` (${priority} priority)`),
]
const frictionLine = ({ what, severity, who }: Friction, scale: MessageScale): Inline[] => [
  words(line(what, 240 * scale.words)),
  italic(` (${severity} of 10${who === '' ? '' : `; ${line(who, 100 * scale.words)}`})`),
]
const claimLine = ({ claim, counts, fix }: MapRow, scale: MessageScale): Inline[] => [
  bold(line(claim, 150 * scale.words)),
  words(`: ${counts.believes} believe, ${counts.doubts} doubt, ${counts.rejects} reject it.`),
  words(fix === '' ? '' : ` ${line(fix, 200 * scale.words)}`),
]
const saying = (said: Quotation | undefined, scale: MessageScale) =>
  said
    ? quote(words(line(said.quote, 260 * scale.words)), words('\n'), bold(line(said.who, 60)), words(`, ${said.where}`))
    : null
